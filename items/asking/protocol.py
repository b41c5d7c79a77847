"""Protocols for asking language models: data files that define how a question is put and answered.

Owns the file's fields, reading it, the shipped protocols and the choice of one for an item.
`prompting` owns filling in, `extraction` reading responses.
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
from solver.files import parse_toml, read_utf8

FOLDER = Path(__file__).parent / "protocols"
LANGUAGES = ("en", "zh")
TRUTH_VALUES = ("true", "false", "unknown")
PLACEHOLDER = re.compile(r"\{\{\s*(\w+)\s*\}\}")
WORDS = frozenset({"title", "text", "question", "condition", "options", "letters", "values"}) | {
    *("value", "slashed", "statements", "label", "form", "id"),
    *("format", "questions", "number", "ids", "first", "gold"),
}
"""The names allowed in double braces."""


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class Forms(BaseModel):
    """The requested answer format in words, with one key per question kind."""

    model_config = ConfigDict(frozen=True, extra="allow")
    __pydantic_extra__: dict[str, str]

    individuals: str = ""
    """For `enumerate_models(F(x), x)`, which is answered with names."""
    text: str = ""
    text_about: Mapping[str, str] = Field(default_factory=dict)
    """For free answers that are known to be about one of the query kinds."""

    @model_validator(mode="after")
    def _known(self) -> Self:
        for name in self.model_extra or ():
            if not is_question_kind(name):
                raise ValueError(f"{name} is not a question kind")
        return self

    def of(self, kind: str) -> str:
        """The words for a kind; empty if there are none."""
        return str(getattr(self, kind, ""))


class Wording(_Frozen):
    """The texts of a protocol in one language; words in double braces are filled in.

    A line is left out if it has placeholders and all of them are empty.
    """

    prompt: str
    system: str = ""
    """The system message; not sent if empty."""
    part: str = "[{{id}}] {{question}}\n{{condition}}\n{{options}}\n{{statements}}\n{{form}}"
    """`unit = "item"`: one question in `{{questions}}`."""
    lead: str = "({{id}}) {{question}}"
    """`unit = "item"`: the text before the parts of a question."""
    single: str = ""
    multi: str = ""
    """`unit = "item"`: `{{format}}` if one question is asked, and if several are."""
    condition: str = "{{condition}}"
    """`unit = "question"`: the wording of a counterfactual question's condition."""
    reply: str = "Answer: {{gold}}"
    """The reply to an example."""
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
                placeholders = ", ".join(sorted(WORDS))
                raise ValueError(
                    f"{{{{{unknown[0]}}}}} is not a placeholder; expected one of {placeholders}"
                )
        if set(self.values) != set(TRUTH_VALUES):
            raise ValueError(f"values are {', '.join(TRUTH_VALUES)}")
        return self


MARKERS = ("Answer", "答案")
"""Default words before the colon in the line that holds the answer."""


class Protocol(_Frozen):
    """A protocol file."""

    name: str = Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]*$")
    title: str = ""
    paper: str = ""
    version: int = Field(default=1, ge=1)
    """Raised when the wording changes; answers to different versions are never mixed."""
    kinds: tuple[QuestionKind | Literal["any"], ...] = Field(min_length=1)
    """The question kinds it can put; `any` for all."""
    unit: Literal["question", "item"] = "question"
    """Whether each question part is asked alone, or all parts of an item in one request."""
    answer: Literal["line", "tag", "json"]
    """Where the answer is: after a marker, between tags, or in a JSON object."""
    markers: tuple[Annotated[str, Field(min_length=1)], ...] = MARKERS
    """`line`: the words before the colon."""
    tag: str = Field(default="answer", pattern=r"^[A-Za-z][A-Za-z0-9_-]*$")
    """`tag`: the name of the tags around the answer."""
    examples: str = ""
    """An item source (a path relative to the protocol file, or `builtin:NAME`) for examples. For
    each value of `examples_by`, the first item that is not among those asked is used."""
    examples_by: str = "question_type"
    """The item attribute that has one example per value."""
    en: Wording | None = None
    zh: Wording | None = None

    @model_validator(mode="after")
    def _is_consistent(self) -> Self:
        if self.en is None and self.zh is None:
            raise ValueError("a protocol has a table [en] or [zh]")
        if self.unit == "item" and self.answer != "json":
            raise ValueError('with unit = "item" the answer is "json"')
        return self

    def with_common_marks(self, response: str) -> str:
        """The response with the protocol's own tag and markers replaced by `<answer>` and
        `Answer:`, which the reader of responses knows."""
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
        """The texts in an item's language, or in the other language if the protocol has only that.

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
    """The name under which answers are stored: the protocol's name, with its version from 2 on. For
    a user's own file it is the name and eight digits of the file's hash, so that an edited file is
    a separate setting."""


def protocol_names() -> tuple[str, ...]:
    """The shipped protocols."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.toml")))


def load_protocol(name: str) -> LoadedProtocol:
    """A shipped protocol by its name, or a protocol file.

    Raises:
        InputError: there is no such protocol, or it is invalid.
    """
    shipped = name in protocol_names()
    path = FOLDER / f"{name}.toml" if shipped else Path(name)
    try:
        text = read_utf8(path)
        table = parse_toml(text)
    except FileNotFoundError:
        shipped_names = ", ".join(protocol_names())
        raise InputError(
            "No such protocol", f"expected a file, or one of {shipped_names}; found {name!r}"
        ) from None
    except OSError as error:
        reason = error.strerror or error
        raise InputError("The protocol cannot be read", f"{path}: {reason}") from None
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
    """The shipped protocol for an item's question kinds: letters for multiple choice, labels for
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
    items: Iterable[Item], protocol_name: str | None = None
) -> tuple[dict[str, tuple[LoadedProtocol, list[Item]]], list[Item]]:
    """Items grouped by the protocol that will ask them, and the items that the chosen one cannot
    ask. Raises InputError if a protocol does not exist or is invalid."""
    groups: dict[str, tuple[LoadedProtocol, list[Item]]] = {}
    unsuited: list[Item] = []
    for item in items:
        name = protocol_name or suited(item)
        if name not in groups:
            groups[name] = (load_protocol(name), [])
        loaded, listed = groups[name]
        (listed if can_ask(loaded.protocol, item) else unsuited).append(item)
    return groups, unsuited
