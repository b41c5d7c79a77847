"""What a participant is about to take: the study, the record, the code, the source of items."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from study.files.study_file import StudyFile

if TYPE_CHECKING:
    from items.models import Item
    from sessions.record.clock import Clock
    from sessions.taking.item_keeper import Keeper
    from study.course.sections import Pools
    from study.design.protocol import LoadedStudy


@dataclass(frozen=True)
class Task:
    """What a participant is about to take."""

    file: "StudyFile | LoadedStudy"
    """The study; as a file whose tables are not yet checked, so that the first screen is shown
    without waiting."""
    database: Path | str
    code: str = ""
    """If empty, the participant is asked."""
    pilot: bool = False
    clock: "Clock | None" = None
    """The system's clock if None."""
    pools: "Callable[[], Pools] | None" = None
    """The items, if they are not to be read from the study's sources."""
    language_chosen: bool = False
    """Whether the language of a multilingual study is already chosen."""
    by_link: bool = False
    """Whether the participant came by a link: no code is typed, and the link leads back. The
    session already exists, and only the reference answers that it needs are read."""
    session_items: "Mapping[str, Item] | None" = None
    """The session's items, if this process is not to read the table of items."""
    keeper: "Keeper | None" = None
    """The process that begins sessions and reads items, if this one must not."""

    @cached_property
    def loaded(self) -> "LoadedStudy":
        """The whole study, checked on first use, in whichever thread that is.

        Raises InputError with file, line, field, and the expected and found content.
        """
        if not isinstance(self.file, StudyFile):
            return self.file
        from study.design.protocol import loaded

        return loaded(self.file)
