"""An item as a page: the solver's work for it, and where it is written.

Owns the work behind `inspect --share` and the screen's action. The page itself is `tui.pages.item`.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from shlex import quote

from items.files.save import save_text
from items.formalizations.sentence_alignment import Alignment, align
from items.inspection.analysis import Analysis, QuestionAnalysis
from items.inspection.analysis_run import analyse
from items.inspection.blocking import blocking_premises
from items.models import Item
from items.scratchpads.text import formal_pad
from items.sources.files import BUILTIN, PADS
from solver.cancel import Budget, Cancel, Cancelled, proceed, timed
from solver.diff import Diff, diff
from solver.kinds.registry import kind_of
from solver.language.words import Language
from solver.queries import Session
from study.diagnosis.smallest_misreading import smallest
from tui.pages.item import DIFF_ROWS, MOST_ROWS, RefutationReasons, SharePage, Unfinished
from tui.state.inspector.item_findings import limits_of, undecided
from tui.version import program_version

SETS = (BUILTIN, PADS)
"""Prefixes of sources that are not files."""
ROUNDS = (0.3, 1.5, 10.0)
"""Seconds per question in each round; the next round follows while a question is undecided for lack
of time."""
SECONDS = 30.0
"""For the whole page; the page names what was not decided or examined in that time."""
MOST_VARIANTS = 12


def share(
    item: Item,
    path: Path,
    sources: Sequence[str],
    *,
    pads: str = "",
    seconds: float = SECONDS,
    analysis: Analysis | None = None,
    cancel: Cancel | None = None,
) -> None:
    """Write the page of an item, in the item's language. `pads`: formalizations attached to the
    items, as in `--pads`. `seconds` is the solver's total time.

    Raises:
        OutsideError: the file cannot be written.
        Cancelled: by `cancel`.
    """
    page = page_of(item, sources, pads=pads, seconds=seconds, analysis=analysis, cancel=cancel)
    save_text(path, page)


def page_of(
    item: Item,
    sources: Sequence[str],
    *,
    pads: str = "",
    seconds: float = SECONDS,
    analysis: Analysis | None = None,
    cancel: Cancel | None = None,
) -> str:
    """The page as text; a known `analysis` is not repeated."""
    work = PageWork(item, seconds, cancel)
    item_analysis = work.analysis() if analysis is None else analysis
    behind = work.refutation_reasons(item_analysis)
    diffs = work.diffs(item_analysis)
    aligned: Sequence[Alignment] = ()
    pad = ""
    if item_analysis.formal is not None:
        aligned = align(item, item_analysis.formal.problem)
        # The page already has the notes.
        pad = formal_pad(item, notes=False)
    language: Language = "zh" if item.language.startswith("zh") else "en"
    # The folders of the machine it was made on are private.
    names = [*sources, *([pads] if pads else [])]
    files = [quote(name if name.startswith(SETS) else Path(name).name) for name in names]
    if pads:
        files.insert(-1, "--pads")
    command = " ".join(["countermodel verify", *files])
    late = Unfinished(seconds, undecided(item_analysis), tuple(work.omitted_names))
    page = SharePage(
        item_analysis, aligned, diffs, behind, late, program_version(), language, command, pad
    )
    return page.html()


class PageWork:
    """The solver's work for a page, in order of importance, within a total time."""

    def __init__(self, item: Item, seconds: float, cancel: Cancel | None) -> None:
        """The time starts now and lasts `seconds`."""
        self.item = item
        self.cancel = cancel
        self.budget = Budget.of(seconds, cancel)
        self.omitted_names: list[str] = []
        """What was not finished in time: names of variants, and of questions whose refuted gold was
        not examined."""

    def _share(self, piece_count: int) -> float:
        """Seconds for the next of the remaining pieces."""
        return self.budget.left / max(piece_count, 1)

    def analysis(self) -> Analysis:
        """The complete analysis of the item: quick at first, then with more time per question while
        one is undecided. If a round does not end in half of the total time, the result of the
        previous one is used."""
        first, *more = ROUNDS
        item_analysis = analyse(
            self.item,
            limits=limits_of(first),
            timeout=first,
            cancel=self.cancel,
            shared_budget=self.budget.at_most(self._share(2)),
        )
        with suppress(Cancelled), timed(self._share(2), self.cancel) as token:
            for seconds in more:
                if not undecided(item_analysis):
                    break
                item_analysis = analyse(
                    self.item, limits=limits_of(seconds), timeout=seconds, cancel=token
                )
        proceed(self.cancel)
        return item_analysis

    def refutation_reasons(self, item_analysis: Analysis) -> dict[int, RefutationReasons]:
        """For each refuted gold, by the place of its part: the conditions under which it would be
        right, and what it counts."""
        outcome: dict[int, RefutationReasons] = {}
        refuted = [
            question_analysis
            for question_analysis in item_analysis.questions
            if question_analysis.place is not None and question_analysis.question is not None
            if question_analysis.refutation is not None
            and question_analysis.question.gold is not None
        ]
        for number, question_analysis in enumerate(refuted):
            assert question_analysis.place is not None
            assert question_analysis.question is not None
            pieces = len(refuted) - number + 1
            try:
                with timed(self._share(pieces), self.cancel) as token:
                    outcome[question_analysis.place] = self._behind(
                        item_analysis, question_analysis, question_analysis.place, token
                    )
                    proceed(token)
            except Cancelled:
                proceed(self.cancel)
                outcome.pop(question_analysis.place, None)
                self.omitted_names.append(question_analysis.question.id)
        return outcome

    def _behind(
        self,
        item_analysis: Analysis,
        question_analysis: QuestionAnalysis,
        place: int,
        token: Cancel,
    ) -> RefutationReasons:
        formal, question = item_analysis.formal, question_analysis.question
        assert formal is not None
        assert question is not None
        assert question.gold is not None
        timeout = min(ROUNDS[-1], self.budget.left)
        session = Session(
            item_analysis.theories[question_analysis.under].theory, (), "auto", timeout, token
        )
        members = None
        query = question_analysis.query
        lister = None if query is None else kind_of(query.kind).listed_by
        if query is not None and lister is not None:
            listing = replace(query, kind=lister)
            members = session.ask(listing, limit=MOST_ROWS, want_supports=False).answer
        blocking = blocking_premises(
            *(item_analysis.item, formal, place, question.gold, session),
            refutation=question_analysis.refutation,
            cancel=token,
        )
        misread = smallest(item_analysis.item, place, question.gold, timeout=timeout, cancel=token)
        return RefutationReasons(blocking, misread, members)

    def diffs(self, item_analysis: Analysis) -> list[Diff]:
        """The difference that each variant makes."""
        outcome: list[Diff] = []
        if item_analysis.formal is None:
            return outcome
        problem = item_analysis.formal.problem
        names = list(problem.variants)[:MOST_VARIANTS]
        for number, name in enumerate(names):
            seconds = self._share(len(names) - number)
            # Every query is asked on both sides, and what the premises allow is asked four times.
            timeout = min(ROUNDS[-1], seconds / (2 * len(problem.queries) + 4))
            try:
                with timed(seconds, self.cancel) as token:
                    variant_diff = diff(
                        problem, name, limit=DIFF_ROWS, timeout=timeout, cancel=token
                    )
                    proceed(token)
                outcome.append(variant_diff)
            except Cancelled:
                proceed(self.cancel)
                self.omitted_names.append(name)
        return outcome
