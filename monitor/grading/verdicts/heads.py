"""A question and its reference, as texts, enter; their pieces leave: accepted, wrong, names, weights."""

import re

from monitor.grading.verdicts import asks
from monitor.grading.verdicts.words import content_words

__all__ = ["name", "names_first", "names_in", "split_answer", "weights"]


def split_answer(answer: str) -> tuple[str, str, str]:
    """Give (the answer itself, what is accepted too, what is wrong) of a reference text."""
    pieces = asks.CUT.split(answer)
    head = pieces[0]
    accepted: list[str] = []
    wrong: list[str] = []
    for name, text in zip(pieces[1::2], pieces[2::2], strict=True):
        (wrong if name.lower() in ("wrong", "not accepted", "incorrect") else accepted).append(text)
    return head.strip(), "; ".join(accepted), "; ".join(wrong)


def weights(raw: str, question: str) -> dict[str, int]:
    """Give the question's content words: 1 for a name's, 2 for others."""
    names: set[str] = set()
    for found in re.findall(r"(?<=[a-z,'’] )[A-Z][\w&'’-]*", raw):
        if not re.fullmatch(r"[A-Z&]{2,6}\d?", found):  # "CET1", "EPS": a measure
            names |= content_words(found)
    return {word: 1 if word in names else 2 for word in content_words(question)}


def names_in(accepted: str) -> tuple[str, ...]:
    """Give the names that are accepted too, as written."""
    pieces = re.split(r";|, or ", re.sub(r"\([^)]*\)", "", accepted))
    return tuple(piece.strip(" .") for piece in pieces if piece.strip(" ."))


def names_first(question: str, head: str) -> bool:
    """Tell whether a name is asked for, and figures only support it."""
    return (
        asks.WHO.search(question) is not None
        and asks.MUCH.search(question) is None
        and re.match(r"[^\W\d]", head) is not None
    )


def name(head: str) -> str:
    """Give the leading words of a reference: a name, where one is asked for."""
    first = re.split(r"(?<=[^.\s]{2})\.(?:\s|\Z)|[;:(\n]|,? (?:with|at) [^a-z]{0,4}\d|, [^a-z]{0,4}\d"
        r"|, (?:which|who|that|whose|up|down|growing|rising|falling|with|at|by|an?|its|accounting"
        r"|representing)\b", head)[0]
    return first.strip(" .")
