"""A seed enters; a simulated market and search engines on loopback, in the real wire formats, leave."""

__all__ = ["SandboxServer", "sandbox_config"]


def __getattr__(name: str) -> object:
    """Load the server when it is first asked for: it brings numpy along."""
    if name == "SandboxServer":
        from monitor.sandbox.server import SandboxServer

        return SandboxServer
    if name == "sandbox_config":
        from monitor.sandbox.settings import sandbox_config

        return sandbox_config
    raise AttributeError(name)
