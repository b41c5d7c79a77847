"""The result of one claim of an item, for tests."""

from items.claims.run import CheckedClaim, ItemClaims


def result_of(item_claims: ItemClaims, claim: str) -> CheckedClaim:
    """The first result for a name."""
    return next(checked for checked in item_claims.claims if checked.claim == claim)
