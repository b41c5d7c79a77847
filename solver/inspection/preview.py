"""Preview of an edit: the difference between two variants, fast enough for every keystroke.

Owns the shared regions of both sides, which are kept between previews, and the tables of kept,
removed and added models computed from them. Leaves problems that do not fit into one region to
`diff`, which the caller should run in the background (see `Previewer.fast`).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, islice
from math import inf
from time import perf_counter

from solver.cancel import NO_LIMIT, Budget, Cancel, Cancelled, GaveUp, proceed, within
from solver.diff import Diff, Part, QueryChange, changed, columns, common_queries, diff
from solver.engines.atoms import Axis
from solver.engines.engine_choice import first_order
from solver.engines.regions import PremiseRegion, Space, worlds_of
from solver.inspection.model_table import ModelTable, axes_of, definitions_over, with_defined_values
from solver.inspection.workbench import Workbench
from solver.language.edits import theory
from solver.language.problem import BASELINE, Problem, Query, Theory, Variant
from solver.language.syntax import Signature, walk
from solver.language.usage import query_formulas
from solver.queries import DEFAULT_TIMEOUT, Session, asked_about
from solver.results import QueryReport, TheoryReport

FAST_WORLDS = 1 << 18
"""Maximum size of a space that is previewed immediately at each keystroke."""
_FAST_NODES = 20_000
"""Maximum nodes of premises, definitions and queries together for such a preview."""
_FAST_QUERIES = 500
"""Maximum queries for such a preview."""
PAGE = 64


@dataclass(frozen=True, slots=True)
class Preview:
    """The difference and, if the models fit into one region, tables of its three parts."""

    diff: Diff
    """`models` of each part is its first page, sorted; the counts are complete."""
    kept: ModelTable | None
    removed: ModelTable | None
    added: ModelTable | None
    milliseconds: float


@dataclass
class Previewer:
    """Previews of one problem against one variant, which share everything that does not change."""

    problem: Problem
    against: str | Variant = BASELINE
    page: int = PAGE
    """Maximum rows listed of each part."""
    timeout: float = DEFAULT_TIMEOUT
    _before: Theory = field(init=False, repr=False)
    _reports: dict[tuple[Query, ...], tuple[QueryReport, ...]] = field(
        init=False, repr=False, default_factory=dict
    )

    def __post_init__(self) -> None:
        self._before = theory(self.problem, self.against)

    def fast(self, after: Variant | str) -> bool:
        """Whether the preview takes only milliseconds."""
        return self._short and self._axes(*self._sides(after)) is not None

    @cached_property
    def _short(self) -> bool:
        """Whether there are so few queries and such short formulas that reading them takes only
        milliseconds."""
        queries = self.problem.queries
        if len(queries) > _FAST_QUERIES:
            return False
        formulas = chain(
            self._before.formulas,
            self._before.definitions.values(),
            chain.from_iterable(map(query_formulas, queries)),
        )
        nodes = chain.from_iterable(map(walk, formulas))
        return next(islice(nodes, _FAST_NODES, None), None) is None

    def preview(self, after: Variant | str, *, cancel: Cancel | None = None) -> Preview:
        """The difference that `after` makes. Raises InputError if its edits do not fit,
        `Cancelled`."""
        began = perf_counter()
        proceed(cancel)
        budget = Budget(inf, cancel or Cancel())
        sides = self._sides(after)
        try:
            axes = self._axes(*sides, budget)
        except GaveUp:
            raise Cancelled from None
        if axes is None:
            whole = diff(
                self.problem,
                after,
                self.against,
                limit=self.page,
                timeout=self.timeout,
                cancel=cancel,
            )
            proceed(cancel)
            return Preview(whole, None, None, None, (perf_counter() - began) * 1000)
        after_theory, queries = sides
        regions = _Regions(self._before, after_theory)
        signature = Signature({**self._before.signature.symbols, **after_theory.signature.symbols})
        definitions = definitions_over(after_theory.definitions, axes)
        tables = [
            ModelTable(axes, _RegionPart(regions, place), signature, definitions)
            for place in range(3)
        ]
        kept_models, removed, added = (self._part(table) for table in tables)
        proceed(cancel)
        changes = self._changes(after_theory, queries, cancel)
        proceed(cancel)
        theories = {
            self._before.name: TheoryReport(bool(kept_models.count or removed.count)),
            after_theory.name: TheoryReport(bool(kept_models.count or added.count)),
        }
        difference = Diff(
            self._before.name, after_theory.name, theories, kept_models, removed, added, changes
        )
        milliseconds = (perf_counter() - began) * 1000
        return Preview(difference, tables[0], tables[1], tables[2], milliseconds)

    def _sides(self, after: Variant | str) -> tuple[Theory, tuple[Query, ...]]:
        after_theory = theory(self.problem, after)
        return after_theory, common_queries(self.problem, self._before, after_theory)

    def _axes(
        self, later: Theory, queries: tuple[Query, ...], budget: Budget = NO_LIMIT
    ) -> tuple[Axis, ...] | None:
        """The columns that `diff` lists; None if there are too many worlds, or if premises or
        queries are first-order. Raises `GaveUp`."""
        targets = columns(self._before, later, queries, budget)
        if targets is None:
            return None
        formulas, query_targets = asked_about(queries, later.signature)
        formulas += [target.formula for target in query_targets if target.formula is not None]
        formulas += [*self._before.definitions.values(), *later.definitions.values()]
        if first_order(formulas, budget):
            return None
        signature = Signature({**self._before.signature.symbols, **later.signature.symbols})
        axes = axes_of(within(targets, budget), signature)
        return axes if worlds_of(axes) <= FAST_WORLDS else None

    def _part(self, table: ModelTable) -> Part:
        page = table.view().page(0, self.page)
        keys = [column.key for column in page.columns]
        models = tuple(dict(zip(keys, row, strict=True)) for row in page.rows)
        return Part(models, page.total)

    def _changes(
        self, later: Theory, queries: tuple[Query, ...], cancel: Cancel | None
    ) -> tuple[QueryChange, ...]:
        before = self._reports.get(queries)
        if before is None:
            before = self._reports[queries] = self._answers(self._before, queries, cancel)
        after = self._answers(later, queries, cancel)
        return tuple(
            QueryChange(
                query, query_report, other, changed(query, query_report.answer, other.answer)
            )
            for query, query_report, other in zip(queries, before, after, strict=True)
        )

    def _answers(
        self, side: Theory, queries: tuple[Query, ...], cancel: Cancel | None
    ) -> tuple[QueryReport, ...]:
        session = Session(side, queries, "worlds", self.timeout, cancel)
        reports: list[QueryReport] = []
        for query in queries:
            reports.append(session.ask(query, limit=self.page, want_supports=False))
            # An answer that was cut short is not stored.
            proceed(cancel)
        return tuple(reports)


def preview(
    bench: Workbench, previewer: Previewer | None = None, *, cancel: Cancel | None = None
) -> Preview:
    """The effect of the workbench's edits relative to the variant that it is compared with. Pass
    the same previewer for every keystroke to reuse the results for that variant."""
    if (
        previewer is None
        or previewer.problem is not bench.problem
        or previewer.against != bench.against
    ):
        previewer = Previewer(bench.problem, bench.against)
    return previewer.preview(bench.as_variant(), cancel=cancel)


class _Regions:
    """Both sides as regions of a space, computed once per layout."""

    def __init__(self, before: Theory, after: Theory) -> None:
        self.sides = (before, after)
        self.rows: dict[tuple[Axis, ...], tuple[int, int, PremiseRegion]] = {}

    def of(self, space: Space) -> tuple[int, int, PremiseRegion]:
        """Models before, models after, and the later side with its definitions."""
        row = self.rows.get(space.axes)
        if row is None:
            before, after = (
                PremiseRegion(space, side.formulas, side.definitions) for side in self.sides
            )
            row = self.rows[space.axes] = (before.region, after.region, after)
        return row


class _RegionPart:
    """The models kept (0), removed (1) or added (2), as a region of any layout."""

    def __init__(self, regions: _Regions, place: int) -> None:
        self.regions = regions
        self.place = place

    def __call__(self, space: Space, defined_axes: Mapping[str, str], _budget: Budget) -> int:
        # Previews only use spaces so small that no budget is needed.
        before, after, side = self.regions.of(space)
        both = before & after
        bits = (both, before ^ both, after ^ both)[self.place]
        return with_defined_values(bits, side.env, space, defined_axes)
