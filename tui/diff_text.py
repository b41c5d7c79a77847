"""The difference between two variants, as lines of text for a terminal.

Owns the layout of `diff`; tables and worlds come from `tui.solution_text`.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from solver.diff import Diff, DistinguishingStructure, Part, QueryChange
from solver.kinds.registry import verdict_word
from solver.kinds.words import Claim
from solver.language.printer import print_formula
from solver.language.problem import Theory
from solver.language.syntax import Signature
from solver.language.words import Language
from solver.results import EngineAnswer, World
from tui.i18n import _, ngettext
from tui.solution_text import (
    INDENT,
    answer_brief,
    indented,
    model_table,
    query_text,
    supports_text,
    theory_lines,
    world_lines,
)
from tui.text import plain, wrap

KEPT, REMOVED, ADDED = "=", "−", "+"
"""Marks of rows in both variants, only in the first, and only in the second."""


def premise_lines(before: Theory, after: Theory, cells: int) -> Iterator[str]:
    """The premises and definitions that differ, with their numbers."""
    old_formulas = {premise.number: premise.formula for premise in before.premises}
    new_formulas = {premise.number: premise.formula for premise in after.premises}
    for number in sorted(old_formulas.keys() | new_formulas.keys()):
        old, new = old_formulas.get(number), new_formulas.get(number)
        if old == new:
            continue
        if new is None:
            mark, text = REMOVED, print_formula(old_formulas[number])
        elif old is None:
            mark, text = ADDED, print_formula(new)
        else:
            mark, text = "✎", f"{print_formula(old)}   ⇒   {print_formula(new)}"
        yield from _numbered(f"{number + 1:>3} {mark}", text, cells)
    for name in {**before.definitions, **after.definitions}:
        formulas = [
            print_formula(side.definitions[name]) if name in side.definitions else "–"
            for side in (before, after)
        ]
        if formulas[0] != formulas[1]:
            yield from _numbered("    ✎", f"{name}: {formulas[0]}   ⇒   {formulas[1]}", cells)


def _numbered(head: str, text: str, cells: int) -> Iterator[str]:
    first, *rest = wrap(plain(text), cells - len(head) - 1)
    yield f"{head} {first}"
    yield from (" " * (len(head) + 1) + line for line in rest)


def _models(count: int | None) -> str:
    if count is None:
        return _("models not counted")
    return ngettext("{n} model", "{n} models", count).format(n=count)


def _part_line(part: Part, word: str) -> str:
    cut = ""
    if not part.exhausted and part.models is not None:
        cut = " " + _("({n} shown)").format(n=len(part.models))
    return f"{part.count} {word}{cut}"


def apart_text(structure: DistinguishingStructure, allowing_side: str, forbidding_side: str) -> str:
    """A sentence about structures that one side allows and the other forbids."""
    allowing_side, forbidding_side = plain(_(allowing_side)), plain(_(forbidding_side))
    if structure.exists is None:
        message = _("Whether {one} allows a structure that {other} forbids is not known.")
        if structure.reason:
            message = _(
                "Whether {one} allows a structure that {other} forbids is not known ({reason})."
            )
    elif not structure.exists:
        message = _("{one} allows no structure that {other} forbids.")
    elif structure.world is None:
        message = _("{one} allows a structure that {other} forbids, but none could be shown.")
    else:
        message = _("{one} allows this structure, and {other} forbids it:")
    return message.format(one=allowing_side, other=forbidding_side, reason=_(structure.reason))


def _apart(diff: Diff, signature: Signature, language: Language, cells: int) -> Iterator[str]:
    sides = (
        (REMOVED, diff.only_before, diff.before, diff.after),
        (ADDED, diff.only_after, diff.after, diff.before),
    )
    for mark, apart, allowing, forbidding in sides:
        if apart is not None:
            text = apart_text(apart, allowing, forbidding)
            yield from indented(f"{mark} {text}", cells, "")
            if apart.world is not None:
                yield from world_lines(apart.world, signature, language, cells)


def model_lines(diff: Diff, signature: Signature, language: Language, cells: int) -> Iterator[str]:
    """The models kept, removed and added, in one table; for first-order premises, a structure that
    one side allows and the other forbids."""
    if diff.reason:
        yield from indented(
            _("Models are not listed: {reason}.").format(reason=_(diff.reason)), cells, ""
        )
        yield from _apart(diff, signature, language, cells)
        return
    yield (
        f"{plain(diff.before)}: {_models(diff.count_before)}   "
        f"{plain(diff.after)}: {_models(diff.count_after)}"
    )
    words = _("kept"), _("removed"), _("added")
    yield INDENT + ", ".join(
        [
            f"{KEPT} {_part_line(diff.kept, words[0])}",
            f"{REMOVED} {_part_line(diff.removed, words[1])}",
            f"{ADDED} {_part_line(diff.added, words[2])}",
        ]
    )
    rows = [
        (mark, model)
        for mark, part in ((KEPT, diff.kept), (REMOVED, diff.removed), (ADDED, diff.added))
        for model in part.models or ()
    ]
    yield from model_table([model for _, model in rows], cells, [mark for mark, _ in rows])


def _change(
    number: int,
    diff: Diff,
    change: QueryChange,
    signature: Signature,
    language: Language,
    cells: int,
) -> Iterator[str]:
    mark = {True: "≠", False: "=", None: "?"}[change.changed]
    yield from _numbered(f"{number:<2} {mark}", query_text(change.query, with_variant=False), cells)
    sides = ((diff.before, change.before), (diff.after, change.after))
    for place, (name, report) in enumerate(sides):
        message = answer_brief(report.answer)
        if change.answers is not None:
            message = f"{change.answers[place].capitalize()} ({message})"
        if report.supports is not None and report.supports.sets:
            message += f", needs {supports_text(report.supports)}"
        yield from indented(f"{name}: {message}", cells, INDENT + "  ")
    world = _deciding_world(change.after.answer)
    if change.changed and world is not None:
        yield f"{INDENT}  Under {plain(diff.after)}, such a world:"
        yield from world_lines(world, signature, language, cells)


def option_lines(rows: Sequence[Mapping[str, Any]], diff: Diff, cells: int) -> Iterator[str]:
    """The standing of each option on both sides, from the rows of `diff --json`. Questions without
    options are left out, as their queries are already listed."""
    for row in rows:
        question, blank, option = row["label"].partition(" ")
        if not blank:
            continue
        mark = {True: "≠", False: "=", None: "?"}[row["changed"]]
        yield ""
        yield from _numbered(f"{plain(question)} {plain(option)} {mark}", row["asked"], cells)
        for name, verdict in ((diff.before, row["before"]), (diff.after, row["after"])):
            yield from indented(plain(f"{name}: {verdict}"), cells, INDENT + "  ")


def _deciding_world(answer: EngineAnswer) -> World | None:
    word = verdict_word(answer.verdict)
    if word is None or answer.models is not None:
        return None
    if word.claim is Claim.FAILS:
        return answer.countermodel
    return answer.witness if word.claim is Claim.HOLDS else None


def diff_lines(
    diff: Diff, before: Theory, after: Theory, language: Language, cells: int
) -> Iterator[str]:
    """The whole difference: premises, consistency, models and queries."""
    yield from premise_lines(before, after, cells)
    yield ""
    for side in (before, after):
        yield from theory_lines(side, diff.theories[side.name], cells)
    yield ""
    signature = Signature({**before.signature.symbols, **after.signature.symbols})
    yield from model_lines(diff, signature, language, cells)
    for number, change in enumerate(diff.queries, start=1):
        yield ""
        yield from _change(number, diff, change, after.signature, language, cells)
