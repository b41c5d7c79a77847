"""Which checks an item raises, whether a verdict fits, and what it counts for.

Owns the expansion of a scheme's checks over questions and rubric atoms, when they apply, what is
missing before submission, and acceptance. Reads no record.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from items.formalizations.rubric import check_words
from items.models import Item, Question, RubricAtom
from solver.phrases import phrase
from study.annotation.scheme import Check, Scheme, Verdict, allowed

KEYS = "123456789abcdefghijklmnopqrstuvwxyz"
MAX_TEXT = 20_000
"""Maximum length in characters of a text, reason or comment."""
MAX_PAD = 100_000
"""Maximum length in characters of a scratchpad."""


@dataclass(frozen=True, slots=True)
class StandingVerdict:
    """The current verdict on one check."""

    verdict: Verdict
    reason: str = ""
    decided_by: str = "annotator"
    """`annotator`, or `solver` where the verdict is a finding that nobody contradicted."""


@dataclass(frozen=True, slots=True)
class AskedCheck:
    """One check as asked about one item."""

    key: str
    """Its id in the record: the check's id, followed by `@` and the subject where there is one."""
    check: Check
    subject: str = ""
    """Id of the question part or rubric atom it is about; empty for the whole item."""
    label: str = ""
    """Text of the question or of the atom."""
    notes: tuple[str, ...] = ()
    """For an atom: why the rubric contains it, and its solver check."""


@dataclass(frozen=True, slots=True)
class Subject:
    """What is judged: an item, or an answer to one of its parts."""

    item: Item
    base: Item | None = None
    part: str = ""
    """For an answer: the question part it answers."""
    attached: bool = False
    """Whether the annotator attached a formalization; the questions do not change."""


def same_subject(subject: Subject, other: Subject) -> bool:
    """Whether two subjects are about the same objects: their contents are not compared, which
    would take long for an item with thousands of questions."""
    same_items = subject.item is other.item and subject.base is other.base
    return same_items and (subject.part, subject.attached) == (other.part, other.attached)


def asked_checks(
    scheme: Scheme, subject: Subject, verdicts: Mapping[str, StandingVerdict] | None = None
) -> tuple[AskedCheck, ...]:
    """The checks that apply, in the scheme's order, given the verdicts so far."""
    return following(applying_checks(scheme, subject), scheme, verdicts or {})


def following(
    applying: tuple[AskedCheck, ...], scheme: Scheme, verdicts: Mapping[str, StandingVerdict]
) -> tuple[AskedCheck, ...]:
    """Those of `applying_checks` whose conditions on other verdicts are met."""
    if not any(check.when.checks for check in scheme.checks):
        return applying
    return tuple(check for check in applying if _follows(check, scheme, verdicts))


def applying_checks(scheme: Scheme, subject: Subject) -> tuple[AskedCheck, ...]:
    """The checks that some verdicts would raise, in the scheme's order: they depend on what is
    judged alone, so one list serves for every key."""
    applying: list[AskedCheck] = []
    for check in scheme.checks:
        if not _applies(check, subject):
            continue
        if check.each == "item":
            checks = [AskedCheck(check.id, check)]
        elif check.each == "question":
            checks = [
                AskedCheck(f"{check.id}@{leaf.id}", check, leaf.id, leaf.text)
                for leaf in subject.item.leaves
                if _for_question(check, leaf)
            ]
        else:
            checks = [
                AskedCheck(
                    f"{check.id}@{atom.id}",
                    check,
                    atom.id,
                    atom.description or atom.reason,
                    _notes(atom),
                )
                for atom in _atoms(subject)
                if not check.when.groups or atom.group in check.when.groups
            ]
        applying += checks
    return tuple(applying)


def key_of(check: Check, scheme: Scheme) -> str:
    """The key on the screen that selects a check."""
    if check.key:
        return check.key
    used_keys = {other.key for other in scheme.checks}
    digits_answer = any(other.kind in ("scale", "choice") for other in scheme.checks)
    free = [key for key in KEYS if key not in used_keys and not (digits_answer and key.isdigit())]
    place = [other.id for other in scheme.checks if not other.key].index(check.id)
    return free[place] if place < len(free) else ""


def misfit(check: Check, verdict: Verdict) -> str:
    """What was expected where a verdict does not fit a check; empty where it fits."""
    values = allowed(check)
    match check.kind:
        case "codes":
            fits = isinstance(verdict, tuple) and len(set(verdict)) == len(verdict)
            if fits and isinstance(verdict, tuple) and set(verdict) <= set(values):
                return ""
            return f"some of {', '.join(map(str, values))}, or none"
        case "text":
            if isinstance(verdict, str) and len(verdict) <= MAX_TEXT:
                return ""
            return f"a text of at most {MAX_TEXT} characters"
    if isinstance(verdict, bool) or verdict not in values:
        return phrase("one of {a}", a=", ".join(map(str, values)))
    return ""


def normal(check: Check, verdict: Verdict) -> Verdict:
    """The verdict in canonical form: codes in the scheme's order, text without surrounding
    spaces."""
    if isinstance(verdict, tuple):
        return tuple(option.id for option in check.options if option.id in verdict)
    return verdict.strip() if isinstance(verdict, str) and check.kind == "text" else verdict


def accepts(check: Check, verdict: Verdict) -> bool | None:
    """Whether a verdict speaks for the item; None where it does not affect acceptance."""
    if isinstance(verdict, tuple):
        hard = {option.id for option in check.options if option.severity == "hard"}
        return hard.isdisjoint(verdict)
    if not check.accept or (verdict == "unsure" and "unsure" not in check.accept):
        return None
    return verdict in check.accept


def decides(check: Check) -> bool:
    """Whether a check affects acceptance."""
    return bool(check.accept) or check.kind == "codes"


def accepted(
    checks: Iterable[AskedCheck], verdicts_by_key: Mapping[str, StandingVerdict]
) -> bool | None:
    """Whether every deciding verdict speaks for the item; None where one is missing."""
    verdicts = [
        accepts(asked_check.check, verdicts_by_key[asked_check.key].verdict)
        if asked_check.key in verdicts_by_key
        else None
        for asked_check in checks
        if decides(asked_check.check)
        and (asked_check.check.required or asked_check.key in verdicts_by_key)
    ]
    if False in verdicts:
        return False
    return None if None in verdicts or not verdicts else True


@dataclass(frozen=True, slots=True)
class MissingInput:
    """Something that prevents the submission of an entry."""

    asked_check: AskedCheck
    part: str
    """`verdict` or `reason`."""


def missing(
    checks: Iterable[AskedCheck],
    verdicts: Mapping[str, StandingVerdict],
    settled_verdicts: Mapping[str, Verdict],
) -> tuple[MissingInput, ...]:
    """What is still required, in order. A settled check needs nothing unless it is contradicted,
    which needs a reason."""
    lacking: list[MissingInput] = []
    for asked_check in checks:
        have = verdicts.get(asked_check.key)
        if have is None:
            if asked_check.check.required and asked_check.key not in settled_verdicts:
                lacking.append(MissingInput(asked_check, "verdict"))
            continue
        if have.decided_by == "solver":
            continue
        if needs_reason(asked_check, have.verdict, settled_verdicts) and not have.reason.strip():
            lacking.append(MissingInput(asked_check, "reason"))
        elif (
            asked_check.check.kind == "text"
            and asked_check.check.required
            and not str(have.verdict).strip()
        ):
            lacking.append(MissingInput(asked_check, "verdict"))
    return tuple(lacking)


def needs_reason(
    asked_check: AskedCheck, verdict: Verdict, settled_verdicts: Mapping[str, Verdict]
) -> bool:
    """Whether a verdict needs a reason: because the scheme says so, or because it contradicts the
    solver."""
    if asked_check.key in settled_verdicts and settled_verdicts[asked_check.key] != verdict:
        return True
    rule = asked_check.check.reason
    return rule == "always" or (rule == "rejected" and accepts(asked_check.check, verdict) is False)


def _applies(check: Check, subject: Subject) -> bool:
    when, item = check.when, subject.item
    formal = subject.attached or item.formalization is not None
    if when.formalization not in (None, formal):
        return False
    if when.base not in (None, subject.base is not None):
        return False
    for name, value in when.attributes.items():
        allowed_values = value if isinstance(value, tuple) else (value,)
        if item.attributes.get(name) not in allowed_values:
            return False
    return True


def _notes(atom: RubricAtom) -> tuple[str, ...]:
    notes = []
    if atom.reason and atom.description:
        notes.append(phrase("why: {a}", a=atom.reason))
    if message := check_words(atom):
        notes.append(phrase("solver check: {a}", a=message))
    return tuple(notes)


def _for_question(check: Check, leaf: Question) -> bool:
    when = check.when
    if when.kinds and not {leaf.kind, leaf.query_kind}.intersection(when.kinds):
        return False
    counterfactual = leaf.condition is not None or " under " in (leaf.query or "")
    return when.counterfactual in (None, counterfactual)


def _atoms(subject: Subject) -> tuple[RubricAtom, ...]:
    """The item's rubric, or its base's where it has none."""
    if subject.item.rubric or subject.base is None:
        return subject.item.rubric
    return subject.base.rubric


def _follows(
    asked_check: AskedCheck, scheme: Scheme, verdicts: Mapping[str, StandingVerdict]
) -> bool:
    """Whether the verdicts that the check depends on are given."""
    for other, allowed_values in asked_check.check.when.checks.items():
        each = scheme.check(other).each
        key = other if each == "item" else f"{other}@{asked_check.subject}"
        have = verdicts.get(key)
        if have is None:
            return False
        values = have.verdict if isinstance(have.verdict, tuple) else (have.verdict,)
        if not set(values).intersection(allowed_values):
            return False
    return True


def decided(scheme: Scheme, opinions: Mapping[str, StandingVerdict]) -> tuple[bool | None, str]:
    """What the verdicts on an entry say about its answer, with the reason: the match of its
    grade."""
    check = next((check for check in scheme.checks if check.accept), None)
    verdict = opinions.get(check.id) if check is not None else None
    match = None if check is None or verdict is None else accepts(check, verdict.verdict)
    return match, verdict.reason if verdict else ""
