"""Build the messages to send from a protocol and an item.

Owns what one request asks, the rotation of options, filling in placeholders, and the choice of
examples. The protocol files own the words, `extraction` reading the response.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from items.answers import TruthAnswer
from items.asking.message import Message
from items.asking.protocol import PLACEHOLDER, LoadedProtocol, Protocol, Wording
from items.default_wording import about, line_of
from items.default_wording import wording as wording_of_kind
from items.files.loading import load
from items.kinds.names import own_kind
from items.kinds.registry import form_of
from items.models import Item, Question
from items.sources.files import BUILTIN
from items.values.answer_text import format_answer
from items.values.letters import letter, shown_options
from solver.errors import InputError
from solver.kinds.registry import kind_of


@dataclass(frozen=True)
class Prompt:
    """One request: its messages, and the questions in it."""

    item: Item
    leaves: tuple[Question, ...]
    """The question parts that the response answers."""
    mutant: int
    """Rotation of the options: the number of places to the left."""
    protocol: Protocol
    messages: tuple[Message, ...]

    @cached_property
    def hash(self) -> str:
        """SHA-256 (hex) over the messages."""
        listed = [[message.role, message.content] for message in self.messages]
        text = json.dumps(listed, ensure_ascii=False, separators=(",", ":"))
        return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def units(item: Item, protocol: Protocol) -> tuple[tuple[Question, ...], ...]:
    """The question parts that are asked together: each alone, or all parts of an item."""
    if protocol.unit == "item":
        return (item.leaves,)
    return tuple((leaf,) for leaf in item.leaves)


def mutants(leaves: Sequence[Question]) -> int:
    """The number of rotations of parts that are asked together: the number of options if all parts
    are multiple choice with equally many options, otherwise 1."""
    numbers = {len(leaf.options) if leaf.multiple_choice else 1 for leaf in leaves}
    return numbers.pop() if len(numbers) == 1 else 1


def prompt(
    item: Item,
    leaves: tuple[Question, ...],
    protocol: Protocol,
    mutant: int = 0,
    examples: Iterable[Item] = (),
) -> Prompt:
    """The request that asks these question parts of an item."""
    messages: list[Message] = []
    wording = protocol.wording(item.language)
    if protocol.unit == "item":
        words = _item_words(item, leaves, wording, mutant)
    else:
        (leaf,) = leaves
        words = _words(item, leaf, wording, mutant)
        words["condition"] = _filled(wording.condition, words) if leaf.condition else ""
    if wording.system:
        messages.append(Message("system", _filled(wording.system, words)))
    for example in examples:
        messages.extend(_example(example, protocol))
    messages.append(Message("user", _filled(wording.prompt, words)))
    return Prompt(item, leaves, mutant, protocol, tuple(messages))


def examples_for(
    loaded_protocol: LoadedProtocol, items: Iterable[Item]
) -> dict[str, tuple[Item, ...]]:
    """A protocol's examples by language: one for each value of its attribute, each with a gold
    answer, and none that is among the items to ask (by id, content or text).

    Raises:
        InputError: a source has no usable example in one of the languages to ask.
    """
    protocol = loaded_protocol.protocol
    asked_items = list(items)
    if not protocol.examples:
        return {}
    source: str = protocol.examples
    if not source.startswith(BUILTIN):
        source = str(loaded_protocol.path.parent / source)
    barred = {item.id for item in asked_items} | {_squeezed(item) for item in asked_items}
    offered = [entry for entry in load(source, strict=True).items if _usable(entry, protocol)]
    examples: dict[str, tuple[Item, ...]] = {}
    for language in sorted({item.language for item in asked_items}):
        first: dict[object, Item] = {}
        for example in offered:
            if example.language == language and not {example.id, _squeezed(example)} & barred:
                first.setdefault(example.attributes.get(protocol.examples_by), example)
        if not first:
            raise InputError(
                "There are no examples",
                f"{source}: expected an item in {language!r} that has a gold answer and is not"
                " itself asked, found none",
            )
        examples[language] = tuple(first.values())
    return examples


def _usable(item: Item, protocol: Protocol) -> bool:
    leaves = item.leaves
    return len(leaves) == 1 and leaves[0].gold is not None and protocol.puts(leaves[0])


def _squeezed(item: Item) -> str:
    return "".join(item.text.casefold().split())


def _example(item: Item, protocol: Protocol) -> tuple[Message, Message]:
    """An example as a question and its reply, in the words of its language."""
    (leaf,) = item.leaves
    wording = protocol.wording(item.language)
    words = _words(item, leaf, wording, 0)
    if leaf.gold is not None:
        gold = leaf.gold
        words["gold"] = (
            wording.values[gold.value]
            if isinstance(gold, TruthAnswer)
            else format_answer(gold, leaf)
        )
    words["condition"] = _filled(wording.condition, words) if leaf.condition else ""
    prompt_message = Message("user", _filled(wording.prompt, words))
    return prompt_message, Message("assistant", _filled(wording.reply, words))


def _item_words(
    item: Item, leaves: Sequence[Question], wording: Wording, mutant: int
) -> dict[str, str]:
    blocks: list[str] = []
    wanted_ids = {leaf.id for leaf in leaves}
    for question in item.questions:
        if question.parts and not _covered_by_parts(question):
            words = {"id": question.id, "question": question.text}
            blocks.append(_filled(wording.lead, words))
        for leaf in question.leaves:
            if leaf.id in wanted_ids:
                words = _words(item, leaf, wording, mutant)
                words["question"] = leaf.text or wording_of_kind(item, leaf, item.language)
                blocks.append(_filled(wording.part, words))
    ids = [leaf.id for leaf in leaves]
    words = {
        "title": item.title,
        "text": item.text,
        "questions": "\n".join(blocks),
        "number": str(len(ids)),
        "ids": ", ".join(ids),
        "first": ids[0],
    }
    words["format"] = _filled(wording.single if len(ids) == 1 else wording.multi, words)
    return words


def _words(item: Item, leaf: Question, wording: Wording, mutant: int) -> dict[str, str]:
    """The values of the placeholders for a question part."""
    values = [
        wording.values[value]
        for value in ("true", "false", "unknown")
        if value != "unknown" or not item.two_valued
    ]
    options = [leaf.options[place].text for place in shown_options(leaf, mutant)]
    between = "、" if wording.values["true"] == "真" else ", "
    words = {
        "id": leaf.id,
        "title": item.title,
        "text": item.text,
        "question": _question(item, leaf),
        "condition": leaf.condition or "",
        "options": "\n".join(f"{letter(place)}. {text}" for place, text in enumerate(options)),
        "letters": "/".join(letter(place) for place in range(len(options))),
        "values": between.join(values),
        "value": values[0],
        "slashed": "/".join(values),
        "statements": "\n".join(map(line_of, about(item, leaf))),
        "label": leaf.vocabulary[0].key if leaf.vocabulary else "A",
    }
    words["form"] = _filled(_form(item, leaf, wording), words)
    return words


def _form(item: Item, leaf: Question, wording: Wording) -> str:
    """The answer format to request: the protocol's words for the kind, or else the kind's own, or
    else the protocol's for that answer form."""
    forms, kind = wording.forms, leaf.kind
    own = None if kind is None else own_kind(kind)
    if kind is None or (leaf.free and (own is None or own.instruction is None)):
        return forms.text_about.get(leaf.query_kind or "", forms.text)
    if own is not None:
        default = "" if own.instruction is None else own.instruction.of(item.language)
        return forms.of(kind) or default
    form = form_of(leaf, item.formalization)
    if form.name == "set" and len(kind_of(kind).forms) > 1:
        return forms.individuals
    return forms.of(kind) or _default_form(kind, item.language)


def _default_form(kind: str, language: str) -> str:
    """The answer format of a kind that the protocol does not know."""
    query_kind = kind_of(kind)
    instruction = query_kind.instruction.of(language)
    words = [f'"{word.verdict}"' for word in query_kind.verdicts]
    return instruction or ("、" if language.startswith("zh") else ", ").join(words)


def _question(item: Item, leaf: Question) -> str:
    """The text of a part asked alone, preceded by the whole question's text if that says more."""
    own = leaf.text or wording_of_kind(item, leaf, item.language)
    for question in item.questions:
        if leaf in question.parts and not _covered_by_parts(question):
            return f"{question.text}\n{own}".strip()
    return own


def _covered_by_parts(question: Question) -> bool:
    """Whether the texts of the parts together are the text of the question."""
    whole = "".join(question.text.split())
    return not whole or "".join("".join(part.text.split()) for part in question.parts) == whole


def _filled(text: str, words: Mapping[str, str]) -> str:
    """The text with its placeholders filled in; placeholders in the inserted values are not
    filled."""
    lines: list[str] = []
    for line in text.strip("\n").split("\n"):
        names = PLACEHOLDER.findall(line)
        if names and not any(words.get(name) for name in names):
            continue
        filled = PLACEHOLDER.sub(lambda match: words.get(match[1], ""), line)
        if PLACEHOLDER.fullmatch(line.strip()):
            # A placeholder alone on a line: all its lines get the indentation of that line.
            filled = filled.replace("\n", "\n" + line[: len(line) - len(line.lstrip())])
        lines.append(filled)
    return "\n".join(lines)
