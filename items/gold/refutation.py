"""Why an answer is wrong: the world that refutes it, or the premises that exclude it.

Owns interpreting every kind of answer against the premises: its claims and, for each claim that
fails, the model that shows it or the supports of the contrary. `check` decides whether an answer is
wrong, `items.inspection.blocking` what would make it right.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import islice

from items.answers import (
    Answer,
    ChoiceAnswer,
    CountAnswer,
    ModelsAnswer,
    SetAnswer,
    TruthAnswer,
    UniqueAnswer,
    VerdictAnswer,
    World,
)
from items.formal import FormalItem, vocabulary
from items.gold.check import QUESTION_TYPE
from items.gold.engine_answers import conjoined
from items.kinds.set_notation import world_of
from items.models import Item, Question
from items.values.answer_text import parse_answer
from items.values.letters import letter
from solver.errors import InputError
from solver.inspection.formula_standing import FormulaStanding, FormulaVerdict, standing
from solver.kinds.assignments import instances, pin
from solver.kinds.base import Statement
from solver.kinds.registry import kind_of, verdict_word
from solver.kinds.words import Claim
from solver.language.edits import theory
from solver.language.problem import Query, Target
from solver.language.syntax import Formula
from solver.phrases import phrase
from solver.queries import Session
from solver.results import Model, QueryReport, Supports, Verdict
from solver.results import World as Shown

MAX_OBJECTIONS = 16
MAX_LISTED = 256
EMPTY_ROW = "()"
"""Most models compared with an answer that lists models."""


class ObjectionKind(StrEnum):
    """What is wrong with a claim."""

    FAILS = phrase("does not follow")
    """Claimed to follow; `world` is a model in which it fails."""
    HOLDS = phrase("is not excluded")
    """Claimed to be excluded; `world` is a model in which it holds."""
    FOLLOWS = phrase("follows")
    """Claimed not to follow; `supports` are the premises from which it does."""
    EXCLUDED = phrase("is excluded")
    """Claimed to be possible; `supports` are the premises that exclude it."""
    MISSED = phrase("was left out")
    """A model that the answer does not list; it is `world`."""
    NUMBER = phrase("another number")
    """The right number is `count`."""
    INCONSISTENT = phrase("the premises contradict one another")
    FOREIGN = phrase("does not belong to it")
    """Listed as a result of comparing variants, although a variant that should not have it does;
    `world` is a model of that variant."""


_AGAINST = {
    Claim.FOLLOWS: ObjectionKind.FAILS,
    Claim.FAILS: ObjectionKind.FOLLOWS,
    Claim.HOLDS: ObjectionKind.EXCLUDED,
    Claim.EXCLUDED: ObjectionKind.HOLDS,
}
"""Maps what a verdict claims about the formula to the objection against it."""
NEVER = frozenset({ObjectionKind.FAILS, ObjectionKind.HOLDS, ObjectionKind.MISSED})
"""Objections that removing premises cannot resolve: with fewer premises less follows, and more is
possible."""


@dataclass(frozen=True, slots=True)
class Objection:
    """One claim of an answer that fails."""

    kind: ObjectionKind
    subject: str
    """The option's letter, or the member or assignment as answered; empty for the question's own
    formula."""
    formula: Formula | None = None
    """The formula that the claim is about."""
    world: Shown | None = None
    """Over all symbols in use; None if none is needed or none was found."""
    supports: Supports | None = None
    count: int | None = None
    under: str = ""
    """The variant of world and supports, if it differs from the query's."""
    row: bool = False
    """Whether `subject` is an assignment to the query's targets; `formula` then expresses the
    same."""

    @property
    def claimed(self) -> Formula | None:
        """The formula if it says more than `subject`, or explains an empty assignment."""
        return None if self.row and self.subject != EMPTY_ROW else self.formula


@dataclass(frozen=True, slots=True)
class Refutation:
    """Why one answer is wrong."""

    answer: Answer
    objections: tuple[Objection, ...]
    """The most informative first; empty if there are no objections."""
    reason: str = ""
    """Why there is no objection."""

    @property
    def world(self) -> Shown | None:
        """The world that refutes the answer, if there is one."""
        return next((o.world for o in self.objections if o.world is not None), None)


def refute(
    item: Item, formal: FormalItem, place: int, answer: Answer, session: Session
) -> Refutation:
    """The objections to an answer to the part at `place` of the item's leaves, over the session's
    premises. An answer that is right, free text, or beyond the solver gets no objection but a
    reason."""
    leaf = item.leaves[place]
    try:
        objections = tuple(
            islice(_Refuter(item, formal, place, session).objections(leaf, answer), MAX_OBJECTIONS)
        )
    except InputError as error:
        return Refutation(answer, (), error.line)
    objections = tuple(sorted(objections, key=lambda objection: objection.world is None))
    return Refutation(answer, objections, "" if objections else phrase("nothing contradicts it"))


class _Refuter:
    def __init__(self, item: Item, formal: FormalItem, place: int, session: Session) -> None:
        self.item = item
        self.formal = formal
        self.place = place
        self.session = session
        self.query = formal.queries.get(place)
        self.options = formal.options.get(place, ())

    def objections(self, leaf: Question, answer: Answer) -> Iterator[Objection]:
        """Yield every claim of the answer that fails."""
        if isinstance(answer, ChoiceAnswer):
            yield from self._choice(leaf, answer)
            return
        query = self.query
        if query is None:
            return
        match answer:
            case TruthAnswer(value=value):
                yield from self._truth(query, value)
            case VerdictAnswer(word=word):
                yield from self._word(query, word)
            case ModelsAnswer(models=models):
                yield from self._models(query, models)
            case CountAnswer(count=count):
                yield from self._count(query, count)
            case UniqueAnswer():
                yield from self._unique(query, answer)
            case SetAnswer(members=members):
                yield from self._set(query, members)

    # --- single formulas -------------------------------------------------------------------------

    def _stand(self, formula: Formula, given: Formula | None = None) -> FormulaStanding:
        return standing(self.session, formula, given=given)

    def _claimed(
        self, claim: ObjectionKind, subject: str, formula: Formula, given: Formula | None = None
    ) -> Iterator[Objection]:
        """Yield the objection if it applies to the formula."""
        stand = self._stand(formula, given)
        stood = stand.verdict
        never = stood is FormulaVerdict.INCONSISTENT
        objection = Objection(claim, subject, formula)
        if claim is ObjectionKind.FAILS and stand.refuted:
            yield replace(objection, world=stand.countermodel)
        elif claim is ObjectionKind.HOLDS and stood in (
            FormulaVerdict.ENTAILED,
            FormulaVerdict.UNDETERMINED,
        ):
            yield replace(objection, world=stand.witness)
        elif (claim is ObjectionKind.FOLLOWS and (stood is FormulaVerdict.ENTAILED or never)) or (
            claim is ObjectionKind.EXCLUDED and (stood is FormulaVerdict.CONTRADICTED or never)
        ):
            yield replace(objection, supports=stand.supports)

    def _row(
        self, claim: ObjectionKind, subject: str, formula: Formula, given: Formula | None
    ) -> Iterator[Objection]:
        """As `_claimed`, for an assignment to the query's targets."""
        for objection in self._claimed(claim, subject, formula, given):
            yield replace(objection, row=True)

    def _truth(self, query: Query, value: str) -> Iterator[Objection]:
        if query.formula is None:
            return
        formula, given = query.formula, query.given
        open_is_false = self.item.open_is_false
        if value == "true":
            yield from self._claimed(ObjectionKind.FAILS, "", formula, given)
        elif value == "false" and not open_is_false:
            yield from self._claimed(ObjectionKind.HOLDS, "", formula, given)
        else:
            yield from self._claimed(ObjectionKind.FOLLOWS, "", formula, given)
            if not open_is_false:
                yield from self._claimed(ObjectionKind.EXCLUDED, "", formula, given)
            elif value == "unknown":
                # With two answers only, what does not follow is false, and nothing is unknown.
                yield from self._claimed(ObjectionKind.FAILS, "", formula, given)

    def _word(self, query: Query, word: str) -> Iterator[Objection]:
        claim = verdict_word(word)
        if query.formula is not None:
            if claim is not None and claim.claim is not None:
                yield from self._claimed(_AGAINST[claim.claim], "", query.formula, query.given)
            return
        report = self._report(query)
        answered = verdict_word(report.answer.verdict)
        if claim is None or answered is None or answered is claim:
            return
        models = report.answer.models or ()
        if answered.shown:
            yield Objection(ObjectionKind.MISSED, "", world=report.answer.countermodel)
        elif models:
            formula = pin(query.targets, models[0])
            yield from self._claimed(ObjectionKind.FOLLOWS, "", formula, query.given)
        elif self.session.report.consistent is False:
            yield self._conflict()

    # --- options ---------------------------------------------------------------------------------

    def _choice(self, leaf: Question, answer: ChoiceAnswer) -> Iterator[Objection]:
        if not any(option is not None for option in self.options):
            yield from self._worded_options(leaf, answer)
            return
        type_ = self.item.attributes.get(QUESTION_TYPE, "3c1e")
        fine, faulty = ObjectionKind.FOLLOWS, ObjectionKind.FAILS
        if leaf.right_where_possible:
            fine, faulty = ObjectionKind.HOLDS, ObjectionKind.EXCLUDED
        if type_ == "3e1c":
            fine, faulty = faulty, fine
        chosen = answer.option
        if chosen is not None and chosen < len(self.options):
            yield from self._option(chosen, faulty, type_ == "missing")
        # None of them, or not only this one: the objections based on the others.
        for n in range(len(self.options)):
            if n != chosen:
                yield from self._option(n, fine, type_ == "missing")

    def _option(self, n: int, kind: ObjectionKind, missing: bool) -> Iterator[Objection]:
        formula = self.options[n]
        if formula is None:
            return
        if missing:
            if self.query is not None and self.query.formula is not None:
                given = conjoined(self.query.given, formula)
                yield from self._claimed(kind, letter(n), self.query.formula, given)
            return
        yield from self._claimed(kind, letter(n), formula)

    def _worded_options(self, leaf: Question, answer: ChoiceAnswer) -> Iterator[Objection]:
        """Objections to options that are worded answers to the query."""
        query = self.query
        if query is None:
            return
        pseudo = Question.model_validate(
            {"id": leaf.id, "kind": query.kind, "query": query.text}
        ).model_copy(update={"vocabulary": vocabulary(query, self.formal.problem)})
        if answer.option is not None and answer.option < len(leaf.options):
            text = leaf.options[answer.option].text
            option_answer = parse_answer(text, pseudo, self.item.formalization)
            yield from self.objections(pseudo, option_answer)

    # --- lists -----------------------------------------------------------------------------------

    def _report(self, query: Query, limit: int | None = MAX_LISTED) -> QueryReport:
        return self.session.ask(query, limit=limit, want_supports=False)

    def _witness(self, formula: Formula, given: Formula | None) -> Shown | None:
        query = Query("possible", "possible", formula, given=given)
        report = self.session.ask(query, want_supports=False)
        answers = [report.answer, *report.engines.values()]
        return next((answer.witness for answer in answers if answer.witness is not None), None)

    def _conflict(self) -> Objection:
        conflict = self.session.report.conflict
        supports = None if conflict is None else Supports((conflict,), False)
        return Objection(ObjectionKind.INCONSISTENT, "", supports=supports)

    def _models(self, query: Query, models: frozenset[World]) -> Iterator[Objection]:
        answer = self._report(query, max(MAX_LISTED, len(models) + 1)).answer
        if answer.unknown or answer.models is None:
            return
        listed = {world_of(model): model for model in answer.models}
        if query.compared:
            yield from self._compared(query, models, listed)
            return
        for world, model in listed.items():
            if world not in models:
                formula = pin(query.targets, model)
                witness = self._witness(formula, query.given)
                about = _tuple(world, query.targets)
                yield Objection(ObjectionKind.MISSED, about, formula, witness, row=True)
        for world in sorted(models - listed.keys(), key=sorted):
            extra = model_of(world, query.targets, self.session)
            if extra is not None:
                formula = pin(query.targets, extra)
                about = _tuple(world, query.targets)
                yield from self._row(ObjectionKind.EXCLUDED, about, formula, query.given)

    def _compared(
        self, query: Query, models: frozenset[World], listed_models: Mapping[World, Model]
    ) -> Iterator[Objection]:
        """Rows of a comparison of variants, each shown under a variant that has or lacks it."""
        sides = {name: self._side(name) for name in dict.fromkeys(query.compared)}
        for world, model in listed_models.items():
            if world not in models:
                formula = pin(query.targets, model)
                for name, side in sides.items():
                    witness = side._witness(formula, query.given)
                    if witness is not None:
                        about = _tuple(world, query.targets)
                        yield Objection(
                            ObjectionKind.MISSED, about, formula, witness, under=name, row=True
                        )
                        break
        for world in sorted(models - listed_models.keys(), key=sorted):
            extra = model_of(world, query.targets, self.session)
            if extra is None:
                continue
            formula = pin(query.targets, extra)
            about = _tuple(world, query.targets)
            having = {name: side._witness(formula, query.given) for name, side in sides.items()}
            lacking = [name for name, witness in having.items() if witness is None]
            if len(lacking) == len(having) or (lacking and kind_of(query.kind).all_sides):
                side = sides[lacking[0]]
                for objection in side._row(ObjectionKind.EXCLUDED, about, formula, query.given):
                    yield replace(objection, under=lacking[0])
                continue
            name = [name for name, witness in having.items() if witness is not None][-1]
            yield Objection(
                ObjectionKind.FOREIGN, about, formula, having[name], under=name, row=True
            )

    def _side(self, name: str) -> "_Refuter":
        """A refuter over the premises of a variant."""
        baseline = self.session
        side = Session(
            theory(self.formal.problem, name),
            (),
            baseline.engine,
            baseline.timeout,
            baseline.cancel,
            baseline.shared_budget,
        )
        return _Refuter(self.item, self.formal, self.place, side)

    def _count(self, query: Query, count: int) -> Iterator[Objection]:
        answer = self._report(query).answer
        if answer.unknown or answer.count is None or answer.count == count:
            return
        if answer.count == 0 and not query.variable:
            yield self._conflict()
        world = None
        if not count and query.variable is None:
            from solver.language.syntax import Truth

            world = self._witness(Truth(True), query.given)
        yield Objection(ObjectionKind.NUMBER, str(count), world=world, count=answer.count)

    def _unique(self, query: Query, claimed_answer: UniqueAnswer) -> Iterator[Objection]:
        answer = self._report(query).answer
        if claimed_answer.verdict == "unique":
            if claimed_answer.solution is not None:
                model = model_of(claimed_answer.solution, query.targets, self.session)
                if model is not None:
                    formula = pin(query.targets, model)
                    about = _tuple(claimed_answer.solution, query.targets)
                    yield from self._row(ObjectionKind.EXCLUDED, about, formula, query.given)
                    yield from self._row(ObjectionKind.FAILS, about, formula, query.given)
            elif answer.verdict is Verdict.NOT_UNIQUE:
                yield Objection(ObjectionKind.MISSED, "", world=answer.countermodel)
            elif answer.verdict is Verdict.NONE:
                yield self._conflict()
        elif claimed_answer.verdict == "not_unique":
            if answer.verdict is Verdict.UNIQUE and answer.solution is not None:
                formula = pin(query.targets, answer.solution)
                about = _tuple(world_of(answer.solution), query.targets)
                yield from self._row(ObjectionKind.FOLLOWS, about, formula, query.given)
            elif answer.verdict is Verdict.NONE:
                yield self._conflict()
        elif answer.verdict in (Verdict.UNIQUE, Verdict.NOT_UNIQUE):
            yield Objection(ObjectionKind.MISSED, "", world=answer.witness)

    def _set(self, query: Query, members: frozenset[str]) -> Iterator[Objection]:
        listed = [statement for statement in kind_of(query.kind).statements(query) if statement.key]
        if query.variable is not None:
            constants = self.session.theory.signature.constants()
            formulas = instances(query, constants).items()
            listed = [Statement(formula, False, key=name) for name, formula in formulas]
        for statement in listed:
            faulty, missed = ObjectionKind.EXCLUDED, ObjectionKind.HOLDS
            if statement.follows:
                faulty, missed = ObjectionKind.FAILS, ObjectionKind.FOLLOWS
            if statement.formula is not None:
                why = faulty if statement.key in members else missed
                yield from self._claimed(why, statement.key, statement.formula, query.given)


def _tuple(world: World, targets: tuple[Target, ...]) -> str:
    """An assignment in the notation of answers, in the order of the query's targets."""
    place = {target.key: number for number, target in enumerate(targets)}

    def order(member: str) -> tuple[int, str]:
        name = member if member in place else member.split("=")[0]
        return place.get(name, len(place)), member

    return "(" + ", ".join(sorted(world, key=order)) + ")"


def model_of(world: World, targets: tuple[Target, ...], session: Session) -> Model | None:
    """The assignment for an answer's set of true targets; None if there is none, for example
    because a member is not a target."""
    from solver.language.syntax import EnumSort

    model: dict[str, bool | str] = {}
    used: set[str] = set()
    for target in targets:
        if target.enum is None:
            model[target.key] = target.key in world
            used.add(target.key)
            continue
        symbol = session.theory.signature.get(target.enum)
        values = symbol.sort.values if symbol and isinstance(symbol.sort, EnumSort) else ()
        named = [value for value in values if f"{target.enum}={value}" in world]
        if len(named) != 1:
            return None
        model[target.key] = named[0]
        used.add(f"{target.enum}={named[0]}")
    return model if world <= used else None
