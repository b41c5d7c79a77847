"""The solver's findings as lines of text for a terminal: worlds, tables of models, queries.

Owns the layout that `solve` and `diff` share. Everything that comes from items passes `plain`;
colours are not used, so nothing is lost in a pipe. The words for verdicts and worlds are in
`solver.explain`.
"""

from collections.abc import Iterator, Mapping, Sequence

from solver.explain import structure_lines, verdict_words, world_in_words
from solver.kinds.base import text_of
from solver.kinds.registry import kind_of, verdict_word
from solver.kinds.words import Claim
from solver.language.printer import print_formula
from solver.language.problem import BASELINE, Query, Theory
from solver.language.syntax import Signature
from solver.language.words import Language
from solver.phrases import phrase
from solver.results import (
    EngineAnswer,
    EngineName,
    Model,
    QueryReport,
    Structure,
    Supports,
    TheoryReport,
    Verdict,
    World,
)
from tui.i18n import _
from tui.text import pad, plain, width, wrap

TRUE, FALSE = "●", "·"
INDENT = "   "
MOST_SUPPORTS = 6
"""Number of supports listed; the others are counted."""


# --- pieces ------------------------------------------------------------------------------------


def indented(text: str, cells: int, indent: str = INDENT) -> list[str]:
    """A text in lines of at most `cells` cells, all indented."""
    return [indent + line for line in wrap(plain(text), cells - len(indent))]


def query_text(query: Query, with_variant: bool = True) -> str:
    """The query with its formulas in Unicode notation; `with_variant` adds its variant."""
    return text_of(kind_of(query.kind), query, under=with_variant)


def premise_numbers(numbers: Sequence[int]) -> str:
    """Premise numbers for people, starting from 1."""
    return " ".join(str(number + 1) for number in numbers) or _("none")


def cell(value: bool | str) -> str:
    """A value in a table."""
    if isinstance(value, str):
        return plain(value)
    return TRUE if value else FALSE


def model_table(models: Sequence[Model], cells: int, marks: Sequence[str] = ()) -> list[str]:
    """Models as a table with one row each, `marks` before the rows. A table wider than `cells` is
    continued below, with numbered rows."""
    if not models:
        return []
    keys = list(models[0])
    if not keys:
        return [f"{INDENT}(nothing to list)"] * len(models)
    columns = [
        [plain(key), *(cell(model[key]) for model in models)] for key in keys if key in models[0]
    ]
    widths = [max(width(text) for text in column) for column in columns]
    heads = list(marks) or [""] * len(models)
    blocks = _blocks(widths, cells - len(INDENT) - 4)
    if len(blocks) > 1 and not marks and len(models) > 1:
        heads = [str(row + 1) for row in range(len(models))]
    margin = max((width(head) for head in heads), default=0)
    lines: list[str] = []
    for block in blocks:
        for row in range(len(models) + 1):
            head = pad(heads[row - 1] if row else "", margin)
            texts = [pad(columns[place][row], widths[place]) for place in block]
            lines.append(f"{INDENT}{head} {'  '.join(texts)}".rstrip())
    return lines


def _blocks(widths: Sequence[int], cells: int) -> list[list[int]]:
    """Groups of columns that fit next to one another."""
    blocks: list[list[int]] = [[]]
    used = 0
    for place, size in enumerate(widths):
        if blocks[-1] and used + size + 2 > cells:
            blocks.append([])
            used = 0
        blocks[-1].append(place)
        used += size + 2
    return blocks


def world_lines(world: World, signature: Signature, language: Language, cells: int) -> list[str]:
    """A world as a table (a structure as its individuals and extensions), then in words."""
    if isinstance(world, Structure):
        lines = [line for text in structure_lines(world) for line in indented(text, cells)]
    else:
        lines = model_table([world], cells)
    gap = "" if language == "zh" else " "
    message = gap.join(world_in_words(world, signature, language))
    return [*lines, *indented(message, cells, INDENT + " ")] if message else lines


def theory_lines(theory: Theory, report: TheoryReport, cells: int) -> list[str]:
    """Whether the premises are consistent; if not, which ones contradict one another."""
    name = "The premises" if theory.name == BASELINE else f"The premises under {theory.name}"
    if report.consistent is None:
        return indented(f"? Whether {name.lower()} are consistent is not decided.", cells, "")
    if report.consistent:
        return indented(f"{name} are consistent.", cells, "")
    lines = [*indented(f"✗ {name} contradict one another; verdicts are classical.", cells, "")]
    conflict = set(report.conflict or ())
    if conflict:
        lines.append(f"  No world satisfies premises {premise_numbers(sorted(conflict))}:")
    for premise in theory.premises:
        if premise.number in conflict:
            text = print_formula(premise.formula)
            first, *rest = wrap(plain(text), cells - 7)
            lines.append(f"{premise.number + 1:>5}  {first}")
            lines.extend(f"       {line}" for line in rest)
    return lines


# --- queries -----------------------------------------------------------------------------------


def _answer(answer: EngineAnswer, language: Language, cells: int) -> Iterator[str]:
    if answer.unknown:
        reason = f" ({answer.reason})" if answer.reason else ""
        yield from indented(verdict_words(Verdict.UNKNOWN, language) + reason, cells)
        if answer.count:
            yield f"{INDENT}at least {answer.count}, when it stopped"
    elif answer.verdict is not None:
        yield from indented(verdict_words(answer.verdict, language), cells)
    if answer.projection is not None:
        listed = ", ".join(answer.projection) or "none of them"
        yield from indented(listed, cells)
    if answer.solution is not None:
        yield from model_table([answer.solution], cells)
    if answer.models is not None:
        yield from _listed(answer, cells)
    elif answer.count is not None and answer.verdict is None:
        yield f"{INDENT}{answer.count}"


def _listed(answer: EngineAnswer, cells: int) -> Iterator[str]:
    models = answer.models or ()
    if not answer.unknown and answer.count is not None:
        cut_note = "" if len(models) == answer.count else f", {len(models)} shown"
        word = "assignment" if answer.count == 1 else "assignments"
        bound = "at least " if answer.reason else ""
        yield f"{INDENT}{bound}{answer.count} {word}{cut_note}"
    yield from model_table(models, cells)


def answer_brief(answer: EngineAnswer) -> str:
    """The answer in the formal language's own form, in one line."""
    if answer.unknown:
        return f"unknown ({answer.reason})" if answer.reason else "unknown"
    if answer.solution is not None:
        return f"{answer.verdict} {{{_row(answer.solution)}}}"
    if answer.verdict is not None:
        return str(answer.verdict)
    if answer.projection is not None:
        return f"{{{', '.join(answer.projection)}}}"
    if answer.models is not None:
        more = "" if answer.exhausted else ", …"
        return f"{{{', '.join(_row(model) for model in answer.models)}{more}}}"
    return str(answer.count)


def _row(model: Model) -> str:
    """The true targets of a model, Enum targets with their values."""
    messages = [
        key if value is True else f"{key}={value}"
        for key, value in model.items()
        if value is not False
    ]
    return f"({', '.join(messages)})"


def supports_text(supports: Supports) -> str:
    """`premises 1 2 3, or 1 4`, with a note about omitted or unknown supports."""
    support_texts = [premise_numbers(chosen) for chosen in supports.sets[:MOST_SUPPORTS]]
    text: str = phrase("premises {a}", a=", or ".join(support_texts))
    more = len(supports.sets) - len(support_texts)
    if more > 0:
        text += f", or {more} other sets"
    return text if supports.exhausted else f"{text}, and perhaps others"


def _engines(engines: Mapping[EngineName, EngineAnswer], engines_agree: bool | None) -> str:
    names = " and ".join(engines)
    time = f"{sum(answer.milliseconds for answer in engines.values()):.1f} ms"
    note = next((answer.note for answer in engines.values() if answer.note), "")
    if len(engines) == 1:
        message = names
    elif engines_agree is None:
        message = "; ".join(
            f"{name}: {answer.reason or 'answered' if answer.unknown else 'answered'}"
            for name, answer in engines.items()
        )
    else:
        message = (
            f"{names} {'agree' if engines_agree else 'DISAGREE, which is a fault in the program'}"
        )
    return " · ".join(part for part in (message, note, time) if part)


def _deciding_worlds(report: QueryReport) -> Iterator[tuple[World, str]]:
    """The worlds that show the verdict, each with what it shows."""
    answer = report.answer
    word = verdict_word(answer.verdict)
    if word is None:
        return
    if word.claim is Claim.FAILS:
        worlds = [(answer.countermodel, "It fails in this world:")] if report.query.formula else []
    elif word.claim is Claim.HOLDS:
        worlds = [(answer.witness, "It holds in this world:")]
    elif word.shown:
        worlds = [
            (answer.witness, "One world is this:"),
            (answer.countermodel, "Another is this:"),
        ]
    else:
        worlds = []
    for world, title in worlds:
        if world is not None:
            yield world, title


def query_lines(
    label: str, report: QueryReport, signature: Signature, language: Language, cells: int
) -> Iterator[str]:
    """A query with its verdict, the worlds that show it, and the premises it needs."""
    lead = pad(plain(label), 2)
    first, *rest = wrap(plain(query_text(report.query)), cells - width(lead) - 1)
    yield f"{lead} {first}"
    yield from (INDENT + line for line in rest)
    answer = report.answer
    yield from _answer(answer, language, cells)
    if report.supports is not None:
        if report.supports.sets:
            yield from indented(f"needs {supports_text(report.supports)}", cells)
        else:
            yield f"{INDENT}the premises it needs are not known"
    for world, title in _deciding_worlds(report):
        yield INDENT + title
        yield from world_lines(world, signature, language, cells)
    yield from indented(_engines(report.engines, report.agree), cells)
