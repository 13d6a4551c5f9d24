"""One file of a data set on the Hugging Face hub, through its own local cache."""

import importlib
import importlib.util
import re
from pathlib import Path

from monitor.errors import DataError

__all__ = ["fetch"]

_SPEC = re.compile(r"hf:(?P<repo>[\w.-]+/[\w.-]+)(?:@(?P<revision>[\w./-]+))?", re.ASCII)
_ANSWER_WITHIN_S = 10.0


def fetch(spec: str, name: str) -> Path:
    """Give the local path of file `name` of the data set ``hf:<owner>/<name>[@revision]``, downloaded if need be.

    Where the hub does not answer, the cached copy is used. Every failure raises DataError that names the cache folder,
    since a copy put there works offline.
    """
    match = _SPEC.fullmatch(spec)
    if match is None:
        raise DataError("not a data set on the hub", spec, "write hf:<owner>/<name> or hf:<owner>/<name>@<revision>")
    from huggingface_hub import constants, get_hf_file_metadata, hf_hub_download, hf_hub_url
    from huggingface_hub.errors import (
        EntryNotFoundError,
        HfHubHTTPError,
        HFValidationError,
        LocalEntryNotFoundError,
        RepositoryNotFoundError,
        RevisionNotFoundError,
    )

    repo, revision, cache = match["repo"], match["revision"], constants.HF_HUB_CACHE
    silent: Exception | None = None
    troubles: tuple[type[Exception], ...] = (HfHubHTTPError, OSError, *_transport_errors())
    try:
        # Asked once beforehand: hf_hub_download itself tries for 23 s before it says that nobody answers.
        try:
            url = hf_hub_url(repo, name, repo_type="dataset", revision=revision)
            get_hf_file_metadata(url, timeout=_ANSWER_WITHIN_S)
        except (RepositoryNotFoundError, RevisionNotFoundError, EntryNotFoundError):
            raise
        except troubles as error:
            silent = error
        return Path(hf_hub_download(repo, name, repo_type="dataset", revision=revision,
                                    local_files_only=silent is not None))
    except LocalEntryNotFoundError as error:
        why = "HF_HUB_OFFLINE is set" if constants.HF_HUB_OFFLINE else (
            f"the hub at {constants.ENDPOINT} gave no file: {_first_line(silent or error)}")
        raise DataError(f"{why}; and {name} is not in the local cache {cache}", spec,
                        "connect once so that it is kept there, copy that folder from a machine that has it, "
                        "or name a local folder or file") from error
    except RepositoryNotFoundError as error:
        raise DataError(f"the hub has no such data set, or it is private; the local cache is {cache}", spec,
                        "check owner and name; for a private one set HF_TOKEN") from error
    except RevisionNotFoundError as error:
        raise DataError(f"the data set has no revision {revision!r}; the local cache is {cache}", spec,
                        "name a branch, tag or commit of it") from error
    except EntryNotFoundError as error:
        raise DataError(f"the data set has no file {name}; the local cache is {cache}", spec,
                        "check which files it holds") from error
    except HFValidationError as error:
        raise DataError(f"not a data set on the hub: {_first_line(error)}", spec, "check owner and name") from error
    except troubles as error:
        raise DataError(f"{name} could not be fetched: {_first_line(error)}; the local cache is {cache}", spec,
                        "try again, or name a local folder or file") from error


def _first_line(error: Exception) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0][:200]


def _transport_errors() -> tuple[type[Exception], ...]:
    """Give what the hub library's HTTP client raises; it went from httpx to httpx2 between its versions."""
    present = [name for name in ("httpx", "httpx2") if importlib.util.find_spec(name)]
    return tuple(importlib.import_module(name).HTTPError for name in present)
