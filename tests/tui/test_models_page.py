"""The page on asking models says what the program does."""

import re
import tomllib
from pathlib import Path

from items.asking.protocol import WORDS, Protocol, protocol_names
from tui.commands.ask import ask
from tui.commands.judge import judge

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "models.md").read_text(encoding="utf-8")


def test_every_protocol_is_on_the_page() -> None:
    assert set(re.findall(r"^\| `([a-z0-9-]+)` \|", PAGE, re.MULTILINE)) == set(protocol_names())


def test_every_placeholder_is_on_the_page() -> None:
    table = "\n".join(line for line in PAGE.split("\n") if line.startswith("| `{{"))
    assert set(re.findall(r"\{\{(\w+)\}\}", table)) == WORDS


def test_every_option_on_the_page_exists() -> None:
    known = {name for option in (*ask.params, *judge.params) for name in option.opts}
    assert set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", PAGE)) <= known


def test_the_example_of_a_protocol_is_valid() -> None:
    blocks = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    text = next(block for block in blocks if "kinds" in block)
    assert Protocol.model_validate(tomllib.loads(text)).name == "mine"
