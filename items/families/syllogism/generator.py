"""The generator of syllogisms.

By default, one half of a sentence makes two statements about the subject of the question and the
other half two about its predicate, over the same two middle terms. One of two conclusions follows;
which one depends on which premises share which term (`crossings`). Each conclusion is asked about
in a believable and an unbelievable version. Neither the passage alone nor the question alone
reveals the answer. The halves use different wordings, so that only terms are repeated from one to
the other. With `--forms valid`, two premises of each of the 15 valid forms are combined with two
others in the same way, but only one conclusion is asked about, so that the passage alone reveals
whether it follows (`foils`). `--forms all` makes single syllogisms in all 256 forms instead, as in
studies of syllogistic reasoning; there the form determines the answer. On believability: Evans,
Barston and Pollard (1983); Ando et al., "NeuBAROCO" (2023).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from items.families import last_gate
from items.families.agreement import MATCHED, MODE, STRICT
from items.families.batches import GeneratedItems
from items.families.family import parameter
from items.families.phrases import Clue, Lexicon, Phrases, load_phrases
from items.families.syllogism.crossings import Crossing, crossings
from items.families.syllogism.foils import FOLDER, foils, matched, premises_with_foil
from items.families.syllogism.logic import FORMS, VALID, Form, follows, formula
from items.families.syllogism.read_back import differences, joined_text
from items.families.task_item import Formal, Source, truth_question
from items.models import Item
from items.seeds import Draw
from items.wording.bank import Language

SOURCE = Source("syllogism", "10", "Syllogisms (generated)")
_INVENTED = 2
Forms = Literal["matched", "valid", "all"]
_MODES: Mapping[Forms, str] = {"matched": STRICT, "valid": "valid forms", "all": "all forms"}


@dataclass(frozen=True)
class Syllogisms:
    """Syllogisms: does a statement follow? By default four premises give one of two conclusions;
    which one depends on which premises share a middle term."""

    seed: int = 0
    forms: Forms = parameter(
        "matched",
        "matched: neither the premises alone nor the question alone reveal what follows; "
        "valid: one conclusion for each of the 15 valid forms; all: all 256 forms.",
    )
    language: Language = parameter("en", "Language of the texts.")

    def most_different(self) -> int:
        """Return the largest possible number of tasks, ignoring names; each has a believable and an
        unbelievable version."""
        if self.forms == "all":
            return 2 * len(FORMS)
        if self.forms == "valid":
            return sum(4 * len(matched(form) or foils(form)) for form in VALID)
        return 8 * len(crossings())

    def __call__(self, index: int) -> GeneratedItems:
        """Return the item for an index. Passages come in eights: each conclusion, following or not,
        believable or not. Valid forms come in fours: following or not, believable or not."""
        if self.forms == "all":
            number, turn = divmod(index, len(FORMS))
            form = Draw("syllogism forms", self.seed, number).shuffled(FORMS)[turn]
            # In two rounds, every form is believable once and unbelievable once.
            belief = (Draw("syllogism belief", self.seed, form.name).below(2) + number) % 2 == 0
            task = _single(form)
            twins = f"{form.name}-s{self.seed}"
        elif self.forms == "valid":
            number, turn = divmod(index, 4)
            turn_of, place = divmod(number, len(VALID))
            form = Draw("syllogism valid", self.seed, turn_of).shuffled(VALID)[place]
            order = Draw("syllogism turns", self.seed, number).shuffled(range(4))[turn]
            belief = order % 2 == 0
            foil = Draw("syllogism foil", self.seed, number).choice(matched(form) or foils(form))
            task = _double(form, foil, crossed=order >= 2)
            twins = f"{self.forms}-s{self.seed}-{number}"
        else:
            number, turn = divmod(index, 8)
            turn_of, place = divmod(number, len(crossings()))
            crossing = Draw("syllogism crossings", self.seed, turn_of).shuffled(crossings())[place]
            order = Draw("syllogism turns", self.seed, number).shuffled(range(4))[turn // 2]
            # Of two consecutive items, one follows.
            follows = Draw("syllogism answers", self.seed, number, order).shuffled((False, True))
            belief = order % 2 == 0
            task = _either(crossing, second=order >= 2, follows=follows[turn % 2])
            twins = f"{self.forms}-s{self.seed}-{number}"
        return last_gate.given_out(self._item(index, task, belief, twins), differences)

    def _item(self, index: int, task: "_Task", belief: bool, twins: str) -> Item:
        phrases = load_phrases(FOLDER, self.language)
        # Two consecutive items with one question share terms, words and order; one follows.
        told_as = index // 2 if self.forms == "matched" else index
        draw = Draw("syllogism text", self.seed, self.forms, self.language, told_as)
        mood = task.conclusion.kind
        relation = "sub" if belief == (mood in "AI") else "apart"
        table: Any = phrases.words["terms"]
        pair: Sequence[str] = draw.choice(table[relation])
        invented = draw.sample(table["invented"], _INVENTED)
        terms = dict(zip(task.conclusion.args, pair, strict=True))
        for symbol in task.symbols:
            if symbol not in terms:
                terms[symbol] = invented.pop()
        lexicon = Lexicon({"": terms})
        order = Draw("syllogism order", self.seed, self.forms, told_as)
        clues_told = [order.shuffled(clues) for clues in order.shuffled(task.premises)]
        premises = [clue for clues in clues_told for clue in clues]
        halves, wording = _wordings(phrases, draw, apart=self.forms == "matched")
        sentences = [
            half.sentence_for(clue, lexicon, draw)
            for half, clues in zip(halves, clues_told, strict=True)
            for clue in clues
        ]
        message = joined_text(sentences, phrases)
        statement = wording.sentence_for(task.conclusion, lexicon, draw)
        return SOURCE.item(
            self.seed,
            index,
            self.forms,
            task.form.name,
            self.language,
            phrases.joint.join((phrases.texts["intro"], message)),
            truth_question(
                phrases.texts["question"].format(statement=statement),
                formula(task.conclusion),
                "true" if task.follows else "false",
            ),
            Formal(
                dict.fromkeys(task.symbols, "Function(1)"),
                {
                    f"{symbol}(x)": phrases.texts["gloss"].format(term=terms[symbol])
                    for symbol in task.symbols
                },
                [formula(clue) for clue in premises],
            ),
            {
                "kind": "syllogism",
                MODE: _MODES[self.forms],
                MATCHED: self.forms == "matched",
                "truth_scale": "follows",
                "mood": task.form.mood,
                "figure": task.form.figure,
                "believable": belief,
                "crossed": task.crossed,
                "premises": len(premises),
                "twins": twins,
            },
            {"forms": self.forms},
        )


@dataclass(frozen=True, slots=True)
class _Task:
    form: Form
    premises: tuple[tuple[Clue, ...], ...]
    """By part of the sentence."""
    conclusion: Clue
    symbols: tuple[str, ...]
    follows: bool
    crossed: bool


def _single(form: Form) -> _Task:
    return _Task(
        form,
        tuple([(clue,) for clue in form.premises("S", "M", "P")]),
        form.conclusion("S", "P"),
        ("S", "M", "P"),
        follows(form),
        False,
    )


def _double(form: Form, foil: Form, *, crossed: bool) -> _Task:
    return _Task(
        form,
        premises_with_foil(form, foil, crossed=crossed),
        form.conclusion("S", "P"),
        ("S", "M", "P", "N"),
        not crossed,
        crossed,
    )


def _either(crossing: Crossing, *, second: bool, follows: bool) -> _Task:
    crossed = second == follows
    return _Task(
        crossing.form(second),
        crossing.halves(crossed=crossed),
        crossing.conclusions[second],
        ("S", "M", "P", "N"),
        follows,
        crossed,
    )


def _wordings(
    phrases: Phrases, draw: Draw, *, apart: bool
) -> tuple[tuple[Phrases, Phrases], Phrases]:
    """The sentences for the two halves of a passage and for the question. With `apart`, the halves
    share no words."""
    first, second = (
        replace(phrases, clues={kind: (sentences[n],) for kind, sentences in phrases.clues.items()})
        for n in range(2)
    )
    if not apart:
        return (first, first), first
    first_half, second_half = draw.shuffled((first, second))
    return (first_half, second_half), draw.choice((first, second))
