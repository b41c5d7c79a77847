"""The checks of an entry as lines: key, verdict, question; and what the solver settled, with its
proof.

Owns the layout of the lower pane. `checks_pane` decides which check a key changes.
"""

from study.annotation.attachments import FORMALIZATION
from study.annotation.checks import AskedCheck, StandingVerdict
from study.annotation.scheme import Check, Verdict, allowed
from tui.i18n import _
from tui.state.annotator.checks_pane import (
    NUMBERED_KINDS,
    SUBMIT_ROW,
    WINDOW_KINDS,
    ChecksPane,
    numbered_values,
)
from tui.state.draft import Line, Piece, Role
from tui.state.inspector.drawn_rows import drawn_rows
from tui.state.inspector.world_lines import text_lines
from tui.state.translation import proof_words, translated
from tui.text import fit, pad, plain, width, wrap

WORD = 9
"""Width of a verdict before the question."""
LABEL_ROWS = 2
"""Rows for the question that a check is about; the evidence shows all of it."""
OPEN_ROWS = 4
"""Rows for a finding that does not settle the check."""
MARK = "value "
"""Prefix of the name of a verdict that can be clicked."""
ROLES: dict[str, Role] = {"yes": "good", "no": "bad", "unsure": "warn"}


def check_lines(pane: ChecksPane, cells: int, focused: bool) -> list[Line]:
    """The checks, those near the selected one if there are very many; the selected one with its
    help, its verdicts and its reason."""
    rows = pane.rows
    place = len(rows) if pane.cursor == SUBMIT_ROW else pane.place
    drawn = drawn_rows(len(rows), place)
    lines = drawn.before(rows[0].key) if drawn.first else []
    heading = ""
    lacking: dict[str, str] = {}
    for missing in () if pane.current is None else pane.current.missing:
        lacking.setdefault(missing.asked_check.key, missing.part)
    for row in rows[drawn.first : drawn.last]:
        if row.check.heading != heading:
            heading = row.check.heading
            lines.append(Line((Piece(fit(plain(heading), cells), "heading"),)))
        lines += _check(pane, row, lacking.get(row.key, ""), cells, focused)
    if drawn.last < drawn.count:
        lines += drawn.after(rows[-1].key)
    if pane.current is not None and not lines:
        lines = text_lines(_("This item has no questions."), cells, "muted")
    if pane.cursor == SUBMIT_ROW:
        lead = Piece("▸" if focused else "›", "cursor")
        lines.append(
            Line((lead, Piece(fit(_("F5 submits this item"), cells - 1))), SUBMIT_ROW, True)
        )
    return lines


def verdict_words(check: Check, verdict: Verdict | None) -> str:
    """A verdict in words."""
    if verdict is None:
        return "–"
    if isinstance(verdict, tuple):
        return ", ".join(verdict) or _("none found")
    if check.kind == "choice":
        text = next((option.text for option in check.options if option.id == verdict), str(verdict))
        return plain(text).replace("\n", " ")
    if check.kind == "yes_no":
        return _(str(verdict))
    return plain(str(verdict)).replace("\n", " ")


def _check(
    pane: ChecksPane, asked_check: AskedCheck, missing: str, cells: int, focused: bool
) -> list[Line]:
    """One check; `missing` is what it still needs before the entry can be submitted."""
    current = pane.current
    assert current is not None
    at_cursor = asked_check.key == pane.cursor
    opinion = current.verdicts.get(asked_check.key)
    verdict = None if opinion is None else opinion.verdict
    word = (
        verdict_words(asked_check.check, verdict)
        if verdict is not None
        else ("…" if missing else "–")
    )
    role: Role = ROLES.get(str(verdict), "chosen" if verdict is not None else "muted")
    mark = "⊢" if opinion is not None and opinion.decided_by == "solver" else " "
    if current.work.contradicts(asked_check.key):
        mark = "‼"
    lead = (
        Piece("▸" if at_cursor and focused else "›" if at_cursor else " ", "cursor"),
        Piece(pad(pane.key_of(asked_check.check), 2), "key"),
        Piece(mark, "warn" if mark == "‼" else "good"),
        Piece(pad(fit(word, WORD), WORD + 1), role),
    )
    text = plain(asked_check.check.text)
    if asked_check.subject:
        text = f"[{plain(asked_check.subject)}] {text}"
    if missing == "reason" and not at_cursor:
        text += "  " + _("(needs a reason: F2)")
    indent = sum(width(piece.text) for piece in lead)
    rows = wrap(text, max(cells - indent, 8)) if at_cursor else [fit(text, cells - indent)]
    question_role: Role = "heading" if at_cursor else "plain"
    lines = [Line((*lead, Piece(rows[0], question_role)), asked_check.key, at_cursor)]
    gap = Piece(" " * indent)
    lines += [
        Line((gap, Piece(row, question_role)), asked_check.key, at_cursor) for row in rows[1:]
    ]
    if at_cursor:
        lines += _open(pane, asked_check, opinion, missing, cells, indent)
    elif opinion is not None and opinion.reason:
        lines.append(_quiet(f"“{opinion.reason}”", cells, indent, asked_check.key, False))
    if pane.is_adjudicator:
        lines += _opinions(pane, asked_check, cells, indent, at_cursor)
    return lines


def _open(
    pane: ChecksPane,
    asked_check: AskedCheck,
    opinion: StandingVerdict | None,
    missing: str,
    cells: int,
    indent: int,
) -> list[Line]:
    """Lines that only the selected check has."""
    current = pane.current
    assert current is not None
    key = asked_check.key
    lines: list[Line] = []
    if asked_check.label:
        rows = wrap(plain(asked_check.label).replace("\n", " "), max(cells - indent, 8))
        if len(rows) > LABEL_ROWS:
            rows = [*rows[: LABEL_ROWS - 1], fit(" ".join(rows[LABEL_ROWS - 1 :]), cells - indent)]
        lines += [_quiet(row, cells, indent, key) for row in rows]
    for note in asked_check.notes:
        rows = wrap(plain(translated(note)).replace("\n", " "), max(cells - indent, 8))[:LABEL_ROWS]
        lines += [_quiet(row, cells, indent, key) for row in rows]
    if asked_check.check.help:
        rows = wrap(plain(asked_check.check.help), max(cells - indent, 8))
        lines += [_quiet(row, cells, indent, key) for row in rows]
    lines += _values(pane, asked_check, cells, indent)
    if (
        isinstance(opinion, StandingVerdict)
        and isinstance(opinion.verdict, tuple)
        and opinion.verdict
    ):
        lines.append(_quiet(", ".join(opinion.verdict), cells, indent, key, role="chosen"))
    proof = current.proofs.get(key, "")
    if key in current.settled_verdicts:
        verdict = verdict_words(asked_check.check, current.settled_verdicts[key])
        text = (
            _("⊢ settled: {verdict} — {proof}").format(verdict=verdict, proof=proof_words(proof))
            if proof
            else _("⊢ settled: {verdict}").format(verdict=verdict)
        )
        rows = wrap(plain(text), max(cells - indent, 8))[:3]
        lines += [_quiet(row, cells, indent, key, role="good") for row in rows]
        if current.work.contradicts(key):
            lines.append(_quiet(_("‼ you contradict the solver"), cells, indent, key, role="warn"))
    elif proof:
        # Findings about the annotator's own formalization; the annotator judges what they mean.
        rows = wrap(plain(proof_words(proof)), max(cells - indent, 8))[:OPEN_ROWS]
        lines += [_quiet(row, cells, indent, key, role="warn") for row in rows]
    if opinion is not None and opinion.reason:
        text = _("reason: {text}").format(text=opinion.reason)
        lines.append(_quiet(text, cells, indent, key, role="plain"))
    elif missing == "reason":
        lines.append(_quiet(_("F2 writes the reason it needs"), cells, indent, key, role="warn"))
    return lines


def _values(pane: ChecksPane, asked_check: AskedCheck, cells: int, indent: int) -> list[Line]:
    """The possible verdicts, with the current one in brackets, in as many rows as needed."""
    key = pane.key_of(asked_check.check)
    pieces = [Piece(" " * indent)]
    room = cells - indent
    lines: list[Line] = []
    if asked_check.check.kind in WINDOW_KINDS:
        does = (
            _("{key} or Space: choose")
            if asked_check.check.kind == "codes"
            else _("{key} or Space: write")
        )
        pieces.append(Piece(fit(does.format(key=key), room), "muted"))
        return [Line(tuple(pieces), asked_check.key, True)]
    now = pane.verdict(asked_check.key)
    for value in allowed(asked_check.check):
        word = verdict_words(asked_check.check, value)
        on = value == now
        text = f"[{word}] " if on else f" {word}  "
        if width(text) > room and len(pieces) > 1:
            lines.append(Line(tuple(pieces), asked_check.key, True))
            pieces, room = [Piece(" " * indent)], cells - indent
        text = fit(text, room) if width(text) > room else text
        room -= width(text)
        pieces.append(Piece(text, "chosen" if on else "plain", f"{MARK}{asked_check.key} {value}"))
    if asked_check.check.labels:
        pieces.append(
            Piece(fit(" " + " … ".join(map(plain, asked_check.check.labels)), room), "muted")
        )
    elif asked_check.check.kind in NUMBERED_KINDS and (
        room > 24 or asked_check.key == FORMALIZATION
    ):
        values = numbered_values(asked_check)
        ends = values if asked_check.check.kind == "scale" else (1, len(values))
        answer = _("{keys} answer").format(keys=f"{ends[0]}–{ends[-1]}")
        if asked_check.key == FORMALIZATION:
            answer += " · " + _("0: none of them")
            if width(answer) > room:
                lines.append(Line(tuple(pieces), asked_check.key, True))
                pieces, room = [Piece(" " * indent)], cells - indent
        pieces.append(Piece(fit(answer, room), "muted"))
    elif room > 24:
        pieces.append(Piece(fit(_("{key} or Space: next · ← →").format(key=key), room), "muted"))
    return [*lines, Line(tuple(pieces), asked_check.key, True)]


def _opinions(
    pane: ChecksPane, asked_check: AskedCheck, cells: int, indent: int, at_cursor: bool
) -> list[Line]:
    """The annotators' verdicts, by number."""
    assert pane.current is not None
    lines: list[Line] = []
    for opinion in pane.current.opinions.get(asked_check.key, ()):
        verdict = None if opinion.standing is None else opinion.standing.verdict
        word = (
            _("not asked")
            if opinion.standing is None
            else verdict_words(asked_check.check, verdict)
        )
        against = " " + _("‼ against the solver") if opinion.contradicts else ""
        by = (
            " ⊢" if opinion.standing is not None and opinion.standing.decided_by == "solver" else ""
        )
        reason = (
            f"  “{opinion.standing.reason}”"
            if opinion.standing is not None and opinion.standing.reason
            else ""
        )
        head = _("annotator {n}: ").format(n=opinion.number)
        rows = wrap(plain(f"{word}{by}{against}{reason}"), max(cells - indent - width(head), 8))
        rows = rows if at_cursor else rows[:1]
        role = ROLES.get(str(verdict), "plain")
        for place, row in enumerate(rows):
            lead = head if place == 0 else " " * width(head)
            pieces = (Piece(" " * indent), Piece(lead, "muted"), Piece(row, role))
            lines.append(Line(pieces, asked_check.key, at_cursor))
    return lines


def _quiet(
    text: str, cells: int, indent: int, key: str, at_cursor: bool = True, role: Role = "muted"
) -> Line:
    return Line(
        (Piece(" " * indent), Piece(fit(plain(text), cells - indent), role)), key, at_cursor
    )
