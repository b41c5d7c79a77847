"""Items whose formulas a model puts into prose: requests, replies, and the resulting items.

Owns which items can be rendered, the item that requests a text and the one that asks another model
to formalize it, reading the reply, and the item built from an accepted text. `text_check`
decides whether a text matches its formulas; sending and recording work as for any other item.
"""

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from items.formal import formal_item
from items.formalizations.request_items import formalization_items
from items.model_wording import one_sentence
from items.model_wording.meanings import objection
from items.models import Item, Option, Provenance, Question
from items.responses.answer_places import objects
from items.responses.reasoning_text import thought_left_out
from items.wording.bank import Language
from solver.errors import InputError
from solver.kinds.registry import asks_whether_follows
from solver.language.printer import print_formula
from solver.language.problem import BASELINE, Problem
from solver.language.syntax import Formula, IndividualSort, PredicateSort, expand, symbols_of

PROTOCOL = str(Path(__file__).parent / "protocols" / "word.toml")
BENCHMARK = "wording"
"""Benchmark of the items built here for requests."""
STYLES = ("plain", "scenario")
DOMAIN = "domain:"
"""Prefix of a style that names a domain."""
CONTEXTHUB = "contexthub"
"""The style that stands for each of ContextHub's domains in turn."""
_STYLE_TEXTS: Mapping[Language, Mapping[str, str]] = {
    "en": {
        "plain": "Plain: a sentence for each premise, no story around them.",
        "scenario": "Scenario: a short everyday scene of your own, one sentence for each premise.",
        DOMAIN: "A scene from this domain, one sentence for each premise: ",
    },
    "zh": {
        "plain": "平实：每个前提一句话，不加情节。",
        "scenario": "情景：自拟一个简短的日常情景，每个前提一句话。",
        DOMAIN: "取自下列领域的情景，每个前提一句话：",
    },
}
_WORDS: Mapping[Language, Mapping[str, str]] = {
    "en": {
        "premises": "Premises",
        "statements": "Statements",
        "meanings": "Meanings",
        "invent": "Give each of these symbols a meaning of its own",
        "style": "Style",
        "before": "This was your last attempt",
        "wrong": "It does not say what the formulas say",
        "follows": "Does the following follow from the text?",
        "truth": "Is the following true, false, or unknown, given the text?",
        "missing": "Which statement, added to the text, makes the following certain?",
        "each": "Formalize each sentence of the text as a premise of its own, in order, and each "
        "statement as a query necessary(…), in order. The statements:",
    },
    "zh": {
        "premises": "前提",
        "statements": "陈述",
        "meanings": "含义",
        "invent": "请给下列每个符号各定一个含义",
        "style": "风格",
        "before": "这是你上一次的文本",
        "wrong": "它与公式的含义不一致",
        "follows": "由文本能否推出下面的陈述？",
        "truth": "根据文本，下面的陈述是真、是假，还是无法确定？",
        "missing": "加上哪一个陈述，下面的结论就一定成立？",
        "each": "请把文本的每一句依次写成一个前提，把每个陈述依次写成一个查询 necessary(…)。"
        "陈述如下：",
    },
}


@dataclass(frozen=True, slots=True)
class WordingRequest:
    """How to render items."""

    style: str = "plain"
    """`plain`, `scenario`, or `domain:` with the name of a domain."""
    language: Language = "en"
    category: str = ""
    """Category within the domain, if one is chosen."""

    def __post_init__(self) -> None:
        """Raises InputError for an unknown style."""
        if self.style not in STYLES and not self.domain:
            raise InputError(
                "Unknown style",
                f"expected {', '.join(STYLES)}, {CONTEXTHUB} or domain:NAME, found {self.style!r}",
            )

    @property
    def domain(self) -> str:
        """The domain named by the style; empty if there is none."""
        return self.style.removeprefix(DOMAIN).strip() if self.style.startswith(DOMAIN) else ""

    @property
    def text(self) -> str:
        """The style in words for the model."""
        texts = _STYLE_TEXTS[self.language]
        if self.style in texts:
            return texts[self.style]
        named = f"{self.domain}, {self.category}" if self.category else self.domain
        return texts[DOMAIN] + named


@dataclass(frozen=True)
class Task:
    """The formulas of one item to be rendered."""

    item: Item
    problem: Problem
    premises: tuple[Formula, ...]
    """With definitions expanded."""
    statements: tuple[Formula, ...]
    """The formulas in the question: a conclusion, or the conclusion and the options, in order."""
    glosses: Mapping[str, str]
    """Symbol (a predicate with its arguments) to its meaning; empty if the model supplies it."""
    keys: tuple[str, ...]
    """The symbols in use, in the form used by glosses."""

    @property
    def concluded(self) -> bool:
        """Whether the first statement is a conclusion rather than an option."""
        return len(self.statements) > len(self.item.questions[0].options)


@dataclass(frozen=True, slots=True)
class WordedText:
    """A text from a model."""

    sentences: tuple[str, ...]
    statements: tuple[str, ...]
    meanings: Mapping[str, str]

    @property
    def text(self) -> str:
        """The sentences as one text."""
        joint = "" if any("\u4e00" <= char <= "\u9fff" for char in self.sentences[0]) else " "
        return joint.join(self.sentences)


def task_of(item: Item, request: WordingRequest) -> Task | str:
    """Return the formulas of an item, or why they cannot be rendered in this way.

    Raises:
        InputError: the item's own formalization cannot be read.
    """
    formal = formal_item(item)
    if formal is None:
        return "no formalization"
    if len(item.questions) != 1 or item.questions[0].parts:
        return "not one question"
    (question,) = item.questions
    if formal.problem.variants:
        return "variants"
    query = formal.queries.get(0)
    if query is not None and (
        not asks_whether_follows(query.kind)
        or query.formula is None
        or query.given
        or query.under != BASELINE
    ):
        return "another query than necessary(…)"
    goals: list[Formula] = [] if query is None or query.formula is None else [query.formula]
    options = formal.options.get(0, ())
    if question.kind == "choice":
        if not options or None in options:
            return "options without formulas"
        goals += [option for option in options if option is not None]
    elif question.kind not in ("truth", "necessary") or not goals:
        return "another kind of question"
    definitions = formal.problem.definitions
    premises = tuple(expand(formula, definitions) for formula in formal.problem.premises)
    statements = tuple(expand(formula, definitions) for formula in goals)
    used = {key for formula in (*premises, *statements) for key in symbols_of(formula)}
    keys = tuple(
        _key(symbol)
        for symbol in formal.problem.signature.symbols.values()
        if (symbol.name, symbol.arity) in used and not isinstance(symbol.sort, IndividualSort)
    )
    own = {
        _key(symbol): symbol.gloss
        for symbol in formal.problem.signature.symbols.values()
        if _key(symbol) in keys and symbol.gloss and symbol.gloss.strip() != symbol.name
    }
    plain = request.style == "plain" and len(own) == len(keys) and request.language == item.language
    return Task(item, formal.problem, premises, statements, own if plain else {}, keys)


def _key(symbol: Any) -> str:
    if isinstance(symbol.sort, PredicateSort):
        places = symbol.places or tuple(f"x{n}" for n in range(1, symbol.sort.arity + 1))
        return f"{symbol.name}({', '.join(places)})"
    return str(symbol.name)


# --- asking --------------------------------------------------------------------------------------


def wording_item(
    task: Task,
    request: WordingRequest,
    attempt: int,
    rejected_text: WordedText | None = None,
    differences: Sequence[str] = (),
) -> Item:
    """Return the item that requests a text; after a rejected text, it includes that text and the
    differences."""
    words = _WORDS[request.language]
    lines = [f"{words['premises']}:", *_numbered(map(print_formula, task.premises))]
    lines += ["", f"{words['statements']}:", *_numbered(map(print_formula, task.statements)), ""]
    if task.glosses:
        lines += [f"{words['meanings']}:"]
        lines += [f"{name}: {gloss}" for name, gloss in task.glosses.items()]
    else:
        lines += [f"{words['invent']}: {', '.join(task.keys)}"]
    lines += ["", f"{words['style']}: {request.text}"]
    if rejected_text is not None:
        lines += ["", f"{words['before']}:", *_numbered(rejected_text.sentences)]
        lines += [f"{words['statements']}:", *_numbered(rejected_text.statements)]
    if differences:
        lines += ["", f"{words['wrong']}:", *(f"- {difference}" for difference in differences)]
    return Item(
        id=f"{task.item.id}#word-{_short(request)}-{attempt}",
        language=request.language,
        text="\n".join(lines),
        questions=(Question(id="1", kind="text", text=""),),
        provenance=_provenance(task, attempt),
    )


def reading_item(
    task: Task, worded_text: WordedText, request: WordingRequest, attempt: int
) -> Item:
    """Return the item that requests the formulas of a text, given its symbols and their meanings;
    it does not reveal the original formulas."""
    symbols = task.problem.signature.symbols.values()
    keys = {*task.keys, *(s.name for s in symbols if isinstance(s.sort, IndividualSort))}
    parameters = {s.name: _type(s) for s in symbols if _key(s) in keys}
    text = "\n".join((_WORDS[request.language]["each"], *_numbered(worded_text.statements)))
    item = Item(
        id="told",
        language=request.language,
        text=worded_text.text,
        questions=(Question(id="1", kind="text", text=text),),
        formalization={"parameters": parameters, "translation": dict(worded_text.meanings)},
    )
    asking = formalization_items([item], "fixed")["told"]
    return asking.model_copy(
        update={
            "id": f"{task.item.id}#told-{_short(request)}-{attempt}",
            "provenance": _provenance(task, attempt),
        }
    )


def _type(symbol: Any) -> str:
    from solver.language.syntax import EnumSort

    match symbol.sort:
        case PredicateSort(arity):
            return f"Function({arity})"
        case EnumSort(values):
            return f"Enum({', '.join(values)})"
        case IndividualSort(label):
            return str(label) or "Individual"
    return "Bool"


def _numbered(lines: Any) -> list[str]:
    return [f"{number}. {line}" for number, line in enumerate(lines, 1)]


def _short(request: WordingRequest) -> str:
    """Style and language as part of an id."""
    named = f"{request.style} {request.category}".strip()
    plain = re.sub(r"[^a-z0-9]+", "-", named.casefold()).strip("-")
    if not named.isascii():
        plain += f"-{hashlib.sha256(named.encode()).hexdigest()[:6]}"
    return f"{plain}-{request.language}"


def _provenance(task: Task, attempt: int) -> Provenance:
    document = {"item": task.item.content_hash, "attempt": attempt}
    return Provenance(benchmark=BENCHMARK, parameters=document)


# --- the reply -----------------------------------------------------------------------------------


def read_worded_text(task: Task, reply: str, request: WordingRequest) -> WordedText | str:
    """Return the text in a reply, or what is wrong with its format."""
    entries = [entry for entry in objects(thought_left_out(reply)) if "sentences" in entry]
    if not entries:
        return "there is no JSON object with sentences and statements"
    value = entries[-1]
    parts: dict[str, tuple[str, ...]] = {}
    for name, formulas in (("sentences", task.premises), ("statements", task.statements)):
        listed = value.get(name)
        if not isinstance(listed, list) or not all(
            isinstance(t, str) and t.strip() for t in listed
        ):
            return f"{name} is no list of texts"
        if len(listed) != len(formulas):
            return f"expected {len(formulas)} {name}, one for each formula, found {len(listed)}"
        parts[name] = tuple(" ".join(text.split()) for text in listed)
    for text in (*parts["sentences"], *parts["statements"]):
        wrong = one_sentence.objection(text)
        if wrong is not None:
            return f"“{text}” {wrong}: each text tells one formula, in one sentence"
    meanings = dict(task.glosses)
    if not meanings:
        glosses = value.get("meanings")
        if not isinstance(glosses, dict):
            return "meanings is no object from symbol to meaning"
        bare = {str(key).partition("(")[0].strip(): str(text) for key, text in glosses.items()}
        for key in task.keys:
            text = bare.get(key.partition("(")[0], "").strip()
            if not text:
                return f"{key} has no meaning"
            wrong = objection(text, request.language)
            if wrong is not None:
                return f"the meaning of {key}, “{text}”, {wrong}"
            meanings[key] = text
        if len({text.casefold() for text in meanings.values()}) < len(meanings):
            return "two symbols have one meaning"
    names = [key.partition("(")[0] for key in task.keys]
    for text in (*parts["sentences"], *parts["statements"]):
        symbols_left = [
            n for n in names if _marked(n) and re.search(rf"(?<!\w){re.escape(n)}(?!\w)", text)
        ]
        if symbols_left:
            return f"the name of a symbol, {symbols_left[0]}, stands in “{text}”"
    return WordedText(parts["sentences"], parts["statements"], meanings)


def _marked(name: str) -> bool:
    """Whether a name in a text cannot be a word."""
    return (len(name) == 1 and name not in "AaI") or bool(re.search(r"[\d_]", name))


def worded_item(
    task: Task,
    worded_text: WordedText,
    request: WordingRequest,
    attempt: int,
    models: Sequence[str],
) -> Item:
    """Return the item with a text that was proved to match its formulas. Gold and formulas are
    unchanged; `models` are the author and the reader of the text."""
    words = _WORDS[request.language]
    (question,) = task.item.questions
    statements = list(worded_text.statements)
    concluded = statements.pop(0) if task.concluded else ""
    update: dict[str, Any] = {}
    if question.kind == "choice":
        update["options"] = tuple(
            Option(text=text, formula=option.formula)
            for text, option in zip(statements, question.options, strict=True)
        )
        if concluded:
            update["text"] = f"{words['missing']} “{concluded}”"
    else:
        wording = words["truth" if question.kind == "truth" else "follows"]
        if task.item.open_is_false:
            wording = words["follows"]
        update["text"] = f"{wording} “{concluded}”"
    source = task.item.provenance
    document = {"style": request.style, "attempts": attempt, "by": models[0], "read_by": models[1]}
    parameters = {**source.parameters, "word": document, "word_from": task.item.id}
    if source.generator is not None:
        parameters["word_generator"] = source.generator
    attributes = {
        name: value for name, value in task.item.attributes.items() if name not in ("approximate",)
    }
    if request.domain:
        attributes |= {"domain": request.domain, "abstract": False}
        attributes.setdefault("template", task.item.id)
        if request.category:
            attributes["category"] = request.category
    return task.item.model_copy(
        update={
            "id": f"{task.item.id}/{_short(request)}",
            "language": request.language,
            "text": worded_text.text,
            "questions": (question.model_copy(update=update),),
            "formalization": {
                **(task.item.formalization or {}),
                "translation": worded_text.meanings,
            },
            "attributes": {**attributes, "style": request.style, "told_by": models[0]},
            "explanation": "",
            # The family that generated it can read only its own wording.
            "provenance": source.model_copy(update={"generator": None, "parameters": parameters}),
        }
    )
