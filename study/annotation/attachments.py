"""Formalizations that annotators attached to one entry, and the choice between them.

Owns when two attachments differ and the check that an adjudicator then answers. Two differ as soon
as their text differs; the adjudicator sees whether they are equivalent, with a proof or with a
world that separates them. Being first never decides which one is accepted.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from study.annotation.checks import KEYS, AskedCheck
from study.annotation.events import Reading
from study.annotation.scheme import Check, CheckOption, Scheme
from study.annotation.state import EntryWork

FORMALIZATION = "formalization"
"""Key of the adjudicator's check, in the record and in files."""
BOTH, NONE = "both", "none"
"""Verdicts besides the attachments themselves: all of them render the text, and the first is used;
or none of them does."""


@dataclass(frozen=True, slots=True)
class Words:
    """Texts of the adjudicator's check, in one language."""

    heading: str
    text: str
    help: str
    number: str
    """An option naming its annotators, with a blank for their numbers."""
    between: str
    """Separator between two numbers."""
    both: str
    none: str


WORDS: Mapping[str, Words] = {
    "en": Words(
        "Formalization",
        "Whose formalization says what the text says?",
        "Ctrl+D shows them side by side, with the smallest world that tells them apart.",
        "no. {n}",
        " and ",
        "all do, the first is used",
        "none does",
    ),
    "zh": Words(
        "形式化",
        "谁的形式化说出了文本的意思？",
        "Ctrl+D 把它们并排显示，并给出能区分它们的最小世界。",
        "第 {n} 位",
        "、",
        "都说出了，保留第一个",
        "都没有说出",
    ),
}


@dataclass(frozen=True, slots=True)
class Attachment:
    """What one annotator attached."""

    number: int
    """The annotator's number on this entry, from 1."""
    formalization: Mapping[str, Any]
    readings: Mapping[str, Reading]

    @property
    def key(self) -> str:
        """Its id in a verdict."""
        return attachment_key(self.formalization, self.readings)


def attachment_key(formalization: Mapping[str, Any], readings: Mapping[str, Reading]) -> str:
    """Key that is equal for attachments written alike: same formulas, queries and golds."""
    document = {id: reading.model_dump(mode="json") for id, reading in readings.items()}
    text = json.dumps([formalization, document], sort_keys=True, ensure_ascii=False)
    return f"f{hashlib.sha256(text.encode()).hexdigest()[:12]}"


def key_of_work(work: EntryWork) -> str:
    """The key of an annotator's attachment; empty where nothing is attached."""
    if work.formalization is None:
        return ""
    return attachment_key(work.formalization, work.readings)


def accepted_work(works: Sequence[EntryWork], verdict: object) -> EntryWork | None:
    """The work whose attachment is accepted: the only one, or the one the adjudicator chose. None
    where none is, or where annotators differ and nobody has decided."""
    having = sorted(
        (work for work in works if work.formalization is not None),
        key=lambda work: (work.submitted_utc, key_of_work(work)),
    )
    if len({key_of_work(work) for work in having}) < 2 or verdict == BOTH:
        return next(iter(having), None)
    return next((work for work in having if key_of_work(work) == verdict), None)


def formalization_check(
    attachments: Sequence[Attachment], scheme: Scheme, language: str = "en"
) -> AskedCheck:
    """The adjudicator's check for attachments that differ, with the annotators' numbers on the
    entry."""
    words = WORDS.get(language, WORDS["en"])
    by_key: dict[str, list[int]] = {}
    for attachment in attachments:
        by_key.setdefault(attachment.key, []).append(attachment.number)
    options = [
        CheckOption(id=key, text=words.number.format(n=words.between.join(map(str, numbers))))
        for key, numbers in by_key.items()
    ]
    options += [
        CheckOption(id=BOTH, text=words.both),
        CheckOption(id=NONE, text=words.none),
    ]
    used_keys = {check.key for check in scheme.checks}
    check = Check(
        id=FORMALIZATION,
        key=next(key for key in f"F{KEYS.upper()}{KEYS}" if key not in used_keys and key.isalpha()),
        text=words.text,
        help=words.help,
        heading=words.heading,
        kind="choice",
        options=tuple(options),
        reason="always",
    )
    return AskedCheck(FORMALIZATION, check)
