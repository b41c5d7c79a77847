"""Inputs by the million: the same ones from a seed, and a fault is noticed and kept."""

from pathlib import Path
from random import Random

import pytest

from solver.errors import InputError
from tests.fuzz import many
from tests.fuzz.targets import TARGETS, Target


def test_a_seed_makes_the_same_inputs() -> None:
    seeds = TARGETS["formula"].seeds
    batches = [
        [many.changed(random, seeds) for _ in range(200)] for random in (Random(5), Random(5))
    ]
    assert batches[0] == batches[1]
    assert len(set(batches[0])) > 150


def test_an_error_of_another_kind_is_noted_with_its_input(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def read(data: bytes, _folder: Path) -> None:
        if b"\xff" in data:
            raise KeyError("planted")
        raise InputError("refused")

    monkeypatch.setitem(TARGETS, "planted", Target(read, (b"seed",)))
    run = many.Run()
    many.batch("planted", Random(1), 500, tmp_path, run)
    assert run.tried == 500
    ((error, data),) = run.faults.items()
    assert error.startswith("KeyError")
    assert b"\xff" in data
