"""Which of several named options a question asks for and an answer settles on."""

import re
from dataclasses import dataclass

from monitor.grading.verdicts.clean import plain
from monitor.grading.verdicts.words import sentences

__all__ = ["NOT", "Claim", "choice", "chosen"]


@dataclass(frozen=True, slots=True)
class Claim:
    """What must be said. `sort` is ``choice``, ``direction``, ``target``, ``limit`` or ``yes or no``."""

    sort: str
    expected: str
    """The option's name, ``up``/``down``, ``met``/``missed``, ``yes``/``no``."""
    options: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Of a choice: each option's name with what it may be called, in lower case."""
    lower: bool = False
    """True where the question asks for the lesser one."""
    leaning: str = ""
    """Of a yes or no: the direction that the reference gives as its ground, if any."""


_NAME = r"(?:the )?[A-Z][\w.&'’-]*(?:(?: (?:of|and|the|de|du|des|for|&))* [A-Z0-9][\w.&'’-]*)*"
_ONE_NAME = r"(?:the )?[A-Z][\w.&'’-]*(?: (?:of |de |du |des |& )?[A-Z0-9][\w.&'’-]*)*"
_OF = re.compile(
    rf"[Ww]hich (?:one )?(?:of|among|between) ((?:{_ONE_NAME})(?:(?:, and |, or |, | and | or )(?:{_ONE_NAME}))+)"
)
_OR = re.compile(rf"({_ONE_NAME})(?:, ({_ONE_NAME}))*,? or ({_ONE_NAME})")
_LISTED = re.compile(rf"(?:{_ONE_NAME})(?:, (?:{_ONE_NAME}))*,? (?:and|or) (?:{_ONE_NAME})")
_COUNTED = re.compile(r"[Ww]hich (?:one )?of (?:the |these |those )?(?:two|three|four|five)\b")
_LESS = (
    r"lower|lowest|less|least|smaller|smallest|fewer|fewest|worse|worst|cheaper|cheapest|slower|slowest|narrower"
    r"|weaker|later|last"
)
_MORE = (
    r"higher|highest|more|most|larger|largest|greater|greatest|bigger|biggest|better|best|faster|fastest|stronger"
    r"|strongest"
    r"|wider|widest|longer|earlier|first|exceed(?:s|ed)|ahead|top(?:s|ped)|led|leads|leading|outpaced|beat"
    r"|outperformed|won"
)
_RANKED = re.compile(rf"\b(?:(?P<less>{_LESS})|(?P<more>{_MORE}))\b")
_BESIDE = re.compile(r"\b(?:than|against|versus|to)\b[^;]*\Z")
NOT = re.compile(
    r"\b(?:not|n't|no(?= )|never|neither|nor|rather than|instead of|without|failed to|fail to|did little"
    r" to)\W+(?:\w+\W+){0,2}\Z|n't (?:\w+ ){0,2}\Z"
)
"""Words that deny what follows."""


def choice(question: str, head: str) -> Claim | None:
    """Give the option that a reference names among those of the question; None where it asks for none."""
    names: list[str] = []
    of, either = _OF.search(question), _OR.search(question)
    if of:
        names = re.split(r", and |, or |, | and | or ", of[1])
    elif either:
        names = [one for one in re.split(r", or |, | or ", either[0]) if one]
    elif _COUNTED.search(question) and (listed := _LISTED.search(question)):
        names = re.split(r", and |, or |, | and | or ", listed[0])
    elif _COUNTED.search(question):
        found = re.findall(_ONE_NAME, question[question.find(" ") + 1 :])
        names = [one for one in dict.fromkeys(found) if one.removeprefix("the ").lower() in head.lower()]
    names = [re.sub(r"^(?:the |The |US |U\.S\. )+", "", name).removesuffix("'s") for name in names]
    names = [name for name in names if len(name) > 1]
    if len(names) < 2:
        return None
    options = tuple((name, _called(name, names)) for name in names)
    ranked = _RANKED.search(question.lower())
    asks_less = ranked is not None and ranked["less"] is not None
    claim = Claim("choice", "", options, asks_less)
    settled = chosen(claim, plain(head), sentences(plain(head)), lead=True)
    return Claim("choice", settled, options, asks_less) if settled else None


def _called(name: str, names: list[str]) -> tuple[str, ...]:
    parts = name.split()
    made = [name.lower()]
    capitals = "".join(part[0] for part in parts if part[0].isupper())
    if len(capitals) >= 2 and len(parts) >= 2:
        made.append(capitals.lower())
    first = parts[0].lower()
    shared = sum(1 for other in names if first in other.lower().split())
    if len(parts) > 1 and len(first) >= 4 and shared == 1 and first not in ("bank", "the", "banque", "banco"):
        made.append(first)
    if first == "federal" and len(parts) > 1:
        made.append("fed")
    return tuple(made)


def _mentions(claim: Claim, text: str) -> list[tuple[int, str]]:
    made = []
    for name, called in claim.options:
        for word in called:
            for found in re.finditer(rf"(?<!\w){re.escape(word)}(?!\w)", text):
                made.append((found.start(), name))
    return sorted(made)


def chosen(claim: Claim, text: str, spans: list[tuple[int, int]], *, lead: bool) -> str:
    """Give the option that a text settles on, or nothing: the later of its settled sentences decides."""
    settled = ""
    for place, (start, end) in enumerate(spans):
        for number, clause in enumerate(text[start:end].split(";")):
            mentions = _mentions(claim, clause)
            if not mentions:
                continue
            found = ""
            for ranked in _RANKED.finditer(clause):
                before = [name for at, name in mentions if at < ranked.start()]
                after = [name for at, name in mentions if at >= ranked.end()]
                name = before[-1] if before else ""
                if len(set(before)) > 1 and _BESIDE.search(clause[: ranked.start()]):
                    name = before[0]
                link = re.match(
                    r"(?:\W{0,3}:|[^.]{0,40}?\b(?:was|is|at|by|belong(?:s|ed) to|went to"
                    r"|:))\W+(?:the )?", clause[ranked.end() :]
                )
                if not before and after and (link or place == 0):
                    name = after[0]
                if not name or NOT.search(clause[: ranked.start()]):
                    continue
                flipped = bool(ranked["less"]) != claim.lower
                if flipped and len(claim.options) == 2:
                    name = next(other for other, _ in claim.options if other != name)
                elif flipped:
                    continue
                found = name
                break
            listed = all(clause[at + len(name) :].lstrip("* ").startswith(":") for at, name in mentions)
            if (
                not found
                and place == number == 0
                and not (listed and not lead)
                and mentions[0][0] <= 25
                and len({name for _, name in mentions}) >= 1
            ):
                opening = clause[: mentions[0][0]]
                if lead or re.fullmatch(r"\W*(?:the |it (?:was|is) |answer\W*|that (?:was|is) )*", opening):
                    found = mentions[0][1]
            settled = found or settled
    return settled
