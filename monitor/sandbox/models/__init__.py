"""Language models enter as scripts; answers in the wire formats of the model providers leave, a file a format."""

from monitor.sandbox.models._base import MODELS, Heard, ModelFormat, Turn

__all__ = ["MODELS", "Heard", "ModelFormat", "Turn"]
