"""The canonical form of a member of an answer: matching an input against the possible answers.

Owns the canonical key: a formula as the printer writes it in Unicode (`A ∧ B`), an Enum target as
`status=going`, an individual by its name. `answer_text` owns brackets and commas.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, NoReturn

from items.answers import World
from items.models import Choice
from solver.errors import FormulaError, InputError
from solver.language.syntax import Formula, Not, Signature, negation
from solver.phrases import phrase

_NAME = re.compile(r"[A-Za-z_]\w*", re.ASCII)
_VALUE = re.compile(r"([A-Za-z_]\w*)\s*==?\s*(\w+)")


def squeeze(text: str) -> str:
    """Remove all white space from the text."""
    return "".join(text.split())


class KeyReader:
    """Reads members against a vocabulary, or converts them to canonical form if there is none."""

    def __init__(
        self, vocabulary: Sequence[Choice], formalization: Mapping[str, Any] | None = None
    ) -> None:
        self._keys = tuple(choice.key for choice in vocabulary)
        self._formalization = formalization
        self._squeezed = {squeeze(key): key for key in self._keys}

    def member(self, text: str) -> str:
        """Return the key of a member of a set: an individual or a formula.

        Raises:
            InputError: there is a vocabulary, and the text matches none of its members.
        """
        key = self._find(text)
        if key is None and self._keys:
            _refuse(phrase("one of {a}", a=", ".join(self._keys)), text)
        return self._free(text) if key is None else key

    def canonical(self, text: str) -> str:
        """Return the key of the text, or the text itself if it cannot be read."""
        key = self._find(text)
        if key is not None:
            return key
        try:
            return self._free(text)
        except InputError:
            return text

    def world(self, members: Iterable[str]) -> World:
        """Return the true targets of one model.

        `¬A` states that A is false, which is equivalent to omitting A. If the vocabulary has values
        of an Enum, a model names exactly one of them.
        """
        true: set[str] = set()
        false: set[str] = set()
        for text in members:
            match = _VALUE.fullmatch(text)
            plain = f"{match[1]}={match[2]}" if match else text
            key = self._find(plain)
            if key is None:
                denied = self._denied(plain)
                if denied is not None:
                    false.add(denied)
                    continue
                if self._keys:
                    _refuse(phrase("one of {a}", a=", ".join(self._keys)), text)
                key = plain if match else self._free(plain)
            true.add(key)
        both = true & false
        if both:
            _refuse("each target true or false", f"both for {min(both)}")
        self._check_values(true)
        return frozenset(true)

    def _check_values(self, true_keys: set[str]) -> None:
        values: dict[str, int] = {}
        for key in (*self._keys, *true_keys):
            if "=" in key and _VALUE.fullmatch(key):
                symbol = key.partition("=")[0]
                values[symbol] = values.get(symbol, 0) + (
                    key in true_keys and key not in self._keys
                )
        for symbol in values:
            count = sum(1 for key in true_keys if key.startswith(f"{symbol}="))
            if count > 1 or (count == 0 and self._keys):
                text = f"{count} of them in ({', '.join(sorted(true_keys))})"
                _refuse(f"one value of {symbol} in each model", text)

    def _find(self, text: str) -> str | None:
        """The member of the vocabulary that matches the text by spelling or, failing that, by
        meaning."""
        squeezed = squeeze(text)
        while True:
            key = self._squeezed.get(squeezed)
            if key is not None:
                return key
            if not (squeezed.startswith("(") and squeezed.endswith(")")):
                break
            inner = squeezed[1:-1]
            if "(" in inner or ")" in inner:
                break
            squeezed = inner
        if not self._keys:
            return None
        formula = self._parsed(text)
        return None if formula is None else self._formulas.get(formula)

    def _denied(self, text: str) -> str | None:
        formula = self._parsed(text)
        if not isinstance(formula, Not):
            return None
        body = negation(formula)
        if self._keys:
            return self._formulas.get(body)
        return _print(body)

    def _free(self, text: str) -> str:
        bare = text.strip()
        while bare.startswith("(") and bare.endswith(")") and _NAME.fullmatch(bare[1:-1].strip()):
            bare = bare[1:-1].strip()
        if _NAME.fullmatch(bare):
            return bare
        from solver.language.parser import parse_formula

        try:
            return _print(parse_formula(bare, self._signature))
        except FormulaError as error:
            raise InputError(
                "Answer cannot be read",
                f"expected a formula or a name, found {text!r}: {error.reason}",
            ) from None

    def _parsed(self, text: str) -> Formula | None:
        from solver.language.parser import parse_formula

        try:
            return parse_formula(text, self._signature)
        except FormulaError:
            return None

    @cached_property
    def _formulas(self) -> Mapping[Formula, str]:
        parsed = ((self._parsed(key), key) for key in self._keys)
        return {formula: key for formula, key in parsed if formula is not None}

    @cached_property
    def _signature(self) -> Signature | None:
        """Symbols of the formalization; None if there is none or it cannot be read."""
        if self._formalization is None:
            return None
        from solver.language.loader import load_problem

        bare = {key: value for key, value in self._formalization.items() if key != "question"}
        try:
            return load_problem(bare).signature
        except InputError:
            return None


def _print(formula: Formula) -> str:
    from solver.language.printer import print_formula

    return print_formula(formula)


def _refuse(expected: str, text: str) -> NoReturn:
    excerpt = text if len(text) <= 200 else text[:199] + "…"
    raise InputError(
        "Answer cannot be read", phrase("expected {a}, found {b}", a=expected, b=repr(excerpt))
    )
