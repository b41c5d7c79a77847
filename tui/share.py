"""An item as a page: what is worked out for it, and where it is written.

Owns the work behind `inspect --share` and the screen's action. The page is `tui.share_page`'s.
"""

from collections.abc import Sequence
from pathlib import Path
from shlex import quote

from items.inspection.alignment import Alignment, align
from items.inspection.analyse import analyse
from items.inspection.analysis import Analysis
from items.inspection.blocking import blocking_premises
from items.models import Item
from items.save import save_text
from items.scratch import formal_pad
from items.sources.files import BUILTIN, PADS
from solver.cancel import Cancel, proceed
from solver.diff import Diff, diff
from solver.language.words import Language
from solver.queries import Session
from study.diagnosis.smallest import smallest
from tui.share_page import DIFF_ROWS, Behind, SharePage
from tui.version import program_version

SETS = (BUILTIN, PADS)
"""How sources begin that are no files."""
SECONDS = 10.0
"""For one question."""
MOST_VARIANTS = 12


def share(
    item: Item,
    path: Path,
    sources: Sequence[str],
    *,
    pads: str = "",
    timeout: float = SECONDS,
    analysis: Analysis | None = None,
    cancel: Cancel | None = None,
) -> None:
    """Write the page of an item, in the item's language. `pads`: the formalizations put on the
    items, as `--pads` takes them.

    Raises:
        OutsideError: the file cannot be written.
        Cancelled: by `cancel`.
    """
    page = page_of(item, sources, pads=pads, timeout=timeout, analysis=analysis, cancel=cancel)
    save_text(path, page)


def page_of(
    item: Item,
    sources: Sequence[str],
    *,
    pads: str = "",
    timeout: float = SECONDS,
    analysis: Analysis | None = None,
    cancel: Cancel | None = None,
) -> str:
    """The page as text; `analysis`, where it is known already, is not worked out again."""
    known = analyse(item, timeout=timeout, cancel=cancel) if analysis is None else analysis
    diffs: list[Diff] = []
    aligned: Sequence[Alignment] = ()
    pad = ""
    if known.formal is not None:
        problem = known.formal.problem
        aligned = align(item, problem)
        for name in list(problem.variants)[:MOST_VARIANTS]:
            proceed(cancel)
            diffs.append(diff(problem, name, limit=DIFF_ROWS, timeout=timeout, cancel=cancel))
        # The notes stand on the page already.
        pad = formal_pad(item, notes=False)
    language: Language = "zh" if item.language.startswith("zh") else "en"
    # Folders of the machine it was made on are nobody's business.
    names = [*sources, *([pads] if pads else [])]
    files = [quote(name if name.startswith(SETS) else Path(name).name) for name in names]
    if pads:
        files.insert(-1, "--pads")
    command = " ".join(["countermodel verify", *files])
    behind = _behind(known, timeout, cancel)
    page = SharePage(known, aligned, diffs, behind, program_version(), language, command, pad)
    return page.html()


def _behind(known: Analysis, timeout: float, cancel: Cancel | None) -> dict[int, Behind]:
    """What refuted golds would be right under, by the places of their parts."""
    outcome: dict[int, Behind] = {}
    for asked in known.questions:
        gold = None if asked.question is None else asked.question.gold
        if asked.place is None or asked.refutation is None or gold is None or known.formal is None:
            continue
        session = Session(known.theories[asked.under].theory, (), "auto", timeout, cancel)
        without = blocking_premises(
            known.item,
            known.formal,
            asked.place,
            gold,
            session,
            refutation=asked.refutation,
            cancel=cancel,
        )
        misread = smallest(known.item, asked.place, gold, timeout=timeout, cancel=cancel)
        outcome[asked.place] = Behind(without, misread)
    return outcome
