"""Lint of truth values, labels and letters next to a statement or question.

Owns the words for a verdict, and the places in which one of them gives away the answer: in
brackets, after a colon or a dash at the end of a sentence, as the value of a field, in the title,
in the item's id. A list of possible answers names several, so a text with more than one value in
such places gives none away. `leaks` owns sentences that give away an answer.
"""

import re
from collections.abc import Iterator, Sequence

from items.answers import Answer, ChoiceAnswer, TruthAnswer
from items.findings import rules
from items.findings.rules import Finding
from items.lint.leaks import item_texts
from items.models import Item
from items.values.letters import letter

_VALUE = (
    r"(?:not\s{1,8})?(?:true|false|unknown|undetermined|undecided|uncertain|entailed|entailment|"
    r"implied"
    r"|contradiction|contradicted|contradictory|neutral|refuted|disproved|proved|proven|provable"
    r"|(?:does\s{1,8}not\s{1,8})?follows?|valid|invalid|correct|incorrect|yes|no|right|wrong|holds)"
    r"|不?(?:为|是)?(?:真|假|对|错|正确|错误|成立|未知|无法确定|不确定|矛盾|蕴含|中立)"
)
_INTRODUCED = (
    r"(?:(?:so\s{1,8})?(?:it|this|that|which|answer)\s{1,8}(?:is|are|was)\s{1,8}|答案[是为]?)?"
)
_BRACKETS = re.compile(
    rf"[(\[{{（【「]\s{{0,8}}{_INTRODUCED}({_VALUE}|"
    rf"(?-i:[TFUYN]))\s{{0,8}}[.!。！]?\s{{0,8}}[)\]}}）】」]",
    re.IGNORECASE,
)
_BEHIND = re.compile(
    rf"(?:[:：]|\s[-–—]{{1,2}}|——|—|\s=>?)\s{{0,8}}[\"“'*]{{0,2}}\s{{0,8}}{_INTRODUCED}({_VALUE})"
    r"\s{0,8}[.!。！]?\s{0,8}[\"”'*]{0,2}\s{0,8}(?=$|[}\])”\n]|(?-i:[A-Z“]))",
    re.IGNORECASE,
)
_FIELD = re.compile(rf"[\"']\s{{0,8}}:\s{{0,8}}[\"']?({_VALUE})[\"']?\s{{0,8}}[,}}]", re.IGNORECASE)
_KEYED = re.compile(
    r"\b(?:key|answer|verdict|label|gold|solution|result|"
    r"truth)\s{0,8}[:：=]\s{0,8}((?-i:[TFUYN]))\b",
    re.IGNORECASE,
)
_PLACES = (_BRACKETS, _BEHIND, _FIELD, _KEYED)
_SCALE = re.compile(
    r"(?:\bn/?a|\b(?:true|false|yes|no)\s{0,8},?\s{1,8}(?:or\s{1,8})?[\w/-]+|未知|不确定|"
    r"无法确定)\s{0,8}$",
    re.IGNORECASE,
)
"""Text before a bracketed value that is one of several possible answers."""
_IN_BRACKETS = re.compile(r"[(（]\s{0,8}([A-Z])\s{0,8}[)）]")
_GIVEN = re.compile(
    r"\b(?:given|suppos\w{1,8}|assum\w{1,8}|if|since)\b[^.?!]{0,300}$", re.IGNORECASE
)
"""A condition in which a bracketed value, followed by more text, is part of what is given."""
_BEFORE, _CLAUSE = 40, 300
"""Number of characters that are searched for these."""
_LETTER = re.compile(r"(?<=\w)[.。]?\s{0,8}[(\[（【]([A-J])[)\]）】]")
"""A bracketed letter after words."""
_CONFIRMED = re.compile(
    r"[(（]\s{0,8}(?:it|this|that)\s{1,8}(?:is|does|has|was|did|holds|isn['’]t|doesn['’]t|(?:is|does|has)"
    r"\s{1,8}not)\s{0,8}[.!]?\s{0,8}[)）]",
    re.IGNORECASE,
)
"""A bracketed remark that confirms or denies what precedes it."""
_OPENED = re.compile(
    rf"^\W{{0,8}}(?:surely|certainly|clearly|obviously|definitely|undoubtedly)\s{{1,8}}(?:{_VALUE})\s{{0,8}}[:：,–—-]",
    re.IGNORECASE,
)
"""A verdict before the question."""
_NAMED = r"(?:answer|gold|label|correct|key|solution|verdict|答案)\W*"
_WORDS = re.compile(r"\w+")


def look(item: Item) -> Iterator[Finding]:
    """Yield each text with one verdict next to it, and each title or id with the gold."""
    for where, text in item_texts(item):
        value = "" if where.startswith("option") else _adjacent_value(item, text)
        if not value and where == "a question":
            match = _CONFIRMED.search(text) or _OPENED.search(text)
            value = match[0].strip() if match else ""
        if value:
            message = f"“{value}” next to a statement, in {where}"
            yield Finding(rules.LEAK, message, excerpt=text[:200])
    symbols = _symbols(item)
    for leaf in item.leaves:
        if isinstance(leaf.gold, ChoiceAnswer) and leaf.gold.option in range(len(leaf.options)):
            values = [_adjacent_value(item, option.text) for option in leaf.options]
            if values[leaf.gold.option or 0] and sum(map(bool, values)) == 1:
                message = f"“{values[leaf.gold.option or 0]}” next to the right option only"
                yield Finding(rules.LEAK, message, leaf.id)
            texts = (item.text, leaf.text, *(option.text for option in leaf.options))
            letters = [name for text in texts for name in _LETTER.findall(text)]
            right = letter(leaf.gold.option or 0)
            if letters == [right] and right not in symbols:
                yield Finding(rules.LEAK, f"the letter ({right}) next to a statement", leaf.id)
        for where, name in (("the title", item.title), ("the id", item.id)):
            value_named = _gold_in_name(leaf.gold, name)
            if value_named:
                yield Finding(rules.LEAK, f"“{value_named}” in {where}", leaf.id, name[:200])


def marked(item: Item) -> Iterator[str]:
    """The values next to options, right or wrong. A value on a single wrong option is not a fault
    of an item, since whoever follows it is wrong; but a good text of an item has none."""
    for option in (option for leaf in item.leaves for option in leaf.options):
        value = _adjacent_value(item, option.text)
        if value:
            yield value


def _adjacent_value(item: Item, text: str) -> str:
    """The single value next to what a text says; empty without one or for a list."""
    matches = [match for place in _PLACES for match in place.finditer(text)]
    matches = [
        match
        for match in matches
        if not _SCALE.search(text[max(0, match.start() - _BEFORE) : match.start()])
        and not (
            text.startswith(",", match.end())
            and _GIVEN.search(text[max(0, match.start() - _CLAUSE) : match.start()])
        )
        and (len(match[1]) > 1 or not _a_symbol(item, match[1]))
    ]
    return matches[0][0].strip() if len({_plain(match[1]) for match in matches}) == 1 else ""


def _plain(value: str) -> str:
    return " ".join(_WORDS.findall(value.casefold()))


def _a_symbol(item: Item, name: str) -> bool:
    """Whether a letter is a symbol of the item, or occurs in its texts more than once or with other
    bracketed letters."""
    texts = " ".join(text for _, text in item_texts(item))
    return (
        name in _symbols(item)
        or len(re.findall(rf"\b{name}\b", texts)) > 1
        or len(set(_IN_BRACKETS.findall(texts))) > 1
    )


def _symbols(item: Item) -> Sequence[str]:
    return tuple((item.formalization or {}).get("parameters", ()))


def _gold_in_name(gold: Answer | None, name: str) -> str:
    """The gold in a name, after a word for an answer, in brackets or at the end; otherwise
    empty."""
    if isinstance(gold, ChoiceAnswer) and gold.option is not None:
        value = letter(gold.option)
    elif isinstance(gold, TruthAnswer):
        value = gold.value
    else:
        return ""
    match = re.search(rf"(?<![A-Za-z]){_NAMED}(?:is\W+)?{value}(?![A-Za-z])", name, re.IGNORECASE)
    if match is None and isinstance(gold, TruthAnswer):
        match = re.search(
            rf"[(\[（【]\s*{value}\s*[)\]）】]|[:：–—-]\s+{value}\s*$", name, re.IGNORECASE
        )
    return match[0] if match else ""
