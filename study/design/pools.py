"""Reading the items that a study draws from.

Owns the way from a study's sources to its pools, and which records of them could not be read.
`items` reads the formats.
"""

from dataclasses import dataclass

from items.models import Item
from solver.errors import InputError
from study.course.sections import Pools
from study.design.protocol import LoadedStudy
from study.files.toml_errors import Place, PlacedError


@dataclass(frozen=True, slots=True)
class Sources:
    """The contents of a study's sources."""

    pools: Pools
    unread: tuple[str, ...]
    """One line per record or file that could not be read."""
    kept_out: tuple[str, ...] = ()
    """Ids of items that are omitted since their words only approximate their formulas."""


def read_sources(loaded_study: LoadedStudy) -> Sources:
    """The items of every source of a study, by the source's name in the study file.

    Records that cannot be read are omitted and reported, as are items whose words only approximate
    their formulas, unless the study allows them. Raises InputError, with the line of the study
    file, where a source cannot be read at all.
    """
    from items.files.loading import load

    pools: dict[str, tuple[Item, ...]] = {}
    unread: list[str] = []
    kept_out: dict[str, None] = {}
    for source in loaded_study.study.all_sources:
        try:
            outcome = load(loaded_study.resolve(source))
        except InputError as error:
            place = _place(loaded_study, source)
            placed_error = PlacedError(place, error.title, error.message, error.hint)
            raise placed_error.located(loaded_study.text, loaded_study.path) from error
        if loaded_study.study.allow_approximate:
            pools[source] = outcome.items
        else:
            pools[source] = tuple(item for item in outcome.items if not item.approximate)
            kept_out |= {item.id: None for item in outcome.items if item.approximate}
        unread += [_line(problem) for problem in outcome.problems]
    return Sources(pools, tuple(unread), tuple(kept_out))


def _place(loaded_study: LoadedStudy, source: str) -> Place:
    """The first field that names a source."""
    study = loaded_study.study
    for section in study.sections:
        if source in section.sources:
            return (*study.place_of(section), "source")
    return ("example", "source")


def _line(problem: InputError) -> str:
    return " ".join(f"{problem.title}: {problem.message}".split())
