"""The page that contains a participant's terminal, and its files.

Owns the wording of the page, its headers, and the short list of files that are served. The terminal
itself is textual-serve's script, unchanged; `static/page.js` gives it a connection that reconnects,
and shows the state.
"""

import html
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.resources import files
from string import Template

from tui.i18n import _, use
from tui.i18n import language as current_language
from tui.state.pages import NAMES, no_place_text

_STATIC = files("tui.serving").joinpath("static")
_CONTENT_TYPES = {
    "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "ttf": "font/ttf",
}
OWN_FILES = ("page.js", "page.css")
TEXTUAL_FILES = {
    "textual.js": "js/textual.js",
    "xterm.css": "css/xterm.css",
    "mono.ttf": "fonts/RobotoMono-VariableFont_wght.ttf",
}
"""Files of textual-serve that are served, by their name here."""


@dataclass(frozen=True)
class Asset:
    """A file, in memory."""

    body: bytes
    kind: str


def assets() -> dict[str, Asset]:
    """Every file that is served, by name. Requires textual-serve."""
    served = {name: _STATIC.joinpath(name) for name in OWN_FILES}
    theirs = files("textual_serve").joinpath("static")
    served |= {name: theirs.joinpath(*path.split("/")) for name, path in TEXTUAL_FILES.items()}
    return {
        name: Asset(file.read_bytes(), _CONTENT_TYPES[name.rpartition(".")[2]])
        for name, file in served.items()
    }


def headers(line_url: str) -> dict[str, str]:
    """Headers of every response: no foreign content, no framing, no referrer."""
    scheme, _colon, rest = line_url.partition("://")
    return {
        "Content-Security-Policy": (
            "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
            f"font-src 'self'; img-src 'self' data:; connect-src 'self' {scheme}://"
            f"{rest.partition('/')[0]}; base-uri 'none'; form-action 'none'; "
            "frame-ancestors 'none'"
        ),
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": "DENY",
        "Referrer-Policy": "no-referrer",
        "Permissions-Policy": "clipboard-read=(), clipboard-write=(), camera=(), microphone=()",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Cache-Control": "no-store",
    }


@contextmanager
def in_language(language: str) -> Iterator[None]:
    """Show the program's words in this language in this context."""
    before = current_language()
    use(language)
    try:
        yield
    finally:
        use(before)


def page(title: str, language: str, line: str, full_text: str = "", may_retry: bool = True) -> str:
    """The page of one participant; `line` is the address of the websocket. `full_text` is the
    study's message when it has all its answers; the program's own words if empty. `may_retry`:
    whether participants who find all places taken are told to try later."""
    with in_language(language):
        return _page(title, language, line, full_text, may_retry)


def _page(title: str, language: str, line: str, full_text: str, may_retry: bool) -> str:
    words = {
        "connecting": _("Connecting …"),
        "lost": _("The connection was lost. Connecting again …"),
        "saved": _("Everything you confirmed is saved."),
        "elsewhere": _("The study goes on in another window."),
        "here": _("Go on here"),
        "idle": _("You were away for a while, so the study was closed here."),
        "closed": _("The study is closed here. The same link brings you back."),
        "again": _("Go on"),
        "over": _("You have reached the end. You can close this window."),
        "full": _("All places are taken at the moment. Please wait: this page tries again."),
        "refused": _("This link does not let you in any more."),
        "no_place": full_text or no_place_text(places_taken=False),
        "taken": full_text or no_place_text(places_taken=True, may_retry=may_retry),
        "trouble": _("Something went wrong. Please try again."),
        "code": _("Your completion code:"),
        "finish": _("Finish: go on to the next page"),
        "keyboard": _("Keyboard"),
    }
    return _filled(
        "page.html",
        title=html.escape(title),
        language=html.escape(language),
        line=html.escape(line),
        words=html.escape(json.dumps(words, ensure_ascii=False)),
        connecting=html.escape(words["connecting"]),
        noscript=html.escape(_("This study needs JavaScript. Please allow it for this page.")),
    )


def languages(titles: Mapping[str, str], address: str) -> str:
    """The page for choosing a language, with the study's title in each. `address` leads to the
    session, without the language."""
    links = "".join(
        f'<a class="choice" lang="{html.escape(name)}" hreflang="{html.escape(name)}" '
        f'href="{html.escape(address)}/{html.escape(name)}">'
        f"<strong>{html.escape(NAMES[name])}</strong> {html.escape(title)}</a>"
        for name, title in titles.items()
    )
    return _filled("languages.html", title=html.escape(" · ".join(titles.values())), links=links)


def note(title: str, language: str, text: str) -> str:
    """A page with only a message."""
    return _filled(
        "note.html",
        title=html.escape(title),
        language=html.escape(language),
        text=html.escape(text),
    )


def _filled(name: str, **template: str) -> str:
    return Template(_STATIC.joinpath(name).read_text(encoding="utf-8")).substitute(template)
