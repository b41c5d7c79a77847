"""Reading the items a study draws from.

Owns the way from a study's sources to its pools. Reading a format is `items`.
"""

from study.plan import Pools
from study.protocol import LoadedStudy


def load_pools(loaded: LoadedStudy) -> Pools:
    """The items of every source of a study, by the source's name in the study file.

    Records that cannot be read are left out; `items list` reports them. Raises InputError where a
    source cannot be read at all.
    """
    from items.registry import load

    sources = loaded.study.all_sources
    return {source: load(loaded.resolve(source)).items for source in sources}
