"""The text of an item after an edit, in its own words.

Owns the candidates, and whether the family's reader confirms one.
"""

import re
from collections.abc import Iterator
from random import Random

from items.families.perturbed.edits import Edit, bool_glosses
from items.families.readers import reader_of
from items.models import Item
from items.seeds import Draw
from items.wording.bank import ClauseGroup, Language, language_of, load_bank
from items.wording.conventions import without_conventions
from items.wording.render import Writer, capitalised
from items.wording.rule_sentences import Wording, glossed
from items.wording.templates import load_templates
from items.wording.tokens import sentences_of
from solver.errors import InputError
from solver.language.syntax import Formula, Prop

_LEANS = re.compile(
    r"(?:its?|he|she|his|her|they|their|th[ei]se?|that|those|there|so|but|and|or|if so|then|however"
    r"|otherwise|therefore|hence|thus|also|both|only|neither)\b|[它他她其这那]|于是|因此|所以|但|否则|而"
    r"|不过|同时|都",
    re.IGNORECASE,
)
"""Openings of sentences that may refer back to the sentence before."""


def edited_texts(item: Item, edit: Edit, draw: Draw) -> Iterator[tuple[str, int]]:
    """Candidate texts for the edited premises, each with the position of an added premise. Raises
    InputError for an item in an unsupported language."""
    if edit.added_premise is not None:
        for sentence in _sentences(item, edit.added_premise, draw):
            yield from _with_sentence(item, sentence, draw)
        return
    language = language_of(item.language)
    lines = item.text.split("\n")
    if len(lines) == _count(item):
        yield "\n".join(lines[: edit.number] + lines[edit.number + 1 :]), 0
        return
    if reader_of(item) is None:
        return
    end = ". " if language == "en" else "。"
    plain = without_conventions(item.text, language)
    before = item.text[: len(item.text) - len(plain)]
    sentences = list(sentences_of(plain, language))
    for place in range(len(sentences)):
        rest = sentences[:place] + sentences[place + 1 :]
        if rest and not place:
            rest[0] = _without_lead(rest[0], language)
        yield before + end.join(rest) + end.strip(), 0


def _without_lead(sentence: str, language: Language) -> str:
    """The sentence as the first of a text, without a lead such as "Moreover"."""
    for lead in load_templates(language).lead:
        if sentence.startswith(lead):
            return capitalised(sentence.removeprefix(lead).lstrip())
    return sentence


def _count(item: Item) -> int:
    return len((item.formalization or {}).get("premise", ()))


def _sentences(item: Item, literal: Formula, draw: Draw) -> Iterator[str]:
    """Candidate sentences for a literal: in the item's own style if it uses the words of the bank,
    otherwise from its glosses."""
    language = language_of(item.language)
    groups = _groups(item, language)
    if groups:
        yield Writer(groups, Random(draw.below(1 << 32)), language).sentence(literal)
        return
    glosses = bool_glosses(item)
    if isinstance(literal, Prop) and reader_of(item) is not None:
        yield glosses[literal.name].strip().rstrip(".。") + load_templates(language).end
    clauses = {name: glossed(name, gloss, language) for name, gloss in glosses.items()}
    wording = Wording(language, clauses)
    try:
        sentence = wording.sentence(literal)
    except InputError:
        return
    if wording.reads_back(sentence, literal):
        yield sentence + load_templates(language).end


def _groups(item: Item, language: Language) -> dict[str, ClauseGroup]:
    """The clause groups of the symbols if all are from the bank; otherwise empty."""
    named = item.provenance.parameters.get("groups")
    glosses, bank = bool_glosses(item), load_bank(language).by_id
    if not isinstance(named, list) or len(named) != len(glosses):
        return {}
    groups = {
        symbol: bank[group]
        for (symbol, gloss), group in zip(glosses.items(), named, strict=True)
        if group in bank and gloss in bank[group].affirmative
    }
    return groups if len(groups) == len(glosses) else {}


def _with_sentence(item: Item, sentence: str, draw: Draw) -> Iterator[tuple[str, int]]:
    """The text with an additional sentence among those for the premises, which come last: at a
    drawn place if sentences and premises correspond, and at the end."""
    count = _count(item)
    lines = item.text.split("\n")
    if len(lines) == count > 1:
        place = draw.below(count + 1)
        yield "\n".join([*lines[:place], sentence, *lines[place:]]), place
        return
    language = language_of(item.language)
    joint = load_templates(language).joint
    has_reader = reader_of(item) is not None
    begins = _beginnings(item.text, language)
    # A question may contain a premise, too.
    starts = begins[max(0, len(begins) - count) :] if has_reader or len(begins) == count else []
    place = draw.below(len(starts) + 1)
    if place < len(starts):
        rest = item.text[starts[place] :]
        if has_reader or not _LEANS.match(rest):
            yield f"{item.text[: starts[place]]}{sentence}{joint}{rest}", place
    yield f"{item.text.rstrip()}{joint}{sentence}", count


def _beginnings(text: str, language: Language) -> list[int]:
    """Offsets at which sentences begin, without those that only define words."""
    plain = without_conventions(text, language)
    at = len(text) - len(plain)
    begins = []
    for sentence in sentences_of(plain, language):
        at = text.index(sentence, at)
        begins.append(at)
        at += len(sentence)
    return begins


def reads_back(twin: Item) -> bool:
    """Whether the family's reader, if there is one, finds no difference."""
    reader = reader_of(twin)
    return reader is None or next(iter(reader(twin)), None) is None
