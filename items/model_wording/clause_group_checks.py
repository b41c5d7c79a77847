"""Groups of sentences from a corpus or a model, checked by a model before items use them.

Owns the three requests to a model: to provide groups about a topic, to correct the grammar of a
group's texts (DivLogicEval, sections 2.1 and J), and to judge entailments within a group. Also owns
which texts of a group are kept after the replies: a paraphrase only if it and the clause entail
each other; an opposite or a written negation only if it is false when the clause is true and true
when the clause is false. Sending and recording work as for any other item.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from pathlib import Path
from typing import Literal

from items.model_wording.worded_items import BENCHMARK
from items.models import Item, Provenance, Question
from items.responses.answer_places import objects
from items.responses.reasoning_text import thought_left_out
from items.seeds import Draw
from items.wording.bank import Clause, ClauseGroup, Language, is_negated, parse_group
from items.wording.words import word_set
from solver.errors import InputError

_PROTOCOLS = Path(__file__).parent / "protocols"
GIVE, CORRECT, PROBE = (
    str(_PROTOCOLS / f"{name}.toml") for name in ("sentences", "grammar", "probes")
)
KEPT_SHARE = 0.5
"""A correction is accepted if its longest unchanged substring exceeds this share of the longer text
(DivLogicEval, section 2.1).
"""
GROUPS_PER_REQUEST = 5
"""Number of groups requested from a model for one topic."""
MAX_CLAUSE = 200
"""Largest number of characters in a clause."""
_MAX_LENGTH: dict[Language, int] = {"en": 14, "zh": 20}
_SIGNS: dict[Language, re.Pattern[str]] = {
    "en": re.compile(r"[A-Za-z]+(?:['-][A-Za-z]+)*(?: [A-Za-z]+(?:['-][A-Za-z]+)*)*"),
    "zh": re.compile(r"[\u4e00-\u9fff]+"),
}
_JOINING_ZH = re.compile(
    "如果|假如|倘若|要是|只要|只有|除非|或|并且|而且|因为|所以|因此|虽然|但|就|才|和|若|则|无论"
)
_DENIED: dict[Language, str] = {"en": "It is not true that {}.", "zh": "并非{}。"}
_NOTHING: dict[Language, str] = {"en": "(nothing is supposed)", "zh": "（没有任何假设）"}
_STATED: dict[Language, str] = {"en": "{}.", "zh": "{}。"}
Verdict = Literal["true", "false", "open"]
_VERDICTS: dict[str, Verdict] = {
    **dict.fromkeys(("true", "yes", "真", "成立"), "true"),
    **dict.fromkeys(("false", "no", "假", "不成立"), "false"),
    **dict.fromkeys(("open", "unknown", "不确定", "无法确定"), "open"),
}


def unfit(text: str, language: Language) -> str:
    """Return why a text cannot be a clause inside a sentence; empty if it can."""
    if len(text) > MAX_CLAUSE:
        return "too short or too long"
    if not _SIGNS[language].fullmatch(text):
        return "punctuation, digits or foreign signs"
    words: Sequence[str] = text.lower().split(" ") if language == "en" else text
    if not 3 <= len(words) <= _MAX_LENGTH[language]:
        return "too short or too long"
    if language == "zh":
        return "a connective inside" if _JOINING_ZH.search(text) else ""
    if not word_set("connectives").isdisjoint(words):
        return "a connective inside"
    if words[0] in word_set("pronouns"):
        return "the subject is, or begins with, a pronoun"
    return ""


def _asking(id: str, lines: Iterable[str], language: Language) -> Item:
    return Item(
        id=id,
        language=language,
        text="\n".join(lines),
        questions=(Question(id="1", kind="text", text=""),),
        provenance=Provenance(benchmark=BENCHMARK),
    )


def _reply(text: str, key: str) -> object:
    entries = [entry[key] for entry in objects(thought_left_out(text)) if key in entry]
    return entries[-1] if entries else None


# --- groups by a model ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Topic:
    """A topic for which a model provides groups."""

    name: str
    domain: str
    language: Language

    @property
    def item(self) -> Item:
        """The item that requests them."""
        lines = (f"{self.domain}: {self.name}",)
        return _asking(f"sentences-{self.language}-{self.domain}-{self.name}", lines, self.language)


def read_groups(reply: str, topic: Topic) -> tuple[list[ClauseGroup], Counter[str]]:
    """Return the groups in a reply, and the number of invalid entries by reason."""
    listed = _reply(reply, "groups")
    rejected: Counter[str] = Counter()
    groups: list[ClauseGroup] = []
    if not isinstance(listed, list):
        return [], Counter({"a reply without groups": 1})
    for number, record in enumerate(listed, 1):
        name = re.sub(r"\W+", "_", f"{topic.domain} {topic.name}".casefold()).strip("_")
        named = {"id": f"{topic.language}_{name}_{number}", "topic": topic.name}
        try:
            group = parse_group(
                {**record, **named} if isinstance(record, dict) else record,
                topic.language,
                f"group {number}",
            )
        except InputError:
            rejected["a group without clause, negation, paraphrase or opposite"] += 1
            continue
        groups.append(_tidy(group))
    return groups, rejected


def _bare(text: str) -> str:
    return " ".join(text.split()).rstrip(".。")


def _tidy(group: ClauseGroup) -> ClauseGroup:
    clauses = tuple([Clause(_bare(c.text), _bare(c.negation)) for c in group.clauses])
    return replace(group, clauses=clauses, contradictions=tuple(map(_bare, group.contradictions)))


# --- grammar -------------------------------------------------------------------------------------


def texts_of(group: ClauseGroup) -> tuple[str, ...]:
    """Return every text of a group: each clause with its negation, then the opposites."""
    pairs = [text for clause in group.clauses for text in (clause.text, clause.negation)]
    return (*pairs, *group.contradictions)


def grammar_item(group: ClauseGroup) -> Item:
    """Return the item that requests a correction of a group's texts."""
    lines = (f"{number}. {text}" for number, text in enumerate(texts_of(group), 1))
    return _asking(f"{group.id}#grammar", lines, group.language)


def share_kept(before: str, after: str) -> float:
    """Return the length of the longest common substring as a share of the longer text."""
    match = SequenceMatcher(None, before, after, autojunk=False).find_longest_match()
    return match.size / max(len(before), len(after), 1)


@dataclass(frozen=True)
class Outcome:
    """The remainder of a group after a check."""

    group: ClauseGroup | None
    """None if nothing can be used."""
    counts: Counter[str]
    """Numbers of texts by what happened to them."""
    reason: str = ""
    """Why nothing can be used."""


def corrected(group: ClauseGroup, reply: str) -> Outcome:
    """Return the group with corrected texts. A text is dropped if the correction changes too much,
    changes its polarity, or is not a valid clause; a clause is dropped with its negation, and the
    group with its first clause."""
    before = texts_of(group)
    listed = _reply(reply, "texts")
    if (
        not isinstance(listed, list)
        or len(listed) != len(before)
        or not all(isinstance(text, str) for text in listed)
    ):
        return Outcome(None, Counter(), "a grammar check that cannot be read")
    counts: Counter[str] = Counter()
    after = [
        _corrected(a, _bare(b), group.language, counts) for a, b in zip(before, listed, strict=True)
    ]
    size = 2 * len(group.clauses)
    pairs = list(zip(after[:size:2], after[1:size:2], strict=True))
    clauses = [Clause(text, negation) for text, negation in pairs if text and negation]
    if not all(pairs[0]):
        return Outcome(None, counts, "no clause with its negation is left")
    opposites = tuple([text for text in after[size:] if text])
    return Outcome(replace(group, clauses=tuple(clauses), contradictions=opposites), counts)


def _corrected(before: str, after: str, language: Language, counts: Counter[str]) -> str:
    """The text to use; empty if there is none."""
    if before[:1].islower() and after[:1].isupper():
        after = after[0].lower() + after[1:]
    if reason := unfit(after, language):
        counts[f"text left out: {reason}"] += 1
        return ""
    if after == before:
        return before
    # Comparison takes time in the product of both lengths, and a much longer text must fail.
    if len(before) > 2 * MAX_CLAUSE or share_kept(before, after) <= KEPT_SHARE:
        counts["text left out: the correction changes too much"] += 1
        return ""
    if is_negated(before, language) != is_negated(after, language):
        counts["text left out: the correction turns its sense"] += 1
        return ""
    counts["text corrected"] += 1
    return after


# --- what follows from what ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Probe:
    """A question to a model: the truth value of one statement given another."""

    given: str
    question: str
    expected_verdict: Verdict
    dropped_text: str
    """The text that is dropped if the verdict differs."""


def probes_of(group: ClauseGroup) -> tuple[Probe, ...]:
    """Return the probes of a group, in an order that is independent of the expected verdicts."""
    language = group.language
    state, deny = _STATED[language].format, _DENIED[language].format
    first, *others = group.clauses

    def opposed(text: str, opposite: str, dropped_text: str) -> Iterable[Probe]:
        yield Probe(state(opposite), state(text), "false", dropped_text)
        yield Probe(state(text), state(opposite), "false", dropped_text)
        # "It is not true that" before a negated clause would be a double negation.
        if not is_negated(opposite, language):
            yield Probe(deny(opposite), state(text), "true", dropped_text)
        else:
            yield Probe(deny(text), state(opposite), "true", dropped_text)

    probes = [Probe(_NOTHING[language], state(first.text), "open", first.text)]
    probes += opposed(first.negation, first.text, first.text)
    for clause in others:
        probes.append(Probe(state(first.text), state(clause.text), "true", clause.text))
        probes.append(Probe(state(clause.text), state(first.text), "true", clause.text))
        probes += opposed(clause.negation, clause.text, clause.text)
    for text in group.contradictions:
        probes += opposed(text, first.text, text)
    return tuple(Draw("probes", group.id, *texts_of(group)).shuffled(probes))


def probe_item(group: ClauseGroup) -> Item:
    """Return the item that requests the verdicts on a group's probes."""
    lines = (
        f"{number}. {probe.given} ⇒ {probe.question}"
        for number, probe in enumerate(probes_of(group), 1)
    )
    return _asking(f"{group.id}#probes", lines, group.language)


def probed(group: ClauseGroup, reply: str) -> Outcome:
    """Return the group with the texts that passed all their probes; none if its first clause
    failed."""
    probes = probes_of(group)
    listed = _reply(reply, "verdicts")
    if not isinstance(listed, list) or len(listed) != len(probes):
        return Outcome(None, Counter(), "probes that cannot be read")
    failed = {
        probe.dropped_text: probe
        for probe, verdict in zip(probes, listed, strict=True)
        if _VERDICTS.get(str(verdict).strip().casefold()) != probe.expected_verdict
    }
    first, *others = group.clauses
    counts: Counter[str] = Counter()
    if first.text in failed:
        if failed[first.text].expected_verdict == "open":
            return Outcome(None, counts, "a clause that is true, or false, whatever the case")
        return Outcome(None, counts, "a negation that is not the denial of its clause")
    equivalent = [clause for clause in others if clause.text not in failed]
    opposites = tuple([text for text in group.contradictions if text not in failed])
    counts["paraphrase not equivalent"] = len(others) - len(equivalent)
    counts["opposite not the denial"] = len(group.contradictions) - len(opposites)
    group = replace(group, clauses=(first, *equivalent), contradictions=opposites)
    return Outcome(group, +counts)
