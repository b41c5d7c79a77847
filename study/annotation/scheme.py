"""An annotation scheme as frozen classes, and reading one from its file.

Owns the fields of the TOML file, what makes them valid, and how schemes are found by name: the
program's own are files in the folder `schemes`; a plug-in is a module with the text of one
(`SCHEME`) and, where it has any, its guidelines (`GUIDELINES`). A scheme in several languages is
one scheme: its ids are the same in all, and annotators of one queue may read it in different ones.
Which checks apply to an item and what a verdict counts for is decided in `checks`.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt, StrictStr

from items.models import QuestionKind
from solver.phrases import phrase
from solver.plugins import Registry
from study.files.texts_by_language import in_language, languages_of
from study.files.toml_errors import Place, field_error, validated
from study.files.toml_file import read_text, read_toml

SCHEMES = Path(__file__).parent / "schemes"
PLUGINS: Registry[Any] = Registry("countermodel.schemes", {}, ("SCHEME",))
"""Modules of other distributions that provide a scheme."""
FILE_KIND = "scheme file"
CheckKind = Literal["yes_no", "scale", "choice", "codes", "text"]
Verdict = StrictInt | StrictStr | tuple[StrictStr, ...]
"""A verdict: `yes`, `no` or `unsure`; a number of a scale; an option's id; code ids in the order of
the scheme (the empty tuple: none found); or a text."""
Text = Annotated[str, Field(strict=True, min_length=1, pattern=r"\S")]
Name = Annotated[str, Field(strict=True, pattern=r"^[a-z][a-z0-9_]*$")]
AttributeValue = StrictBool | StrictInt | float | StrictStr
YES_NO = ("yes", "no", "unsure")


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class CheckOption(_Frozen):
    """One option of a choice, or one code of a catalogue."""

    id: Name
    text: Text
    severity: Literal["soft", "hard"] = "hard"
    """For a code: only a hard one prevents acceptance; a soft one is just recorded."""


class When(_Frozen):
    """When a check applies; all given conditions must hold."""

    formalization: StrictBool | None = None
    """The item has a formalization."""
    base: StrictBool | None = None
    """The item's base is known."""
    attributes: Mapping[StrictStr, AttributeValue | tuple[AttributeValue, ...]] = Field(
        default_factory=dict
    )
    """Attribute of the item to the value, or the list of values, it must have."""
    kinds: tuple[QuestionKind, ...] = ()
    """For a check of each question: the kinds (or query kinds) of question it applies to."""
    counterfactual: StrictBool | None = None
    """For a check of each question: whether the question has a condition of its own."""
    groups: tuple[StrictStr, ...] = ()
    """For a check of each rubric atom: the groups of atoms it applies to."""
    checks: Mapping[Name, tuple[StrictInt | StrictStr, ...]] = Field(default_factory=dict)
    """Another check to its possible verdicts (for codes: verdicts containing one of these)."""


class Check(_Frozen):
    """One thing that an annotator judges."""

    id: Name
    key: Annotated[str, Field(strict=True, pattern=r"^[A-Za-z0-9]?$")] = ""
    """The key on the screen; assigned in order (1–9, then letters) where empty."""
    text: Text
    """The question, on one line."""
    help: StrictStr = ""
    """When to say yes and when no, in one or two sentences."""
    heading: StrictStr = ""
    """Its heading on the screen, such as the audit it belongs to."""
    kind: CheckKind
    options: tuple[CheckOption, ...] = ()
    """Only for `choice` and `codes`."""
    low: StrictInt = 1
    """Only for `scale`: its ends."""
    high: StrictInt = 5
    labels: tuple[StrictStr, ...] = ()
    """Only for `scale`: words for the two ends."""
    unsure: StrictBool = True
    """Only for `yes_no`: whether `unsure` is allowed."""
    required: StrictBool = True
    reason: Literal["never", "rejected", "always"] = "never"
    """When a verdict needs a reason: never, when it speaks against the item, or always."""
    each: Literal["item", "question", "atom"] = "item"
    """Whether it is asked once, once per question (with parts separate), or once per rubric atom.
    """
    when: When = When()
    accept: tuple[StrictInt | StrictStr, ...] = ()
    """Verdicts that speak for the item; for a scale, numbers. A check without them does not affect
    acceptance; codes always do, through their severity."""
    settled_by: Literal[
        "",
        "gold",
        "tautology",
        "counterfactual",
        "distractor",
        "branches",
        "uncertainty",
        "closed",
        "rubric",
    ] = ""
    """The solver finding that settles it. For a `yes_no`, the finding's yes is its yes; for a
    choice of two with one option in `accept`, the finding's yes is that option. `rubric` is for a
    check of each atom."""


class Scheme(_Frozen):
    """One scheme, as its TOML file says."""

    name: Annotated[str, Field(strict=True, pattern=r"^[A-Za-z0-9][A-Za-z0-9_.-]*$")]
    title: Text
    source: StrictStr = ""
    """Where the checks come from: paper and section."""
    unit: Literal["item", "answer"] = "item"
    """What is judged: items, or recorded free-text answers to them."""
    blind: StrictBool = False
    """Without effect, and accepted because stored queues have it: the author of an answer is always
    hidden."""
    controls: Literal["none", "silent", "feedback"] = "none"
    """Whether control items are mixed in, and whether the annotator sees at once what the right
    judgement of a control item is."""
    others: Literal["done", "always", "never"] = "done"
    """When annotators may see what others said, in any figure or outcome: once their own share is
    complete, at any time, or never. After that they cannot undo submissions."""
    languages: tuple[Literal["en", "zh"], ...] = ()
    """The languages of texts that are tables by language; empty: all texts are in one language."""
    guidelines: StrictStr = ""
    """A Markdown file next to the scheme."""
    checks: Annotated[tuple[Check, ...], Field(min_length=1)]

    def check(self, id: str) -> Check:
        """A check by its id; raises KeyError."""
        for check in self.checks:
            if check.id == id:
                return check
        raise KeyError(id)


@dataclass(frozen=True, slots=True)
class LoadedScheme:
    """A scheme with its guidelines."""

    scheme: Scheme
    text: str
    guidelines: str
    """Markdown; empty where there are none. For a scheme in several languages, a JSON object from
    language to Markdown."""
    path: str
    """As the user gave it: a scheme's name, or a path."""

    @property
    def hash(self) -> str:
        """SHA-256 (hex) of the file's text."""
        return hashlib.sha256(self.text.encode()).hexdigest()


def scheme_names() -> tuple[str, ...]:
    """The names of all schemes: the program's own, then those of plug-ins."""
    own = sorted(path.stem for path in SCHEMES.glob("*.toml"))
    return (*own, *(name for name in PLUGINS if name not in own))


def load_scheme(source: str | Path, folder: Path = Path()) -> LoadedScheme:
    """Read a scheme by its name, or from a path (relative to `folder`).

    Raises InputError with file, line, field, what was expected and what was found, or where a
    plug-in cannot be used.
    """
    name = str(source)
    path = SCHEMES / f"{name}.toml"
    if not path.exists():
        if name in PLUGINS:
            module = PLUGINS[name]
            spoken = _in_every_language(module.SCHEME, name)
            guidelines: str | Mapping[str, str] = getattr(module, "GUIDELINES", "")
            texts = {language: _spoken(guidelines, language) for language in spoken}
            return LoadedScheme(next(iter(spoken.values())), module.SCHEME, _stored(texts), name)
        path = folder / name
    text = _read(path, name, "Scheme")
    spoken = _in_every_language(text, name)
    texts = {
        language: _read(path.parent / scheme.guidelines, scheme.guidelines, "Guidelines")
        for language, scheme in spoken.items()
        if scheme.guidelines
    }
    return LoadedScheme(next(iter(spoken.values())), text, _stored(texts), name)


def guidelines_in(scheme: Scheme, guidelines: str, language: str) -> str:
    """The guidelines of a loaded or stored scheme, in the given language or else in its first."""
    if not scheme.languages or not guidelines:
        return guidelines
    texts: Mapping[str, str] = json.loads(guidelines)
    return texts.get(language) or next(iter(texts.values()))


def parse_scheme(text: str, name: str, language: str = "") -> Scheme:
    """Read a scheme from its text, in the given language or else in its first. Error messages use
    `name`. Raises InputError with file, line, field, what was expected and what was found."""
    raw = read_toml(text, name, FILE_KIND)
    languages = languages_of(raw)
    if languages:
        chosen = language if language in languages else languages[0]
        raw = in_language(raw, chosen, languages, text, name, FILE_KIND)
    scheme = validated(Scheme, raw, text, name, FILE_KIND)
    ids: set[str] = set()
    keys: dict[str, str] = {}
    for place, check in enumerate(scheme.checks):
        wrong = _wrong(check, scheme, ids)
        if wrong is None and check.key and check.key in keys:
            wrong = ("key", "a unique key", f"{check.key!r}, which is {keys[check.key]}'s")
        if wrong is not None:
            where: Place = ("checks", place, wrong[0])
            raise field_error(text, name, where, wrong[1], wrong[2], FILE_KIND)
        ids.add(check.id)
        if check.key:
            keys[check.key] = check.id
    return scheme


def allowed(check: Check) -> tuple[int | str, ...]:
    """The allowed verdicts of a check with a closed list; for codes, any number of these."""
    match check.kind:
        case "yes_no":
            return YES_NO if check.unsure else YES_NO[:2]
        case "scale":
            return tuple(range(check.low, check.high + 1))
        case "choice" | "codes":
            return tuple(option.id for option in check.options)
    return ()


def _wrong(check: Check, scheme: Scheme, earlier_ids: set[str]) -> tuple[str, str, str] | None:
    """The first field of a check that conflicts with the others: field, expected, found."""
    listed = check.kind in ("choice", "codes")
    if check.id in earlier_ids:
        return "id", phrase("an id of its own"), check.id
    if listed and len(check.options) < (2 if check.kind == "choice" else 1):
        return "options", "options to choose from", f"{len(check.options) or 'none'}"
    if not listed and check.options:
        return "options", "none in a check other than a choice or a list of codes", "some"
    ids = [option.id for option in check.options]
    double = next((id for id in ids if ids.count(id) > 1), None)
    if double is not None:
        return "options", "unique ids", f"{double} twice"
    if check.kind == "scale" and check.low >= check.high:
        return "high", f"a number above {check.low}", str(check.high)
    values = allowed(check)
    for value in check.accept:
        if check.kind in ("codes", "text"):
            return "accept", f"nothing for a check of kind {check.kind}", repr(value)
        if value not in values or isinstance(value, bool):
            return "accept", f"of {', '.join(map(str, values))}", repr(value)
    one_of_two = len(check.options) == 2 and len(check.accept) == 1
    if check.settled_by and check.kind != "yes_no" and not one_of_two:
        expected = "a check of kind yes_no, or a choice of two of which one is accepted"
        return "settled_by", expected, check.kind
    if check.settled_by == "rubric" and check.each != "atom":
        return "settled_by", "rubric only in a check for each atom", check.each
    if check.when.groups and check.each != "atom":
        return "when", "groups only in a check for each atom", check.each
    if (check.when.kinds or check.when.counterfactual is not None) and check.each != "question":
        return "when", "kinds and counterfactual only in a check for each question", check.each
    for other, verdicts in check.when.checks.items():
        if other not in earlier_ids:
            return "when", "checks before it", other
        before = scheme.check(other)
        if before.each not in ("item", check.each):
            return "when", f"a check for each item or {check.each}", f"{other}, {before.each}"
        strange = next((v for v in verdicts if v not in allowed(before)), None)
        if strange is not None:
            return "when", f"verdicts of {other}", repr(strange)
    return None


def _in_every_language(text: str, name: str) -> dict[str, Scheme]:
    """A scheme by language, starting with its first; by "" where its texts are in one language.
    Raises InputError for a mistake in any of them."""
    first = parse_scheme(text, name)
    return {language: parse_scheme(text, name, language) for language in first.languages or ("",)}


def _spoken(guidelines: str | Mapping[str, str], language: str) -> str:
    """Guidelines of a plug-in, one text or one per language, in a language."""
    return (
        guidelines
        if isinstance(guidelines, str)
        else guidelines.get(language) or next(iter(guidelines.values()), "")
    )


def _stored(texts: Mapping[str, str]) -> str:
    """Guidelines by language as stored: the text itself where there is only one language."""
    if set(texts) <= {""}:
        return texts.get("", "")
    return json.dumps(texts, ensure_ascii=False, sort_keys=True)


def _read(path: Path, name: str, file_kind: str) -> str:
    return read_text(path, name, file_kind, f"Give a path, or one of {', '.join(scheme_names())}.")
