"""Texts of a TOML file that are tables by language, as `{ en = "…", zh = "…" }`.

Owns which languages a file declares, and the file's text in one of them. Study files and schemes
use this form.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from solver.phrases import Phrase, Verbatim, phrase

LANGUAGES = ("en", "zh")
"""Languages of the screens."""


def languages_of(table: Mapping[str, Any]) -> tuple[str, ...]:
    """The languages that a file declares in `languages`, so that its texts may be tables by
    language."""
    declared = table.get("languages", ())
    return (
        tuple(name for name in declared if name in LANGUAGES) if isinstance(declared, list) else ()
    )


def in_language(
    table: Mapping[str, Any],
    language: str,
    languages: Sequence[str],
    text: str,
    path: str,
    file_kind: str,
) -> dict[str, Any]:
    """A file's table with every table by language replaced by its text in one of the `languages`
    that the file declares; errors use `text`, `path` and `file_kind`.

    Raises InputError naming the field that has no text in one of them, with its line.
    """

    def translated(place: tuple[str | int, ...], value: Any) -> Any:
        """A value with the texts of one language. Raises InputError where a text lacks one of the
        study's languages."""
        if isinstance(value, list):
            return [translated((*place, n), entry) for n, entry in enumerate(value)]
        if not isinstance(value, dict):
            return value
        if not value or not set(value) <= set(LANGUAGES):
            return {name: translated((*place, name), entry) for name, entry in value.items()}
        missing = [name for name in languages if name not in value]
        if missing:
            from study.files.toml_errors import field_error

            expected = phrase("texts in {a}", a=_all_of(languages))
            actual = phrase("none in {a}", a=_all_of(missing))
            raise field_error(text, path, place, expected, actual, file_kind)
        return value[language]

    return {name: translated((name,), value) for name, value in table.items()}


def _all_of(languages: Sequence[str]) -> Phrase | Verbatim:
    """Names of languages, in order."""
    first, *others = languages
    whole: Phrase | Verbatim = Verbatim(first)
    for other in others:
        whole = phrase("{a} and {b}", a=whole, b=Verbatim(other))
    return whole
