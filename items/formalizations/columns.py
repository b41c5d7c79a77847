"""The Z3 column, the rubric column and both together (LLMEval-Logic, section 2.3 and appendix C.2).

Owns what content decides, what is left to a judge, and what follows from a judge's verdicts. Every
decision records who made it. The caller asks the judge.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from items.formalizations.candidates import ScoredCandidate, difference_words
from items.formalizations.comparison import FormalComparison, Gate
from items.formalizations.rubric import PREMISE_GROUPS, Outcome
from items.models import Item, RubricAtom
from items.values.answer_text import format_answer
from solver.kinds.base import text_of
from solver.kinds.registry import kind_of
from solver.language.printer import print_formula
from solver.language.problem import Query
from solver.language.syntax import Signature
from solver.premise_relation import PremiseVerdict

CONTENT = "content"
SOLVER = "solver"
EQUIVALENT = "equivalent premises"
Z3 = "z3"


@dataclass(frozen=True, slots=True)
class Decision:
    """Whether something holds, and who decided it."""

    value: bool | None
    """None if nobody has decided yet."""
    source: str = ""
    """`content`, `solver`, `equivalent premises`, or the judge's name."""


@dataclass(frozen=True, slots=True)
class Point:
    """One question for a judge."""

    key: str
    """`z3`, `atom LR1`, `extra 0`, `missing 2`, `extra 3 under alpha`; premises are numbered from
    0."""
    text: str
    """The question, with what a judge needs in addition to the item's text."""


@dataclass(frozen=True, slots=True)
class Columns:
    """The scores of one item's formalization."""

    z3: Decision
    rubric: Decision
    atoms: Mapping[str, Decision]
    points: tuple[Point, ...]
    """The questions still to be judged."""

    @property
    def both_pass(self) -> bool | None:
        """Whether both the Z3 and the rubric column pass."""
        values = (self.z3.value, self.rubric.value)
        return False if False in values else None if None in values else True


def columns(scored: ScoredCandidate, verdicts: Mapping[str, Decision]) -> Columns:
    """The columns of one formalization; `verdicts` maps a point's key to a judge's decision."""
    item, comparison = scored.candidate.item, scored.comparison
    if comparison is None:
        failed = Decision(False, CONTENT)
        return Columns(failed, failed, dict.fromkeys((a.id for a in item.rubric), failed), ())
    points: list[Point] = []

    def judged(key: str, text: str) -> Decision:
        if key not in verdicts:
            points.append(Point(key, text))
            return Decision(None)
        return verdicts[key]

    z3 = _z3(comparison)
    if z3 is None:
        z3 = judged(Z3, _answers_text(item, comparison))
    promoted = _review(item, comparison, judged) if _needs_review(item, comparison) else None
    atoms = {
        atom.id: _atom(atom, comparison, promoted)
        or judged(f"atom {atom.id}", _atom_text(atom, scored, comparison))
        for atom in item.rubric
    }
    return Columns(z3, _together(list(atoms.values())), atoms, tuple(points))


def _z3(comparison: FormalComparison) -> Decision | None:
    """The decision that content makes about the answers; None if a judge has to."""
    if comparison.answers_same is None:
        return Decision(None)
    if comparison.answers_same:
        return Decision(True, CONTENT)
    return Decision(False, CONTENT) if comparison.query_same else None


def _needs_review(item: Item, comparison: FormalComparison) -> bool:
    """Whether some atom failed that a soft review could still pass."""
    return comparison.gate is Gate.SOFT_REVIEW and any(
        atom.group in PREMISE_GROUPS and comparison.atoms.get(atom.id) is Outcome.FAILED
        for atom in item.rubric
    )


def _review(
    item: Item, comparison: FormalComparison, decision_of: Callable[[str, str], Decision]
) -> Decision:
    """Whether every difference of the premises is defensible."""
    decisions = [
        decision_of(f"{side} {step.premise}", _difference_text(side, step, comparison, _zh(item)))
        for side, listed in (
            ("extra", comparison.premises.extras),
            ("missing", comparison.premises.missing),
        )
        for step in listed
    ]
    # Differences that also exist at the baseline are asked about once.
    baseline_formulas = {
        step.formula for step in (*comparison.premises.extras, *comparison.premises.missing)
    }
    for variant in comparison.variants:
        for side, listed, numbers in (
            ("extra", variant.premises.extras, variant.numbers),
            ("missing", variant.premises.missing, variant.gold_numbers),
        ):
            for step in listed:
                if step.formula not in baseline_formulas:
                    key = f"{side} {numbers[step.premise]} under {variant.gold}"
                    text = _difference_text(side, step, comparison, _zh(item), variant.gold)
                    decisions.append(decision_of(key, text))
    return _together(decisions)


def _atom(
    atom: RubricAtom, comparison: FormalComparison, promoted_decision: Decision | None
) -> Decision | None:
    """The decision on an atom without its own judge verdict; None if there is none."""
    outcome = comparison.atoms.get(atom.id, Outcome.NONE)
    if atom.group in PREMISE_GROUPS:
        if comparison.gate is Gate.EQUIVALENT:
            return Decision(True, EQUIVALENT)
        if (
            outcome is Outcome.FAILED
            and promoted_decision is not None
            and promoted_decision.value is not False
        ):
            return promoted_decision
    if outcome is Outcome.FAILED and not comparison.comparable:
        return None  # it may hold under symbols that were not matched
    if outcome.decided:
        return Decision(outcome is Outcome.PASSED, SOLVER)
    return None


def _together(decisions: Sequence[Decision]) -> Decision:
    """The conjunction of several decisions, attributed to everybody involved."""
    names = ", ".join(dict.fromkeys(entry.source for entry in decisions if entry.source))
    values = [decision.value for decision in decisions]
    if False in values:
        return Decision(False, names)
    if None in values or not values:
        return Decision(None, names)
    return Decision(True, names)


# --- what a judge reads ------------------------------------------------------------------------


def _zh(item: Item) -> bool:
    return item.language.startswith("zh")


def _query(query: Query) -> str:
    """A query over the symbols that its formulas have now, which are the reference's where they are
    matched; `query.text` is as the model wrote it."""
    return text_of(kind_of(query.kind), query)


def _glosses(signature: Signature) -> str:
    return "; ".join(
        f"{symbol.name}: {symbol.gloss}" for symbol in signature.symbols.values() if symbol.gloss
    )


def _variants(comparison: FormalComparison, zh: bool) -> str:
    """How the premises under each queried variant differ from the baseline's, each variant after a
    line end; empty if no query names a variant."""
    baseline = Counter(map(print_formula, comparison.candidate.premises))
    texts: list[str] = []
    for name, formulas in comparison.queried_variants.items():
        premises = Counter(map(print_formula, formulas))
        dropped, added = baseline - premises, premises - baseline
        if zh:
            lines = [f"去掉：{formula}" for formula in dropped.elements()]
            lines += [f"加上：{formula}" for formula in added.elements()]
            texts.append(f"\n变体 {name} 的前提与基线相比：\n" + "\n".join(lines or ["相同"]))
        else:
            lines = [f"without {formula}" for formula in dropped.elements()]
            lines += [f"with {formula}" for formula in added.elements()]
            text = "\n".join(lines or ["the same"])
            texts.append(
                f"\nPremises under the variant {name}, compared with the baseline:\n{text}"
            )
    return "".join(texts)


def _answers_text(item: Item, comparison: FormalComparison) -> str:
    golds = [format_answer(leaf.gold, leaf) for leaf in item.leaves if leaf.gold is not None]
    reference = "; ".join(filter(None, (*golds, item.explanation)))
    text = "\n".join(
        f"{_query(query)}: {answer.value}"
        for query, answer in zip(comparison.candidate.queries, comparison.answers, strict=True)
    )
    glosses = _glosses(comparison.candidate.signature)
    if _zh(item):
        return (
            f"参考答案：{reference}\n符号：{glosses}{_variants(comparison, True)}\n"
            f"求解器对该形式化的回答：\n{text}\n"
            "能否由求解器的回答确定地得到参考答案？"
        )
    return (
        f"Reference answer: {reference}\nSymbols: {glosses}{_variants(comparison, False)}\n"
        f"What the solver says of the formalization:\n{text}\n"
        "Does the reference answer follow for certain from what the solver says?"
    )


def _difference_text(
    side: str, step: PremiseVerdict, comparison: FormalComparison, zh: bool, under: str = ""
) -> str:
    """`under` is the variant in which the difference occurs, by the reference's name."""
    formula = print_formula(step.formula)
    if under:
        formula = f"{formula}（在变体 {under} 下）" if zh else f"{formula} (under {under})"
    glosses = _glosses(comparison.signature)
    if zh:
        where = "".join(difference_words(step, comparison, "zh"))
        difference = (
            "该形式化含有参考形式化推不出的前提"
            if side == "extra"
            else "该形式化推不出参考的一个前提"
        )
        return (
            f"{difference}：{formula}\n符号：{glosses}\n区分二者的情形：{where}\n"
            "这是否是对文本站得住脚的理解（文本说了，或显然是其意，或并未失去文本所说的内容）？"
            "不影响答案不能作为理由。"
        )
    where = " ".join(difference_words(step, comparison))
    difference = (
        "The formalization has a premise that the reference does not entail"
        if side == "extra"
        else "The formalization does not entail a premise of the reference"
    )
    return (
        f"{difference}: {formula}\nSymbols: {glosses}\nA case that tells them apart: {where}\n"
        "Is this a defensible reading of the text (said there, plainly meant there, or without any "
        "loss of what is said)? That it does not change the answer is no defence."
    )


def _atom_text(atom: RubricAtom, scored: ScoredCandidate, comparison: FormalComparison) -> str:
    premises = "\n".join(print_formula(formula) for formula in comparison.candidate.premises)
    queries = "\n".join(map(_query, comparison.candidate.queries))
    glosses = _glosses(comparison.candidate.signature)
    if _zh(scored.candidate.item):
        return (
            f"要求：{atom.description}\n符号：{glosses}\n前提：\n{premises}"
            f"{_variants(comparison, True)}\n查询：\n{queries}\n"
            "该形式化是否满足这一要求，既不弱于它，也不超出文本？"
        )
    return (
        f"Requirement: {atom.description}\nSymbols: {glosses}\nPremises:\n{premises}"
        f"{_variants(comparison, False)}\nQueries:\n{queries}\n"
        "Does the formalization meet the requirement, no weaker, and no stronger than the text?"
    )
