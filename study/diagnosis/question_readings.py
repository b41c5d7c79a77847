"""A question of a formalized item under misreadings, and which answers are then right.

Owns what is read of an item: its premises under the question's variant, its query, what it says
about distractors and common sense. Answers over propositional premises with few worlds are computed
on regions; all others, and every answer by another engine, by `items.gold.right_answers`.
`readings` combines misreadings.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from math import prod
from typing import Any

from items.answers import Answer, ChoiceAnswer, SetAnswer, TruthAnswer, VerdictAnswer
from items.claims.declared_claims import declarations, names
from items.findings.premise_sentences import sentences_of_premises
from items.formal import FormalItem
from items.gold.check import QUESTION_TYPE
from items.gold.engine_answers import INCONSISTENT
from items.gold.right_answers import respond
from items.kinds.registry import form_of
from items.misreadings.misreading import BELIEF, FIRST, MOSTLY, PART, Case
from items.models import Item, Question
from items.seeds import Draw
from items.values.answer_text import parse_answer
from solver.cancel import Budget, Cancel
from solver.engines.atoms import NotFinite, axes_of
from solver.engines.regions import Environment, TooLarge, evaluate, space_of
from solver.errors import InputError
from solver.kinds.registry import asks_whether_follows, asks_whether_possible, kind_of
from solver.language.edits import theory
from solver.language.parser import formula_of
from solver.language.problem import BASELINE, Add, Drop, Premise, Problem, Query, Replace, Theory
from solver.language.signature import builder_for
from solver.language.syntax import Formula, Not, Pred, Prop, Truth, symbols_of
from solver.queries import Session
from solver.results import EngineChoice, Verdict
from study.diagnosis.guesses import (
    guessed,
    lengths_told,
    members_asked,
    members_of,
    part_share,
    share,
)
from study.diagnosis.possible_answers import offered
from study.diagnosis.readings import Names, Readings, Right, WorkedOut
from study.diagnosis.time_allowance import Allowance
from study.diagnosis.world_counts import MOST_COUNTED, counted, targets_of

BELIEF_ATTRIBUTE = "belief"
"""Attribute of an item: the answer according to common sense, in the form of the question's
answers."""
BELIEVABLE = "believable"
"""Attribute of an item whose question is whether a statement is true or follows: whether common
sense considers the statement true. It is the answer of common sense where that is not given."""
BOUND = 3_000
"""Maximum number of readings of one question to examine."""
MAX_WORLDS = 1 << 16
"""Propositional premises with up to this many worlds are represented as regions."""
SECONDS = 5.0
"""Time for one answer over premises with more worlds, or by Z3."""
QUESTION_SECONDS = 60.0
"""Time for all readings of one question that need an engine. Those remaining then are undecided."""


class QuestionReadings(Readings):
    """The readings of one question part of an item, whose choices are the given answers."""

    def __init__(
        self,
        item: Item,
        formal: FormalItem,
        place: int,
        choices: Sequence[Answer],
        *,
        bound: int = BOUND,
        timeout: float = SECONDS,
        question_seconds: float = QUESTION_SECONDS,
        cancel: Cancel | None = None,
    ) -> None:
        """`place` is the index of the part among the item's leaves. Raises InputError where its
        variant does not fit its premises."""
        self.item = item
        self.formal = formal
        self.place = place
        self.choices = tuple(choices)
        self.timeout = timeout
        self.cancel = cancel
        self.question_seconds = question_seconds
        self._allowance = Allowance(question_seconds)
        query = formal.queries.get(place)
        self._query = query or Query("necessary", "necessary(⊤)", Truth(True))
        if query is None and item.leaves[place].right_where_possible:
            self._query = replace(self._query, kind="possible")
        self._patch = theory(formal.problem, self._query.under)
        self._environment = self._region_space()
        self._regions: dict[Formula, int] = {}
        self._belief = _belief(item, self.leaf)
        self._missed: dict[int, int | None] = {}
        self._elsewhere: dict[Names, bool] = {}
        self._shares: dict[Names, Mapping[int, float] | None] = {}
        self._consistent: dict[tuple[Premise, ...], bool | None] = {}
        self._answers: dict[Names, tuple[Answer | None, ...]] = {}
        self._answers_by_case: dict[int, Answer | None] = {}
        super().__init__(self._case(), bound)

    def __getstate__(self) -> dict[str, Any]:
        """Results are sent to other processes, without the space and its regions."""
        return {**self.__dict__, "_environment": None, "_regions": {}, "cancel": None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """The space is created again."""
        self.__dict__.update(state)
        self._environment = self._region_space()

    @property
    def leaf(self) -> Question:
        """The question part."""
        return self.item.leaves[self.place]

    @property
    def content(self) -> str:
        """The item, the part, the answers, and the bounds."""
        about = (self.place, self.choices, self.bound, self.timeout)
        return f"{self.item.model_dump_json()}\n{about!r}"

    def decide(self, case: Case, *, plain: bool) -> Right:
        """No answer where the premises as read contradict each other: nobody means such a reading.
        If they already do as written, this rule does not apply."""
        if case.answering == BELIEF:
            return frozenset(n for n, answer in enumerate(self.choices) if answer == self._belief)
        if self._environment is not None and self._on_regions(case):
            return self._by_regions(case, plain)
        if self._allowance.is_over:
            return None
        return self._allowance.spend(lambda: self.by_engine(case, plain=plain))

    def missed(self, choice: int) -> int | None:
        """How many members of the right answer are missing from an answer without wrong members;
        None for other answers."""
        if choice not in self._missed:
            right = self._response(self._cases[0], "auto")
            listed, whole = members_of(self.choices[choice]), members_of(right)
            self._missed[choice] = None
            if listed is not None and whole is not None and listed < whole:
                self._missed[choice] = len(whole - listed)
        return self._missed[choice]

    def worked_out(self) -> WorkedOut | None:
        """The results so far, with the number of members each answer lacks, where nobody gave the
        right answer, and the shares of partial lists."""
        worked = super().worked_out()
        more: dict[str, Mapping[Any, Any]] = {
            "missed": dict(self._missed),
            "elsewhere": dict(self._elsewhere),
            "shares": dict(self._shares),
        }
        return None if worked is None else replace(worked, more=more)

    @property
    def choice_count(self) -> int:
        """Number of given answers."""
        return len(self.choices)

    def _has_form(self, worked_out: WorkedOut) -> bool:
        missed, elsewhere = worked_out.more["missed"], worked_out.more["elsewhere"]
        return (
            super()._has_form(worked_out)
            and all(map(self._is_choice, missed))
            and all(lacks is None or type(lacks) is int for lacks in missed.values())
            and all(map(self._are_names, elsewhere))
            and all(type(nobody) is bool for nobody in elsewhere.values())
            and all(map(self._are_names, worked_out.more["shares"]))
            and all(
                shares is None
                or (
                    all(map(self._is_choice, shares))
                    and all(0 <= part <= 1 for part in shares.values())
                )
                for shares in worked_out.more["shares"].values()
            )
        )

    def begin_with(self, worked_out: WorkedOut) -> None:
        """Initialise with everything in `worked_out`."""
        super().begin_with(worked_out)
        self._missed.update(worked_out.more["missed"])
        self._elsewhere.update(worked_out.more["elsewhere"])
        self._shares.update(worked_out.more["shares"])

    @property
    def possible(self) -> bool:
        """False where the premises contradict each other: then everything follows, which shows
        nothing about how they are read."""
        return self._is_consistent(self.plain) is not False

    def elsewhere(self, names: Names) -> bool:
        """For a question whose answers cannot be listed, whether the right answer is one that
        nobody gave, rather than missing because no world remains."""
        if offered(self.leaf):
            return False
        if names not in self._elsewhere:
            self._elsewhere[names] = all(
                right or (right is not None and self._is_consistent(self._cases[number]))
                for number in self._ends(names)
                for right in (self._right(number),)
            )
        return self._elsewhere[names]

    @cached_property
    def guesses(self) -> tuple[float, ...] | None:
        """See `Readings.guesses`."""
        members = 0 if offered(self.leaf) else self._members_asked
        return tuple(share(answer, members) for answer in self.choices) if members else None

    def shares(self, names: Names) -> Mapping[int, float] | None:
        """See `Readings.shares`."""
        if names not in self._shares:
            ends = [] if offered(self.leaf) else self._ends(names)
            way = self._cases[ends[0]].answering if ends else ""
            wholes = [self._answer(number) for number in ends] if way in (FIRST, PART) else []
            self._shares[names] = None
            if wholes and all(lengths_told(whole, way) for whole in wholes):
                parts = (
                    (n, sum(part_share(answer, whole, way) for whole in wholes) / len(wholes))
                    for n, answer in enumerate(self.choices)
                )
                self._shares[names] = {n: part for n, part in parts if part}
        return self._shares[names]

    def guess(self, draw: Draw) -> Answer | None:
        """A random guess; None where it may be any possible answer."""
        members = 0 if offered(self.leaf) else self._members_asked
        return guessed(self.leaf, members, draw) if members else None

    @property
    def _members_asked(self) -> int:
        return members_asked(self._query, self.formal.problem.signature)

    def answers_under(self, names: Names) -> tuple[Answer | None, ...]:
        """The right answer under misreadings made wherever they apply, for each way of making them
        (`choice_sets`), where answers to the question cannot be listed in advance; None where there
        is none. For lists it is the whole, even where only part of it would be given
        (`answering_under`)."""
        if names not in self._answers:
            self._answers[names] = tuple(map(self._answer, self._ends(names, self._answer)))
        return self._answers[names]

    def answering_under(self, names: Names) -> str:
        """How the right result becomes an answer under misreadings, where that is not the correct
        way: one of `items.misreadings.misreading.ANSWERING`."""
        return self._cases[self._ends(names, self._answer)[0]].answering

    def _answer(self, number: int) -> Answer | None:
        if number not in self._answers_by_case:
            self._answers_by_case[number] = self._worked_answer(
                self._cases[number], plain=number == 0
            )
        return self._answers_by_case[number]

    def _worked_answer(self, case: Case, *, plain: bool) -> Answer | None:
        if case.answering in (BELIEF, MOSTLY):
            return self._belief if case.answering == BELIEF else None
        if case.query.kind != self._query.kind:
            return None
        session = self._session(case, "auto")
        if not plain and session.report.consistent is not True:
            return None
        value = self._response(case, "auto", session)
        return None if value is None or isinstance(value, str | frozenset) else value

    def confirmed(self, choice: int, names: Names) -> bool | None:
        """See `Readings.confirmed`. Common sense is not a formula: for *belief*, Z3 has no result.
        For *weak evidence* it counts the worlds, where they are few."""
        case = self.reading(choice, names)
        if case is None or case.answering == BELIEF:
            return None
        if case.answering == MOSTLY and self._environment is not None and self._on_regions(case):
            if not self._few(case):
                return None
            counts = self._by_counting(case)
        else:
            counts = self.by_engine(case, plain=not names, engine="z3")
        self._gave_up |= counts is None
        return None if counts is None else choice in counts

    def _few(self, case: Case) -> bool:
        """Whether the worlds of the premises as read can be counted one by one."""
        assert self._environment is not None
        region = self._environment.full
        for premise in case.theory.premises:
            region &= self._region(premise.formula)
        keys = {target.key for target in targets_of(case.theory, self._asked_formulas(case))}
        others = [len(a.values) for a in self._environment.space.axes if a.key not in keys]
        return region.bit_count() <= MOST_COUNTED * prod(others)

    def _by_counting(self, case: Case) -> Right:
        """Like `_by_regions` where what holds in most worlds is treated as certain, with Z3."""
        formulas = self._asked_formulas(case)
        worlds = counted(
            case.theory,
            tuple(targets_of(case.theory, formulas)),
            formulas,
            timeout=self.timeout,
            cancel=self.cancel,
        )
        if worlds is None:
            return None
        return self._judged(case, worlds.mostly) if worlds.any else self._where_excluded()

    def _asked_formulas(self, case: Case) -> list[Formula]:
        options = [f for f in self.formal.options.get(self.place, ()) if f is not None]
        denied = [] if case.query.formula is None else [Not(case.query.formula)]
        return [*options, *_formulas(case.query), *denied]

    # --- what is read ----------------------------------------------------------------------------

    def _case(self) -> Case:
        base = theory(self.formal.problem, BASELINE)
        unedited = patched = None
        if self._query.under != BASELINE:
            unedited = base
            patched = self._patched(unedited)
        return Case(
            self._patch,
            self._query,
            self._sentences(base),
            unedited=unedited,
            patched=patched,
            tempting=_tempting(self.item, self.formal.problem),
            belief=self._belief is not None,
        )

    def _sentences(self, base: Theory) -> dict[int, str]:
        """The sentence of each premise, where known; the question itself states what it adds or
        changes."""
        formulas = {premise.number: premise.formula for premise in base.premises}
        sentences = sentences_of_premises(self.item, base)
        return {
            number: sentences.get(number, "") if formulas.get(number) == formula else self.leaf.text
            for number, formula in ((p.number, p.formula) for p in self._patch.premises)
        }

    def _patched(self, unedited: Theory) -> Theory | None:
        """The variant's own premises, and every literal that followed without its edits and
        contains no symbol of theirs, nor of a premise that it drops. None where it drops all
        premises about what followed, so that nothing remains."""
        problem = self.formal.problem
        variant = problem.variants[self._query.under]
        edited = [edit.formula for edit in variant.edits if isinstance(edit, Add | Replace)]
        dropped = [problem.premises[e.premise] for e in variant.edits if isinstance(e, Drop)]
        if not edited and not dropped:
            return None
        named = {name for formula in [*edited, *dropped] for name in symbols_of(formula)}
        atoms = {
            node
            for premise in unedited.premises
            for node in _atoms(premise.formula)
            if not named & set(symbols_of(node))
        }
        shared = Budget.of(self.question_seconds, self.cancel)
        session = Session(
            unedited, timeout=self.timeout, cancel=self.cancel, shared_budget=shared, shows=False
        )
        settled: list[Formula] = []
        for atom in sorted(atoms, key=str):
            for literal in (atom, Not(atom)):
                query = Query("necessary", "", literal)
                if session.ask(query, want_supports=False).answer.verdict == Verdict.NECESSARY:
                    settled.append(literal)
                    break
        if not edited and not settled:
            return None
        premises = [Premise(n, formula) for n, formula in enumerate([*edited, *settled])]
        return replace(self._patch, premises=tuple(premises), name="patched")

    # --- by regions ------------------------------------------------------------------------------

    def _region_space(self) -> Environment | None:
        options = [f for f in self.formal.options.get(self.place, ()) if f is not None]
        formulas = [*options, *_formulas(self._query)]
        base = self.formal.problem
        others = [*base.premises, *(f for v in base.variants.values() for f in _added(v.edits))]
        try:
            axes = axes_of(self._patch, [*formulas, *others])
            return Environment(space_of(axes, max_worlds=MAX_WORLDS), self._patch.definitions)
        except (NotFinite, TooLarge):
            return None

    def _on_regions(self, case: Case) -> bool:
        leaf = self.leaf
        if leaf.options:
            options = self.formal.options.get(self.place, ())
            return bool(options) and None not in options
        if leaf.truth:
            return case.query.formula is not None and _asks_of_formula(case.query)
        picks = kind_of(case.query.kind).picks(case.query)
        if picks and case.answering == MOSTLY:
            return all(statement.formula is not None for statement in picks)
        return self._worded(case) is not None

    def _worded(self, case: Case) -> tuple[str, str] | None:
        """The question's own words for yes and no, where both it and the question as read have two
        words."""
        own = kind_of(self._query.kind).verdicts
        if not _asks_of_formula(self._query) or case.query.formula is None:
            return None
        return str(own[0].verdict), str(own[1].verdict)

    def _region(self, formula: Formula) -> int:
        region = self._regions.get(formula)
        if region is None:
            assert self._environment is not None
            region = self._regions[formula] = evaluate(formula, self._environment)
        return region

    def _by_regions(self, case: Case, plain: bool) -> Right:
        assert self._environment is not None
        region = self._environment.full
        for premise in case.theory.premises:
            region &= self._region(premise.formula)
            if not region:
                break
        if not region and not plain:
            return self._where_excluded()

        def holds(formula: Formula, *suppositions: Formula) -> bool:
            worlds = region
            for more in suppositions:
                worlds &= self._region(more)
            return _counts(worlds, self._region(formula), case)

        return self._judged(case, holds)

    def _judged(self, case: Case, holds: Callable[..., bool]) -> frozenset[int]:
        """The right choices, given a test of whether a formula counts as holding under the premises
        and the additional conditions."""
        query = case.query
        if self.leaf.options:
            return self._matching(self._options_right(case, holds))
        suppositions = () if query.given is None else (query.given,)
        picks = kind_of(query.kind).picks(query)
        if picks:
            listed = [(pick.key, pick.formula) for pick in picks if pick.formula is not None]
            true_keys = frozenset([key for key, formula in listed if holds(formula, *suppositions)])
            return self._matching({SetAnswer(members=true_keys)})
        assert query.formula is not None
        if self.leaf.truth:
            return self._matching(self._truths(case, holds, suppositions))
        words = self._worded(case)
        assert words is not None
        return self._matching({words[0] if holds(query.formula, *suppositions) else words[1]})

    def _truths(
        self, case: Case, holds: Callable[..., bool], suppositions: tuple[Formula, ...]
    ) -> set[str]:
        formula = case.query.formula
        assert formula is not None
        true, false = holds(formula, *suppositions), holds(Not(formula), *suppositions)
        if self.item.open_is_false:
            return {"true" if true else "false"}
        if asks_whether_possible(case.query.kind):
            return {word for word, ok in (("true", true), ("false", false)) if ok}
        if true and false:
            return {INCONSISTENT}
        return {"true" if true else "false" if false else "unknown"}

    def _options_right(self, case: Case, holds: Callable[..., bool]) -> set[int | None]:
        options = [f for f in self.formal.options[self.place] if f is not None]
        type_ = str(self.item.attributes.get(QUESTION_TYPE, "3c1e"))
        if type_ == "missing":
            query = case.query
            assert query.formula is not None
            suppositions = () if query.given is None else (query.given,)
            completed = holds(query.formula, *suppositions)
            option_values = [
                not completed and holds(query.formula, *suppositions, o) for o in options
            ]
        else:
            option_values = [holds(option) for option in options]
        right: set[int | None] = {n for n, h in enumerate(option_values) if h != (type_ == "3e1c")}
        return right or {None}

    def _matching(self, values: set[Any]) -> frozenset[int]:
        """The choices whose option, truth value or word is among the values."""
        return frozenset(n for n, answer in enumerate(self.choices) if _value(answer) in values)

    # --- by engines ------------------------------------------------------------------------------

    def by_engine(self, case: Case, *, plain: bool, engine: EngineChoice = "auto") -> Right:
        """The right choices according to an engine; None where it gives up. Engines count no
        worlds, so treating what holds in most of them as certain has no effect."""
        if case.answering == MOSTLY:
            case = replace(case, answering="")
        session = self._session(case, engine)
        right = self._right_choices(case, engine, session)
        if plain or right == frozenset():
            return right
        # Asked last: engines open with the size the question needs, which is enough for this too.
        consistent = _consistent(session)
        return None if consistent is None else right if consistent else self._where_excluded()

    def _where_excluded(self) -> Right:
        """What is right where the premises as read contradict each other."""
        return frozenset() if self.possible else self._right(0)

    def _is_consistent(self, case: Case) -> bool | None:
        """Whether a world remains under the reading; None where the engine gives up."""
        premises = case.theory.premises
        if premises not in self._consistent:
            if self._allowance.is_over:
                return None
            session = self._session(case, "auto")
            self._consistent[premises] = self._allowance.spend(lambda: _consistent(session))
        return self._consistent[premises]

    def _right_choices(self, case: Case, engine: EngineChoice, session: Session) -> Right:
        """Like `by_engine`, whether or not the premises as read contradict each other."""
        if self.leaf.truth and asks_whether_possible(case.query.kind):
            return self._possible_truths(case, session)
        if case.query.kind != self._query.kind and not self.leaf.options:
            return self._other_words(case, session)
        value = self._response(case, engine, session)
        if value is None:
            return None
        if lengths_told(value, case.answering):
            parts = [part_share(answer, value, case.answering) for answer in self.choices]
            return frozenset(n for n, part in enumerate(parts) if part)
        if isinstance(value, frozenset):
            return self._matching(set(value) or {None})
        if isinstance(value, str):
            return self._matching({value})
        form = form_of(self.leaf)
        return frozenset(
            n
            for n, answer in enumerate(self.choices)
            if answer.kind == value.kind and form.equal(answer, value)
        )

    def _response(self, case: Case, engine: EngineChoice, session: Session | None = None) -> Any:
        if session is None:
            session = self._session(case, engine)
        item, queries = self.item, dict(self.formal.queries)
        query = replace(case.query, under=self._query.under)
        if self.place in queries:
            queries[self.place] = query
        possible = asks_whether_possible(query.kind)
        if self.leaf.options and self.leaf.right_where_possible != possible:
            item = _asked_as(item, self.place, query.kind)
        formal = FormalItem(self.formal.problem, queries, self.formal.options)
        return respond(item, formal, self.place, session).value

    def _session(self, case: Case, engine: EngineChoice) -> Session:
        """A session over what is read. Where a query compares variants, each of them edits what is
        read."""
        read_theory, problem = case.theory, self.formal.problem
        if case.query.compared:
            formulas = {premise.number: premise.formula for premise in read_theory.premises}
            count = max(len(problem.premises), *(number + 1 for number in formulas), 0)
            premises = tuple(formulas.get(number, Truth(True)) for number in range(count))
            problem = replace(problem, premises=premises, definitions=read_theory.definitions)
            read_theory = replace(read_theory, problem=problem)
        return Session(
            read_theory, engine=engine, timeout=self.timeout, cancel=self.cancel, shows=False
        )

    def _possible_truths(self, case: Case, session: Session) -> Right:
        assert case.query.formula is not None
        possible_truths: set[str] = set()
        for word, formula in (("true", case.query.formula), ("false", Not(case.query.formula))):
            query = replace(case.query, formula=formula)
            answer = session.ask(query, want_supports=False).answer
            if answer.unknown:
                return None
            if answer.verdict == Verdict.POSSIBLE:
                possible_truths.add(word)
        return self._matching(possible_truths)

    def _other_words(self, case: Case, session: Session) -> Right:
        """The answer to a query of another kind, in the words of the question's own kind."""
        own, other = (kind_of(kind).verdicts for kind in (self._query.kind, case.query.kind))
        answer = session.ask(case.query, want_supports=False).answer
        if answer.unknown or len(own) != 2 or len(other) != 2:
            return None
        return self._matching({str(own[0 if answer.verdict == other[0].verdict else 1].verdict)})


def _asks_of_formula(query: Query) -> bool:
    """Whether a query asks about one formula if it follows, or if it is possible."""
    return asks_whether_follows(query.kind) or asks_whether_possible(query.kind)


def _consistent(session: Session) -> bool | None:
    """Whether a world remains; None where the engine gives up."""
    top = session.ask(Query("possible", "", Truth(True)), want_supports=False).answer
    return None if top.unknown else top.verdict != Verdict.IMPOSSIBLE


def _counts(region: int, formula: int, case: Case) -> bool:
    """Whether a formula counts as holding under premises: in all of their worlds; in any, where the
    question is read as asking what is possible; in most, where that is treated as certain."""
    if asks_whether_possible(case.query.kind):
        return region & formula != 0
    if case.answering == MOSTLY:
        return 2 * (region & formula).bit_count() > region.bit_count()
    return region & formula == region


def _value(answer: Answer) -> Any:
    match answer:
        case TruthAnswer(value=value):
            return value
        case ChoiceAnswer(option=option):
            return option
        case VerdictAnswer(word=word):
            return word
    return answer


def _asked_as(item: Item, place: int, kind: str) -> Item:
    """The item with the options of one part judged by another kind of query."""
    leaf = item.leaves[place]
    questions = tuple(
        _with_kind(question, leaf, kind) if leaf in question.leaves else question
        for question in item.questions
    )
    return item.model_copy(update={"questions": questions})


def _with_kind(question: Question, leaf: Question, kind: str) -> Question:
    if question == leaf:
        return question.model_copy(update={"query_kind": kind})
    parts = tuple(
        part.model_copy(update={"query_kind": kind}) if part == leaf else part
        for part in question.parts
    )
    return question.model_copy(update={"parts": parts})


def _belief(item: Item, leaf: Question) -> Answer | None:
    believed = item.attributes.get(BELIEF_ATTRIBUTE)
    if believed is None and leaf.truth:
        believed = item.attributes.get(BELIEVABLE)
    if believed is None:
        return None
    try:
        return parse_answer(str(believed), leaf, item.formalization)
    except InputError:
        return None


def _tempting(item: Item, problem: Problem) -> tuple[Formula, ...]:
    """The readings that the item's declared distractors suggest; lint reports those that cannot be
    parsed."""
    try:
        texts = [
            t
            for declaration in declarations(item, "distractor")
            for t in names(declaration, "readings")
        ]
        builder = builder_for(problem, strict=True)
        return tuple(formula_of(text, builder) for text in texts)
    except InputError:
        return ()


def _formulas(query: Query) -> list[Formula]:
    listed = [target.formula for target in (*query.targets, *query.listed)]
    return [f for f in (query.formula, query.given, *listed) if f is not None]


def _added(edits: Sequence[Any]) -> list[Formula]:
    return [edit.formula for edit in edits if isinstance(edit, Add | Replace)]


def _atoms(formula: Formula) -> list[Formula]:
    from solver.language.syntax import walk

    closed: Mapping[type, bool] = {Prop: True, Pred: True}
    return [
        node
        for node in walk(formula)
        if type(node) in closed and not (isinstance(node, Pred) and _has_variable(node))
    ]


def _has_variable(atom: Pred) -> bool:
    from solver.language.syntax import Variable

    return any(isinstance(term, Variable) for term in atom.args)
