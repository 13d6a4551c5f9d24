"""The sender's process: letters come in as one JSON line, and a JSON line goes out for each. It imports Apprise."""

import json
import re
import sys
from typing import Any

__all__ = ["deliver", "main"]

_STATUS = re.compile(r"error[= ]+(\d{3})\b", re.ASCII)
_REACH = re.compile(r"connection error|connect|socket|timed? ?out|resolve", re.IGNORECASE)


def deliver(letter: dict[str, str]) -> str | None:
    """Send one letter; gives None, or why it was not taken. Apprise's own words hold addresses: none is passed on."""
    import apprise

    sender: Any = apprise.Apprise()
    if not sender.add(letter["url"]):
        return "it is no address that Apprise knows"
    with apprise.LogCapture(level=apprise.logging.INFO) as log:  # type: ignore[no-untyped-call]
        taken = sender.notify(title=letter["title"], body=letter["body"], notify_type=letter["kind"],
                              body_format=apprise.NotifyFormat.TEXT)  # fmt: skip
        said = log.getvalue()
    if taken:
        return None
    status = _STATUS.search(said)
    if status:
        return f"it answered {status[1]}"
    return "it could not be reached" if _REACH.search(said) else "it did not take the message"


def main() -> None:
    """Deliver what standard input brings."""
    for letter in json.loads(sys.stdin.readline()):
        try:
            error = deliver(letter)
        except Exception as err:  # noqa: BLE001 - one address must not keep the others from theirs
            error = f"the sender failed: {type(err).__name__}"
        sys.stdout.write(json.dumps({"error": error}) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
