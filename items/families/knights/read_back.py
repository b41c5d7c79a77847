"""Reader for knights and knaves: finds differences between a text and its formulas."""

import re
from collections.abc import Hashable, Iterator, Mapping
from pathlib import Path

from items.families.knights.logic import formula
from items.families.phrases import Clue, Lexicon, Unreadable, load_phrases
from items.models import Item
from items.wording.bank import language_of

FOLDER = Path(__file__).parent


def symbols(count: int) -> tuple[str, ...]:
    """Return the symbols of the inhabitants."""
    return tuple("ABCDEFG"[:count])


def lexicon(names: Mapping[str, str]) -> Lexicon:
    """Return the names by symbol."""
    return Lexicon({"": names})


def differences(item: Item) -> Iterator[str]:
    """Yield each difference between the item's text and its formulas. Raises InputError for an item
    in an unsupported language."""
    formal = item.formalization
    if formal is None or len(item.questions) != 1:
        return
    phrases = load_phrases(FOLDER, language_of(item.language))
    gloss_pattern = re.compile(re.escape(phrases.texts["asked"]).replace(re.escape("{a}"), "(.+)"))
    names: dict[str, str] = {}
    for symbol, gloss in formal["translation"].items():
        match = gloss_pattern.fullmatch(gloss)
        if match is None:
            yield f"{symbol} stands for {gloss}"
            return
        names[symbol] = match[1]
    words = lexicon(names)
    intro = re.escape(phrases.texts["intro"]).replace(re.escape("{people}"), "(.+?)")
    match = re.match(f"{intro} ?", item.text)
    if match is None:
        yield "the island is not described"
        return
    if sorted(re.split(r", | and |、", match[1])) != sorted(names.values()):
        yield f"the inhabitants listed are {match[1]}"
    heard = []
    for sentence in phrases.sentences(item.text[match.end() :]):
        try:
            heard.append(formula(phrases.read(sentence, words, _same)))
        except Unreadable as error:
            yield str(error)
            return
    # "B and C" and "C and B" are one statement.
    if sorted(map(_sorted, heard)) != sorted(_sorted(str(entry)) for entry in formal["premise"]):
        yield f"text: {'; '.join(heard)}; formulas: {'; '.join(formal['premise'])}"
    question = item.questions[0]
    about = next((s for s in names if question.query == f"necessary({s})"), None)
    statement = "" if about is None else phrases.texts["asked"].format(a=names[about])
    if question.text != phrases.texts["question"].format(statement=statement):
        yield f"the question is not about {question.query}: {question.text}"


def _same(clue: Clue) -> Hashable:
    return _sorted(formula(clue))


def _sorted(text: str) -> str:
    speaker, _, statement = text.partition(" ↔ ")
    sides = re.search(r"[∧∨↔]", statement)
    if sides is None:
        return text
    parts = sorted(re.findall(r"¬?[A-G]", statement))
    return f"{speaker} {sides[0]} {'¬' if statement.startswith('¬(') else ''}{parts}"
