"""The DivLogicEval generator: multiple choice over premises in symbols or in sentences.

Owns the parameters of a run, the balance of question types and gold positions, and the construction
of items. `composing` and `strict_questions`, or `published_questions`, draw the logic; `words`
renders the texts. (DivLogicEval, section 2.1 and appendices A to D.)
"""

import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random
from typing import Any, Literal

from items.answers import ChoiceAnswer
from items.families.agreement import BALANCED, MATCHED, MODE, PUBLISHED, STEPS
from items.families.batches import PROVED, GeneratedItems
from items.families.divlogic import published_questions as divlogic_published
from items.families.divlogic import strict_questions as divlogic_strict
from items.families.divlogic.composing import FORMS, composable, compose, draw_size
from items.families.divlogic.masks import region, text
from items.families.divlogic.matching import Level
from items.families.divlogic.misread_options import misreadings
from items.families.divlogic.task import (
    DEFAULT_LOGIC,
    OPTIONS,
    QUESTION_TYPES,
    ChoiceQuestion,
    Logic,
    QuestionType,
)
from items.families.divlogic.words import (
    UNREADABLE,
    QuestionText,
    bank_of,
    in_symbols,
    in_words,
    right_options,
    symbols_in,
)
from items.files.proofs import PROVED_OF_FORMULAS
from items.models import APPROXIMATE, Item, Option, Provenance, Question
from items.seeds import Draw
from items.wording.bank import Language
from solver.errors import InputError
from solver.phrases import phrase

GENERATOR = "divlogic"
VERSION = "10"
BENCHMARK = "DivLogicEval (generated)"
Rendering = Literal["words", "symbols", "reworded"]
"""In sentences, in symbols, or in other sentences about the same things."""
_COMPOSED = 8_000
"""Draws around options of one form that agree in everything."""
_SELDOM = 1_500
"""The same for logic with unusual requirements."""
_STEPPED = 12_000
"""Draws of options that agree in steps, before an item is given up."""
_FORMS = 4
"""Forms drawn before options need to agree in less, so that rare requests can be met at all."""
_SELDOM_NEAR = 2
"""The same for logic with unusual requirements, before neighbours need not agree."""
_MAX_DRAWS = 6_000
"""Draws as published, or of options that agree in less, before an item is given up."""
_DRAWS_BY_COUNTS = 500
"""Number of these draws whose options must agree in counts; later ones only in form."""
_WORDINGS = 5
"""Wordings tried before a question is drawn again."""
_LETTERS = "ABCD"


@dataclass(frozen=True, slots=True)
class Divlogic:
    """A run of the generator; it maps an index to that index's items."""

    seed: int
    logic: Logic = DEFAULT_LOGIC
    published: bool = False
    mix: tuple[tuple[QuestionType, int], ...] = tuple((name, 1) for name in QUESTION_TYPES)
    """Question types with their shares, as whole numbers."""
    balance: bool = True
    """Whether each gold position occurs once in every four questions of a type; else random."""
    language: Language = "en"
    renderings: tuple[Rendering, ...] = ("words",)
    """Each question is rendered in each of these ways."""
    corpus: tuple[str, ...] = ()
    """The user's files with sentences to use instead of the built-in ones: SNLI, MNLI, or banks
    written by `sentences`."""
    sentence_uses: int | None = None
    """Largest number of questions that may use the same group of sentences; None: no limit.
    (DivLogicEval uses each once.)"""
    steps: bool = False
    """Accept only questions whose options also agree in the last step to each (`matching.joined`).
    These options are literals: among options that are rules, the right one nearly always differs.
    """

    def __post_init__(self) -> None:
        """Raises InputError if sentences may not be used at all, or for a mix of question types
        that is empty, repeats a type or cannot be made."""
        if self.sentence_uses is not None and self.sentence_uses < 1:
            raise InputError(
                "Wrong uses of sentences", f"expected 1 or more, found {self.sentence_uses}"
            )
        shares = [share for _, share in self.mix]
        names = [name for name, _ in self.mix]
        if min(shares, default=0) < 0 or not sum(shares) or len(set(names)) < len(names):
            raise InputError("Wrong mix of question types", f"found {dict(self.mix)}")
        if self.steps and dict(self.mix).get("3e1c"):
            raise InputError(
                "Wrong mix of question types",
                "hardly any 3e1c questions satisfy --alike steps",
                "Add --mix 3c1e,missing",
            )
        if self.corpus:
            bank_of(self.language, self.corpus)

    # --- the question for an index --------------------------------------------------------------

    def turn(self, index: int) -> tuple[QuestionType, int]:
        """Return the question type for an index, and the number of earlier questions of that
        type."""
        cycle = [name for name, share in self.mix for _ in range(share)]
        block, place = divmod(index, len(cycle))
        order = Draw("divlogic mix", *cycle, self.seed, block).shuffled(cycle)
        before = block * cycle.count(order[place]) + order[:place].count(order[place])
        return order[place], before

    def position(self, type_: QuestionType, number: int, index: int) -> int:
        """Return the gold position of the number-th question of a type."""
        if not self.balance:
            return Draw("divlogic place", self.seed, index).below(OPTIONS)
        block, place = divmod(number, OPTIONS)
        return Draw("divlogic places", type_, self.seed, block).shuffled(range(OPTIONS))[place]

    # --- making ---------------------------------------------------------------------------------

    def __call__(self, index: int) -> GeneratedItems:
        """Return the items for an index, in the order of the tellings."""
        type_, number = self.turn(index)
        place = self.position(type_, number, index)
        draw = Draw("divlogic", *map(str, self._logic_key()), type_, place, self.seed, index)
        rejected: Counter[str] = Counter()
        for question in self._drawn(draw, type_, place):
            if isinstance(question, str):
                rejected[question] += 1
                continue
            labels = () if self.published else misreadings(question)
            if self.logic.others == "misread" and not all(
                label or place == question.gold for place, label in enumerate(labels)
            ):
                rejected["an option that no misreading leads to"] += 1
                continue
            meanings = self._told(question, index)
            if meanings is None:
                rejected[UNREADABLE] += 1
                continue
            if not _proved(question):
                rejected["gold not proved"] += 1
                continue
            items = [
                self._item(question, meaning, way, index, labels)
                for way, meaning in meanings.items()
            ]
            return GeneratedItems(tuple(items), rejected=rejected)
        rejected["no question found"] += 1
        return GeneratedItems(rejected=rejected)

    def _drawn(self, draw: Draw, type_: QuestionType, place: int) -> Iterator[ChoiceQuestion | str]:
        """Questions, or reasons where a draw yields none."""
        if self.published:
            for _ in range(_MAX_DRAWS):
                yield divlogic_published.draw_question(draw, type_, place, self.logic)
            return
        if self.steps:
            yield from self._drawn_with_steps(draw, type_, place)
            return
        level: Level
        tries, forms = (
            (_COMPOSED, _FORMS) if self.logic == DEFAULT_LOGIC else (_SELDOM, _SELDOM_NEAR)
        )
        for level, number in (("neighbours", forms), ("roles", _FORMS)):
            for _ in range(number if composable(type_, self.logic) else 0):
                form, size = draw.choice(FORMS[type_]), draw_size(draw, type_, self.logic)
                for _ in range(tries):
                    yield compose(draw, type_, place, self.logic, form, size, level)
        for attempt in range(_MAX_DRAWS):
            level = "counts" if attempt < _DRAWS_BY_COUNTS else "form"
            yield divlogic_strict.draw_question(draw, type_, place, self.logic, level)

    def _drawn_with_steps(
        self, draw: Draw, type_: QuestionType, place: int
    ) -> Iterator[ChoiceQuestion | str]:
        for _ in range(_STEPPED if composable(type_, self.logic) else 0):
            size = draw_size(draw, type_, self.logic)
            yield compose(draw, type_, place, self.logic, "fact", size, STEPS)

    @property
    def room(self) -> int | None:
        """Number of questions for which there are sentences; None if their use is not limited."""
        if self.sentence_uses is None:
            return None
        return sum(len(self._dealt(turn)) for turn in range(self.sentence_uses))

    def _dealt(self, turn: int) -> tuple[tuple[str, ...], ...]:
        return _deal(self.language, self.corpus, self.logic.symbols, self.seed, turn)

    def _groups(self, index: int, symbols: int) -> tuple[str, ...]:
        """Ids of the groups of sentences for a question; empty if groups are drawn.

        Raises:
            InputError: all groups have reached their limit of uses.
        """
        if self.sentence_uses is None:
            return ()
        before = 0
        for turn in range(self.sentence_uses):
            sets = self._dealt(turn)
            if index < before + len(sets):
                return sets[index - before][:symbols]
            before += len(sets)
        raise InputError(
            "Not enough sentences",
            f"with no group of sentences in more than {self.sentence_uses} of them, there are "
            f"sentences for {before} questions, those that were replaced included",
            "Ask for fewer questions, or let sentences be used more often.",
        )

    def _told(self, question: ChoiceQuestion, index: int) -> dict[Rendering, QuestionText] | None:
        """The question rendered in every requested way; None if its words are not read back."""
        meanings: dict[Rendering, QuestionText] = {}
        for way in self.renderings:
            if way == "symbols":
                meanings[way] = in_symbols(question, self.language)
                continue
            bank = bank_of(self.language, self.corpus)
            groups = self._groups(index, len(_names(question)))
            if way == "reworded":
                groups = meanings["words"].groups
            for attempt in range(_WORDINGS):
                name: tuple[str | int, ...]
                name = ("divlogic words", self.language, question.type, self.seed, index, attempt)
                if way == "reworded":
                    name = (*name, way)
                meaning = in_words(
                    question,
                    self.language,
                    bank,
                    Random("|".join(map(str, name))),
                    groups,
                )
                if meaning is not None and not (
                    way == "reworded" and _alike(meaning, meanings["words"])
                ):
                    meanings[way] = meaning
                    break
            else:
                return None
        return meanings

    def _logic_key(self) -> tuple[object, ...]:
        logic = self.logic
        mode = "published" if self.published else "strict"
        return (
            mode, logic.n, logic.symbols, logic.premises, logic.noise, logic.depth, logic.others,
            *((STEPS,) if self.steps else ()),
        )  # fmt: skip

    def _item(
        self,
        question: ChoiceQuestion,
        meaning: QuestionText,
        rendering: Rendering,
        index: int,
        labels: Sequence[Sequence[str]],
    ) -> Item:
        query = None
        if question.conclusion is not None:
            query = f"necessary({text(question.conclusion)})"
        names = _names(question)
        formalization: dict[str, Any] = {
            "parameters": dict.fromkeys(names, "Bool"),
            "premise": [text(statement) for statement in question.premises],
        }
        if meaning.glosses:
            formalization["translation"] = dict(meaning.glosses)
        if query is not None:
            formalization["question"] = [query]
        options = tuple(
            [
                Option(text=told_as, formula=text(statement))
                for told_as, statement in zip(meaning.options, question.options, strict=True)
            ]
        )
        others = {r for r in question.relations if r in ("contradicted", "undetermined")}
        attributes: dict[str, str | int | float | bool] = {
            "kind": "symbolic" if rendering == "symbols" else "multiple choice",
            "question_type": question.type,
            MODE: PUBLISHED if self.published else BALANCED,
            "premises": len(question.premises),
            "symbols": len(names),
            "others": next(iter(others)) if len(others) == 1 else "mixed",
            "gold_position": _LETTERS[question.gold],
            "proof": PROVED,
            "twin": f"{self._prefix()}/{index:05d}-{self.language}",
        }
        if not self.published:
            attributes |= {
                "support_size": question.depth,
                "noise": question.noise,
                MATCHED: question.matching_level,
                "misread_options": sum(bool(names) for names in labels),
                "twins": f"{self._prefix()}/{index:05d}",
            }
        if self.corpus and rendering != "symbols":
            # An entailed sentence is weaker than its premise, a contradicting one stronger than
            # the negation: the words express the formulas only approximately.
            attributes |= {APPROXIMATE: True, "proof": PROVED_OF_FORMULAS}
        name = f"{question.type} {index}"
        return Item(
            id="/".join(
                (self._prefix(), f"{index:05d}", f"{question.type}-{self.language}", rendering)
            ),
            title=name,
            language=self.language,
            text=meaning.text,
            questions=(
                Question(
                    id="1",
                    text=meaning.question,
                    kind="choice",
                    query=query,
                    options=options,
                    gold=ChoiceAnswer(option=question.gold),
                ),
            ),
            formalization=formalization,
            attributes=attributes,
            explanation=explain(question, self.language),
            provenance=Provenance(
                benchmark=BENCHMARK,
                index=index,
                generator=GENERATOR,
                version=VERSION,
                seed=self.seed,
                parameters=self._parameters(question, meaning, labels),
            ),
        )

    def _parameters(
        self, question: ChoiceQuestion, meaning: QuestionText, labels: Sequence[Sequence[str]]
    ) -> dict[str, Any]:
        parameters: dict[str, Any] = {
            **settings(self.logic, self.published),
            "mix": dict(self.mix),
            "balance": self.balance,
            "relations": list(question.relations),
        }
        if labels:
            parameters["misreadings"] = [", ".join(names) for names in labels]
        if meaning.groups:
            parameters["groups"] = list(meaning.groups)
        if self.sentence_uses is not None:
            parameters["sentence_uses"] = self.sentence_uses
        if self.steps:
            parameters["alike"] = STEPS
        if self.corpus:
            parameters["corpus"] = [name.rpartition("/")[2] for name in self.corpus]
        return parameters

    def _prefix(self) -> str:
        mode = PUBLISHED if self.published else BALANCED
        return f"divlogic/{mode}{other_than_usual(self)}/s{self.seed}"


def _names(question: ChoiceQuestion) -> tuple[str, ...]:
    formulas = [*question.premises, *question.options]
    return symbols_in(formulas if question.conclusion is None else [*formulas, question.conclusion])


@lru_cache(maxsize=256)
def _deal(
    language: Language, corpus: tuple[str, ...], size: int, seed: int, turn: int
) -> tuple[tuple[str, ...], ...]:
    """Sets of groups for `size` symbols; each group is in at most one set."""
    rng = Random("|".join(map(str, ("divlogic sentences", language, seed, turn))))
    return bank_of(language, corpus).dealt(rng, size)


def _alike(meaning: QuestionText, other: QuestionText | None) -> bool:
    """Whether more than a third of the sentences of one rendering also occur in the other."""
    if other is None:
        return False
    sentences = [*_sentences(meaning.text), *meaning.options]
    other_sentences = {*_sentences(other.text), *other.options}
    return 3 * sum(sentence in other_sentences for sentence in sentences) > len(sentences)


def _sentences(text: str) -> list[str]:
    return [sentence for sentence in re.split(r"(?<=[.。])\s*", text) if sentence]


def settings(logic: Logic, published: bool) -> dict[str, Any]:
    """Return the parameters of the logic as JSON; those used only by the strict mode appear only
    there."""
    entry: dict[str, Any] = {"n": logic.n, "symbol_pool": logic.symbols}
    if not published:
        entry |= {
            "premises": None if logic.premises is None else str(logic.premises),
            "noise": logic.noise,
            "depth": str(logic.depth),
            "others": logic.others,
        }
    return entry


def other_than_usual(run: Divlogic) -> str:
    """Return a short hash of non-default parameters, so that files do not share ids."""
    usual = Divlogic(0, published=run.published)
    plain = replace(run, seed=0, language="en", renderings=usual.renderings)
    if plain == usual:
        return ""
    values: list[object] = [
        settings(run.logic, run.published),
        dict(run.mix),
        run.balance,
        list(run.corpus),
    ]
    if run.sentence_uses is not None:
        values.append(run.sentence_uses)
    if run.steps:
        values.append(STEPS)
    digest = hashlib.sha256(json.dumps(values, sort_keys=True).encode()).hexdigest()
    return f"-{digest[:6]}"


def _proved(question: ChoiceQuestion) -> bool:
    """Whether the gold is the only right option, decided from the statements alone."""
    conclusion = None if question.conclusion is None else region(question.conclusion)
    premises = [region(statement) for statement in question.premises]
    options = [region(statement) for statement in question.options]
    return right_options(question.type, premises, options, conclusion) == (question.gold,)


# --- why the gold is right ---------------------------------------------------------------------


def explain(question: ChoiceQuestion, language: Language) -> str:
    """Explain why the gold is right, without naming a letter, as studies rotate the options. The
    premises it needs are known in strict mode only."""
    stands = question.relations[question.gold]
    zh = language == "zh"
    if question.type == "3e1c":
        if zh:
            why = "与前提矛盾" if stands == "contradicted" else "既不能由前提推出，也不与前提矛盾"
            return f"其余三项都能由前提推出，这一项{why}。"
        why = "is ruled out by the premises" if stands == "contradicted" else "is left open"
        return f"The other three follow from the premises; this one {why}."
    if not question.support:
        return ""
    if zh:
        listed = "、".join(str(place + 1) for place in question.support)
        if question.type == "missing":
            return f"第{listed}条前提加上这一项，就能推出结论；加上其他各项都推不出。"
        return f"由第{listed}条前提可以推出这一项，其他各项都推不出。"
    which = listed_in_words(question.support)
    if question.type == "missing":
        return f"With it, the conclusion follows from {which}; with any of the others it does not."
    return f"It follows from {which}; the others do not follow."


def listed_in_words(places: Sequence[int]) -> str:
    """ "premise 2", "premises 1, 2 and 4", counted from 1."""
    numbers = [str(place + 1) for place in places]
    if len(numbers) == 1:
        return phrase("premise {a}", a=numbers[0])
    return f"premises {', '.join(numbers[:-1])} and {numbers[-1]}"
