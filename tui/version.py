"""The program's version, as it is put into records."""

from importlib.metadata import PackageNotFoundError, version


def program_version() -> str:
    """Of the installed distribution; empty where it runs without being installed."""
    try:
        return version("countermodel")
    except PackageNotFoundError:
        return ""
