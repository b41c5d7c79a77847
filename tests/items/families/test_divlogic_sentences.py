"""Groups of sentences that are used in so many DivLogicEval questions at most."""

from collections import Counter
from itertools import combinations
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from items.families.batches import run
from items.families.divlogic.generator import Divlogic
from items.files.loading import load
from items.gold.check import check_item
from items.wording.bank import LANGUAGES, Language, load_bank
from solver.errors import InputError
from tui.cli import main


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [3, 8])
def test_sets_are_unrelated_and_use_no_group_twice(language: Language, size: int) -> None:
    bank = load_bank(language)
    sets = bank.dealt(Random(4), size)
    ids = [id for chosen in sets for id in chosen]
    assert len(set(ids)) == len(ids)
    assert len(ids) >= 0.7 * len(bank.groups)
    for chosen in sets:
        assert len(chosen) == size
        for one, other in combinations([bank.by_id[id] for id in chosen], 2):
            assert one.topic != other.topic
            assert one.words.isdisjoint(other.words)
    assert sets == bank.dealt(Random(4), size)
    assert sets != bank.dealt(Random(5), size)


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("uses", [1, 2])
def test_no_group_is_used_more_often(language: Language, uses: int) -> None:
    maker = Divlogic(3, mix=(("3c1e", 1),), language=language, sentence_uses=uses)
    assert maker.room is not None
    items = run(maker, min(maker.room, 12)).items
    assert len(items) >= 10
    used = Counter(id for item in items for id in item.provenance.parameters["groups"])
    assert max(used.values()) <= uses
    assert all(check_item(item).state == "proved" for item in items)


@pytest.mark.slow
def test_every_question_of_the_room_can_be_made_and_no_more() -> None:
    maker = Divlogic(3, mix=(("3c1e", 1),), language="zh", sentence_uses=1)
    assert maker.room is not None
    batch = run(maker, maker.room)
    assert len(batch.items) + sum(batch.rejected.values()) >= maker.room
    with pytest.raises(InputError, match="Not enough sentences"):
        maker(maker.room)


def test_the_command_refuses_at_once_a_request_without_sentences(tmp_path: Path) -> None:
    path = tmp_path / "made.jsonl"
    few = ["generate", "divlogic", "-o", str(path), "--db", str(tmp_path / "db")]
    invocation = CliRunner().invoke(main, [*few, "-n", "6", "--sentence-uses", "1"])
    assert invocation.exit_code == 0, invocation.output
    used = Counter(id for item in load(path).items for id in item.provenance.parameters["groups"])
    assert set(used.values()) == {1}
    path.unlink()
    for wrong in (("-n", "5000"), ("-n", "5", "--no-wording"), ("-n", "5", "--statements")):
        refused = CliRunner().invoke(main, [*few, "--sentence-uses", "1", *wrong])
        assert refused.exit_code == 2, refused.output
        assert not path.exists()
