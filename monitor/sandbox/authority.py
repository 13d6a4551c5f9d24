"""Certificates for hosts that the sandbox plays: a host name enters; a TLS context that speaks in its name leaves."""

import ssl
import tempfile
from datetime import timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from monitor.clock import SystemClock

__all__ = ["Authority"]

_NAME = "Sandbox authority"
_VALID_DAYS = 30


class Authority:
    """An authority that nobody trusts unless told to, by its file `ca_file`. The keys exist only while it does."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="sandbox-ca-")
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._host_key = ec.generate_private_key(ec.SECP256R1())
        self._contexts: dict[str, ssl.SSLContext] = {}
        self.ca_file = Path(self._folder.name) / "ca.pem"
        self.ca_file.write_bytes(self._certificate(_NAME, ca=True))

    def context(self, host: str) -> ssl.SSLContext:
        """Give the server's side of TLS for a host; HTTP/1.1 only."""
        found = self._contexts.get(host)
        if found is None:
            private = self._host_key.private_bytes(
                serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
            )
            file = Path(self._folder.name) / "host.pem"
            file.write_bytes(self._certificate(host, ca=False) + private)
            found = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            found.load_cert_chain(file)
            found.set_alpn_protocols(["http/1.1"])
            self._contexts[host] = found
        return found

    def close(self) -> None:
        """Remove the files."""
        self._folder.cleanup()

    def _certificate(self, name: str, *, ca: bool) -> bytes:
        now = SystemClock().now()  # TLS libraries compare with the host's clock, not with the sandbox's
        key = self._key if ca else self._host_key
        subject, issuer = (x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, one)]) for one in (name, _NAME))
        builder = (
            x509.CertificateBuilder()
            .subject_name(subject)
            .issuer_name(issuer)
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - timedelta(days=1))
            .not_valid_after(now + timedelta(days=_VALID_DAYS))
            .add_extension(x509.BasicConstraints(ca=ca, path_length=None), critical=True)
        )
        if not ca:
            builder = builder.add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        return builder.sign(self._key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM)
