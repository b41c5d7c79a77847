"""Mistakes in a study file are reported in one language; text of the file itself is unchanged."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from solver.errors import InputError
from study.design.protocol import load_study
from tui import i18n
from tui.state.translation import translated

BLOCK = '[[blocks]]\nsource = "main"\n'
MISTAKES = {
    BLOCK: "title：缺少这个字段",
    f'title = "T"\nlanguge = "zh"\n{BLOCK}': "languge：未知字段；是不是 language？",
    f'title = "T"\nseed = "x"\n{BLOCK}': "seed：此处应为整数，却是 'x'",
    f'title = "T"\n{BLOCK}number = 0\n': "blocks[1].number：此处应为不小于 1 的数，却是 0",
    f'title = "T"\nblock_order = "no"\n{BLOCK}': (
        "block_order：此处应为'fixed', 'latin-square' 或 'counterbalanced'，却是 'no'"
    ),
    f'title = "T"\n{BLOCK}[[blocks]]\nstation = "form"\nid = "f"\n': (
        "blocks[2]：此处应有 fields 或 preset，却都没有"
    ),
    f'title = "T"\n{BLOCK}conditions = ["title"]\n': (
        "blocks[1].conditions：此处应为无，因为研究没有实验条件，却是 title"
    ),
}
"""What a file says, and what is told of it."""


@pytest.fixture(autouse=True)
def chinese() -> Iterator[None]:
    i18n.use("zh")
    yield
    i18n.use("en")


def mistake_in(text: str, folder: Path) -> InputError:
    path = folder / "study.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as caught:
        load_study(path)
    return caught.value


@pytest.mark.parametrize("text", MISTAKES)
def test_a_mistake_is_reported_in_chinese(text: str, tmp_path: Path) -> None:
    error = mistake_in(text, tmp_path)
    assert translated(error.title) == "研究文件有误"
    message = translated(error.message)
    assert re.fullmatch(r".*study\.toml，第 \d+ 行，(.+)", message), message
    assert message.endswith(f"行，{MISTAKES[text]}")


def test_several_mistakes_are_all_reported_in_chinese(tmp_path: Path) -> None:
    error = mistake_in(f"seed = 1.5\nconsent = 3\n{BLOCK}", tmp_path)
    assert translated(error.title) == "研究文件有 3 处错误"
    lines = translated(error.message).splitlines()
    assert len(lines) == 3
    assert all("，第 " in line and "expected" not in line for line in lines)
