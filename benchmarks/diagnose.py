"""Diagnosing 10,000 answers to propositional items on one core, with the code of `diagnose`.

100 simulated persons answer 100 questions about conditionals and disjunctions, each under
misreadings drawn with planted rates. Measured is the processor time of finding the smallest
misreadings, with every combination confirmed by Z3, and of estimating rates and building the rest
of the document. Nothing is cached from an earlier run.
"""

from itertools import product
from time import process_time

from benchmarks.misreading_rates import GUESSES, MIXES
from benchmarks.timing import Scale, table, verdict
from items.kinds.registry import form_of
from items.models import Item, Question
from items.seeds import Draw
from study.diagnosis.items_document import document
from study.diagnosis.misreaders import misread
from study.diagnosis.misreading_groups import Misreaders
from study.diagnosis.recorded_answers import GivenAnswer, explained_answers

LIMIT_SECONDS = 60.0
PEOPLE = 100
_RULES = ("A → B", "A ∨ B", "¬A → B", "A → (B ∨ C)", "(A ∧ B) → C")
_FACTS = ("A", "B", "¬A", "¬B", "C")
_QUERIES = ("necessary(A)", "necessary(¬B)", "possible(A ∧ C)", "count_models(A, B, C)")


def items() -> list[Item]:
    """One hundred questions, one per item."""
    return [
        Item(
            id=f"i{n}",
            text=f"{rule}. {fact}.",
            questions=(
                Question.model_validate(
                    {"id": "1", "kind": query.partition("(")[0], "query": query}
                ),
            ),
            formalization={"premise": [rule, fact, "C → (A ∨ B)"]},
        )
        for n, (rule, fact, query) in enumerate(product(_RULES, _FACTS, _QUERIES))
    ]


def answers(people: int) -> list[GivenAnswer]:
    """The simulated answers of all persons to every question."""
    group = Misreaders(rates=MIXES[0], guess=GUESSES)
    recorded_answers = []
    for person in range(people):
        for item in items():
            draw = Draw("diagnose", person, item.id)
            answer = misread(item, 0, group, draw)
            if answer is None:
                answer = form_of(item.leaves[0]).any(item.leaves[0], False, draw)
            recorded_answers.append(GivenAnswer(f"p{person:03d}", "people", item, 0, answer))
    return recorded_answers


def main(scale: Scale = Scale.FULL) -> None:
    """Measure and print."""
    recorded_answers = answers(scale.pick(PEOPLE, PEOPLE, 1))
    began = process_time()
    explained = explained_answers(recorded_answers, both=True)
    misreadings_end = process_time()
    document(explained)
    all_end = process_time()
    row = [
        str(len(recorded_answers)),
        f"{misreadings_end - began:.1f}",
        f"{all_end - misreadings_end:.1f}",
        f"{all_end - began:.1f}",
    ]
    print(table(["answers", "misreadings, s", "rates and document, s", "total, s"], [row]))
    print(
        f"\n{len(recorded_answers)} answers on one core: {all_end - began:.1f} s of processor time "
        f"{verdict(LIMIT_SECONDS, all_end - began)} (target {LIMIT_SECONDS:.0f} s)"
    )
