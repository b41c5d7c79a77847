"""Models and structures as files: CSV and JSON of the rows, SVG of a table or of relations.

Owns the three formats. The screen chooses the rows. Text is escaped, since names come from items.
"""

import csv
import io
import json
from collections.abc import Mapping, Sequence
from html import escape
from math import cos, hypot, pi, sin

from items.hidden_text import controls_escaped
from solver.inspection.facts import arity
from solver.inspection.model_table import Value
from solver.language.syntax import Signature
from solver.results import Structure
from tui.text import plain, width

FORMS = (".csv", ".json", ".svg")
LINE, LETTER, PAD = 22, 9, 12
"""Height of a row, width of a text cell, margin, in pixels."""
CIRCLE, RADIUS = 110, 16
"""Radii of the circle of individuals, and of each of them, in pixels."""
DASHES = ("", "8 4", "2 3", "10 3 2 3", "5 2", "1 4")
"""Dash patterns for the lines of relations, in order: colours alone would not distinguish them."""
COLOURS = ("#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#8c564b", "#17becf")


def rows_file(form: str, keys: Sequence[str], rows: Sequence[Sequence[Value]], message: str) -> str:
    """Rows in a format; `message` describes them."""
    if form == ".csv":
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(keys)
        writer.writerows([[_plain(value) for value in row] for row in rows])
        return out.getvalue()
    if form == ".json":
        entries = [dict(zip(keys, row, strict=True)) for row in rows]
        return _json({"about": message, "models": entries})
    return rows_svg(keys, rows, message)


def _json(data: Mapping[str, object]) -> str:
    return controls_escaped(json.dumps(data, ensure_ascii=False, indent=1)) + "\n"


def structures_file(
    form: str, structures: Sequence[Structure], signature: Signature, message: str
) -> str:
    """Structures in a format: CSV has one line per fact, SVG one drawing per structure."""
    if form == ".csv":
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(["structure", "fact", "arguments", "value"])
        for number, structure in enumerate(structures, 1):
            for name, element in structure.constants.items():
                writer.writerow([number, name, "", element])
            for name, value in structure.values.items():
                writer.writerow([number, name, "", _plain(value)])
            for name, tuples in structure.predicates.items():
                for row in sorted(tuples):
                    writer.writerow([number, name, " ".join(row), "true"])
        return out.getvalue()
    if form == ".json":
        listed = [
            {
                "domain": list(entry.domain),
                "constants": dict(entry.constants),
                "predicates": {k: sorted(map(list, rows)) for k, rows in entry.predicates.items()},
                "values": dict(entry.values),
            }
            for entry in structures
        ]
        return _json({"about": message, "structures": listed})
    return structures_svg(structures, signature, message)


def _plain(value: Value) -> str:
    return value if isinstance(value, str) else "true" if value else "false"


# --- drawings ------------------------------------------------------------------------------------


def rows_svg(keys: Sequence[str], rows: Sequence[Sequence[Value]], message: str) -> str:
    """Rows as a table."""
    heads = [plain(key) for key in keys]
    cells = [[_mark(value) for value in row] for row in rows]
    sizes = [
        (max([width(head), *(width(row[n]) for row in cells)]) + 2) * LETTER
        for n, head in enumerate(heads)
    ]
    places = [PAD + sum(sizes[:n]) for n in range(len(sizes))]
    parts = [_text(PAD, PAD + 14, plain(message), "500")]
    top = PAD + 2 * LINE
    parts += [_text(x, top, head, "700") for x, head in zip(places, heads, strict=True)]
    for number, row in enumerate(cells, 1):
        y = top + number * LINE
        parts += [_text(x, y, text) for x, text in zip(places, row, strict=True)]
    wide = max(sum(sizes), width(plain(message)) * LETTER) + 2 * PAD
    return _drawing(wide, top + len(cells) * LINE + PAD, parts, message)


def structures_svg(structures: Sequence[Structure], signature: Signature, message: str) -> str:
    """Structures, one below the other: individuals on a circle with the predicates that hold of
    them, an arrow for each pair of a relation, longer tuples as text."""
    parts = [_text(PAD, PAD + 14, plain(message), "500")]
    y, wide = PAD + 2 * LINE, float(width(plain(message)) * LETTER)
    for number, structure in enumerate(structures, 1):
        drawn, across, down = _structure(
            structure, signature, y, number if len(structures) > 1 else 0
        )
        parts += drawn
        wide, y = max(wide, across), y + down
    return _drawing(wide + 2 * PAD, y + PAD, parts, message)


def _structure(
    structure: Structure, signature: Signature, top: int, number: int
) -> tuple[list[str], float, int]:
    """The parts of a drawing, its width and height."""
    parts: list[str] = []
    labels = {element: _called(structure, element, signature) for element in structure.domain}
    reach = max(width(label) for label in labels.values()) * LETTER
    middle = PAD + reach + CIRCLE + RADIUS
    y = top
    if number:
        parts.append(_text(PAD, y, str(number), "700"))
    centre = y + CIRCLE + 2 * RADIUS
    n = len(structure.domain)
    spots = {
        element: (
            middle + (CIRCLE * sin(2 * pi * place / n) if n > 1 else 0),
            centre - (CIRCLE * cos(2 * pi * place / n) if n > 1 else 0),
        )
        for place, element in enumerate(structure.domain)
    }
    binary = [key for key, rows in structure.predicates.items() if arity(key, rows, signature) == 2]
    for place, key in enumerate(binary):
        colour = COLOURS[place % len(COLOURS)]
        dash = _dash(place)
        for first, second in sorted(structure.predicates[key]):
            parts.append(_arrow(spots[first], spots[second], colour, dash, place))
    for element, (x, spot) in spots.items():
        parts.append(
            f'<circle cx="{x:.1f}" cy="{spot:.1f}" r="{RADIUS}" fill="white" stroke="#222"/>'
        )
        parts.append(_text(x, spot + 5, plain(element)[:3], "700", "middle"))
        offset = RADIUS + 6 if x >= middle - 1 else -(RADIUS + 6)
        parts.append(
            _text(x + offset, spot + 5, labels[element], "400", "start" if offset > 0 else "end")
        )
    down = 2 * CIRCLE + 4 * RADIUS + LINE
    for place, key in enumerate(binary):
        colour, y = COLOURS[place % len(COLOURS)], top + down - 5
        style = f'stroke="{colour}" stroke-width="1.6"{_dash(place)} marker-end="url(#tip)"'
        parts.append(f'<path d="M {PAD} {y} L {PAD + 44} {y}" fill="none" {style}/>')
        parts.append(_text(PAD + 54, top + down, plain(key), "500", "start", colour))
        down += LINE
    pairs: list[tuple[str, str]] = []
    for key, rows in structure.predicates.items():
        if arity(key, rows, signature) > 2:
            listed = ", ".join(f"({', '.join(row)})" for row in sorted(rows)) or "–"
            pairs.append((f"{plain(key)}: {plain(listed)}", "#222"))
    for key, value in structure.values.items():
        pairs.append((f"{plain(key)} = {plain(_plain(value))}", "#222"))
    for text, colour in pairs:
        parts.append(_text(PAD, top + down, text, "500", "start", colour))
        down += LINE
    across = max([middle + CIRCLE + RADIUS + reach, *(width(t) * LETTER for t, _ in pairs)])
    return parts, across, down + LINE


def _dash(place: int) -> str:
    dash = DASHES[place % len(DASHES)]
    return f' stroke-dasharray="{dash}"' if dash else ""


def _called(structure: Structure, element: str, signature: Signature) -> str:
    """An individual's names, and the unary predicates that hold of it."""
    names = [name for name, e in structure.constants.items() if e == element]
    single = [
        key
        for key, rows in structure.predicates.items()
        if arity(key, rows, signature) == 1 and (element,) in rows
    ]
    names_text = " = ".join(plain(name) for name in names) or plain(element)
    return f"{names_text}: {', '.join(map(plain, single))}" if single else names_text


def _arrow(
    start: tuple[float, float], end: tuple[float, float], colour: str, dash: str, place: int
) -> str:
    (x1, y1), (x2, y2) = start, end
    length = hypot(x2 - x1, y2 - y1)
    style = f'fill="none" stroke="{colour}" stroke-width="1.6"{dash}'
    if length < 1:
        lift = RADIUS + 16 + 6 * place
        return (
            f'<path d="M {x1 - 8:.1f} {y1 - RADIUS + 2:.1f} C {x1 - 24:.1f} {y1 - lift:.1f}, '
            f'{x1 + 24:.1f} {y1 - lift:.1f}, {x1 + 8:.1f} {y1 - RADIUS + 2:.1f}" {style} '
            'marker-end="url(#tip)"/>'
        )
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    # Bent to the right, so that both directions, and several relations, can be distinguished.
    bend = 18 + 12 * place
    mx, my = (x1 + x2) / 2 - uy * bend, (y1 + y2) / 2 + ux * bend
    ax, ay = x1 + ux * RADIUS, y1 + uy * RADIUS
    bx, by = x2 - ux * (RADIUS + 3), y2 - uy * (RADIUS + 3)
    return (
        f'<path d="M {ax:.1f} {ay:.1f} Q {mx:.1f} {my:.1f} {bx:.1f} {by:.1f}" {style} '
        'marker-end="url(#tip)"/>'
    )


def _mark(value: Value) -> str:
    return plain(value) if isinstance(value, str) else "●" if value else "·"


def _text(
    x: float, y: float, text: str, weight: str = "400", anchor: str = "start", fill: str = "#222"
) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-weight="{weight}" text-anchor="{anchor}" '
        f'fill="{fill}">{escape(text)}</text>'
    )


def _drawing(width: float, height: float, parts: Sequence[str], message: str) -> str:
    body = "\n".join(parts)
    return f"""<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" \
viewBox="0 0 {width:.0f} {height:.0f}" font-family="sans-serif" font-size="14" role="img">
<title>{escape(plain(message))}</title>
<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" \
orient="auto"><path d="M 0 0 L 8 4 L 0 8 z" fill="#222"/></marker></defs>
<rect width="100%" height="100%" fill="white"/>
{body}
</svg>
"""
