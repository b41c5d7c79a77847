"""Reader for syllogisms: finds differences between a text and its formulas."""

import re
from collections.abc import Iterator, Sequence

from items.families.phrases import Lexicon, Phrases, Unreadable, load_phrases
from items.families.syllogism.foils import FOLDER
from items.families.syllogism.logic import formula
from items.models import Item
from items.wording.bank import language_of

_PAIRED = 4


def differences(item: Item) -> Iterator[str]:
    """Yield each difference between the item's text and its formulas. Raises InputError for an item
    in an unsupported language."""
    formal = item.formalization
    if formal is None or len(item.questions) != 1:
        return
    phrases = load_phrases(FOLDER, language_of(item.language))
    gloss = re.compile(re.escape(phrases.texts["gloss"]).replace(re.escape("{term}"), "(.+)"))
    terms: dict[str, str] = {}
    for key, meaning in formal["translation"].items():
        match = gloss.fullmatch(meaning)
        if match is None:
            yield f"{key} stands for {meaning}"
            return
        terms[key.removesuffix("(x)")] = match[1]
    lexicon = Lexicon({"": terms})
    intro, question = phrases.texts["intro"], item.questions[0]
    if not item.text.startswith(intro):
        yield "the meaning of “some” and “all” is not stated"
    before, after = phrases.texts["question"].split("{statement}")
    if not (question.text.startswith(before) and question.text.endswith(after)):
        yield f"unknown question: {question.text}"
        return
    try:
        heard = [
            formula(phrases.read(clause, lexicon, formula))
            for sentence in phrases.sentences(item.text.removeprefix(intro))
            for clause in _clauses(sentence, phrases)
        ]
        statement = question.text.removeprefix(before).removesuffix(after)
        conclusion = formula(phrases.read(statement, lexicon, formula))
    except Unreadable as error:
        yield str(error)
        return
    if heard != formal["premise"]:
        yield f"text: {'; '.join(heard)}; formulas: {'; '.join(formal['premise'])}"
    if question.query != f"necessary({conclusion})":
        yield f"the question is about {conclusion}, not {question.query}"


def joined_text(sentences: Sequence[str], phrases: Phrases) -> str:
    """Join the sentences of a task into a text; four become one sentence with two halves. The words
    next to each clause are different: otherwise a reader that looks for long repeated strings could
    see in which order the two halves mention their shared terms."""
    if len(sentences) != _PAIRED:
        return phrases.joint.join(sentences)
    first, *others = [sentence[:-1] for sentence in sentences]
    clauses = [first, *(clause[:1].lower() + clause[1:] for clause in others)]
    return phrases.texts["pairs"].format(**dict(zip("abcd", clauses, strict=True)))


def _clauses(sentence: str, phrases: Phrases) -> list[str]:
    """Split what `joined_text` joined, as sentences."""
    pattern = re.sub(r"\\\{\w\\\}", "(.+)", re.escape(phrases.texts["pairs"]))
    match = re.fullmatch(pattern, sentence)
    return [sentence] if match is None else [clause + sentence[-1] for clause in match.groups()]
