"""Noise in the file of a running session is noticed at the end of the block at the latest, and
nothing is overwritten; or it has disappeared, since the page was written again."""

import shutil
from contextlib import suppress
from pathlib import Path
from typing import IO

import pytest

from sessions.storage.database import DamagedError, Database
from sessions.upkeep.check_db import check_file
from tests.effort import rng, sampled, tally
from tests.sessions.full_database import filled
from tests.sessions.player import Player
from tests.sessions.test_rescue import events_of
from tests.study.samples import sample

PAGE, HEADER, FRAME = 4096, 32, 24
"""Bytes of a page, and of the headers of the log and of a page in it."""
MOVES = 12
"""Before the noise: in the middle of a block."""


@pytest.fixture(scope="module")
def intact_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Other sessions, desks and models' answers are in it too."""
    path = tmp_path_factory.mktemp("whole") / "study.db"
    filled(path).close()
    return path


def player_in_block(path: Path) -> Player:
    player = Player(Database.open(path), sample(), 5, code="Y")
    player.play(MOVES)
    assert player.runner.state.phase == "question"
    return player


def to_block_end(player: Player) -> DamagedError | None:
    """Play on until a block has ended, or the file is found damaged."""
    block = player.runner.state.block
    try:
        while player.runner.state.block == block and not player.runner.state.ended:
            player.move()
    except DamagedError as error:
        return error
    return None


def salts_of(log: IO[bytes], at: int) -> bytes:
    """What a frame and the header have in common, if the frame is of the log's last round."""
    log.seek(at)
    return log.read(8)


@pytest.mark.slow
@pytest.mark.scaled
@pytest.mark.parametrize("end", ["", "-wal"], ids=["main file", "log"])
def test_random_bytes_in_each_page_are_reported_or_harmless(
    intact_database: Path, tmp_path: Path, end: str
) -> None:
    path, alone = tmp_path / "study.db", tmp_path / "alone.db"
    places: list[int] = []
    noticed = turn = 0
    while turn <= len(places):
        shutil.copyfile(intact_database, path)
        player = player_in_block(path)
        if not turn:
            size = Path(f"{path}{end}").stat().st_size
            first, step = (HEADER + FRAME, FRAME + PAGE) if end else (0, PAGE)
            places = list(sampled(range(first, size, step), 10))
        else:
            with Path(f"{path}{end}").open("r+b") as file:
                in_use = not end or salts_of(file, HEADER - 16) == salts_of(
                    file, places[turn - 1] - FRAME + 8
                )
                file.seek(places[turn - 1])
                file.write(rng(turn).randbytes(PAGE))
            main = path.read_bytes()
            error = to_block_end(player)
            if error is not None:
                noticed += 1
                assert error.message.startswith(f"{path}: ")
                assert "check-db --rescue" in error.hint
                with suppress(DamagedError):
                    player.runner.close()
                player.db.close()
                assert path.read_bytes() == main, "nothing is written over it"
            else:
                assert not (end and in_use), "noise in the log is never passed over"
                shutil.copyfile(path, alone)
                assert check_file(alone).problems == ()
                events = events_of(alone)[player.runner.session_id]
                assert len(events) == player.runner.state.seq + 1
        player.kill()
        player.db.close()
        for file_ in tmp_path.iterdir():
            file_.unlink()
        turn += 1
    name = "log" if end else "main file"
    tally(f"a page of noise in the {name} of a running session", len(places), len(places))
    tally("… noticed at the end of the block at the latest; else written anew", noticed, noticed)
    assert noticed > len(places) // 2
