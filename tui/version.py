"""The program's version, as stored in records."""


def program_version() -> str:
    """Version of the installed distribution; empty if the program is not installed."""
    # This import also loads mail and archive modules, which no first screen should wait for.
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("countermodel")
    except PackageNotFoundError:
        return ""
