"""Reader for orders: finds differences between a text and its formulas."""

import re
from collections.abc import Collection, Hashable, Iterator
from pathlib import Path

from items.families.ordering.logic import SCENES, Scene, all_different, formula, kinds_of
from items.families.phrases import Clue, Lexicon, Phrases, Unreadable, load_phrases
from items.models import Item
from items.wording.bank import language_of

FOLDER = Path(__file__).parent
_RIGHT = "table_right"
"""The kind of clue "to the right of", and the key of the text that defines it."""


def symbols(count: int) -> tuple[str, ...]:
    """Return the symbols of the people."""
    return tuple("ABCDEF"[:count])


def introduction(
    phrases: Phrases, scene: str, people: str, count: int, kinds: Collection[str]
) -> str:
    """Return the opening of a text; it defines "right" if the clues use that word."""
    intro = phrases.texts[f"{scene}_intro"].format(people=people, count=count)
    return phrases.joint.join((intro, *_meant_by_words(phrases, kinds)))


def _meant_by_words(phrases: Phrases, kinds: Collection[str]) -> list[str]:
    return [phrases.texts[_RIGHT]] if _RIGHT in kinds else []


def differences(item: Item) -> Iterator[str]:
    """Yield each difference between the item's text and its formulas. Raises InputError for an item
    in an unsupported language."""
    formal = item.formalization
    scene = item.attributes.get("scene")
    if formal is None or len(item.questions) != 1 or scene not in SCENES:
        return
    phrases = load_phrases(FOLDER, language_of(item.language))
    names: dict[str, str] = {}
    for symbol, gloss in formal["translation"].items():
        match = _pattern(phrases.texts[f"{scene}_gloss"], a="(.+)").fullmatch(gloss)
        if match is None:
            yield f"{symbol} stands for {gloss}"
            return
        names[symbol] = match[1]
    lexicon, count = Lexicon({"": names}), len(names)
    intro = phrases.texts[f"{scene}_intro"]
    match = _pattern(intro, people="(.+?)", count="(?:[0-9]+)").match(item.text)
    if match is None or introduction(phrases, str(scene), match[1], count, ()) != match[0]:
        yield "the people and their places are not described"
        return
    if sorted(re.split(r", | and |、|和", match[1])) != sorted(names.values()):
        yield f"the people listed are {match[1]}"
    heard: list[Hashable] = []
    kinds: set[str] = set()
    meant_by_words: list[str] = []
    for sentence in phrases.sentences(item.text[match.end() :]):
        if sentence == phrases.texts[_RIGHT] and not heard:
            meant_by_words.append(sentence)
            continue
        try:
            clue = phrases.read(
                sentence, lexicon, lambda clue: _meaning(clue, count), kinds_of(scene)
            )
        except Unreadable as error:
            yield str(error)
            return
        heard.append(_meaning(clue, count))
        kinds.add(clue.kind)
    premise_texts = [str(entry) for entry in formal["premise"]]
    messages = sorted([*map(_plain, all_different(tuple(names))), *map(str, heard)])
    if messages != sorted(map(_plain, premise_texts)):
        yield f"text: {'; '.join(messages)}; formulas: {'; '.join(premise_texts)}"
    statement = _asked_clue(item, phrases, scene, lexicon)
    if isinstance(statement, str):
        yield statement
        return
    if meant_by_words != _meant_by_words(phrases, {*kinds, statement.kind}):
        yield "the text does not define its ambiguous words"


def _asked_clue(item: Item, phrases: Phrases, scene: Scene, lexicon: Lexicon) -> Clue | str:
    """Return the statement in the question, or a description of the error."""
    question, count = item.questions[0], len(lexicon.forms[""])
    match = _pattern(phrases.texts["question"], statement="(.+)").fullmatch(question.text)
    if match is None:
        return f"unknown question: {question.text}"
    try:
        same = lambda clue: _meaning(clue, count)  # noqa: E731
        statement = phrases.read(match[1], lexicon, same, kinds_of(scene))
    except Unreadable as error:
        return str(error)
    query_text = (question.query or "").removeprefix("necessary(").removesuffix(")")
    if _meaning(statement, count) != _plain(query_text):
        return f"the question is about {formula(statement, count)}, not {question.query}"
    return statement


def _pattern(text: str, **places: str) -> re.Pattern[str]:
    word = re.escape(text)
    for name, pattern in places.items():
        word = word.replace(re.escape(f"{{{name}}}"), pattern)
    return re.compile(word)


def _meaning(clue: Clue, count: int) -> Hashable:
    return _plain(formula(clue, count))


def _plain(text: str) -> str:
    """Normalize the order of the parts of a formula, as neighbours have no order."""
    if " ≠ " in text:
        return " ≠ ".join(sorted(text.split(" ≠ ")))
    denied = text.startswith("¬(")
    inside = text[2:-1] if denied else text
    parts = sorted(
        " ∧ ".join(sorted(part.strip().strip("()").split(" ∧ "))) for part in inside.split(" ∨ ")
    )
    return f"{'not ' if denied else ''}{' or '.join(parts)}"
