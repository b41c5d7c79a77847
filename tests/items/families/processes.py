"""What another Python process makes of a snippet, its string hashes seeded otherwise."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]


def printed(code: str, hash_seed: str) -> str:
    """Standard output of the code, run with the project's packages."""
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)}
    process = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=True
    )
    return process.stdout
