"""Everything docs/extending.md says is done, with one file and one line of registration each.

The page is the test's script. In each section of level two, a block ```` ```python NAME ```` is
the one module of a distribution and ```` ```toml ```` its entry point. A block with another file
name is written beside it. ```` ```console ```` is run, line by line of `$ countermodel …`, each in
a process of its own that has the distribution installed; what it prints is compared with what
follows the line, where `...` stands for any text. A ```` ```pycon ```` block is run by doctest.
"""

import doctest
import os
import re
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.plugin_distributions import install

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "extending.md").read_text(encoding="utf-8")
IN_PROGRAM = ("A table of the report", "A chart")
"""The sections about what is no plug-in; `test_adding_a_table` has them."""
_FENCE = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_COMMAND = re.compile(r"^\$ countermodel (.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
_RUN = "import sys; from tui.cli import main; main(prog_name='countermodel')"


@dataclass(frozen=True)
class Block:
    """One fenced block of the page."""

    language: str
    name: str
    text: str


def sections() -> dict[str, list[Block]]:
    """The blocks of each section about plug-ins, by its heading."""
    parts = re.split(r"^## (.*)$", PAGE, flags=re.MULTILINE)[1:]
    pairs = zip(parts[::2], parts[1::2], strict=True)
    outcome = {title: [Block(*fence) for fence in _FENCE.findall(text)] for title, text in pairs}
    return {
        title: blocks for title, blocks in outcome.items() if blocks and title not in IN_PROGRAM
    }


def points(blocks: list[Block]) -> dict[str, dict[str, str]]:
    """The entry points a section declares, by group."""
    (declared,) = (tomllib.loads(block.text) for block in blocks if block.language == "toml")
    groups = declared["project"]["entry-points"]
    assert isinstance(groups, dict)
    return groups


def run(folder: Path, *arguments: str, files: str = "") -> str:
    """What Python prints when run in a folder as installed there; with `files`, where nothing is
    installed and these plug-ins are named in the environment."""
    process = subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env={
            **os.environ,
            "PYTHONPATH": str(ROOT) if files else f"{folder}{os.pathsep}{ROOT}",
            "COUNTERMODEL_PLUGINS": files,
            "COUNTERMODEL_DB": str(folder / "test.db"),
            "COLUMNS": "100",
            "NO_COLOR": "1",
        },
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=600,
        check=False,
    )
    return process.stdout


@pytest.mark.parametrize("title", sections())
def test_a_section_is_one_file_and_one_line(title: str) -> None:
    blocks = sections()[title]
    (module,) = [block for block in blocks if block.language == "python"]
    (name, place), *more = [point for group in points(blocks).values() for point in group.items()]
    # A form of answers brings the kind of question that uses it; all else is one line.
    assert len(more) == (title == "An answer form")
    assert {f"{place.partition(':')[0]}.py" for _, place in [(name, place), *more]} == {module.name}
    # The file is the same in the program, where its module has a package before its name.
    assert f"{module.name.removesuffix('.py')}:" not in module.text
    assert any(block.language in ("console", "pycon") for block in blocks)
    prose = PAGE.partition(f"## {title}\n")[2].partition("\n## ")[0]
    assert f"`{module.name}`" in prose
    row = PAGE.partition(f"](#{title.lower().replace(' ', '-')})")[2].partition("\n")[0]
    if "none: a file is known by its name" not in row:
        assert f'`"{name}": "' in prose


@pytest.mark.slow
@pytest.mark.parametrize("title", sections())
def test_a_section_does_what_it_says(title: str, tmp_path: Path) -> None:
    blocks = sections()[title]
    written = {block.name: block.text for block in blocks if block.name}
    install(tmp_path, "countermodel-example", written, points(blocks))
    follow(blocks, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("title", sections())
def test_a_section_is_one_file_that_is_not_installed(title: str, tmp_path: Path) -> None:
    """With its lines of registration as a comment; Python finds nothing in the folder itself."""
    blocks = sections()[title]
    for block in blocks:
        if block.name:
            own = registration(blocks) if block.language == "python" else ""
            (tmp_path / block.name).write_text(own + block.text, encoding="utf-8")
    (module,) = [block.name for block in blocks if block.language == "python"]
    follow(blocks, tmp_path, files=str(tmp_path / module))


def registration(blocks: list[Block]) -> str:
    """The comment that registers a section's file."""
    (toml,) = [block.text for block in blocks if block.language == "toml"]
    lines = "".join(f"# {line}".rstrip() + "\n" for line in toml.splitlines())
    return f"# /// countermodel\n{lines}# ///\n"


def test_the_page_shows_the_comment_and_the_project_of_its_misreading() -> None:
    blocks = sections()["A misreading"]
    (toml,) = [block.text for block in blocks if block.language == "toml"]
    (module,) = [block.text for block in blocks if block.language == "python"]
    shown = [text for language, _, text in _FENCE.findall(PAGE) if language == "text"][:2]
    assert (registration(blocks) + module).startswith(shown[0])
    assert shown[1].endswith(toml)
    assert set(tomllib.loads(shown[1])["project"]) == {"name", "version", "entry-points"}


def follow(blocks: list[Block], folder: Path, files: str = "") -> None:
    """Run what a section shows, in a folder with its files."""
    for block in blocks:
        if block.language == "pycon":
            (folder / "page.txt").write_text(block.text, encoding="utf-8")
            assert run(folder, "-m", "doctest", "-o", "ELLIPSIS", "page.txt", files=files) == ""
        if block.language == "console":
            commands = _COMMAND.findall(block.text)
            assert block.text.count("$ ") == len(commands) > 0
            for command, expected in commands:
                printed = run(folder, "-c", _RUN, *command.split(), files=files)
                same = doctest.OutputChecker().check_output(expected, printed, doctest.ELLIPSIS)
                assert same, f"$ countermodel {command}\n{printed}"


def test_every_thing_that_can_be_added_has_a_section() -> None:
    table = re.findall(r"^\| \[(.*?)\]\(#(.*?)\).*\| `(.*?)` \|$", PAGE, re.MULTILINE)
    links = {f"{title[0].upper()}{title[1:]}": group for title, _, group in table}
    declared = {title: next(iter(points(blocks))) for title, blocks in sections().items()}
    assert links == declared
