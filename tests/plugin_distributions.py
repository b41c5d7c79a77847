"""Distributions with plug-ins, installed in a folder for one test.

Owns writing the folder: modules, and the metadata that an installer would write beside them.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path

from solver.plugins import Registry


def install(
    folder: Path,
    distribution: str,
    modules: Mapping[str, str],
    entry_points: Mapping[str, Mapping[str, str]],
    version: str = "1.0",
) -> None:
    """Put a distribution into a folder: file names with their text, and group, name and place of
    every entry point. It is installed for whoever has the folder in `sys.path`."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in modules.items():
        (folder / name).write_text(text, encoding="utf-8")
    about = folder / f"{distribution.replace('-', '_')}-{version}.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {distribution}\nVersion: {version}\n", encoding="utf-8"
    )
    sections = [
        "\n".join([f"[{group}]", *(f"{name} = {place}" for name, place in points.items())])
        for group, points in entry_points.items()
    ]
    (about / "entry_points.txt").write_text("\n\n".join(sections) + "\n", encoding="utf-8")


def look_again(registries: Iterable[Registry[object]]) -> None:
    """Have registries forget which plug-ins there are."""
    for registry in registries:
        registry.refresh()
