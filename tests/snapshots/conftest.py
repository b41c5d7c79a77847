"""What holds for every picture of a screen."""

import re
from collections.abc import Iterator

import pytest
from textual.app import App

from tui import i18n


@pytest.fixture(autouse=True)
def pictures(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Pictures that name no host for their fonts; screens in English again afterwards."""
    export = App.export_screenshot

    def without_hosts(self: App[None], **options: bool | str | None) -> str:
        svg = export(self, **options)  # type: ignore[arg-type]
        return re.sub(r"@font-face\s*\{.*?\}\s*|<!--.*?-->\s*", "", svg, flags=re.DOTALL)

    monkeypatch.setattr(App, "export_screenshot", without_hosts)
    monkeypatch.setenv("COUNTERMODEL_THEME", "dark")
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    yield
    i18n.use("en")
