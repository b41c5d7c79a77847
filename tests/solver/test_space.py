"""Spaces, the ways to walk a region, and decoding."""

import gc
import random
from contextlib import nullcontext

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.cancel import Budget, Cancel, GaveUp
from solver.engines import decoding as decode
from solver.engines.atoms import BOOLS, Axis
from solver.engines.decoding import Decoder, iter_bits, lowest, set_bits
from solver.engines.regions import (
    MAX_WORLDS,
    Environment,
    Shape,
    Space,
    TooLarge,
    evaluate,
    repeat,
    shape,
    space_of,
)
from solver.language.syntax import And, EnumIs, EnumSame, Formula, Iff, Implies, Or, Prop
from tests.effort import examples

COLOURS = ("red", "green", "blue")


def bools(*names: str) -> list[Axis]:
    """Bool axes."""
    return [Axis(name, BOOLS) for name in names]


@given(st.integers(1, 9), st.integers(1, 40), st.data())
def test_repeat_puts_copies_above_one_another(width: int, times: int, data: st.DataObject) -> None:
    bits = data.draw(st.integers(0, (1 << width) - 1))
    expected = sum(bits << (width * k) for k in range(times))
    assert repeat(bits, width, times) == expected


@given(st.lists(st.integers(1, 4), max_size=5))
def test_atoms_are_the_digits_of_the_world_index(sizes: list[int]) -> None:
    shape = Shape(tuple(sizes))
    for axis, size in enumerate(sizes):
        for digit in range(size):
            expected = sum(
                1 << world
                for world in range(shape.worlds)
                if world // shape.strides[axis] % size == digit
            )
            assert shape.atom(axis, digit) == expected
            assert shape.complement(axis, digit) == shape.full ^ expected


def test_shapes_are_shared_and_large_ones_leave_the_cache() -> None:
    assert shape((2, 3)) is shape((2, 3))
    large = (2,) * 20
    assert shape(large) is shape(large)
    for extra in range(3, 12):
        shape((2,) * 18 + (extra,))
    assert shape(large).worlds == 1 << 20


def test_atoms_are_not_kept_where_they_would_take_all_memory() -> None:
    values = tuple(f"v{n}" for n in range(1_200))
    space = space_of([Axis("x", values), Axis("y", values)])
    assert evaluate(EnumSame("x", "y"), space).bit_count() == 1_200
    assert evaluate(EnumIs("x", "v7"), space).bit_count() == 1_200
    assert space.shape.complement(0, 7).bit_count() == 1_200 * 1_199
    for kept in (space.val, space.shape._atoms, space.shape._complements):
        assert not kept
    small = space_of([Axis("x", values[:300]), Axis("y", values[:300])])
    assert small.val["x", "v7"] is small.val["x", "v7"]


@pytest.mark.parametrize(
    "formula",
    [
        And((Prop("p0"), Prop("p1"))),
        Or((Prop("p0"), Prop("p1"))),
        Implies(Prop("p0"), Prop("p1")),
        Iff(Prop("p0"), Prop("p1")),
        EnumSame("x", "y"),
    ],
    ids=lambda formula: type(formula).__name__,
)
def test_each_part_of_a_formula_over_many_worlds_checks_the_budget(formula: Formula) -> None:
    token = Cancel()
    token.cancel()
    for size, stops in ((16, True), (10, False)):
        enums = [Axis("x", COLOURS), Axis("y", COLOURS)]
        space = space_of([*bools(*[f"p{n}" for n in range(size)]), *enums])
        env = Environment(space, {}, Budget.of(600, token))
        with pytest.raises(GaveUp, match="interrupted") if stops else nullcontext():
            assert evaluate(formula, env)


def test_a_space_goes_without_the_collector_of_circular_garbage() -> None:
    """Its runs hold up a screen, and each key of What if makes dozens of spaces."""
    names = [f"gone{n}" for n in range(13)]
    gc.disable()
    try:
        space = space_of([*bools(*names), Axis("colour", ("red", "blue"))])
        assert space.pos["gone0"] & space.neg["gone1"] & space.val["colour", "blue"]
        del space
        left = [space_left for space_left in gc.get_objects() if isinstance(space_left, Space)]
        assert not any("gone0" in space_left.index for space_left in left)
    finally:
        gc.enable()


def test_a_world_index_and_its_model() -> None:
    space = space_of([*bools("A"), Axis("hue", COLOURS), *bools("B")])
    assert space.worlds == 12
    world: dict[str, bool | str] = {"A": True, "hue": "blue", "B": False}
    index = 1 + 2 * 2
    assert Decoder(space.axes).world(index) == world
    assert space.val["hue", "blue"] >> index & 1
    assert space.pos["A"] ^ space.neg["A"] == space.full


def test_a_space_past_the_limit_is_refused_with_figures() -> None:
    names = [f"p{k}" for k in range(23)]
    with pytest.raises(TooLarge, match=str(MAX_WORLDS)):
        space_of(bools(*names))
    assert space_of(bools(*names[:22])).worlds == MAX_WORLDS
    with pytest.raises(TooLarge):
        space_of(bools("A", "B"), max_worlds=3)


def region_of(rng: random.Random, width: int, count: int) -> tuple[int, list[int]]:
    """A region and its set bits, known beforehand."""
    places = sorted(rng.sample(range(width), count))
    data = bytearray((width + 7) // 8)
    for place in places:
        data[place >> 3] |= 1 << (place & 7)
    return int.from_bytes(data, "little"), places


@pytest.mark.parametrize("width", [1, 7, 64, 500, 513, 5000, 1 << 14, (1 << 14) + 1, 300_001])
@pytest.mark.parametrize("density", [0.0, 0.0001, 0.004, 0.05, 0.3, 0.97, 1.0])
def test_every_way_to_walk_gives_the_set_bits(width: int, density: float) -> None:
    bits, places = region_of(random.Random(width), width, round(width * density))
    assert set_bits(bits) == places
    assert list(iter_bits(bits)) == places
    if places:
        assert lowest(bits) == places[0]


def test_bytes_and_words_walk_alike() -> None:
    bits, places = region_of(random.Random(5), 20_000, 40)
    out: list[int] = []
    decode._bytes(bits, 0, out)
    assert out == places
    out = []
    decode._words(bits, 0, out)
    assert out == places


@examples(60)
@given(st.lists(st.sampled_from([2, 2, 2, 3, 5, 300]), max_size=6), st.data())
def test_decoding_over_groups_of_axes(sizes: list[int], data: st.DataObject) -> None:
    axes = tuple(
        Axis(f"v{k}", BOOLS if size == 2 else tuple(f"x{d}" for d in range(size)))
        for k, size in enumerate(sizes)
    )
    strides = [1]
    for size in sizes:
        strides.append(strides[-1] * size)
    indices = data.draw(st.lists(st.integers(0, strides[-1] - 1), max_size=20))
    expected = [
        {
            axis.key: axis.values[index // stride % len(axis.values)]
            for axis, stride in zip(axes, strides, strict=False)
        }
        for index in indices
    ]
    decoder = Decoder(axes)
    assert decoder.models(indices) == expected
    assert list(decoder.iterate(indices)) == expected
    assert [decoder.world(index) for index in indices] == expected


def test_models_keep_the_order_and_the_values_of_a_template() -> None:
    axes = tuple(bools(*[f"p{k}" for k in range(9)]))
    decoder = Decoder(axes, {"fixed": "yes", "p8": False, "p0": False})
    for model in (*decoder.models([257]), *decoder.iterate([257]), decoder.world(257)):
        assert list(model)[:3] == ["fixed", "p8", "p0"]
        assert model["fixed"] == "yes"
        assert [key for key, value in model.items() if value is True] == ["p8", "p0"]


def test_models_are_not_shared() -> None:
    axes = tuple(bools("A", "B"))
    entry, other = Decoder(axes).models([3, 3])
    entry["A"] = False
    assert other["A"] is True
    assert Decoder(axes).models([3]) == [{"A": True, "B": True}]
