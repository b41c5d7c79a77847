"""What a recorded row says against an item: another text, question, option set or gold.

Owns the comparison. Silence contradicts nothing; where a record has texts, the item's own must be
among them. Texts are compared without regard to case, width and white space.
"""

import re
from collections.abc import Iterable, Sequence

from items.answers import TextAnswer
from items.models import Item, Question
from items.recorded.placeholders import stated_question, without_text
from items.recorded.rows import RecordedRow
from items.recorded.shown import asks_otherwise
from items.values.folding import evened, folded
from solver.phrases import phrase

_SENTENCE = re.compile(r"[^.!?。！？\n]+\??")
LONG = 24
"""Characters from which on a text is taken for a background or a prompt; wide ones count twice."""
_SENTENCES = re.compile(r"[.!?。！？\n]+")
_INSTRUCTION = re.compile(
    r"\b(?:answers?|questions?|follow(?:s|ing)?|based|given|below|above|choose|select|pick|options?|"
    r"choices?|true|false|unknown|uncertain|read|respond|reply|output|determine|decide|think|step|"
    r"reason(?:ing)?|you|your|please|letter|json|format|premises?|conclusion|hypothesis|"
    r"statements?|entail\w*|let's|according|consider|solve|explain|brief(?:ly)?|query|puzzle|luck|"
    r"inference|infer|judge|evaluate|carefully|logic\w*|instructions?|inst)\b"
    r"|请|回答|问题|根据|以下|如下|下列|上述|选项|选择|判断|推理|阅读|你|作答|输出|题目|选出|思考|"
    r"已知|求解|解答|注意|提示|说明|给出|逻辑"
)
"""Words of the sentences around an item in a prompt that are none of the item's."""
_LABEL = re.compile(
    r"\b(?:text|context|passage|background|story|facts?|rules?|input|user|system|assistant|task|"
    r"problem|query|"
    r"item|example|q|a|b|c|d|e|f|[ivx]+|\d+)\b|背景|材料|正文|文本|原文|规则|事实|任务"
)
FEW = 4
"""Characters up to which what is left of a sentence says nothing."""
TELLING = 12
"""Characters from which on a question's text tells it from others; likewise."""


def contradiction(row: RecordedRow, item: Item) -> str:
    """Why a row cannot be about an item, or nothing. A gold is no argument against a content hash,
    nor against the item's own text: it may have been corrected since."""
    texts = _squeezed(filter(_is_prose, (*row.texts, row.prompt or "")))
    own = squeezed(item.text)
    with_text = not without_text(item)
    holding = [text for text in texts if own and own in text] if with_text else []
    if not holding:
        stated = squeezed(row.background or "")
        if with_text and not _of_the_item(texts, item, stated):
            return phrase("the item {a} has another text than the row", a=item.id)
        return "" if row.item_hash == item.content_hash else _another_gold(row, item)
    own_row = row.item_hash == item.content_hash
    if not own_row and any(_adds(text, item) for text in (*row.texts, row.prompt or "")):
        return phrase("the row adds to the text of the item {a}", a=item.id)
    if not _asked(holding, texts, row, item) or (
        not own_row and all(asks_otherwise(row, item, leaf) for leaf in item.leaves)
    ):
        return phrase("the item {a} has another question or other options than the row", a=item.id)
    return ""


def _adds(text: str, item: Item) -> bool:
    """Whether a text that holds an item's background goes on telling: on the background's own line,
    or before the item's question, stand sentences that are neither the item's nor an instruction.
    What stands on lines before it may be examples."""
    even = evened(text)
    places = [place for place, char in enumerate(even) if not char.isspace()]
    dense = "".join(even[place] for place in places)
    own = squeezed(item.text)
    at = dense.rfind(own)
    if at < 0 or dense == own:
        return False
    start, end = places[at], places[at + len(own) - 1] + 1
    asked = [
        places[found]
        for leaf in item.leaves
        if weight(question := squeezed(leaf.text)) >= TELLING
        and (found := dense.find(question, at + len(own))) >= 0
    ]
    line_end = even.find("\n", end)
    begin = even.rfind("\n", 0, start) + 1
    until = max(min(asked, default=0), line_end if line_end >= 0 else len(even))
    pieces = _pieces(item) - {""}
    around = f"{even[begin:start]}\n{even[end:until]}"
    return any(_is_told(sentence[0], pieces) for sentence in _SENTENCE.finditer(around))


def _is_told(sentence: str, pieces: Iterable[str]) -> bool:
    """Whether a sentence tells something that an item's pieces do not."""
    dense = squeezed(sentence)
    if (
        dense[-1:] in ("", "?")
        or _INSTRUCTION.search(sentence)
        or any(dense in piece for piece in pieces)
    ):
        return False
    if any(piece in dense for piece in pieces if weight(piece) >= FEW):
        return False
    return weight("".join(filter(str.isalnum, _LABEL.sub("", sentence)))) >= FEW


def squeezed(text: str) -> str:
    """The text without case, width and white space."""
    return "".join(folded(text).split())


def weight(text: str) -> int:
    """How long a text is; a wide character says as much as two others."""
    return len(text) + sum(char > "⺀" for char in text)


def _of_the_item(texts: Sequence[str], item: Item, stated: str) -> bool:
    """Whether texts that do not hold the background are all the item's own: a question, an option,
    or pieces that make up the background together. What is `stated` as the item's text counts
    however short it is; of other texts, short ones say nothing."""
    own = squeezed(item.text)
    pieces = _pieces(item)
    questions = [piece for piece in pieces if weight(piece) >= TELLING]
    rest = own
    broken = False
    for text in sorted(texts, key=len, reverse=True):
        if text in pieces or (weight(text) < LONG and text != stated):
            rest = rest.replace(text, "") if text in own else rest
        elif text in own:
            broken = True
            rest = rest.replace(text, "")
        elif not any(question in text for question in questions) or _tells_more(text, item):
            return False
    return not broken or not any(map(str.isalnum, rest))


def _pieces(item: Item) -> set[str]:
    """What an item says beside its background: title, questions, conditions and options."""
    texts = [item.title or "", *(question.text for question in item.questions)]
    for leaf in item.leaves:
        texts += (leaf.text, leaf.condition or "", *(option.text for option in leaf.options))
    return {squeezed(text) for text in texts}


def _tells_more(text: str, item: Item) -> bool:
    """Whether a prompt that holds a question or an option of an item tells another background: what
    is left of it without the item's own words is long, and most of the item's sentences are
    missing."""
    sentences = [s for part in _SENTENCES.split(item.text) if (s := squeezed(part))]
    held = [sentence for sentence in sentences if sentence in text]
    if 2 * sum(map(weight, held)) >= sum(map(weight, sentences)):
        return False
    for piece in sorted({*held, *_pieces(item)} - {""}, key=len, reverse=True):
        text = text.replace(piece, "")
    return weight("".join(filter(str.isalnum, text))) >= LONG


def _asked(holding: Sequence[str], texts: Sequence[str], row: RecordedRow, item: Item) -> bool:
    """Whether what a row says beside the background fits one of the item's questions."""
    own = squeezed(item.text)
    beside = [text.replace(own, "", 1) for text in holding]
    said = [text for text in (*texts, *beside) if own not in text and weight(text) >= TELLING]
    prompted = row.prompt is not None
    if not said:
        return True
    whole = "\n".join((*texts, *_squeezed(row.options)))
    return any(_fits(leaf, whole, row, prompted) for leaf in item.leaves)


def _fits(leaf: Question, whole: str, row: RecordedRow, prompted: bool) -> bool:
    """Whether a question's own words stand in all that a row says."""
    options = _squeezed(option.text for option in leaf.options)
    if options:
        shown = sorted(_squeezed(row.options))
        if shown:
            return shown == sorted(options)
        if not prompted and not any(option in whole for option in options):
            return True
        return all(option in whole for option in options)
    text = squeezed(leaf.text)
    return weight(text) < TELLING or text in whole


def _another_gold(row: RecordedRow, item: Item) -> str:
    """Why a gold tells row and item apart where no text says that they are one, or nothing."""
    stated = stated_question(row)
    leaves = item.leaves
    if len(leaves) > 1 and row.question is not None:
        leaves = tuple(leaf for leaf in leaves if leaf.id == row.question)
    if stated is None or len(leaves) != 1:
        return ""
    (leaf,) = leaves
    if leaf.gold is None or (row.options and len(row.options) != len(leaf.options)):
        return ""
    reason = phrase("the item {a} has another gold than the row", a=item.id)
    if stated.kind == leaf.kind:
        if isinstance(stated.gold, TextAnswer) and isinstance(leaf.gold, TextAnswer):
            same = squeezed(stated.gold.text) == squeezed(leaf.gold.text)
        else:
            same = stated.gold == leaf.gold
        return "" if same else reason
    kinds = {stated.kind, leaf.kind}
    return reason if kinds == {"choice", "truth"} and row.gold not in _texts(leaf) else ""


def _is_prose(text: str) -> bool:
    """Whether it has more than one word, or is no plain ASCII: ids and hashes are no texts."""
    return not text.isascii() or len(text.split(maxsplit=1)) > 1


def _texts(leaf: Question) -> set[str]:
    return {option.text for option in leaf.options}


def _squeezed(texts: Iterable[str]) -> list[str]:
    return [text for each in texts if (text := squeezed(each))]
