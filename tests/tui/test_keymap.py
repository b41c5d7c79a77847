"""Keys of one's own: read, checked, and used on every screen."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from solver.errors import InputError
from tests.tui.inspector.researcher_session import demo, open_inspector
from tui.keys.actions import use_keys
from tui.keys.keymap import key_label, keys_path, load_keys


@pytest.fixture(autouse=True)
def own_keys_end_here() -> Iterator[None]:
    yield
    use_keys({}, {})


def write_keymap(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_without_a_file_there_are_no_other_keys(tmp_path: Path) -> None:
    assert load_keys(tmp_path / "keys.toml") == {}


def test_one_or_several_keys_are_read(tmp_path: Path) -> None:
    path = write_keymap(tmp_path / "k.toml", '[keys]\nnext_item = "j"\nfilter = ["/", "ctrl+f"]\n')
    assert load_keys(path) == {"next_item": "j", "filter": "slash,ctrl+f"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[keys\n", "keys cannot be read"),
        ('next_item = "j"\n', "expected a table [keys]"),
        ('[keys]\nnext_itme = "j"\n', "Did you mean next_item?"),
        ("[keys]\nnext_item = 3\n", "expected a key such as"),
        ("[keys]\nnext_item = []\n", "at least one key"),
        ('[keys]\nnext_item = "ctrl + n"\n', "expected a key such as"),
        ('[keys]\nnext_item = "p"\n', "p would mean next_item and previous_item"),
        ('[keys]\nhelp = "f6"\n', "f6 would mean"),
        ('[keys]\nhelp = "h"\n', "cannot be 'h'"),
    ],
)
def test_errors_name_the_file(tmp_path: Path, text: str, message: str) -> None:
    path = write_keymap(tmp_path / "k.toml", text)
    with pytest.raises(InputError) as error:
        load_keys(path)
    assert message in str(error.value)
    assert str(path) in str(error.value)


def test_two_actions_can_swap_keys(tmp_path: Path) -> None:
    path = write_keymap(tmp_path / "k.toml", '[keys]\nnext_item = "p"\nprevious_item = "n"\n')
    assert load_keys(path) == {"next_item": "p", "previous_item": "n"}


@pytest.mark.parametrize(
    ("key", "read"),
    [("n", "n"), ("N", "Shift+N"), ("ctrl+n", "Ctrl+N"), ("escape", "Esc"), ("f5", "F5")],
)
def test_keys_are_shown_in_readable_form(key: str, read: str) -> None:
    assert key_label(key) == read


@pytest.mark.slow
async def test_screens_obey_and_name_the_users_keys() -> None:
    path = write_keymap(keys_path(), '[keys]\nnext_item = "j"\nhelp = "ctrl+g"\n')
    try:
        async with open_inspector() as at:
            await at.press("enter")
            assert "j next" in at.footer()
            await at.press("n")
            assert at.header().lstrip().startswith(f"1/{len(demo())}")
            await at.press("j")
            assert at.header().lstrip().startswith(f"2/{len(demo())}")
            await at.press("ctrl+g")
            assert "Open the next item." in at.text()
    finally:
        path.unlink()
