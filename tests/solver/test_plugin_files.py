"""Plug-ins that are single files: what they register, and what is said of those that cannot be
used."""

import sys
from collections.abc import Iterator
from importlib.metadata import distributions
from pathlib import Path
from typing import Any

import pytest

from solver.errors import InputError
from solver.plugin_files import VARIABLE, look_in_files
from solver.plugins import Registry, take_complaints
from solver.plugins import _note as complain

GROUP = "countermodel.trials"
HEAD = f"""# /// countermodel
# [project.entry-points."{GROUP}"]
# apple = "trial_fruit:APPLE"
# pear = "trial_fruit:PEAR"
#
# [project.entry-points."countermodel.others"]
# plum = "trial_fruit:PLUM"
# ///
"""
FRUIT = f'{HEAD}"""Fruit."""\n\nAPPLE, PEAR, PLUM = "an apple", "a pear", "a plum"\n'


@pytest.fixture
def named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Writes files, names them in the environment, and gives a registry that looks there."""
    before = list(sys.meta_path)
    take_complaints()

    def name(*files: tuple[str, str | None]) -> Registry[str]:
        for file, text in files:
            if text is not None:
                (tmp_path / file).write_text(text, encoding="utf-8")
        paths = ":".join(str(tmp_path / file) for file, _ in files)
        monkeypatch.setenv(VARIABLE, paths)
        look_in_files(complain)
        registry: Registry[str] = Registry(GROUP, {})
        registry.refresh()
        return registry

    yield name
    sys.meta_path[:] = before
    for module in ("trial_fruit", "trial_second", "json"):
        if getattr(sys.modules.get(module), "__file__", "").startswith(str(tmp_path)):
            del sys.modules[module]
    Registry(GROUP, {}).refresh()
    take_complaints()


def test_a_file_registers_what_its_comment_says(named: Any) -> None:
    registry = named(("trial_fruit.py", FRUIT))
    assert list(registry) == ["apple", "pear"]
    assert "trial_fruit" not in sys.modules, "names are known without importing anything"
    assert (registry["apple"], registry["pear"]) == ("an apple", "a pear")
    assert Registry[str]("countermodel.others", {})["plum"] == "a plum"
    assert take_complaints() == ()


def test_a_file_counts_as_installed(named: Any, tmp_path: Path) -> None:
    """The fingerprint of the code goes through all distributions."""
    named(("trial_fruit.py", FRUIT))
    (found,) = [d for d in distributions() if d.name == str(tmp_path / "trial_fruit.py")]
    assert {entry.name for entry in found.entry_points} == {"apple", "pear", "plum"}


def test_naming_a_file_twice_and_looking_twice_changes_nothing(named: Any) -> None:
    registry = named(("trial_fruit.py", FRUIT), ("trial_fruit.py", FRUIT))
    look_in_files(complain)
    assert list(registry) == ["apple", "pear"]
    assert take_complaints() == ()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (None, "No such file or directory"),
        ('"""Fruit."""\n', "found no such comment"),
        ("# /// countermodel\n# [nothing\n# ///\n", "found '# [nothing'"),
        ("# /// countermodel\n# a = 1\n# ///\n", "found '# a = 1'"),
        (f'# /// countermodel\n# [project.entry-points]\n# "{GROUP}" = 1\n# ///\n', "found '# ["),
        (HEAD.replace("# ///\n", "", 1), "found no such comment"),
    ],
)
def test_what_cannot_be_used_is_named_and_the_others_are_used(
    named: Any, tmp_path: Path, text: str | None, reason: str
) -> None:
    registry = named(("trial_second.py", text), ("trial_fruit.py", FRUIT))
    assert list(registry) == ["apple", "pear"]
    (sentence,) = take_complaints()
    assert sentence.startswith(f"The plug-in {tmp_path / 'trial_second.py'} is not used: ")
    assert reason in sentence


def test_a_file_that_fails_is_named(named: Any, tmp_path: Path) -> None:
    registry = named(("trial_fruit.py", f"{HEAD}raise RuntimeError('sour')\n"))
    with pytest.raises(InputError, match="RuntimeError: sour"):
        registry["apple"]
    (sentence,) = take_complaints()
    assert f"in {tmp_path / 'trial_fruit.py'} is not used: RuntimeError: sour." in sentence


def test_no_module_of_another_name_is_replaced(named: Any) -> None:
    import json

    registry = named(("json.py", FRUIT.replace("trial_fruit", "json")))
    del sys.modules["json"]
    import json as again

    sys.modules["json"] = json
    assert again.__file__ == json.__file__
    with pytest.raises(InputError, match="AttributeError"):
        registry["apple"]
