"""The left pane of an item: its text, questions, options and gold. The sentence of a premise, or
the words that the verdict depends on, are marked in the text."""

from items.answers import ChoiceAnswer
from items.inspection.formula_phrases import phrases
from items.models import Item, Question
from items.scratchpads.formalize import published_gold
from items.scratchpads.sub_questions import NOTES
from items.values.answer_text import format_answer
from items.values.letters import letter
from tui.i18n import _
from tui.state.draft import Line, Piece
from tui.state.inspector.contradiction import contradiction_lines
from tui.state.inspector.drawn_rows import DrawnRows, drawn_rows
from tui.state.inspector.item_view import ItemView
from tui.state.inspector.marked_text import marked_lines
from tui.state.inspector.quoted_premises import guessed_lines
from tui.state.inspector.world_lines import text_lines as lines_of
from tui.text import plain, wrap


def text_lines(view: ItemView, cells: int, _focused: bool) -> list[Line]:
    """Title, text, questions with options and gold."""
    item = view.item
    text = plain(item.text)
    # Removing control characters would shift all positions after them.
    spans = marked_places(view) if text == item.text else []
    lines = contradiction_lines(view.inconsistent, cells)
    lines += marked_lines(text, cells, spans)
    if spans and (view.premise is None or view.guessed_sentences(view.premise)):
        lines += guessed_lines(cells, 0)
    lines += question_lines(item, cells, _question_place(view))
    if item.explanation:
        lines += [
            Line(),
            Line((Piece(_("Why"), "heading"),)),
            *lines_of(item.explanation, cells),
        ]
    notes = str(item.provenance.parameters.get(NOTES, ""))
    if notes:
        heading = _("Formalized with these notes")
        lines += [Line(), Line((Piece(heading, "heading"),)), *lines_of(notes, cells)]
    if item.attributes:
        message = " · ".join(f"{key} {value}" for key, value in item.attributes.items())
        lines += [Line(), *lines_of(message, cells, "muted")]
    return lines


def marked_places(view: ItemView) -> list[tuple[int, int]]:
    """The highlighted spans of the text: the sentences of the selected premise, or else of the
    premises in the marked support; for these only the relevant words, where they are found."""
    if view.premise is not None:
        return [(span.start, span.end) for span in view.sentences(view.premise)]
    places: list[tuple[int, int]] = []
    for premise in () if view.theory is None else view.theory.theory.premises:
        if premise.number not in (view.marked or ()):
            continue
        for span in view.sentences(premise.number):
            sentence = view.item.text[span.start : span.end]
            matches = phrases(sentence, premise.formula, view.signature)
            places += [(span.start + p.span.start, span.start + p.span.end) for p in matches] or [
                (span.start, span.end)
            ]
    return places


def question_place(item: Item, part: str) -> int | None:
    """Index of the first question with this part; None where there is none."""
    for place, question in enumerate(item.questions):
        if any(leaf.id == part for leaf in question.leaves):
            return place
    return None


def _question_place(view: ItemView) -> int | None:
    """Index of the question of the selected verdict."""
    leaf = None if view.entry is None else view.entry.analysis.question
    if leaf is None:
        return None
    questions = view.item.questions
    return next(
        (n for n, each in enumerate(questions) if any(part is leaf for part in each.leaves)), None
    )


def question_lines(
    item: Item, cells: int, place: int | None = None, in_full: bool = False
) -> list[Line]:
    """Questions with their options and gold: all, or those near an index where there are very
    many and `in_full` is not set."""
    count = len(item.questions)
    drawn = DrawnRows(0, count, count) if in_full else drawn_rows(count, place)
    lines: list[Line] = [Line(), *drawn.before()] if drawn.first else []
    for question in item.questions[drawn.first : drawn.last]:
        lines += [Line(), *one_question(item, question, cells)]
    return [*lines, Line(), *drawn.after()] if drawn.last < drawn.count else lines


def one_question(item: Item, question: Question, cells: int) -> list[Line]:
    """A question of an item with its options and gold."""
    head = (
        _("Question {id}").format(id=plain(question.id))
        if len(item.questions) > 1
        else _("Question")
    )
    lines = [Line((Piece(plain(head), "heading"), Piece(_kind(question), "muted")))]
    if question.condition:
        lines += lines_of(
            _("If {condition}:").format(condition=question.condition.rstrip("。.:：")),
            cells,
            "muted",
        )
    lines += lines_of(question.text, cells)
    for part in question.leaves:
        if part is not question:
            lines += lines_of(f"{part.id}  {part.text}", cells, "plain", 2)
        attached = part.query is not None and published_gold(item, part.id) is not None
        lines += _part(part, cells, attached)
    return lines


def _part(part: Question, cells: int, is_attached: bool) -> list[Line]:
    """The lines of a part; `is_attached`: its gold comes from somebody's own formalization."""
    lines: list[Line] = []
    gold = part.gold
    right = gold.option if isinstance(gold, ChoiceAnswer) else None
    for n, option in enumerate(part.options):
        is_gold = isinstance(gold, ChoiceAnswer) and n == right
        lead = (
            Piece(" ◆ " if is_gold else "   ", "good"),
            Piece(f"{letter(n)} ", "key"),
        )
        rows = wrap(plain(option.text), max(cells - 6, 8))
        lines.append(Line((*lead, Piece(" " + rows[0]))))
        lines += [Line((Piece(" " * 6 + row),)) for row in rows[1:]]
    if gold is not None:
        text = plain(format_answer(gold, part))
        if is_attached:
            message = _("   as attached: {gold}  ").format(gold=text).strip()
            lines += lines_of(message, cells, "muted", 1)
        else:
            lines += lines_of(_("◆ gold: {text}").format(text=text), cells, "good", 1)
    elif not part.free:
        lines += lines_of(_("no gold answer"), cells, "muted", 1)
    return lines


def _kind(question: Question) -> str:
    kinds = dict.fromkeys(leaf.kind or "" for leaf in question.leaves)
    return "  " + " + ".join(_(kind) for kind in kinds)
