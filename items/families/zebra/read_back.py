"""Reader for grids: finds differences between a text and its formulas."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from items.families.phrases import Lexicon, Phrases, Unreadable, listed, load_phrases
from items.families.zebra.logic import LETTERS, all_different, formula
from items.models import Item
from items.wording.bank import language_of
from items.wording.render import capitalised

FOLDER = Path(__file__).parent
_FORMS = ("subj", "does", "doesnot")


def lexicon(phrases: Phrases, categories: Sequence[str], values: Mapping[str, str]) -> Lexicon:
    """Return the words for the values in every form."""
    forms: dict[str, dict[str, str]] = {form: {} for form in _FORMS}
    for symbol, value in values.items():
        table = phrases.words[categories[LETTERS.index(symbol[0])]]
        for form in _FORMS:
            if form in table:
                forms[form][symbol] = str(table[form]).format(x=value)
    return Lexicon(forms)


def introduction(phrases: Phrases, shown_values: Mapping[str, Sequence[str]], houses: int) -> str:
    """Return the opening of a text: the houses, the people and their belongings."""
    people, *others = shown_values
    features = [
        phrases.texts[f"feature_{name}"].format(values=listed(shown_values[name], phrases.language))
        for name in others
    ]
    return phrases.texts["intro"].format(
        count=phrases.words["counts"][str(houses)],
        n=houses,
        people=listed(shown_values[people], phrases.language),
        features=phrases.joint.join(features),
    )


def differences(item: Item) -> Iterator[str]:
    """Yield each difference between the item's text and its formulas. Raises InputError for an item
    in an unsupported language."""
    formal = item.formalization
    values = item.provenance.parameters.get("values")
    categories = str(item.attributes.get("categories", "")).split(", ")
    if formal is None or len(item.questions) != 1 or not isinstance(values, dict):
        return
    phrases = load_phrases(FOLDER, language_of(item.language))
    words = lexicon(phrases, categories, values)
    for symbol, gloss in formal["translation"].items():
        if gloss != phrases.texts["gloss"].format(subj=words.word(symbol, "subj")):
            yield f"{symbol} stands for {gloss}"
    houses = len([symbol for symbol in values if symbol[0] == "A"])
    text = item.text
    for number, category in enumerate(categories):
        for value in (v for s, v in values.items() if s[0] == LETTERS[number]):
            if value not in text:
                yield f"{value} is missing from the {category}"
    # The order of the values does not change the number of sentences in the introduction.
    shown_values = {
        name: [v for s, v in values.items() if s[0] == LETTERS[number]]
        for number, name in enumerate(categories)
    }
    usual = phrases.sentences(introduction(phrases, shown_values, houses))
    messages = phrases.sentences(text)
    for word, other in zip(usual, messages, strict=False):
        if sorted(word) != sorted(other):
            yield f"not the usual introduction: {other}"
    heard = []
    for sentence in messages[len(usual) :]:
        try:
            clue = phrases.read(sentence, words, lambda clue: formula(clue, houses))
        except Unreadable as error:
            yield str(error)
            return
        heard.append(formula(clue, houses))
    premise_texts = [str(entry) for entry in formal["premise"]]
    statements = sorted([*all_different(houses, len(categories)), *heard])
    if sorted(map(_plain, statements)) != sorted(map(_plain, premise_texts)):
        yield f"text: {'; '.join(heard)}; formulas: {'; '.join(premise_texts)}"
    yield from _question(item, phrases, words, values)


def _question(
    item: Item, phrases: Phrases, words: Lexicon, values: Mapping[str, str]
) -> Iterator[str]:
    question = item.questions[0]
    asked_symbol = {
        phrases.texts["question"].format(does=does): symbol
        for symbol, does in words.forms["does"].items()
    }.get(question.text)
    if asked_symbol is None:
        yield f"unknown question: {question.text}"
        return
    people = {capitalised(value): symbol for symbol, value in values.items() if symbol[0] == "A"}
    for option in question.options:
        if option.formula != f"{people.get(option.text)} = {asked_symbol}":
            yield f"the option {option.text} does not say {option.formula}"


def _plain(text: str) -> str:
    """Normalize the order of a formula's sides where order has no meaning."""
    for sign in (" ≠ ", " = "):
        if text.count(sign) == 1 and "∧" not in text:
            return sign.join(sorted(text.split(sign)))
    denied = text.startswith("¬(")
    inside = text[2:-1] if denied else text
    parts = sorted(
        " ∧ ".join(sorted(part.strip().strip("()").split(" ∧ "))) for part in inside.split(" ∨ ")
    )
    return f"{'not ' if denied else ''}{' or '.join(parts)}"
