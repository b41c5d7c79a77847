"""The contexts in which items are instantiated: domains, and categories within them.

Owns the file of domains (`domains.toml`: ContextHub's eleven, section 3.2, with this program's own
categories), reading a file supplied by the user, and the assignment of categories to an item.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from items.model_wording.worded_items import CONTEXTHUB, DOMAIN, WordingRequest
from items.seeds import Draw
from items.wording.bank import Language
from solver.errors import InputError
from solver.files import parse_toml, read_file

BUILTIN_DOMAINS = Path(__file__).parent / "domains.toml"
Categories = Mapping[str, Sequence[str]]
"""Domain to its categories."""


def read_categories(path: Path = BUILTIN_DOMAINS) -> Categories:
    """Read the domains of a TOML file, each with a list of categories.

    Raises:
        InputError: the file is not TOML, or a domain has no list of different texts.
    """
    try:
        document: Mapping[str, Any] = parse_toml(read_file(path).decode("utf-8"))
    except OSError as error:
        raise InputError("Wrong categories", f"{path}: {error.strerror or error}") from error
    except ValueError as error:
        raise InputError("Wrong categories", f"{path}: {error}") from error
    for domain, listed in document.items():
        if not (
            isinstance(listed, list)
            and listed
            and all(isinstance(name, str) and name.strip() for name in listed)
            and len({name.casefold() for name in listed}) == len(listed)
        ):
            raise InputError(
                "Wrong categories",
                f"{path}, {domain}: expected a list of different categories, found {listed!r}",
            )
    if not document:
        raise InputError("Wrong categories", f"{path}: expected a domain or more, found none")
    return document


def wishes(
    key: str, style: str, language: Language, categories: Categories, number: int, seed: int
) -> list[WordingRequest]:
    """Return how to render the item named `key`: in each domain, with `number` different categories
    drawn at random (ContextHub draws one for each instantiation); or only in the domain that the
    style names.

    Raises:
        InputError: there is no such domain, or a domain has too few categories.
    """
    if style == CONTEXTHUB:
        domains = list(categories)
    else:
        domain_names = {name.casefold(): name for name in categories}
        domain = style.removeprefix(DOMAIN).strip()
        if domain.casefold() not in domain_names:
            raise InputError(
                "Unknown domain", f"expected one of {', '.join(categories)}, found {domain!r}"
            )
        domains = [domain_names[domain.casefold()]]
    all_wishes = []
    for domain in domains:
        if number > len(categories[domain]):
            raise InputError(
                "Too few categories",
                f"{domain} has {len(categories[domain])}, {number} are asked for",
                "Ask for fewer instantiations, or give a file with more (--categories).",
            )
        draw = Draw("contexts", seed, key, domain)
        all_wishes += [
            WordingRequest(f"{DOMAIN}{domain}", language, category)
            for category in draw.sample(list(categories[domain]), number)
        ]
    return all_wishes
