"""The hardening loop's record and answers to hardened items, as data for the report's tables.

Owns the counts of each item's way through the gates, and which answers are to hardened items or to
their bases. The tables own their rows.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from items.harden.attributes import EXCLUDED_STRATEGIES, strategies_of
from items.harden.issue import Issue
from items.harden.loop_steps import REVIEW, VERIFY, used_up
from items.models import Item
from items.shape import structure
from sessions.models import hardenings
from sessions.models.hardenings import Hardening, issues_of
from sessions.report.comparing_data import ComparingData
from sessions.report.respondents import Respondent
from study.metrics.mark_difference import ABLATED, HARDENED, STRATEGY
from study.statistics.sub_questions import SubAnswer, SubQuestions

GATES = (REVIEW, VERIFY)
GATE_NAMES = {REVIEW: "review, before answering", VERIFY: "verify, after answering"}


@dataclass(frozen=True, slots=True)
class GatePath:
    """One item's way through the loop."""

    hardening: Hardening
    sent_back: Mapping[str, int]
    """By gate: how often the item was sent back for repair, including a last time where it was
    abandoned."""
    retries: Mapping[str, int]
    """By gate: how often it was then repaired."""
    passes: Mapping[str, int]
    """By gate: how often it passed."""
    repairs: int
    """Repairs of answers."""

    @property
    def proposer_retries(self) -> int:
        """Retries after both gates."""
        return sum(self.retries.values())


def gate_paths(data: ComparingData) -> list[GatePath]:
    """Every finished item of the loop; none where the report is restricted to studies."""
    if not data.all_items:
        return []
    return [
        gate_path(hardening)
        for hardening in hardenings.read(data.db)
        if hardening.ending is not None
    ]


def gate_path(hardening: Hardening) -> GatePath:
    """The counts of an item."""
    sent = {gate: len(hardening.noted("sent back", gate)) for gate in GATES}
    # Exhausting a budget does not send the item back: it ends there.
    reason = "" if hardening.ending is None else hardening.ending["reason"]
    retries = {gate: sent[gate] - (reason == used_up(gate)) for gate in GATES}
    residual = len(hardening.noted("residual", REVIEW))
    passed = {
        REVIEW: len(hardening.noted("passed", REVIEW)) + residual,
        VERIFY: len(hardening.noted("passed", VERIFY)),
    }
    return GatePath(hardening, sent, retries, passed, len(hardening.noted("repair")))


def objections(hardening: Hardening) -> Iterator[tuple[str, Issue]]:
    """Every issue that a gate reported, with the gate."""
    for note in hardening.noted("objections"):
        for issue in issues_of(note):
            yield note["gate"], issue


def final_claims(hardening: Hardening) -> Mapping[str, str]:
    """Claim to status in the accepted version, for the claims that it makes."""
    passed = hardening.noted("passed", REVIEW)
    claims = passed[-1]["data"].get("claims", ()) if passed and hardening.accepted else ()
    return {claim["claim"]: claim["status"] for claim in claims if claim["claimed"]}


def loop_models(data: ComparingData) -> frozenset[str]:
    """Models that had a role in making any item."""
    return frozenset(model for hardening in hardenings.read(data.db) for model in hardening.models)


# --- answers -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class BeforeAfter:
    """One respondent's answers to items and to their hardened versions."""

    respondent: Respondent
    before: SubQuestions
    after: SubQuestions
    both: SubQuestions
    """All of them; those to hardened items are marked."""
    pairs: int
    """Bases for which both versions were answered."""


def before_after(respondent: Respondent, base_of: Mapping[str, str]) -> BeforeAfter | None:
    """Answers to hardened items and to their bases, over bases for which both were answered; None
    where there are none. A base and its hardened versions form one cluster. `base_of` gives the id
    of the base of every hardened item, by content hash."""
    if base_of.keys().isdisjoint(respondent.items):
        return None
    answered = _answered(respondent)
    bases = {respondent.items[key].id: key for key in answered if not _is_made(respondent, key)}
    made_of = {key: base for key in answered if (base := base_of.get(key)) in bases and base}
    return _marked(respondent, {key: base for base, key in bases.items()}, made_of, HARDENED)


@dataclass(frozen=True)
class Ablation:
    """One respondent's answers to items hardened without a strategy, and with all of them."""

    strategy: str
    pair: BeforeAfter
    """Before: with all six; after: without the strategy."""


def ablations(respondent: Respondent, base_of: Mapping[str, str]) -> list[Ablation]:
    """For every strategy that was left out for some items, the answers to these and to the items
    hardened from the same bases with all six strategies, in the form of `before_after`."""
    if base_of.keys().isdisjoint(respondent.items):
        return []
    answered = _answered(respondent)
    whole = {key: base for key in answered if (base := base_of.get(key))}
    left_out: dict[str, dict[str, str]] = {}
    for key in answered:
        item = respondent.items[key]
        base, names = structure.base_of(item), str(item.attributes.get(EXCLUDED_STRATEGIES, ""))
        if base and names and base in whole.values():
            left_out.setdefault(names, {})[key] = base
    pairs = [
        (names, _marked(respondent, whole, base_of_items, ABLATED))
        for names, base_of_items in sorted(left_out.items())
    ]
    return [Ablation(names, pair) for names, pair in pairs if pair is not None]


def _answered(respondent: Respondent) -> set[str]:
    settled = {key for key, _, _, n in _counts(respondent) if n}
    return settled | {item for item, _, _ in _unsettled(respondent)}


def _unsettled(respondent: Respondent) -> Iterator[tuple[str, str, SubAnswer]]:
    """Item, its name with the person where there are people, and the answer."""
    for part in respondent.sheet.parts:
        if part.right is None:
            yield part.item.partition("#")[0], part.item, part


def _is_made(respondent: Respondent, key: str) -> bool:
    return bool(structure.base_of(respondent.items[key]))


def _marked(
    respondent: Respondent, firsts: Mapping[str, str], seconds: Mapping[str, str], mark: str
) -> BeforeAfter | None:
    """Answers to two groups of items, given with the ids of their bases, over bases that are in
    both; the second group's are marked. None where no base is in both."""
    common = {*firsts.values()} & {*seconds.values()}
    common_bases = {
        key: base for key, base in (*firsts.items(), *seconds.items()) if base in common
    }
    if not common_bases:
        return None
    answers = [
        SubAnswer(
            item,
            str(number),
            number < right,
            frozenset((mark,)) if key in seconds else frozenset(),
        )
        for key, item, right, n in _counts(respondent)
        if key in common_bases
        for number in range(n)
    ]
    # Unsettled free answers leave a figure open, but they were asked all the same.
    answers += [
        SubAnswer(key, part.question, None, frozenset((mark,)) if item in seconds else frozenset())
        for item, key, part in _unsettled(respondent)
        if item in common_bases
    ]
    both = SubQuestions(answers, common_bases, respondent.sampling)
    return BeforeAfter(
        respondent, both.baseline(mark), both.counterfactual(mark), both, len(common)
    )


def _counts(respondent: Respondent) -> Iterator[tuple[str, str, int, int]]:
    """Item, its name with the person where there are people, right answers and answers."""
    if respondent.sheet.people:
        for (key, person), (right, n) in respondent.sheet.people.items():
            yield key, f"{key}#{person}", right, n
        return
    for key, (right, n) in respondent.tallies.items():
        yield key, key, right, n


def uses_strategies(items: Iterable[Item]) -> bool:
    """Whether some item has a question that uses a strategy."""
    return any(strategies_of(item) for item in items)


def by_strategy(respondent: Respondent) -> Mapping[str, SubQuestions]:
    """One respondent's answers to the sub-questions of items that use a strategy, by strategy;
    those of questions that use it are marked."""
    parts: dict[str, list[SubAnswer]] = {}
    used: dict[str, Mapping[str, tuple[str, ...]]] = {}
    for part in respondent.sheet.parts:
        key = part.item.partition("#")[0]
        if key not in used:
            used[key] = strategies_of(respondent.items[key])
        names = {name for strategy_parts in used[key].values() for name in strategy_parts}
        for name in names:
            marked = name in used[key].get(part.question, ())
            marks = frozenset((STRATEGY,)) if marked else frozenset[str]()
            parts.setdefault(name, []).append(part._replace(counterfactual=marks))
    return {
        name: SubQuestions(strategy_parts, respondent.clusters, respondent.sampling)
        for name, strategy_parts in parts.items()
    }


def hardened_accuracies(respondent: Respondent, base_of: Mapping[str, str]) -> Mapping[str, float]:
    """Accuracy on each hardened item, by content hash."""
    if not base_of:
        return {}
    return {
        key: right / n for key, (right, n) in respondent.tallies.items() if n and key in base_of
    }
