"""Protocols for asking language models: data files that say how a question is put and answered.

Owns the file's fields, reading it, the shipped ones and which of them suits an item. Leaves filling
in to `prompting` and reading responses to `extraction`.
"""

import hashlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from items.kinds.names import is_question_kind
from items.models import Item, Question, QuestionKind
from items.sources.document import invalid
from solver.errors import InputError
from solver.files import parse_toml, read_file

FOLDER = Path(__file__).parent / "protocols"
LANGUAGES = ("en", "zh")
TRUTH_VALUES = ("true", "false", "unknown")
PLACEHOLDER = re.compile(r"\{\{\s*(\w+)\s*\}\}")
WORDS = frozenset({"title", "text", "question", "condition", "options", "letters", "values"}) | {
    *("value", "slashed", "statements", "label", "form", "id"),
    *("format", "questions", "number", "ids", "first", "gold"),
}
"""What may stand in double braces."""


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class Forms(BaseModel):
    """In which form each kind of question is to be answered, in words; a key a kind."""

    model_config = ConfigDict(frozen=True, extra="allow")
    __pydantic_extra__: dict[str, str]

    individuals: str = ""
    """`enumerate_models(F(x), x)`, which is answered by names."""
    text: str = ""
    text_about: Mapping[str, str] = Field(default_factory=dict)
    """For a free answer that is known to be about one of the query kinds."""

    @model_validator(mode="after")
    def _known(self) -> Self:
        for name in self.model_extra or ():
            if not is_question_kind(name):
                raise ValueError(f"{name} is no kind of question")
        return self

    def of(self, kind: str) -> str:
        """The words for a kind; empty where there are none."""
        return str(getattr(self, kind, ""))


class Wording(_Frozen):
    """The texts of a protocol in one language; words in double braces are filled in.

    A line that holds placeholders all of which turn out empty is left out.
    """

    prompt: str
    system: str = ""
    """The system message; none where empty."""
    part: str = "[{{id}}] {{question}}\n{{condition}}\n{{options}}\n{{statements}}\n{{form}}"
    """`unit = "item"`: one question in `{{questions}}`."""
    lead: str = "({{id}}) {{question}}"
    """`unit = "item"`: what stands before the parts of a question."""
    single: str = ""
    multi: str = ""
    """`unit = "item"`: `{{format}}` where one thing is asked, and where several are."""
    condition: str = "{{condition}}"
    """`unit = "question"`: how a counterfactual question's condition is put."""
    reply: str = "Answer: {{gold}}"
    """What stands as the reply to an example."""
    values: Mapping[str, str] = Field(
        default_factory=lambda: {"true": "True", "false": "False", "unknown": "Unknown"}
    )
    """The words for the truth values."""
    forms: Forms = Field(default_factory=Forms)

    @model_validator(mode="after")
    def _known(self) -> Self:
        texts = [value for _, value in self if isinstance(value, str)]
        texts += [value for _, value in self.forms if isinstance(value, str)]
        texts += self.forms.text_about.values()
        for text in texts:
            unknown = sorted(set(PLACEHOLDER.findall(text)) - WORDS)
            if unknown:
                known = ", ".join(sorted(WORDS))
                raise ValueError(f"{{{{{unknown[0]}}}}} is no placeholder; there are {known}")
        if set(self.values) != set(TRUTH_VALUES):
            raise ValueError(f"values are {', '.join(TRUTH_VALUES)}")
        return self


MARKERS = ("Answer", "答案")
"""Words before the colon in a line that holds the answer, unless a protocol has its own."""


class Protocol(_Frozen):
    """A protocol file."""

    name: str = Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]*$")
    title: str = ""
    paper: str = ""
    version: int = Field(default=1, ge=1)
    """Goes up when the wording changes; answers to different versions are never mixed."""
    kinds: tuple[QuestionKind | Literal["any"], ...] = Field(min_length=1)
    """The kinds of question it can put; `any` for all there are."""
    unit: Literal["question", "item"] = "question"
    """Whether each question part is asked on its own, or all of an item in one request."""
    answer: Literal["line", "tag", "json"]
    """Where the answer stands: after a marker, between tags, or in a JSON object."""
    markers: tuple[Annotated[str, Field(min_length=1)], ...] = MARKERS
    """`line`: the words before the colon."""
    tag: str = Field(default="answer", pattern=r"^[A-Za-z][A-Za-z0-9_-]*$")
    """`tag`: the name of the tags around the answer."""
    examples: str = ""
    """An item source (beside the protocol file, or `builtin:NAME`) from which examples are taken:
    the first of each value of `examples_by` that is not among the items asked."""
    examples_by: str = "question_type"
    """The item attribute of which there is one example a value."""
    en: Wording | None = None
    zh: Wording | None = None

    @model_validator(mode="after")
    def _whole(self) -> Self:
        if self.en is None and self.zh is None:
            raise ValueError("a protocol has a table [en] or [zh]")
        if self.unit == "item" and self.answer != "json":
            raise ValueError('with unit = "item" the answer is "json"')
        return self

    def with_common_marks(self, response: str) -> str:
        """A response in which the protocol's own tag and markers stand as `<answer>` and `Answer:`,
        which the reader of responses knows."""
        if self.answer == "tag":
            return re.sub(rf"(?i)<(/?)\s?{self.tag}\s?>", r"<\1answer>", response)
        names = "|".join(re.escape(name) for name in self.markers if name not in MARKERS)
        if self.answer == "line" and names:
            return re.sub(rf"(?im)^(\W{{0,8}})(?:{names})(\W{{0,4}}[:：])", r"\1Answer\2", response)
        return response

    def puts(self, leaf: Question) -> bool:
        """Whether it can put a question part."""
        return "any" in self.kinds or leaf.kind in self.kinds

    def wording(self, language: str) -> Wording:
        """The texts in an item's language; those there are, where it has none of its own.

        Raises:
            ValueError: the protocol has no words in either language.
        """
        own, other = (self.zh, self.en) if language.startswith("zh") else (self.en, self.zh)
        outcome = own or other
        if outcome is None:
            raise ValueError("no wording")
        return outcome


@dataclass(frozen=True, slots=True)
class LoadedProtocol:
    """A protocol and where it came from."""

    protocol: Protocol
    path: Path
    setting: str
    """What answers are filed under: the name, with a version from 2 on; of a user's own file, the
    name and eight digits of the file's hash, so that an edited file is a setting of its own."""


def protocol_names() -> tuple[str, ...]:
    """The shipped protocols."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.toml")))


def load_protocol(name: str) -> LoadedProtocol:
    """A shipped protocol by its name, or a file.

    Raises:
        InputError: there is none, or a mistake is in it.
    """
    shipped = name in protocol_names()
    path = FOLDER / f"{name}.toml" if shipped else Path(name)
    try:
        text = read_file(path).decode("utf-8")
    except FileNotFoundError:
        known = ", ".join(protocol_names())
        raise InputError(
            "No such protocol", f"expected a file, or one of {known}; found {name!r}"
        ) from None
    except (OSError, UnicodeDecodeError) as error:
        raise InputError("The protocol cannot be read", f"{path}: {error}") from None
    try:
        table = parse_toml(text)
    except ValueError as error:
        raise InputError("The protocol is not valid TOML", f"{path}: {error}") from None
    try:
        protocol = Protocol.model_validate(table)
    except ValidationError as error:
        raise invalid(str(path), error, "The protocol cannot be read") from None
    setting = protocol.name + (f"/{protocol.version}" if protocol.version > 1 else "")
    if not shipped:
        setting += f"@{hashlib.sha256(text.encode()).hexdigest()[:8]}"
    return LoadedProtocol(protocol, path, setting)


def suited(item: Item) -> str:
    """The shipped protocol for an item's kinds of question: letters for multiple choice, labels for
    truth values, JSON for everything else."""
    if all(leaf.multiple_choice for leaf in item.leaves):
        return "divlogic-0-shot"
    if all(leaf.truth for leaf in item.leaves):
        source = f"{item.provenance.benchmark} {item.provenance.generator}".casefold()
        return "qmfol" if "qmfol" in source else "contexthub"
    return "llmeval"


def can_ask(protocol: Protocol, item: Item) -> bool:
    """Whether the protocol can put every question of an item."""
    return all(protocol.puts(leaf) for leaf in item.leaves)


def by_protocol(
    items: Iterable[Item], chosen: str | None = None
) -> tuple[dict[str, tuple[LoadedProtocol, list[Item]]], list[Item]]:
    """Items under the protocols that will ask them, and those the given one cannot ask."""
    groups: dict[str, tuple[LoadedProtocol, list[Item]]] = {}
    unsuited: list[Item] = []
    for item in items:
        name = chosen or suited(item)
        if name not in groups:
            groups[name] = (load_protocol(name), [])
        loaded, listed = groups[name]
        (listed if can_ask(loaded.protocol, item) else unsuited).append(item)
    return groups, unsuited
