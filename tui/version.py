"""The program's version, as it is put into records."""


def program_version() -> str:
    """Of the installed distribution; empty where it runs without being installed."""
    # With it come the modules of mail and archives, which no first screen waits for.
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("countermodel")
    except PackageNotFoundError:
        return ""
