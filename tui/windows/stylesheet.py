"""A stylesheet that parses each text once for the same variables, for all applications and screens.

Owns the parsed rules. Textual's own parses every text again whenever a screen brings a new one or
the theme is set, which takes most of the time of opening a screen.
"""

from textual.cache import LRUCache
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.css.types import CSSLocation

PARSED: LRUCache[tuple[object, ...], list[RuleSet]] = LRUCache(512)
"""Rules by variables, text and place. An application has about sixty texts, and two themes."""


class ParsedOnceStylesheet(Stylesheet):
    """Shares parsed rules, which are never changed."""

    def __init__(self, *, variables: dict[str, str] | None = None) -> None:
        super().__init__(variables=variables)
        self.scheme = frozenset(self._variables.items())
        """The variables, as part of a key."""

    def set_variables(self, variables: dict[str, str]) -> None:
        """Use these variables, from another theme, for the next parsing."""
        super().set_variables(variables)
        self.scheme = frozenset(variables.items())

    def _parse_rules(
        self,
        css: str,
        read_from: CSSLocation,
        is_default_rules: bool = False,
        tie_breaker: int = 0,
        scope: str = "",
    ) -> list[RuleSet]:
        key = (self.scheme, css, read_from, is_default_rules, tie_breaker, scope)
        rules = PARSED.get(key)
        if rules is None:
            rules = super()._parse_rules(css, read_from, is_default_rules, tie_breaker, scope)
            PARSED[key] = rules
        return rules

    def reparse(self) -> None:
        """Parse what was not yet parsed with these variables; on an error the rules stay.

        Raises:
            StylesheetParseError: A text is not valid CSS.
        """
        self.parse()
