"""The mapping from fields of multiple choice to columns of a file.

Owns the usual column names, matching them and the `--columns` mapping with a file's columns (also
for recorded answers), and the error that lists the columns found. `multiple_choice` owns the
values.
"""

from collections.abc import Collection, Mapping

from items.sources.document import bad_record, names_listed
from solver.errors import InputError

NAMES: Mapping[str, tuple[str, ...]] = {
    "id": ("id_string", "id", "idx", "uid", "example_id", "item_id"),
    "context": ("context", "passage", "content", "text", "premise", "article", "background"),
    "question": ("question", "query", "prompt"),
    "answers": ("answers", "options", "choices", "endings", "alternatives", "candidates"),
    "label": (
        "label",
        "answer",
        "gold",
        "correct",
        "correct_answer",
        "target",
        "answer_index",
        "correct_option",
    ),
    "label_from_0": (),
    "label_from_1": (),
    "label_text": (),
    "question_label": ("question_label", "question_type", "type", "qtype"),
    "formulas": ("formulas", "formula", "symbolic"),
    "explanation": ("explanation", "rationale", "solution"),
    "language": ("language", "lang"),
    "title": ("title",),
}
"""Maps a field to its usual column names, the best first; case, `-`, `_` and spaces are ignored."""
REQUIRED_FIELDS = ("context", "answers", "label")
LABELS = ("label", "label_from_0", "label_from_1", "label_text")
"""Fields that hold the label. The kind of label is determined from the file, or given by the
field's name."""


def columns_of(
    texts: Collection[str], column_map: Mapping[str, str], where: str
) -> Mapping[str, str]:
    """Map each field to the name of its column in this file; fields without a column are left out.

    Raises:
        InputError: a required field has no column, or `column_map` names an unknown field or
        column.
    """
    labels_mapped = any(field in column_map for field in LABELS)
    names = {
        field: () if labels_mapped and field in LABELS else usual for field, usual in NAMES.items()
    }
    chosen = matched(names, texts, column_map, where)
    missing = [
        field
        for field in REQUIRED_FIELDS
        if field not in chosen and not (labels_mapped and field in LABELS)
    ]
    if missing:
        raise bad_record(
            where,
            " and ".join(f"a column for {field!r}" for field in missing),
            listing(texts),
            "Name it with --columns, such as --columns context=passage,label=gold",
        )
    return chosen


def matched(
    names: Mapping[str, tuple[str, ...]],
    texts: Collection[str],
    column_map: Mapping[str, str],
    where: str,
) -> dict[str, str]:
    """Map each field to its column: the one in `column_map`, or else the first of the field's
    `names` that is an unused column. Case, `-`, `_` and spaces are ignored.

    Raises:
        InputError: `column_map` names a field that is not in `names`, or a column that does not
        exist.
    """
    for field, column in column_map.items():
        if field not in names:
            raise InputError(
                "Unknown field in --columns", f"expected one of {', '.join(names)}, found {field!r}"
            )
        if column not in texts:
            raise bad_record(where, f"a column {column!r}", listing(texts))
    chosen = dict(column_map)
    spelled = {_plain(name): name for name in reversed(list(texts))}
    used_columns = set(chosen.values())
    for field, usual in names.items():
        if field in chosen:
            continue
        free = [
            spelled[n] for n in map(_plain, usual) if spelled.get(n, "") not in ("", *used_columns)
        ]
        if free:
            chosen[field] = free[0]
            used_columns.add(free[0])
    return chosen


def listing(texts: Collection[str]) -> str:
    """The columns of a file, as errors list them."""
    return f"the columns {names_listed(texts) or 'none'}"


def looks_like_choice(texts: Collection[str]) -> bool:
    """Whether there are columns for text, options and label under usual names."""
    plain = {_plain(name) for name in texts}
    return all(plain & {_plain(name) for name in NAMES[field]} for field in REQUIRED_FIELDS)


def _plain(name: str) -> str:
    return name.casefold().replace("-", "").replace(" ", "").replace("_", "")
