"""Words of the report on screen, in the language of the screens.

Owns how they are put together from parts, and words for identifiers that the record contains.
Tables, columns, reasons and other words in cells are phrases where they are defined; technical
names such as CIR are not translated. Elsewhere the report is in English: files and other programs
identify it by these names.
"""

import re
from collections.abc import Callable
from typing import Any

from solver.phrases import Phrase
from tui.i18n import _, language, mark, ngettext
from tui.state.paper_words import FORMS, NAMED_CELLS, ROWS

COMPARISON_TITLE = mark("Models and people")
"""Title of the tables that compare respondents."""
PAPER_TITLE = mark("Paper {letter}: {title}")
ITEMS_TITLE = mark("over items {hash}")
VERSION_TITLE = mark("version {hash}")
SIMULATED_TITLE = mark("{title} (simulated respondents)")
STATUSES = (
    mark("completed"),
    mark("not qualified"),
    mark("declined"),
    mark("under way"),
    mark("timed out"),
)
BLOCKS = (
    mark("qualification"),
    mark("answers"),
)
"""Ids of blocks that the program gives."""
RULES = (
    mark("unfinished"),
    mark("quick"),
    mark("time_outs"),
    mark("same_place"),
    mark("noted"),
    mark("repeated"),
    mark("attention"),
)
ATTENTION_ITEMS = (
    mark("instructed"),
    mark("rotated"),
    mark("reworded"),
)
OUTCOMES = (
    mark("agreed"),
    mark("adjudicated"),
    mark("disputed"),
    mark("single"),
)
RESPONDENTS = (
    mark("people"),
    mark("model"),
    mark("models"),
    mark("simulated"),
)
QUESTION_KINDS = (
    mark("choice"),
    mark("truth"),
    mark("text"),
    mark("possible"),
    mark("necessary"),
    mark("enumerate_models"),
    mark("count_models"),
    mark("unique_solution"),
    mark("has_alternative"),
    mark("projection"),
    mark("difference"),
    mark("union"),
    mark("intersection"),
    mark("symmetric_difference"),
)
ALL = (mark("all"),)
IDENTIFIERS = {
    "status": STATUSES,
    "block": BLOCKS,
    "rule": RULES,
    "kind of check": ATTENTION_ITEMS,
    "kind": (*RESPONDENTS, *QUESTION_KINDS),
    "query kind": QUESTION_KINDS,
    "outcome": OUTCOMES,
    "check": ALL,
    "annotator": ALL,
    "subset": ALL,
    "question type": (*ALL, *QUESTION_KINDS),
    "group": RESPONDENTS,
}
"""By column, identifiers of the record that are words; other words in cells are phrases."""
STUDY_VALUES = (
    mark("same"),
    mark("per-slot"),
    mark("balanced"),
    mark("random"),
    mark("fixed"),
    mark("counterbalanced"),
    mark("practice"),
    mark("check"),
)
"""Values of a study file that the checklist names."""
KIND_SEPARATOR = " + "
"""Separator of the kinds of a question with several parts."""
BOUNDS = (
    " low",
    " high",
    " mean",
    " sd",
    " CV %",
    " all wrong",
    " all right",
    " at least",
    " at most",
)
"""Endings of the columns with the ends of intervals, figures over runs, and ranges from unsettled
answers."""
_PATTERNS = (
    (re.compile(r"(?P<name>.+) \(paper\)"), mark("{name} (paper)")),
    (re.compile(r"p of (?P<name>.+)"), mark("p of {name}")),
    (re.compile(r"answered (?P<name>.+)"), mark("answered {name}")),
    (re.compile(r"accuracy by (?P<name>.+)"), mark("accuracy by {name}")),
)
"""Names that contain another name."""
_NUMBERED_PARTS = (
    (re.compile(r"table (\d+)"), mark("table {n}")),
    (re.compile(r"figures (\d+ and \d+)"), mark("figures {n}")),
    (re.compile(r"figure (\d+(?:\(\w\))?)"), mark("figure {n}")),
)
"""The papers' tables and figures."""
_JOINED_NAMES = ((", ", mark("{name}, {other}")), (" and ", mark("{name} and {other}")))
_FURTHER_ROWS = mark("further rows")
"""A part of a paper's table."""
_NUMBERED_LABELS = (mark("run {n}"), mark("shortest {n} %"), mark("level {n}"))
_FIGURE_ROWS = (mark("overall"), mark("p of chi-square"), mark("p paired by template"))
_GROUP = re.compile(r"people \((\d+)\)")
_GROUPS = (mark("people ({n})"),)
"""A group of people as a respondent."""
_IMPORTED_PATTERN = re.compile(r"(?P<title>.+) \(imported\)")
_IMPORTED_TITLE = mark("{title} (imported)")
"""Title of a study created from a file of people's answers."""
_MEAN = re.compile(r"mean, (?P<kind>[^,]+)(?:, (?P<form>.+))?")
_MEAN_TERMS = (mark("mean, {kind}"), mark("mean, {kind}, {form}"))
"""A term of the mixed model: a kind of respondents, also on items of one form."""
SIDES = ("respondent", "setting", "first", "second")
"""Columns that name the respondent of a row."""
ELSEWHERE_COLUMNS = ("table", "what it shows", "why not here")
"""Columns about other contents of a paper."""
_VALUES = (mark("true"), mark("false"), mark("unknown"))


def word(text: str) -> str:
    """A name or reason in the language of the screens; unchanged where there is no translation."""
    translation = _(text)
    if translation != text:
        return translation
    if KIND_SEPARATOR in text:
        return KIND_SEPARATOR.join(map(word, text.split(KIND_SEPARATOR)))
    for bound in BOUNDS:
        if text.endswith(bound):
            return f"{word(text.removesuffix(bound))} {_(bound.strip())}"
    for pattern, message in _PATTERNS:
        match = pattern.fullmatch(text)
        if match is not None:
            return _(message).format(name=word(match["name"]))
    for pattern, message in _NUMBERED_PARTS:
        match = pattern.match(text)
        if match is not None:
            name = _(message).format(n=match[1].replace(" and ", "–"))
            return _with_rest(name, text[match.end() :])
    number = re.search(r"\d+", text)
    if number is not None:
        translation = _(text.replace(number[0], "{n}", 1)).replace("{n}", number[0])
        if translation != text:
            return translation
    return side_word(text)


def table_heading(name: str) -> str:
    """The name of a table at the beginning of a line."""
    text = word(name)
    return text[:1].upper() + text[1:]


def localized(text: str) -> str:
    """A sentence of a report in the language of the screens, including the contents of its
    blanks."""
    if not isinstance(text, Phrase):
        return word(text)
    if text.titles:
        return text.titles.get(language(), text)
    values: dict[str, Any] = {
        name: localized(value) if isinstance(value, str) else value
        for name, value in text.values.items()
    }
    if text.plural_message:
        return ngettext(text.message, text.plural_message, values["n"]).format(**values)
    return _(text.message).format(**values) if values else _(text.message)


def side_word(text: str) -> str:
    """A respondent, study and version, joined by dots, with the report's own words translated."""
    return " · ".join(map(_part_word, text.split(" · ")))


def _part_word(text: str) -> str:
    if group := _GROUP.fullmatch(text):
        return _("people ({n})").format(n=group[1])
    if imported := _IMPORTED_PATTERN.fullmatch(text):
        return _(_IMPORTED_TITLE).format(title=imported["title"])
    return text


def _with_rest(name: str, remainder: str) -> str:
    """A numbered table, with its part or the other figure it is about."""
    for joint, message in _JOINED_NAMES:
        if remainder.startswith(joint):
            return _(message).format(name=name, other=word(remainder.removeprefix(joint)))
    return f"{name}{remainder}"


def title_word(text: str) -> str:
    """Title of a group of tables, where it is not just a study's own title."""
    _before, _title, after = SIMULATED_TITLE.partition("{title}")
    if text.endswith(after):
        return _(SIMULATED_TITLE).format(title=text.removesuffix(after))
    paper = re.fullmatch(r"Paper ([A-Z]): (.+)", text)
    if paper is not None:
        return _(PAPER_TITLE).format(letter=paper[1], title=paper[2])
    return _(text) if text == COMPARISON_TITLE else side_word(text)


def hash_label(study: str, version: str, translate: Callable[[str], str] = str) -> str:
    """The beginning of the hash beside a group's title, with what it identifies: a version of a
    study, or the compared items. `translate` puts it into another language."""
    of_paper = study.startswith("Paper ") and study[7:9] == ": "
    label = ITEMS_TITLE if study == COMPARISON_TITLE or of_paper else VERSION_TITLE
    return translate(label).format(hash=version[:8])


def cell_word(text: str, column: str) -> str:
    """The text of a cell, where it is the report's own word and not a name from the study."""
    if (column, text) == ("outcome", "open"):
        # By itself, "open" is the effect of a key.
        return _("{n} open").format(n="").strip()
    if column == "question type":
        type_, joint, form = text.rpartition(", ")
        if joint and form in FORMS:
            return _("{name}, {other}").format(name=cell_word(type_, column), other=_(form))
    if column in SIDES:
        return side_word(text)
    if column == "term" and (term := _MEAN.fullmatch(text)):
        form = term["form"]
        values = {"kind": word(term["kind"]), **({"form": _listed(form)} if form else {})}
        return _(_MEAN_TERMS[1] if form else _MEAN_TERMS[0]).format(**values)
    for pattern, message in NAMED_CELLS.get(column, ()):
        match = pattern.fullmatch(text)
        if match is not None:
            return _(message).format(name=word(match["name"]))
    name, joint, languages = text.rpartition(" · ")
    if joint and {name, _unnumbered(name)} & {*ROWS.get(column, ())}:
        # A row of a paper, in a language other than the paper's.
        return f"{word(name)} · {languages}"
    if column in ELSEWHERE_COLUMNS or {text, _unnumbered(text)} & {*ROWS.get(column, ())}:
        return word(text)
    own = {*text.split(KIND_SEPARATOR)} <= {*IDENTIFIERS.get(column, ())}
    return word(text) if own else text


def _listed(text: str) -> str:
    """Names separated by commas, each in the language of the screens."""
    first, *others = map(_, text.split(", "))
    for other in others:
        first = _("{first}, {second}").format(first=first, second=other)
    return first


def _unnumbered(text: str) -> str:
    """The text with a blank instead of a number."""
    return re.sub(r"\d+", "{n}", text, count=1)
