"""Prices, protocols, roles, settings and keys may begin with a byte order mark, as editors on
Windows write it; in another encoding the error names the line and the byte."""

from collections.abc import Callable
from pathlib import Path

import pytest

from items.asking.batch import read_results
from items.asking.endpoints import endpoint
from items.asking.prices import prices_of
from items.asking.protocol import FOLDER, load_protocol
from items.harden.configuration import load_setup
from items.recorded.formats import read
from solver.errors import InputError
from tui.keys.keymap import load_keys

MARK = b"\xef\xbb\xbf"
PROTOCOL = (FOLDER / "divlogic-0-shot.toml").read_text(encoding="utf-8")
SETTINGS = 'base_url = "http://general/v1"\n[models.m]\n'


def read_settings(path: Path) -> object:
    with pytest.MonkeyPatch.context() as environment:
        for name in ("OPENAI_BASE_URL", "COUNTERMODEL_BASE_URL"):
            environment.delenv(name, raising=False)
        environment.setenv("COUNTERMODEL_SETTINGS", str(path))
        return endpoint("m")


READERS: dict[str, tuple[Callable[[Path], object], str]] = {
    "prices": (prices_of, '["m"]\ninput = 1\noutput = 2\n'),
    "protocol": (lambda path: load_protocol(str(path)), PROTOCOL),
    "roles": (load_setup, '[default]\nmodel = "m"\n[answerer]\nmodels = ["m", "n"]\n'),
    "settings": (read_settings, SETTINGS),
    "keys": (load_keys, '[keys]\nnext_item = "j"\n'),
}


@pytest.mark.parametrize("name", READERS)
def test_a_byte_order_mark_changes_nothing(tmp_path: Path, name: str) -> None:
    read_it, text = READERS[name]
    path = tmp_path / "f.toml"
    path.write_bytes(text.encode())
    plain = read_it(path)
    path.write_bytes(MARK + text.encode())
    assert read_it(path) == plain


@pytest.mark.parametrize("mark", [b"", MARK])
@pytest.mark.parametrize("name", READERS)
def test_another_encoding_is_named_by_line_and_byte(tmp_path: Path, name: str, mark: bytes) -> None:
    read_it, text = READERS[name]
    path = tmp_path / "f.toml"
    path.write_bytes(mark + b"# caf\xe9\n" + text.encode())
    with pytest.raises(InputError) as error:
        read_it(path)
    expected = f"{path}: expected text in UTF-8, found byte 0xe9 (at line 1)"
    assert error.value.message == expected


@pytest.mark.parametrize("name", READERS)
def test_a_folder_is_named_as_such(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError) as error:
        READERS[name][0](tmp_path)
    assert error.value.message == f"{tmp_path}: Is a directory"


def test_a_protocol_without_a_name_lacks_a_value(tmp_path: Path) -> None:
    path = tmp_path / "p.toml"
    path.write_text("")
    with pytest.raises(InputError) as error:
        load_protocol(str(path))
    assert error.value.message == f"{path}, field name: expected a value, found nothing"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", ": expected results, found none"),
        (b"\n \n", ": expected results, found none"),
        (b"caf\xe9\n", ", line 1: expected text in UTF-8, found byte 0xe9"),
        (b"\n{]\n", ", line 2: expected a JSON object, found invalid JSON: expecting property"),
    ],
)
def test_what_is_wrong_in_a_batch_is_named(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "results.jsonl"
    path.write_bytes(content)
    (problem,) = read_results(path)
    assert isinstance(problem, InputError)
    assert problem.message.startswith(f"{path}{message}")


def test_a_batch_may_begin_with_the_mark(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    path.write_bytes(MARK + b'{"custom_id": "a", "error": {"message": "no"}}\n')
    (result,) = read_results(path)
    assert not isinstance(result, InputError)


@pytest.mark.parametrize("format_name", ["promptfoo", "inspect"])
def test_a_log_that_is_not_json_says_where_it_stops(tmp_path: Path, format_name: str) -> None:
    path = tmp_path / "log.json"
    path.write_text('{"a":\n}')
    with pytest.raises(InputError, match=r"invalid JSON: expecting value at line 2, column 1"):
        list(read(path, format_name))
