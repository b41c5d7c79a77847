"""The version of the running code: one fingerprint of everything that could change a result.

Owns what is included: the program's own source, the versions of the libraries that affect results,
and the plug-ins of other distributions.
"""

import hashlib
import sys
from functools import cache
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path

PACKAGES = ("solver", "items", "study")
DECIDING = ("numpy", "oxidd", "pydantic", "python-sat", "scipy", "z3-solver")


@cache
def fingerprint() -> str:
    """SHA-256 (hex). Two processes with equal fingerprints get the same result for the same
    input."""
    digest = hashlib.sha256(f"python {sys.version_info[:2]}\n".encode())
    for name in DECIDING:
        digest.update(f"{name} {_version(name)}\n".encode())
    root = Path(__file__).resolve().parents[2]
    for package in PACKAGES:
        for path in sorted((root / package).rglob("*")):
            if path.is_file() and path.suffix != ".pyc":
                digest.update(f"{path.relative_to(root).as_posix()}\n".encode())
                digest.update(hashlib.sha256(path.read_bytes()).digest())
    for line in sorted(_plug_ins()):
        digest.update(line.encode())
    return digest.hexdigest()


def _version(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return "–"


def _plug_ins() -> set[str]:
    """The entry points of other distributions, with the content of the modules they name."""
    texts: set[str] = set()
    added = (
        (dist, entry)
        for dist in metadata.distributions()
        for entry in dist.entry_points
        if entry.group.startswith("countermodel.")
    )
    for dist, entry in added:
        try:
            spec = find_spec(entry.module)
            origin = None if spec is None else spec.origin
            content = Path(origin).read_bytes() if origin else b""
        except (ImportError, OSError, ValueError):
            content = b""
        whole = hashlib.sha256(content).hexdigest()
        version = f"{dist.name} {dist.version}"
        texts.add(f"{entry.group} {entry.name} {entry.value} {version} {whole}\n")
    return texts
