"""The registry of roles, in the order in which the loop first uses them.

Owns the list. A role is a module with a `ROLE`, next to a file with its prompts.
"""

from collections.abc import Mapping

from items.harden.roles import (
    adjudicator,
    answerer,
    background_proposer,
    decider,
    question_proposer,
    reviewer,
    verifier,
)
from items.harden.roles.role import Role

ROLES: Mapping[str, Role] = {
    module.ROLE.name: module.ROLE
    for module in (
        decider,
        background_proposer,
        question_proposer,
        reviewer,
        answerer,
        adjudicator,
        verifier,
    )
}
