"""One file of a data set on the Hugging Face hub, through its own local cache."""

import re
from pathlib import Path

from monitor.errors import DataError

__all__ = ["fetch"]

_SPEC = re.compile(r"hf:(?P<repo>[\w.-]+/[\w.-]+)(?:@(?P<revision>[\w./-]+))?", re.ASCII)


def fetch(spec: str, name: str) -> Path:
    """Give the local path of file `name` of the data set ``hf:<owner>/<name>[@revision]``, downloaded if need be.

    Every failure raises DataError that names the cache folder, since a copy put there works offline.
    """
    match = _SPEC.fullmatch(spec)
    if match is None:
        raise DataError("not a data set on the hub", spec, "write hf:<owner>/<name> or hf:<owner>/<name>@<revision>")
    from huggingface_hub import constants, hf_hub_download
    from huggingface_hub.errors import (
        EntryNotFoundError,
        HfHubHTTPError,
        HFValidationError,
        LocalEntryNotFoundError,
        RepositoryNotFoundError,
        RevisionNotFoundError,
    )

    cache = f"the local cache is {constants.HF_HUB_CACHE}"
    try:
        return Path(hf_hub_download(match["repo"], name, repo_type="dataset", revision=match["revision"]))
    except LocalEntryNotFoundError as error:
        unreachable = f"the hub cannot be reached at {constants.ENDPOINT}"
        why = "HF_HUB_OFFLINE is set" if constants.HF_HUB_OFFLINE else unreachable
        raise DataError(f"{why}, and {name} is not in the local cache {constants.HF_HUB_CACHE}", spec,
                        "connect once so that it is kept there, copy that folder from a machine that has it, "
                        "or name a local folder or file") from error
    except RepositoryNotFoundError as error:
        raise DataError(f"the hub has no such data set, or it is private; {cache}", spec,
                        "check owner and name; for a private one set HF_TOKEN") from error
    except RevisionNotFoundError as error:
        raise DataError(f"the data set has no revision {match['revision']!r}; {cache}", spec,
                        "name a branch, tag or commit of it") from error
    except EntryNotFoundError as error:
        raise DataError(f"the data set has no file {name}; {cache}", spec, "check which files it holds") from error
    except (HfHubHTTPError, HFValidationError, OSError) as error:
        raise DataError(f"{name} could not be fetched: {error}; {cache}", spec,
                        "try again, or name a local folder or file") from error
