"""Syllogisms read back: what a text says otherwise than the formulas beside it."""

import re
from collections.abc import Iterator
from pathlib import Path

from items.families.phrases import Lexicon, Unreadable, load_phrases
from items.families.syllogism.logic import formula
from items.models import Item
from items.wording.bank import language_of

FOLDER = Path(__file__).parent


def differences(item: Item) -> Iterator[str]:
    """What is told otherwise than meant."""
    formal = item.formalization
    if formal is None or len(item.questions) != 1:
        return
    phrases = load_phrases(FOLDER, language_of(item.language))
    gloss = re.compile(re.escape(phrases.texts["gloss"]).replace(re.escape("{term}"), "(.+)"))
    terms: dict[str, str] = {}
    for key, said in formal["translation"].items():
        match = gloss.fullmatch(said)
        if match is None:
            yield f"{key} stands for {said}"
            return
        terms[key.removesuffix("(x)")] = match[1]
    lexicon = Lexicon({"": terms})
    intro, question = phrases.texts["intro"], item.questions[0]
    if not item.text.startswith(intro):
        yield "what “some” and “all” mean is not told"
    before, after = phrases.texts["question"].split("{statement}")
    if not (question.text.startswith(before) and question.text.endswith(after)):
        yield f"no known question: {question.text}"
        return
    try:
        heard = [
            formula(phrases.read(sentence, lexicon, formula))
            for sentence in phrases.sentences(item.text.removeprefix(intro))
        ]
        statement = question.text.removeprefix(before).removesuffix(after)
        asked = formula(phrases.read(statement, lexicon, formula))
    except Unreadable as error:
        yield str(error)
        return
    if heard != formal["premise"]:
        yield f"told: {'; '.join(heard)}; meant: {'; '.join(formal['premise'])}"
    if question.query != f"necessary({asked})":
        yield f"the question is about {asked}, not {question.query}"
