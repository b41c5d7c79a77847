"""Fast reading of typical records in the project's own format.

Owns recognising records whose every part is already known to be correct: choice and truth questions
over Bools, with formulas and queries whose forms occurred in earlier records. Whether such a text
can be parsed depends only on its form, which is the text with every name replaced by the same name:
`(F → G) ∨ ¬F` and `(late → rain) ∨ ¬dark` have the same form. So it is not parsed until the formula
is needed. `own_format` reads every other record, including all erroneous ones.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Annotated, Any

from pydantic import Field, ValidationError, create_model

from items.answers import Answer, ChoiceAnswer, TruthAnswer
from items.models import Item, Option, Question, QuestionFields
from items.values.letters import letter
from items.values.plain_answers import TRUTH_WORDS
from solver.files import MAX_DEPTH
from solver.kinds.registry import KINDS, asks_whether_follows, kind_of
from solver.language.dialect import is_word

CACHE_SIZE = 1 << 16
"""Most texts, forms and names that are cached."""
_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_WORDS = re.compile(f"({_WORD.pattern})")
"""Splits a text so that every second part is a word."""
_PLAIN = re.compile(r"(?:[ ()¬!~∧&∨|→↔]|<?->|[A-Za-z_][A-Za-z0-9_]*+(?!\s*\())*")
"""Connectives, brackets and names without arguments. The outer repeat is not possessive: in Python
3.11.2, that would match a name before a bracket."""
_BESIDE = re.compile(r"P +P")
"""Two adjacent names, one of which cannot be a name."""
_QUERY = re.compile(r"([a-z_]+)\((.+)\)")
_QUERY_WORDS = frozenset(["given", "under"])
_forms: set[str] = set()
"""Forms of formulas and queries that were parsed with all their words as Bools."""
_formulas: dict[str, frozenset[str]] = {}
"""Formulas of these forms, with their words."""
_queries: dict[str, frozenset[str]] = {}
"""Queries of these forms, with their words."""
_declared: dict[tuple[tuple[str, object], ...], frozenset[str]] = {}
"""Declarations of Bools, with their names: words that no notation reads as anything but a name."""
_NOTHING: frozenset[str] = frozenset()
_TEXTS = frozenset([str])
_SCALARS = frozenset([str, int, float, bool])
_HARMLESS = frozenset([str, bool, type(None)])
_FIRST_VAST_NUMBER = 10**99
"""Numbers from here on are left to the careful reader."""
_TEXTUAL = frozenset(["parameters", "translation", "premise", "question"])
"""Parts of a formalization that `_known` has checked to contain only text."""
_LETTERS = {letter(place): ChoiceAnswer(option=place) for place in range(26)}
_TRUTHS = {
    word: TruthAnswer.model_validate({"value": value}) for word, value in TRUTH_WORDS.items()
}


_become = object.__setattr__
"""Sets attributes of frozen objects, such as the class of an object validated in its short form."""
_SHORT: Mapping[str, Any] = {
    "id": (str, ""),
    "kind": (str, ...),
    "options": (tuple[Annotated[Option | str, Field(union_mode="left_to_right")], ...], ()),
    "gold": (str | None, None),
    "parts": (tuple[()], ()),
}
"""Fields of a question whose written form differs from the stored one."""
_QUESTION = create_model("_QUESTION", __base__=QuestionFields, **_SHORT)
"""A question in its written form. It has no checks in Python, since calling one takes longer than
reading the question."""
_ITEM = create_model(
    "_ITEM",
    __base__=Item,
    questions=(tuple[_QUESTION, ...], ...),
    attributes=(dict[str, Any], Field(default_factory=dict)),
)


def quick_item(value: Mapping[str, Any] | bytes) -> Item | None:
    """The item of a record, or of a record's JSON in UTF-8, if every part is known to be correct;
    otherwise None."""
    item: Item
    try:
        if isinstance(value, bytes):
            item = _ITEM.__pydantic_validator__.validate_json(value)
        else:
            item = _ITEM.__pydantic_validator__.validate_python(value)
    except ValidationError:
        return None
    fields = item.__dict__
    attributes, formalization = fields["attributes"], fields["formalization"]
    questions = fields["questions"]
    if not questions or not _SCALARS.issuperset(map(type, attributes.values())):
        return None
    queries: list[str] = []
    formulas: list[str] = []
    for place, question in enumerate(questions, start=1):
        if not _finished(question, str(place), queries, formulas):
            return None
    if formalization is not None and not _known(formalization, queries, formulas):
        return None
    _become(item, "__class__", Item)
    return item


def quick_line(line: bytes) -> Item | None:
    """The item of a UTF-8 line of JSON Lines without escaped surrogates; None if the line must be
    read as a record."""
    item = quick_item(line)
    if item is None:
        return None
    # What needs the careful reader can only occur in fields that allow arbitrary JSON.
    fields = item.__dict__
    formalization, claims, rubric = fields["formalization"], fields["claims"], fields["rubric"]
    provenance = fields["provenance"].__dict__
    numbers = (provenance["index"], provenance["seed"])
    tame = (
        _tame(fields["attributes"].values())
        and (_HARMLESS.issuperset(map(type, numbers)) or _tame(numbers))
        and _tame(provenance["parameters"].values())
        and (formalization is None or formalization.keys() <= _TEXTUAL)
        and (not claims or _tame(claims.values()))
        and (not rubric or all(_tame(atom.__dict__.values()) for atom in rubric))
    )
    return item if tame else None


def _tame(values: Iterable[Any], levels: int = MAX_DEPTH // 2) -> bool:
    """Whether all numbers in JSON values are finite with fewer than a hundred digits, and nothing
    is deeply nested."""
    for value in values:
        kind = type(value)
        if kind is str:
            continue
        if kind is int or kind is float:
            if not -_FIRST_VAST_NUMBER < value < _FIRST_VAST_NUMBER:
                return False
        elif kind is dict or kind is list:
            if not levels:
                return False
            parts = value.values() if kind is dict else value
            if not (_HARMLESS.issuperset(map(type, parts)) or _tame(parts, levels - 1)):
                return False
    return True


def remember(formalization: Mapping[str, Any], queries: Iterable[str], options: bool) -> None:
    """Record that a formalization was parsed without errors, with these queries and, if `options`
    is true, with the option formulas of its questions, which are among the queries as
    `necessary(…)`."""
    names = _bools(formalization)
    premises = formalization.get("premise")
    if names is None or type(premises) is not list:
        return
    if len(_forms) > CACHE_SIZE:
        _forms.clear()
    for text in premises:
        _remember("", text, names)
    for text in queries:
        match = _QUERY.fullmatch(text)
        if match is None or match[1] not in KINDS or set(kind_of(match[1]).forms) != {"word"}:
            continue
        _remember(match[1], match[2], names)
        if options and asks_whether_follows(match[1]):
            _remember("", match[2], names)


def forget() -> None:
    """Clear the caches."""
    for store in (_forms, _formulas, _queries, _declared):
        store.clear()


def _remember(kind: str, formula: str, names: frozenset[str]) -> None:
    """Record that a formula, or a query of a kind about one, was parsed with these names as
    Bools."""
    words = _WORD.findall(formula)
    form = _WORD.sub("P", formula)
    if words and names.issuperset(words) and _PLAIN.fullmatch(formula) and not _BESIDE.search(form):
        _forms.add(f"{kind}({form})" if kind else form)


def _finished(question: QuestionFields, id: str, queries: list[str], formulas: list[str]) -> bool:
    """Complete a question that was read in its short form, and add its formal texts to the lists.
    False if it is not of the typical kind."""
    fields = question.__dict__
    kind, options, gold = fields["kind"], fields["options"], fields["gold"]
    golds: Mapping[str, Answer]
    if kind == "choice" and 2 <= len(options) <= len(_LETTERS):
        golds = _LETTERS
    elif kind == "truth" and not options:
        golds = _TRUTHS
        gold = gold and gold.casefold()
    else:
        return False
    if gold is not None:
        answer = golds.get(gold)
        if answer is None:
            return False
        if isinstance(answer, ChoiceAnswer) and (answer.option or 0) >= len(options):
            return False
        fields["gold"] = answer
    if not fields["id"]:
        if "id" in question.model_fields_set:
            return False
        fields["id"] = id
    if options and type(options[0]) is str:
        if not _TEXTS.issuperset(map(type, options)):
            return False
        fields["options"] = tuple([Option(text=option) for option in options])
    elif options:
        if str in map(type, options):
            return False
        formulas.extend([o.formula for o in options if o.formula is not None])
    if fields["query"] is not None:
        queries.append(fields["query"])
    _become(question, "__class__", Question)
    return True


def _known(formalization: Any, queries: list[str], formulas: list[str]) -> bool:
    """Whether a formalization with these queries and formulas consists only of forms parsed before.
    Its own queries and formulas are added to the lists."""
    if type(formalization) is not dict:
        return False
    names = _bools(formalization)
    if names is None:
        return False
    premises, listed = formalization.get("premise"), formalization.get("question", ())
    if type(premises) is not list or type(listed) not in (list, tuple):
        return False
    formulas.extend(premises)
    queries.extend(listed)
    try:
        try:
            words = _NOTHING.union(*map(_formulas.__getitem__, formulas))
            words = words.union(*map(_queries.__getitem__, queries))
        except KeyError:
            words = _NOTHING.union(*[_words(text, "", text, _formulas) for text in formulas])
            words = words.union(*[_query_words(text) for text in queries])
    except (KeyError, TypeError):
        return False
    return words <= names


def _query_words(text: str) -> frozenset[str]:
    """The words of a query. Raises the same errors as `_words`."""
    match = _QUERY.fullmatch(text)
    if match is None:
        raise KeyError(text)
    return _words(text, match[1], match[2], _queries)


def _words(text: str, kind: str, formula: str, cache: dict[str, frozenset[str]]) -> frozenset[str]:
    """The words of a text whose form was parsed before; the text is added to the cache. Raises
    KeyError if its form is unknown, TypeError if it is not a text."""
    parts = _WORDS.split(formula)
    form = "P".join(parts[::2])
    if (f"{kind}({form})" if kind else form) not in _forms:
        raise KeyError(form)
    if len(cache) > CACHE_SIZE:
        cache.clear()
    words = cache[text] = frozenset(parts[1::2])
    return words


def _bools(formalization: Mapping[str, Any]) -> "frozenset[str] | None":
    """The declared names if all are Bools and words that no notation reads as anything but a name,
    only names are translated, and nothing is defined or varied; otherwise None."""
    if "define" in formalization or "variants" in formalization:
        return None
    parameters = formalization.get("parameters")
    translation = formalization.get("translation", {})
    if type(parameters) is not dict or type(translation) is not dict:
        return None
    try:
        declared = tuple(parameters.items())
        names = _declared.get(declared) or _plain(declared)
    except TypeError:
        return None
    if names is None or not translation.keys() <= names:
        return None
    return names if _TEXTS.issuperset(map(type, translation.values())) else None


def _plain(declarations: tuple[tuple[str, object], ...]) -> "frozenset[str] | None":
    """The names if all are such words and Bools, otherwise None; the names are added to the
    cache."""
    for name, sort in declarations:
        if sort != "Bool" or not _WORD.fullmatch(name) or is_word(name):
            return None
        if name in KINDS or name in _QUERY_WORDS:
            return None
    if len(_declared) > CACHE_SIZE:
        _declared.clear()
    names = _declared[declarations] = frozenset([name for name, _ in declarations])
    return names
