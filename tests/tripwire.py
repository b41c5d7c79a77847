"""Which heavy libraries a piece of code reaches for, found out in a process of its own.

Owns the list of heavy libraries and the process. A library counts as reached for when an import of
it is begun, so the answer is the same whether or not it is installed.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

HEAVY = frozenset(
    {"z3", "openai", "scipy", "statsmodels", "pandas", "pyarrow", "numpy"}
    | {"dask", "distributed", "duckdb"}
)
"""Top-level names that neither `--help` nor a participant's first screen may load."""

ROOT = Path(__file__).resolve().parents[1]

_WIRE = """
import json, os, sys
names, reached = set(json.loads(sys.argv[1])), set()

class Wire:
    @staticmethod
    def find_spec(name, path=None, target=None):
        reached.update(names & {name, name.partition(".")[0]})

def tell():
    sys.stdout.write("\\n" + json.dumps(sorted(reached)))
    sys.stdout.flush()

def leave(code, leave=os._exit):
    # The program ends so where a thread is still at work, as it may be on a busy machine.
    tell()
    leave(code)

os._exit = leave
sys.meta_path.insert(0, Wire)
code, sys.argv = sys.argv[2], ["countermodel", *sys.argv[3:]]
try:
    exec(compile(code, "<tripwire>", "exec"), {"__name__": "tripwire"})
except SystemExit as error:
    if error.code:
        raise
tell()
"""


def reached_by(
    code: str, *arguments: str, names: Iterable[str] = HEAVY, **environment: str
) -> set[str]:
    """Run Python `code` in a fresh process and return those of `names`, packages or modules, that
    it imports.

    `arguments` become `sys.argv[1:]`, `environment` is added to this process's own. An exit with
    another code than 0 is an AssertionError with what the process wrote.
    """
    process = subprocess.run(
        [sys.executable, "-c", _WIRE, json.dumps(sorted(names)), code, *arguments],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert process.returncode == 0, f"{process.stdout}\n{process.stderr}"
    return set(json.loads(process.stdout.rpartition("\n")[2]))
