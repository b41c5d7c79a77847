"""One item whose claims are being checked: changed premises, and the answers under them.

Owns the sessions, each prepared once, the correct answer to each question under changed premises,
and worlds that distinguish two sets of premises. Leaves the meaning of a claim to its module.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from items.formal import FormalItem
from items.gold.right_answers import MOST_MODELS, Response, differ, respond, under_of
from items.models import Item, Question
from solver.cancel import Budget, Cancel, check_whole, proceed
from solver.diff import columns, common_queries
from solver.errors import CountermodelError, InputError
from solver.kinds.assignments import instances, pin
from solver.language.edits import theory
from solver.language.miniscoping import conjunction
from solver.language.parser import formula_of
from solver.language.printer import print_formula
from solver.language.problem import BASELINE, Problem, Query, Replace, Target, Theory
from solver.language.signature import builder_for
from solver.language.syntax import EnumIs, EnumSort, Formula, Not, Truth, expand, negation
from solver.phrases import phrase
from solver.queries import DEFAULT_TIMEOUT, Session
from solver.results import EngineChoice, Model, Verdict, World

_MOST_SESSIONS = 32
"""Maximum sessions that are kept, once they include some without all premises."""


@dataclass(frozen=True)
class Case:
    """A formalized item that is being checked."""

    item: Item
    formal: FormalItem
    base: Item | None = None
    """The item from which it was made, if known."""
    engine: EngineChoice = "auto"
    timeout: float = DEFAULT_TIMEOUT
    """Seconds that one query may take."""
    cancel: Cancel | None = None
    shared_budget: Budget | None = None
    """Budget of all queries together; None if each has its own."""
    _sessions: dict[tuple[str, frozenset[int], bool], Session] = field(default_factory=dict)
    _responses: dict[tuple[int, str, frozenset[int], Formula | None], Response] = field(
        default_factory=dict
    )

    @property
    def problem(self) -> Problem:
        """The parsed formalization."""
        return self.formal.problem

    # --- questions -------------------------------------------------------------------------------

    @property
    def places(self) -> tuple[int, ...]:
        """Indices, among the item's leaves, of the question parts that the solver can answer."""
        return tuple(
            place
            for place, leaf in enumerate(self.item.leaves)
            if leaf.kind != "text"
            and (place in self.formal.queries or any(self.formal.options.get(place, ())))
        )

    def leaf(self, place: int) -> Question:
        """The question part at an index."""
        return self.item.leaves[place]

    def query(self, place: int) -> Query | None:
        """Its query; None if there are only options."""
        return self.formal.queries.get(place)

    def variant_of(self, place: int) -> str:
        """The variant under which it is asked."""
        return under_of(self.formal, place)

    # --- premises --------------------------------------------------------------------------------

    def theory(
        self, under: str = BASELINE, drop: frozenset[int] = frozenset(), keep: bool = False
    ) -> Theory:
        """The premises under a variant without those in `drop` or, with `keep`, only those in
        `drop`. A premise that the variant replaces is a different premise and is not dropped.
        Raises InputError if the variant does not exist."""
        whole = theory(self.problem, under)
        if not drop and not keep:
            return whole
        variant = self.problem.variants.get(under)
        edits = () if variant is None else variant.edits
        replaced = {edit.premise for edit in edits if isinstance(edit, Replace)}
        named = drop - replaced
        chosen = [p for p in whole.premises if (p.number in named) == keep]
        return replace(whole, premises=tuple(chosen))

    def session(
        self, under: str = BASELINE, drop: frozenset[int] = frozenset(), keep: bool = False
    ) -> Session:
        """The session over the premises of `theory`. Raises `GaveUp` when the time of all work is
        over (`whole_budget`), `Cancelled`."""
        proceed(self.cancel)
        check_whole()
        key = (under, drop, keep)
        session = self._sessions.get(key)
        if session is None:
            if len(self._sessions) >= _MOST_SESSIONS:
                # Each holds its premises and an engine's clauses; those without some premises are
                # hardly asked again.
                for other in [other for other in self._sessions if other[1]]:
                    del self._sessions[other]
            session = self._sessions[key] = Session(
                self.theory(under, drop, keep),
                self.problem.queries,
                self.engine,
                self.timeout,
                self.cancel,
                self.shared_budget,
            )
        return session

    def response(
        self,
        place: int,
        *,
        under: str | None = None,
        drop: frozenset[int] = frozenset(),
        given: Formula | None = None,
    ) -> Response:
        """The correct answer to a part under its variant (or another one), without some premises,
        or with an additional assumption."""
        name = self.variant_of(place) if under is None else under
        key = (place, name, drop, given)
        response = self._responses.get(key)
        if response is None:
            session = self.session(name, drop)
            response = self._responses[key] = respond(self.item, self.formal, place, session, given)
        return response

    def changes(
        self,
        place: int,
        *,
        drop: frozenset[int] = frozenset(),
        given: Formula | None = None,
    ) -> bool | None:
        """Whether the answer to a part changes without some premises or with an additional
        assumption; None if that cannot be decided."""
        return differ(self.response(place), self.response(place, drop=drop, given=given))

    def consistent(self, under: str = BASELINE, given: Formula | None = None) -> bool | None:
        """Whether the premises have a model under an assumption; None if that is not known."""
        answer = (
            self.session(under)
            .ask(Query("possible", "possible", Truth(True), given=given), want_supports=False)
            .answer
        )
        return None if answer.unknown else answer.verdict == Verdict.POSSIBLE

    # --- columns ---------------------------------------------------------------------------------

    def columns(self) -> tuple[Target, ...] | None:
        """Every Bool, Enum symbol and ground atom in use; None for first-order premises."""
        premises = theory(self.problem)
        return columns(premises, premises, common_queries(self.problem, premises, premises))

    def target(self, name: str) -> Target:
        """A symbol, defined name or formula as a column. Raises InputError if it is none of
        these."""
        symbol = self.problem.signature.get(name)
        if symbol is not None and isinstance(symbol.sort, EnumSort):
            return Target(name, None, name)
        formula = self.formula(name)
        return Target(print_formula(formula), formula)

    def formula(self, text: str) -> Formula:
        """A formula over the item's symbols. Raises InputError if the text is not one."""
        return formula_of(text, builder_for(self.problem, strict=True))

    def values(self, target: Target) -> tuple[Formula, ...]:
        """For each value of a column, the formula which says that the column has it."""
        if target.enum is None:
            assert target.formula is not None
            return (target.formula, Not(target.formula))
        symbol = self.problem.signature.get(target.enum)
        assert symbol is not None
        assert isinstance(symbol.sort, EnumSort)
        return tuple(EnumIs(target.enum, value) for value in symbol.sort.values)

    def feasible(self, target: Target, under: str = BASELINE) -> tuple[Formula, ...] | None:
        """The values that a column can have, as formulas; None if one could not be decided."""
        formulas = []
        for value in self.values(target):
            possible = self.consistent(under, value)
            if possible is None:
                return None
            if possible:
                formulas.append(value)
        return tuple(formulas)

    def count(
        self,
        targets: Sequence[Target],
        under: str = BASELINE,
        drop: frozenset[int] = frozenset(),
        given: Formula | None = None,
    ) -> int | None:
        """Number of distinct assignments to the targets; None if they were not counted."""
        query = Query("count_models", "count", targets=tuple(targets), given=given)
        answer = self.session(under, drop).ask(query, want_supports=False).answer
        return None if answer.unknown or answer.reason else answer.count

    # --- worlds ----------------------------------------------------------------------------------

    def world(self, session: Session, *assumed: Formula) -> World | None:
        """A model of a session's premises in which formulas hold; None if there is none, or none
        was found."""
        try:
            query = Query("possible", "possible", conjunction(list(assumed)))
            return session.ask(query, want_supports=False).answer.witness
        except CountermodelError:
            return None

    def distinguishing_world(self, place: int, stronger: Session, weaker: Session) -> World | None:
        """A model of the weaker premises in which the answer under the stronger ones fails: for a
        formula that followed, a world in which it is false; for a list, a world that is not on it.
        None if none was found."""
        for formula in self._denials(place, stronger):
            world = self.world(weaker, formula)
            if world is not None:
                return world
        return None

    def _denials(self, place: int, stronger: Session) -> Iterator[Formula]:
        """Formulas that no model of the stronger premises satisfies."""
        query = self.query(place)
        own = None if query is None else query.given
        context = [f for f in (own,) if f is not None]

        def excluded(formula: Formula) -> bool:
            combined = conjunction([*context, formula])
            answer = stronger.ask(Query("possible", "", combined), want_supports=False).answer
            return answer.verdict == Verdict.IMPOSSIBLE

        candidates: list[Formula] = []
        for option in self.formal.options.get(place, ()):
            if option is not None:
                candidates += [negation(option), option]
        if query is not None:
            if query.variable is not None:
                constants = stronger.theory.signature.constants()
                candidates += instances(query, constants).values()
            elif query.formula is not None:
                candidates += [negation(query.formula), query.formula]
            candidates += [
                side
                for listed in query.listed
                if listed.formula is not None
                for side in (negation(listed.formula), listed.formula)
            ]
            if query.targets:
                candidates += self._absent(query, stronger)
        for candidate in candidates:
            if excluded(candidate):
                yield conjunction([*context, candidate])

    def _absent(self, query: Query, stronger: Session) -> list[Formula]:
        """The formula which says that the targets have none of the assignments allowed by the
        stronger premises; empty if these are not known."""
        listing = Query("enumerate_models", "", targets=query.targets, given=query.given)
        answer = stronger.ask(listing, limit=MOST_MODELS, want_supports=False).answer
        if answer.unknown or not answer.exhausted or answer.models is None:
            return []
        return [
            conjunction([negation(pin(query.targets, model)) for model in answer.models])
            if answer.models
            else Truth(True)
        ]


def expanded(case: Case, formula: Formula, under: str = BASELINE) -> Formula:
    """A formula with the definitions of a variant expanded. Raises InputError if the variant does
    not exist."""
    return expand(formula, theory(case.problem, under).definitions)


def assignment(model: Model) -> str:
    """An assignment as text, e.g. `A, ¬B, status = going`."""
    parts = []
    for key, value in model.items():
        if value is True:
            parts.append(key)
        elif value is False:
            parts.append(f"¬{key}" if key.isidentifier() else f"¬({key})")
        else:
            parts.append(f"{key} = {value}")
    return ", ".join(parts)


def premises_text(numbers: Sequence[int]) -> str:
    """Premises as numbered on screen, from 1."""
    numbers_text = ", ".join(str(number + 1) for number in numbers)
    return (
        phrase("premise {a}", a=numbers_text)
        if len(numbers) == 1
        else phrase("premises {a}", a=numbers_text)
    )


def problem_of(error: InputError) -> str:
    """An error's text on one line."""
    return f"{error.title}: {error.message}" if error.message else error.title


def follows_from(session: Session, formula: Formula) -> bool | None:
    """Whether a formula follows from the premises of a session; None if that is not decided."""
    answer = session.ask(Query("necessary", "", formula), want_supports=False).answer
    return None if answer.unknown else answer.verdict == Verdict.NECESSARY
