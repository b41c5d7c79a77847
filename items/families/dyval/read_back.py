"""Reader for DyVal items: finds differences between a text and its formulas."""

import re
from collections.abc import Iterator
from functools import cache

from items.families.dyval import chinese
from items.families.dyval.words import Sentence, TaskText, domains, hear
from items.models import Item
from items.sources.contexthub import read_template
from items.wording.conventions import without_conventions
from solver.errors import InputError


def differences(item: Item) -> Iterator[str]:
    """Yield each difference between the item's text and its formulas."""
    formal = item.formalization
    if formal is None or len(item.questions) != 1:
        return
    glosses: dict[str, str] = dict(formal.get("translation", {}))
    question = item.questions[0]
    try:
        if item.attributes.get("abstract"):
            symbol_of_gloss = {text: name for name, text in glosses.items()}
            text = without_conventions(item.text, "en")
            template = read_template(f"{text}\n{question.text}", item.id)
            premises = [_renamed(text, symbol_of_gloss) for text in template.premises]
            goal = _renamed(template.question, symbol_of_gloss)
        else:
            zh = item.language == "zh"
            sentences = _sentences(zh)
            pairs = {name: sentences.get(text.casefold()) for name, text in glosses.items()}
            if any(pair is None for pair in pairs.values()):
                return
            heard = (chinese.hear if zh else hear)(
                TaskText(item.text, question.text),
                {name: pair for name, pair in pairs.items() if pair is not None},
            )
            premises, goal = list(heard.premises), heard.question
    except (InputError, ValueError) as error:
        yield f"a sentence of no known form: {error}"
        return
    premise_texts = [str(text) for text in formal["premise"]]
    if sorted(map(_plain, premises)) != sorted(map(_plain, premise_texts)):
        extra = [text for text in premises if _plain(text) not in map(_plain, premise_texts)]
        lacking = [text for text in premise_texts if _plain(text) not in map(_plain, premises)]
        yield f"only in the text: {'; '.join(extra) or '–'}; only in the formulas: " + (
            "; ".join(lacking) or "–"
        )
    if question.query is not None and _plain(f"necessary({goal})") != _plain(question.query):
        yield f"the question is about {goal}, not {question.query}"


def _renamed(formula: str, symbol_of_gloss: dict[str, str]) -> str:
    return re.sub(r"\w+", lambda match: symbol_of_gloss.get(match[0], match[0]), formula)


def _plain(formula: str) -> str:
    return re.sub(r"[\s()]", "", formula)


@cache
def _sentences(zh: bool) -> dict[str, Sentence]:
    return {
        sentence.affirmation.casefold(): sentence
        for domain in (chinese.domains() if zh else domains()).values()
        for category in domain.categories.values()
        for sentence in category
    }
