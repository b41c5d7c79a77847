"""Readers refuse what they cannot read with the program's own error, and in time."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from solver.errors import CountermodelError
from solver.language.parser import parse_formula
from tests.effort import examples, sampled, tally, turns
from tests.fuzz.mutating import UNITS, mutated
from tests.fuzz.targets import TARGETS

SECONDS = 20
"""Of processor time; what takes as long would take far longer on a larger input."""


class TooLongError(Exception):
    """A reader did not come to an end."""


@contextmanager
def bounded(seconds: float = SECONDS) -> Iterator[None]:
    """End what takes too much of the processor."""

    def stop(_number: int, _frame: FrameType | None) -> None:
        raise TooLongError

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


@pytest.mark.slow
@pytest.mark.parametrize("name", TARGETS)
@settings(examples(40), suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_only_the_programs_own_errors_come_out(
    name: str, data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    target = TARGETS[name]
    read = data.draw(mutated(target.seeds), label="input")
    folder = FOLDERS.setdefault(name, tmp_path_factory.mktemp("fuzz"))
    with bounded(), suppress(CountermodelError):
        target.read(read, folder)
    tally("input of parsers and loaders, mutated", 1, 1)


@pytest.mark.slow
@pytest.mark.scaled
@pytest.mark.parametrize("name", TARGETS)
def test_what_is_written_again_and_again_does_not_explode(name: str, tmp_path: Path) -> None:
    size = turns(4_000, 100_000)
    for unit in sampled(UNITS, 20):
        times = size // len(unit)
        for data in (unit * times, b'{"id": ' + unit * times + b"}", b'"' + unit * times + b'"'):
            with bounded(), suppress(CountermodelError):
                TARGETS[name].read(data, tmp_path)
    tally(
        f"texts of {size:,} bytes that explode",
        3 * len(sampled(UNITS, 20)),
        3 * len(sampled(UNITS, 20)),
    )


FOLDERS: dict[str, Path] = {}


def test_every_reader_has_inputs_to_begin_with() -> None:
    for name, target in TARGETS.items():
        assert target.seeds, name


LONG: dict[str, Callable[[int], str]] = {
    "a predicate of its own with each quantifier": lambda n: f"∀xF{n}(x)",
    "a predicate of its own, and two variables": lambda n: f"∀abc{n}(P{n}(a))",
    "a function of its own in each equation": lambda n: f"f{n}(a) = b{n}",
    "a quantifier before a bracket": lambda _: r"\forall x_{",
}


@pytest.mark.slow
@pytest.mark.parametrize("part", LONG)
def test_a_formula_of_many_parts_is_read_in_time(part: str) -> None:
    """Each took time with the square of its length: minutes for 10,000 parts."""
    text = " ∧ ".join(map(LONG[part], range(10_000)))
    with bounded(), suppress(CountermodelError):
        parse_formula(text)


def test_a_name_of_many_letters_behind_a_quantifier_is_read_in_time() -> None:
    with bounded(), suppress(CountermodelError):
        parse_formula(f"∀{'AB' * 50_000}(x)")
    assert parse_formula("∀xF(x)") == parse_formula("∀x F(x)")
