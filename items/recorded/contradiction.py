"""Contradictions between a recorded row and an item: another text, question, option set or gold.

Owns the comparison. Missing information is not a contradiction; if a record has texts, the item's
own must be among them. Case, width and white space are ignored.
"""

from collections.abc import Iterable, Mapping, Sequence

from items.answers import TextAnswer
from items.models import Item, Question
from items.recorded.placeholders import stated_question, without_text
from items.recorded.rows import RecordedRow
from items.recorded.shown_background import TELLING, BackgroundStanding, standing, weight
from items.recorded.shown_question import asks_otherwise
from items.values.text_folding import folded
from solver.phrases import phrase

MIN_BACKGROUND = 24
"""Minimum number of characters of a text that counts as a background or a prompt; wide ones count
twice.
"""


def contradiction(row: RecordedRow, item: Item) -> str:
    """Return why a row cannot be about an item; empty if it can. The gold is not used against a
    matching content hash or the item's own text: it may have been corrected since."""
    prose_texts = list(filter(_is_prose, (*row.texts, row.prompt or "")))
    own = squeezed(item.text)
    own_row = row.item_hash == item.content_hash
    if without_text(item):
        return "" if own_row else _another_gold(row, item)
    stated = squeezed(row.background or "")
    standings = {text: standing(text, item) for text in prose_texts if _may_tell(text, stated, own)}
    holding = [
        text
        for text in prose_texts
        if text in standings and standings[text].relation in ("whole", "adds")
    ]
    if not holding:
        if reason := _another_text(prose_texts, standings, item, stated):
            return reason
        return "" if own_row else _another_gold(row, item)
    sent = standings.get(row.prompt or "")
    if sent is not None and sent.relation == "lacks":
        return _lacks(item, sent)
    if not own_row and any(standings[text].relation == "adds" for text in holding):
        return phrase("the row adds to the text of the item {a}", a=item.id)
    other_words = [squeezed(standings[text].remaining_text) for text in holding]
    rest = [squeezed(text) for text in prose_texts if text not in holding]
    parted = [text for text in holding if own not in squeezed(text)]
    bare = len(parted) == len(holding) and not any(standings[text].more for text in parted)
    puts_it = bare and _puts(parted, item)
    if not (puts_it or _fits_some_question([*rest, *other_words], row, item)) or (
        not own_row and all(asks_otherwise(row, item, leaf) for leaf in item.leaves)
    ):
        return phrase("the item {a} and the row have different questions or options", a=item.id)
    return ""


def question_alone(row: RecordedRow, item: Item) -> bool:
    """Whether a row without contradictions contains the item's question but not its background."""
    prose_texts = [text for text in (*row.texts, row.prompt or "") if _is_prose(text)]
    return _puts(prose_texts, item) and all(
        standing(text, item).relation == "absent" for text in prose_texts
    )


def _puts(prose_texts: Sequence[str], item: Item) -> bool:
    """Whether a text contains one of an item's questions."""
    dense = [squeezed(text) for text in prose_texts]
    questions = [text for leaf in item.leaves if weight(text := squeezed(leaf.text)) >= TELLING]
    return any(question in text for text in dense for question in questions)


def squeezed(text: str) -> str:
    """Normalize case and width, and remove white space."""
    return "".join(folded(text).split())


def _may_tell(text: str, stated_background: str, own_text: str) -> bool:
    """Whether a text can be a background: short ones cannot, unless the record declares them or
    they contain the item's own."""
    dense = squeezed(text)
    return (
        weight(dense) >= MIN_BACKGROUND
        or dense == stated_background
        or (own_text != "" and own_text in dense)
    )


def _lacks(item: Item, state: BackgroundStanding) -> str:
    if not state.held:
        return phrase("the item {a} and the row have different texts", a=item.id)
    return phrase(
        "the item {a} and the row have different texts: the row lacks “{b}”",
        a=item.id,
        b=state.sentence[:80],
    )


def _another_text(
    prose_texts: Sequence[str],
    standings: Mapping[str, BackgroundStanding],
    item: Item,
    stated_background: str,
) -> str:
    """Why texts without the background are not the item's; empty if they may be. Each must be a
    question, an option, one of the pieces that together form the background, or a text that asks
    the question and states nothing. The text `stated_background`, which the record declares as the
    item's, counts however short it is; other short texts are ignored."""
    rest = own = squeezed(item.text)
    pieces = _pieces(item)
    questions = [piece for piece in pieces if weight(piece) >= TELLING]
    broken = False
    for shown_text in sorted(prose_texts, key=lambda text: len(squeezed(text)), reverse=True):
        text = squeezed(shown_text)
        if text in pieces or (weight(text) < MIN_BACKGROUND and text != stated_background):
            rest = rest.replace(text, "") if text in own else rest
        elif text in own:
            broken = True
            rest = rest.replace(text, "")
        elif (own and standings[shown_text].relation != "absent") or not any(
            q in text for q in questions
        ):
            return _lacks(item, standings[shown_text])
    if not broken or not any(map(str.isalnum, rest)):
        return ""
    return phrase("the item {a} and the row have different texts", a=item.id)


def _pieces(item: Item) -> set[str]:
    """The texts of an item other than its background: title, questions, conditions and options."""
    texts = [item.title or "", *(question.text for question in item.questions)]
    for leaf in item.leaves:
        texts += (leaf.text, leaf.condition or "", *(option.text for option in leaf.options))
    return {squeezed(text) for text in texts}


def _fits_some_question(other_words: Sequence[str], row: RecordedRow, item: Item) -> bool:
    """Whether a row's text other than the background fits one of the item's questions."""
    if not any(weight("".join(filter(str.isalnum, text))) >= TELLING for text in other_words):
        return True
    prompted = row.prompt is not None
    texts = filter(_is_prose, (*row.texts, row.prompt or ""))
    whole = "\n".join(_squeezed((*texts, *row.options)))
    leading = (question.text for question in item.questions if len(question.leaves) > 1)
    if not row.options and any(
        weight(text) >= TELLING and text in whole for text in _squeezed(leading)
    ):
        return True
    own_text = "\n".join(other_words)
    return any(_fits(leaf, whole, own_text, row, prompted) for leaf in item.leaves)


def _fits(leaf: Question, full_text: str, own_text: str, row: RecordedRow, prompted: bool) -> bool:
    """Whether all texts of a row contain a question's own words; `own_text` is the row's text other
    than the background."""
    options = _squeezed(option.text for option in leaf.options)
    if options:
        row_options = sorted(_squeezed(row.options))
        if row_options:
            return row_options == sorted(options)
        if not prompted and not any(option in full_text for option in options):
            return True
        own = squeezed(leaf.text)
        if not prompted and weight(own) >= TELLING and own in own_text:
            # The background may contain words of the options.
            rest = own_text.replace(own, "")
            if not any(option in rest for option in options):
                return True
        return all(option in full_text for option in options)
    text = squeezed(leaf.text)
    return weight(text) < TELLING or text in full_text


def _another_gold(row: RecordedRow, item: Item) -> str:
    """Why a gold distinguishes row and item if no text identifies them; empty if it does not."""
    stated = stated_question(row)
    leaves = item.leaves
    if len(leaves) > 1 and row.question is not None:
        leaves = tuple(leaf for leaf in leaves if leaf.id == row.question)
    if stated is None or len(leaves) != 1:
        return ""
    (leaf,) = leaves
    if leaf.gold is None or (row.options and len(row.options) != len(leaf.options)):
        return ""
    reason = phrase("the item {a} and the row have different gold answers", a=item.id)
    if stated.kind == leaf.kind:
        if isinstance(stated.gold, TextAnswer) and isinstance(leaf.gold, TextAnswer):
            same = squeezed(stated.gold.text) == squeezed(leaf.gold.text)
        else:
            same = stated.gold == leaf.gold
        return "" if same else reason
    kinds = {stated.kind, leaf.kind}
    return reason if kinds == {"choice", "truth"} and row.gold not in _texts(leaf) else ""


def _is_prose(text: str) -> bool:
    """Whether it has more than one word, or non-ASCII characters: ids and hashes are not texts."""
    return not text.isascii() or len(text.split(maxsplit=1)) > 1


def _texts(leaf: Question) -> set[str]:
    return {option.text for option in leaf.options}


def _squeezed(texts: Iterable[str]) -> list[str]:
    return [text for each in texts if (text := squeezed(each))]
