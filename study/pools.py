"""Reading the items a study draws from.

Owns the way from a study's sources to its pools, and which records of them could not be read.
Reading a format is `items`.
"""

from dataclasses import dataclass

from items.models import Item
from solver.errors import InputError
from study.protocol import LoadedStudy
from study.sections import Pools
from study.toml_errors import Place, PlacedError


@dataclass(frozen=True, slots=True)
class Sources:
    """What the sources of a study hold."""

    pools: Pools
    unread: tuple[str, ...]
    """A line for each record or file that could not be read."""


def read_sources(loaded: LoadedStudy) -> Sources:
    """The items of every source of a study, by the source's name in the study file.

    Records that cannot be read are left out and told. Raises InputError, with the line of the
    study file, where a source cannot be read at all.
    """
    from items.loading import load

    pools: dict[str, tuple[Item, ...]] = {}
    unread: list[str] = []
    for source in loaded.study.all_sources:
        try:
            found = load(loaded.resolve(source))
        except InputError as error:
            place = _place(loaded, source)
            told = PlacedError(place, error.title, error.message, error.hint)
            raise told.located(loaded.text, loaded.path) from error
        pools[source] = found.items
        unread += [_line(problem) for problem in found.problems]
    return Sources(pools, tuple(unread))


def _place(loaded: LoadedStudy, source: str) -> Place:
    """The first field that names a source."""
    study = loaded.study
    for section in study.sections:
        if source in section.sources:
            return (*study.place_of(section), "source")
    return ("example", "source")


def _line(problem: InputError) -> str:
    return " ".join(f"{problem.title}: {problem.message}".split())
