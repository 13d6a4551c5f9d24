"""An authority and a host's certificate of our own, so that TLS on loopback is the real thing."""

import datetime
import ssl
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID


def certificate(name: str, key: ec.EllipticCurvePrivateKey, issuer: str, issuer_key: ec.EllipticCurvePrivateKey, *,
                ca: bool) -> bytes:
    """Give a certificate as PEM."""
    now = datetime.datetime.now(datetime.UTC)
    subject, by = (x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, one)]) for one in (name, issuer))
    builder = (x509.CertificateBuilder().subject_name(subject).issuer_name(by).public_key(key.public_key())
               .serial_number(x509.random_serial_number()).not_valid_before(now - datetime.timedelta(days=1))
               .not_valid_after(now + datetime.timedelta(days=1))
               .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
               .add_extension(x509.BasicConstraints(ca=ca, path_length=None), critical=True))  # fmt: skip
    return builder.sign(issuer_key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM)


def write_authority(folder: Path, host: str) -> tuple[Path, Path]:
    """Write an authority's certificate, and a host's with its key; give both files."""
    root, own = ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP256R1())
    (folder / "ca.pem").write_bytes(certificate("test authority", root, "test authority", root, ca=True))
    private = own.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8,
                                serialization.NoEncryption())
    (folder / "host.pem").write_bytes(certificate(host, own, "test authority", root, ca=False) + private)
    return folder / "ca.pem", folder / "host.pem"


def server_tls(host_file: Path) -> ssl.SSLContext:
    """Give a server's settings for that certificate, HTTP/1.1 only."""
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(host_file)
    tls.set_alpn_protocols(["http/1.1"])
    return tls
