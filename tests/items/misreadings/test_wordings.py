"""Wordings of "only if" and "unless", with what becomes of the formulas that say them."""

from typing import NamedTuple

import pytest

from tests.items.misreadings.test_misreadings import case, printed, printed_form, readings


class Wording(NamedTuple):
    """A sentence, the formula that says it, and how that is misread; None where it is not."""

    sentence: str
    premise: str
    reading: str | None


ONLY_IF = [
    Wording("Ann comes only if Bob comes.", "A → B", "B → A"),
    Wording("Only if Bob comes does Ann come.", "A → B", "B → A"),
    Wording("Only in case Bob comes does Ann come.", "A → B", "B → A"),
    Wording("Only in the case that Bob comes does Ann come.", "A → B", "B → A"),
    Wording("Only in the event that Bob comes will Ann come.", "A → B", "B → A"),
    Wording("Ann comes only in cases where Bob comes.", "A → B", "B → A"),
    Wording("Ann comes only when Bob comes.", "A → B", "B → A"),
    Wording("Only whenever Bob comes does Ann come.", "A → B", "B → A"),
    Wording("Ann comes only where Bob comes.", "A → B", "B → A"),
    Wording("Ann comes only on condition that Bob comes.", "A → B", "B → A"),
    Wording("Ann comes only on the condition that Bob comes.", "A → B", "B → A"),
    Wording("Only under the condition that Bob comes does Ann come.", "A → B", "B → A"),
    Wording("Ann comes only provided that Bob comes.", "A → B", "B → A"),
    Wording("Ann comes only as long as Bob comes.", "A → B", "B → A"),
    Wording("Ann comes only so long as Bob comes.", "A → B", "B → A"),
    Wording("Ann comes only assuming that Bob comes.", "A → B", "B → A"),
    Wording("Ann comes solely if Bob comes.", "A → B", "B → A"),
    Wording("Ann comes exclusively when Bob comes.", "A → B", "B → A"),
    Wording("Ann comes only once Bob has come.", "A → B", "B → A"),
    Wording("If Bob comes, and only then, may Ann come.", "A → B", "B → A"),
    Wording("只有 Bob 来，Ann 才来。", "A → B", "B → A"),
    Wording("唯有 Bob 来，Ann 才来。", "A → B", "B → A"),
    Wording("Ann 来，仅当 Bob 来。", "A → B", "B → A"),
    Wording("仅在 Bob 来时 Ann 来。", "A → B", "B → A"),
    Wording("除非 Bob 来，Ann 才来。", "A → B", "B → A"),
    Wording("Ann comes if and only if Bob comes.", "A → B", None),
    Wording("Ann comes if, and only if, Bob comes.", "A → B", None),
    Wording("Ann comes if but only if Bob comes.", "A → B", None),
    Wording("Ann comes when and only when Bob comes.", "A → B", None),
    Wording("Not only if Bob comes does Ann come.", "B → A", None),
    Wording("If Ann comes, only Bob comes.", "A → B", None),
    Wording("当且仅当 Bob 来，Ann 来。", "A → B", None),
    Wording("如果只有 Ann 来，Bob 就来。", "A → B", None),
]
UNLESS = [
    Wording("Ann comes unless Bob comes.", "A ∨ B", "A ↔ ¬B"),
    Wording("Ann or Bob comes unless Cleo comes.", "A ∨ B ∨ C", "(A ∨ B) ↔ ¬C"),
    Wording(
        "Either Ann or Bob or Dan comes, unless Cleo comes.", "A ∨ B ∨ D ∨ C", "(A ∨ B ∨ D) ↔ ¬C"
    ),
    Wording("Ann comes unless Bob or Cleo comes.", "A ∨ B ∨ C", "A ↔ ¬(B ∨ C)"),
    Wording("Ann or Dan comes unless Bob or Cleo does.", "A ∨ D ∨ B ∨ C", "(A ∨ D) ↔ ¬(B ∨ C)"),
    Wording("Unless Cleo comes, Ann or Bob comes.", "C ∨ A ∨ B", "(A ∨ B) ↔ ¬C"),
    Wording("Unless Cleo or Dan comes, Ann comes.", "C ∨ D ∨ A", "A ↔ ¬(C ∨ D)"),
    Wording("Unless Cleo comes, Ann or Bob comes.", "¬C → A ∨ B", "¬C ↔ (A ∨ B)"),
    Wording(
        "Ann or Bob comes unless Cleo does. Does Ann or Dan come?", "A ∨ B ∨ C", "(A ∨ B) ↔ ¬C"
    ),
    Wording("(Ann or Bob) comes unless Cleo comes.", "(A ∨ B) ∨ C", "(A ∨ B) ↔ ¬C"),
    Wording("Ann does not come unless Bob comes.", "A → B", "A ↔ B"),
    Wording("If Dan comes, Ann comes unless Bob comes.", "D → A ∨ B", "D → (A ↔ ¬B)"),
    Wording("If Dan comes, Ann comes unless Bob comes.", "D ∧ ¬B → A", "D → (A ↔ ¬B)"),
    Wording("Ann comes except if Bob comes.", "¬B → A", "¬B ↔ A"),
    Wording("Ann comes except when Bob comes.", "¬B → A", "¬B ↔ A"),
    Wording("Ann comes except in case Bob comes.", "¬B → A", "¬B ↔ A"),
    Wording("Ann comes, save when Bob comes.", "¬B → A", "¬B ↔ A"),
    Wording("除非 Bob 来，否则 Ann 来。", "A ∨ B", "A ↔ ¬B"),
    Wording("除非 Cleo 或 Dan 来，否则 Ann 来。", "C ∨ D ∨ A", "A ↔ ¬(C ∨ D)"),
    Wording("Ann 或 Bob 来，除非 Cleo 来。", "A ∨ B ∨ C", "(A ∨ B) ↔ ¬C"),
    Wording("Each guest sings unless tired.", "∀x (F(x) ∨ G(x))", "∀x (F(x) ↔ ¬G(x))"),
    Wording("Everybody except Ann comes if Bob comes.", "A → B", None),
    Wording("Ann or Bob or Cleo comes.", "A ∨ B ∨ C", None),
]


@pytest.mark.parametrize(
    ("name", "wording"),
    [
        *(("only-if-reversed", wording) for wording in ONLY_IF),
        *(("unless-biconditional", wording) for wording in UNLESS),
    ],
    ids=lambda value: value.sentence if isinstance(value, Wording) else value,
)
def test_a_wording_is_misread_as_it_is_said(name: str, wording: Wording) -> None:
    document = case(wording.premise, sentences=(wording.sentence,))
    misread_texts = [printed(reading) for reading in readings(name, document)]
    assert misread_texts == ([] if wording.reading is None else [[printed_form(wording.reading)]])
