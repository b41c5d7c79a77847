"""Regions reuse memory: they do not begin with fresh pages from the system each time."""

import platform
import subprocess
import sys

import pytest

PROGRAM = """
import resource
from solver.engines.atoms import Axis
from solver.engines.regions import space_of

space = space_of([Axis(f"p{n}", (False, True)) for n in range(20)])
regions = [space.pos[f"p{n}"] for n in range(20)]


def work():
    kept = [regions[n % 20] & ~regions[n // 20] for n in range(100)]
    return sum(region.bit_length() for region in kept)


work()
before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
for _ in range(5):
    work()
print(resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before)
"""


FORBIDDEN = """
import sys


def refuse(event, arguments):
    if event == "ctypes.dlopen":
        raise PermissionError(event)


sys.addaudithook(refuse)
from solver.engines.freed_memory import keep_freed_memory

print(keep_freed_memory())
"""


def printed(program: str) -> str:
    command = [sys.executable, "-c", program]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def test_a_process_that_may_load_no_library_goes_on_without() -> None:
    assert printed(FORBIDDEN) == "False"


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="the settings are those of glibc")
def test_regions_reuse_the_memory_of_others() -> None:
    """500 regions of 128 KiB are 16,000 pages; a few are the interpreter's own."""
    assert int(printed(PROGRAM)) < 1_000
