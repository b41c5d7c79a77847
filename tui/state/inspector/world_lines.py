"""A world as lines: a table of its symbols, or individuals with their predicates; then in words.

Owns the layout of one world. `solver.explain` owns the words; the models screen draws tables of
many models.
"""

from collections.abc import Sequence

from solver.explain import MOST_ROWS, world_in_words
from solver.inspection.facts import arity
from solver.language.syntax import Signature
from solver.language.words import Language
from solver.results import Structure, World
from solver.structures import in_order
from tui.i18n import _
from tui.state.draft import Line, Piece, Role
from tui.text import pad, plain, width, wrap

TRUE, FALSE = "●", "·"
GAP = 2
MOST_RELATED = 8
"""Maximum number of individuals for showing a relation as a table."""


def world_lines(
    world: World, signature: Signature, language: Language, cells: int, indent: int = 1
) -> list[Line]:
    """The world as a table, then as sentences."""
    message = world_story(world, signature, language)
    return [
        *world_table(world, signature, cells, indent),
        *text_lines(message, cells, "muted", indent),
    ]


def world_table(world: World, signature: Signature, cells: int, indent: int = 1) -> list[Line]:
    """The world as a table."""
    if isinstance(world, Structure):
        return structure_lines(world, signature, cells, indent)
    keys = list(world)
    return table([plain(key) for key in keys], [[world[key] for key in keys]], cells, indent)


def world_story(world: World, signature: Signature, language: Language) -> str:
    """The world as sentences."""
    return ("" if language == "zh" else " ").join(world_in_words(world, signature, language))


def text_lines(text: str, cells: int, role: Role = "plain", indent: int = 0) -> list[Line]:
    """A text in lines."""
    if not text:
        return []
    lead = Piece(" " * indent)
    return [Line((lead, Piece(row, role))) for row in wrap(plain(text), max(cells - indent, 8))]


def table(
    heads: Sequence[str],
    rows: Sequence[Sequence[bool | str]],
    cells: int,
    indent: int = 1,
    names: Sequence[str] = (),
) -> list[Line]:
    """Rows of values below their heads; columns that do not fit continue below. `names` are the
    labels of the rows."""
    if not heads:
        return [Line((Piece(" " * indent), Piece(_("(no symbols)"), "muted")))]
    columns = [[row[n] for row in rows] for n in range(len(heads))]
    sizes = [
        max(width(head), *(width(value_text(value)) for value in column), 1)
        for head, column in zip(heads, columns, strict=True)
    ]
    margin = max((width(name) for name in names), default=0)
    lines: list[Line] = []
    for block in blocks(sizes, cells - indent - (margin + GAP if margin else 0)):
        lead = " " * (indent + (margin + GAP if margin else 0))
        # The last column has nothing to its right and needs no gap.
        room = {n: sizes[n] + GAP * (n != block[-1]) for n in block}
        lines.append(Line((Piece(lead), *(Piece(pad(heads[n], room[n]), "key") for n in block))))
        for row in range(len(rows)):
            pieces = [Piece(" " * indent)]
            if margin:
                pieces.append(Piece(pad(names[row], margin + GAP), "key"))
            for n in block:
                value = columns[n][row]
                role: Role = "muted" if value is False else "chosen"
                pieces.append(Piece(pad(value_text(value), room[n]), role))
            lines.append(Line(tuple(pieces)))
    return lines


def value_text(value: bool | str) -> str:
    """A value in a table."""
    if isinstance(value, str):
        return plain(value)
    return TRUE if value else FALSE


def blocks(sizes: Sequence[int], cells: int) -> list[list[int]]:
    """Indices of columns that fit side by side."""
    column_blocks: list[list[int]] = [[]]
    used = 0
    for place, size in enumerate(sizes):
        if column_blocks[-1] and used + size > cells:
            column_blocks.append([])
            used = 0
        column_blocks[-1].append(place)
        used += size + GAP
    return column_blocks


# --- structures ----------------------------------------------------------------------------------


def structure_lines(
    structure: Structure, signature: Signature, cells: int, indent: int = 1
) -> list[Line]:
    """Individuals with the unary predicates that hold of them, then relations, then everything else
    that has a value."""
    domain = structure.domain
    names = [plain(_called(element, structure)) for element in domain]
    arities = {key: arity(key, tuples, signature) for key, tuples in structure.predicates.items()}
    single = [key for key in structure.predicates if arities[key] == 1]
    lines: list[Line] = []
    if single:
        rows = [[(element,) in structure.predicates[key] for key in single] for element in domain]
        lines += table([plain(key) for key in single], rows, cells, indent, names)
    else:
        lines += text_lines(
            _("individuals: {names}").format(names=", ".join(names)), cells, "plain", indent
        )
    lines += text_lines(constants_text(structure), cells, "muted", indent)
    for key, tuples in structure.predicates.items():
        if arities[key] == 2 and len(domain) <= MOST_RELATED and tuples:
            lines += _relation(plain(key), tuples, domain, cells, indent)
            lines += text_lines(arrows_text(tuples, domain), cells, "plain", indent + 1)
        elif arities[key] != 1:
            lines += text_lines(f"{key}: {_listed(tuples, structure)}", cells, "plain", indent)
    if structure.values:
        keys = list(structure.values)
        lines += table(
            [plain(key) for key in keys], [[structure.values[key] for key in keys]], cells, indent
        )
    return lines


def constants_text(structure: Structure) -> str:
    """The individual of each constant; empty where there are no constants."""
    named: dict[str, list[str]] = {}
    for name, element in structure.constants.items():
        named.setdefault(element, []).append(name)
    messages = [
        f"{' = '.join([element, *(n for n in names if n != element)])}"
        if element in names
        else f"{' = '.join(names)} = {element}"
        for element, names in named.items()
    ]
    other = [element for element in structure.domain if element not in named]
    if not messages:
        return ""
    text = _("constants: {names}").format(names=", ".join(messages))
    if len(named) == len(structure.constants) > 1:
        text += _(" (no two are one individual)")
    return (
        _("{text}; without a name: {names}").format(text=text, names=", ".join(other))
        if other
        else text
    )


def arrows_text(tuples: frozenset[tuple[str, ...]], domain: Sequence[str]) -> str:
    """A binary relation as arrows: `a → b c · b ↺` for a to b, a to c, and b to itself."""
    arrows = []
    for first in domain:
        others = [element for element in domain if element != first and (first, element) in tuples]
        loop = " ↺" if (first, first) in tuples else ""
        if others or loop:
            arrow = f" → {' '.join(others)}" if others else ""
            arrows.append(f"{first}{loop}{arrow}")
    return " · ".join(arrows)


def _called(element: str, structure: Structure) -> str:
    """An individual with its other names."""
    others = [n for n, e in structure.constants.items() if e == element and n != element]
    return " = ".join([element, *others])


def _relation(
    key: str,
    tuples: frozenset[tuple[str, ...]],
    domain: Sequence[str],
    cells: int,
    indent: int,
) -> list[Line]:
    rows = [[(start, other) in tuples for other in domain] for start in domain]
    head = Line((Piece(" " * indent), Piece(key, "key"), Piece(_("  (row, column)"), "muted")))
    names = [plain(element) for element in domain]
    return [head, *table(names, rows, cells, indent + 1, names)]


def _listed(tuples: frozenset[tuple[str, ...]], structure: Structure) -> str:
    if not tuples:
        return _("holds of nothing")
    listed = [f"({', '.join(texts)})" for texts in in_order(tuples, structure)[:MOST_ROWS]]
    if len(tuples) > MOST_ROWS:
        listed.append(_("{n} more").format(n=len(tuples) - MOST_ROWS))
    return ", ".join(listed)
