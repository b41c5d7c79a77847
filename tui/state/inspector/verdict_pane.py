"""The pane of verdicts: every option and query, its standing, and the engines that found it; and
the pane below it, with the evidence for the selected one."""

from collections.abc import Mapping, Sequence

from items.answers import ChoiceAnswer
from items.gold.check import Status
from items.inspection.analysis import QuestionAnalysis
from items.scratchpads.formalize import published_gold
from solver.inspection.formula_standing import FormulaVerdict
from tui.i18n import _, mark
from tui.solution_text import premise_numbers, query_text
from tui.state.draft import Line, Piece, Role
from tui.state.inspector.contradiction import contradiction_lines
from tui.state.inspector.drawn_rows import drawn_rows
from tui.state.inspector.entries import Entry, Standing, standing_of
from tui.state.inspector.evidence import Evidence
from tui.state.inspector.item_view import ItemView
from tui.state.inspector.world_lines import text_lines
from tui.text import fit, pad, plain, width, wrap

_STATUS: Mapping[Status, tuple[str, Role]] = {
    Status.AGREE: (mark("✓ proved"), "good"),
    Status.DISAGREE: (mark("✗ refuted"), "bad"),
    Status.UNCHECKED: (mark("– not checkable"), "muted"),
    Status.UNKNOWN: (mark("? not decided"), "warn"),
}


def verdict_lines(view: ItemView, cells: int, _focused: bool) -> list[Line]:
    """All options and queries with their standings and engines."""
    if view.analysis is None:
        return text_lines(view.state, cells, "muted")
    lines = contradiction_lines(view.inconsistent, cells)
    before: QuestionAnalysis | None = None
    rows = _rows(view, view.analysis.questions)
    place = next((n for n, (_question, row) in enumerate(rows) if row is view.entry), None)
    drawn = drawn_rows(len(rows), place)
    if drawn.first:
        lines += drawn.before(view.entries[0].key)
    for question_analysis, entry in rows[drawn.first : drawn.last]:
        if question_analysis is not before:
            own = question_analysis.question is None
            if before is not None and not (own and before.question is None):
                lines.append(Line())
            if not (own and before is not None and before.question is None):
                lines += _question_lines(view, question_analysis, cells)
        before = question_analysis
        if entry is not None:
            lines += _entry(view, entry, cells)
    if drawn.last < drawn.count:
        lines += drawn.after(view.entries[-1].key)
    if not view.analysis.questions:
        lines += text_lines(_("No questions and no queries."), cells, "muted")
    return lines


def _rows(
    view: ItemView, questions: Sequence[QuestionAnalysis]
) -> list[tuple[QuestionAnalysis, Entry | None]]:
    """Each question with each of its entries; one without entries has a row of its own."""
    by_question: dict[int, list[Entry]] = {}
    for entry in view.entries:
        by_question.setdefault(id(entry.analysis), []).append(entry)
    return [
        (question, entry)
        for question in questions
        for entry in by_question.get(id(question), [None])
    ]


def _question_lines(view: ItemView, question_analysis: QuestionAnalysis, cells: int) -> list[Line]:
    if question_analysis.question is None:
        return [Line((Piece(_("Further queries of the formalization"), "heading"),))]
    check = question_analysis.check
    head = _("Question {id}").format(id=plain(question_analysis.question.id))
    pieces = [Piece(head, "heading")]
    published = (
        None
        if question_analysis.query is None
        else published_gold(view.item, question_analysis.question.id)
    )
    if check is not None and question_analysis.question.gold is not None:
        word, role = _STATUS[check.status]
        word = _(word)
        template = _("   gold {gold}  ")
        if check.status is Status.AGREE and question_analysis.under in view.inconsistent:
            word, role = _("‼ proved from contradictory premises"), "bad"
        elif check.status is Status.AGREE and view.item.approximate:
            word, role = _("≈ proved for the formulas, words approximate"), "warn"
        if published is not None:
            # An attached gold follows from its own formalization, whatever the text says.
            template = _("   as attached: {gold}  ")
            if check.status is Status.AGREE and role == "good":
                word, role = _("≈ follows"), "warn"
        void = published is not None and question_analysis.under in view.inconsistent
        if void and check.status in (Status.AGREE, Status.DISAGREE):
            # Premises from which everything follows prove and refute nothing.
            pieces.append(Piece("   " + _("‼ The premises contradict one another."), "bad"))
            gold_line = template.format(gold=plain(check.gold_text)).strip()
            return [
                Line(tuple(pieces)),
                *text_lines(gold_line, cells, "plain", 2),
                *_published_lines(published or "", cells),
            ]
        room = cells - width(head) - width(word) - max(width(template.format(gold="")), 12)
        gold = fit(plain(check.gold_text), max(room, 4))
        pieces += [Piece(template.format(gold=gold)), Piece(word, role)]
    lines = [Line(tuple(pieces)), *_given_up_again(question_analysis, cells)]
    return lines if published is None else [*lines, *_published_lines(published, cells)]


def _given_up_again(question_analysis: QuestionAnalysis, cells: int) -> list[Line]:
    """A note that an answer was decided when the gold was checked, but not when its evidence was
    requested."""
    check, report = question_analysis.check, question_analysis.report
    if check is None or check.status not in (Status.AGREE, Status.DISAGREE):
        return []
    stands = [option.standing for option in question_analysis.options]
    unknown = [stand.verdict is FormulaVerdict.UNKNOWN for stand in stands if stand is not None]
    if not any(unknown) and (report is None or not report.answer.unknown):
        return []
    text = _(
        "Decided when the gold answer was checked. The later search for its evidence "
        "reached its time limit."
    )
    return text_lines(text, cells, "muted", 2)


def _published_lines(published: str, cells: int) -> list[Line]:
    """The published answer, beside the attached one."""
    message = _("published: “{a}”").format(a=published) if published else None
    return text_lines(message or _("no answer is published"), cells, "plain", 2)


def _entry(view: ItemView, entry: Entry, cells: int) -> list[Line]:
    at_cursor = entry.key == view.selected
    stand = standing_of(entry)
    lead = Piece("▸ " if at_cursor else "  ", "cursor")
    role: Role = "chosen" if at_cursor else "plain"
    if entry.option is not None:
        gold = _is_gold(entry)
        name = Piece(f"{entry.option.letter} ", "key")
        mark = Piece("◆ " if gold else "  ", "good")
        formula = _option_text(view, entry)
        tail = _tail(stand)
        room = cells - 6 - sum(width(piece.text) for piece in tail)
        if room >= 12:
            text = pad(fit(formula, room), room)
            pieces = (lead, name, mark, Piece(text, role), *tail)
            return [Line(pieces, entry.key, at_cursor)]
        rows = [
            Line((lead, name, mark, Piece(fit(formula, cells - 6), role)), entry.key, at_cursor)
        ]
        return [*rows, Line((Piece("      "), *tail), entry.key, at_cursor)]
    return _query_lines(view, entry, stand, lead, role, cells, at_cursor)


def _query_lines(
    view: ItemView,
    entry: Entry,
    standing: Standing,
    lead: Piece,
    role: Role,
    cells: int,
    at_cursor: bool,
) -> list[Line]:
    query, place = entry.analysis.query, entry.analysis.place
    text = _("no formal query")
    if query is not None:
        text = plain(query_text(query))
    elif view.analysis is not None and view.analysis.formal is not None and place is not None:
        text = plain(view.analysis.formal.no_query(place))
    rows = wrap(text, max(cells - 2, 8))
    needs = ""
    if entry.supports is not None and entry.supports.sets:
        needs = _("  needs {premises}").format(premises=premise_numbers(entry.supports.sets[0]))
    tail = f"  {standing.engines}{_agreement(standing)}{needs}" if standing.engines else ""
    word = f"{standing.sign} {plain(standing.word)}"
    if len(rows) == 1 and width(text + word + tail) + 5 <= cells:
        gap = Piece(" " * max(cells - 2 - width(text + word + tail), 3))
        pieces = (lead, Piece(text, role), gap, Piece(word, standing.role), Piece(tail, "muted"))
        return [Line(pieces, entry.key, at_cursor)]
    lines = [Line((lead, Piece(rows[0], role)), entry.key, at_cursor)]
    lines += [Line((Piece("  "), Piece(row, role)), entry.key, at_cursor) for row in rows[1:]]
    word = fit(word, max(cells - 4 - width(tail), 16))
    end = Piece(fit_tail(tail, cells - 4 - width(word)), "muted")
    lines.append(Line((Piece("    "), Piece(word, standing.role), end), entry.key, at_cursor))
    return lines


def _is_gold(entry: Entry) -> bool:
    question = entry.analysis.question
    gold = question.gold if question is not None else None
    place = entry.option.place if entry.option is not None else None
    return isinstance(gold, ChoiceAnswer) and gold.option == place


def _option_text(view: ItemView, entry: Entry) -> str:
    assert entry.option is not None
    stand = entry.option.standing
    formula = None
    if stand is not None:
        formula = stand.formula
        if view.analysis is not None and view.analysis.formal is not None:
            place = entry.analysis.place
            formulas = view.analysis.formal.options.get(-1 if place is None else place, ())
            own = formulas[entry.option.place] if entry.option.place < len(formulas) else None
            formula = own or formula
    return plain(entry.option.text) if formula is None else view.formula_text(formula)


def evidence_lines(view: ItemView, cells: int, _focused: bool) -> list[Line]:
    """The world or the premises that show the standing of the entry."""
    if view.analysis is None or view.entry is None:
        return text_lines(view.state, cells, "muted")
    evidence = Evidence(view.analysis, view.entry, view.formula_style, view.language)
    return [*contradiction_lines(view.inconsistent, cells), *evidence.lines(cells, view.support)]


def _tail(standing: Standing) -> tuple[Piece, ...]:
    word = Piece(f" {standing.sign} {pad(standing.word, 12)}", standing.role)
    if not standing.engines:
        return (word,)
    return (word, Piece(f" {standing.engines}{_agreement(standing)}", "muted"))


def _agreement(standing: Standing) -> str:
    return _(" DISAGREE") if standing.engines_agree is False else ""


def fit_tail(text: str, cells: int) -> str:
    """A text with leading spaces, cut to this width."""
    lead = len(text) - len(text.lstrip(" "))
    return " " * lead + fit(text.strip(), cells - lead) if cells > lead else ""
