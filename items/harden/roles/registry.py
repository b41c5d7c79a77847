"""Which roles there are, in the order in which the loop first asks them.

Owns the list: a role is a module with a `ROLE` beside a file with its prompts.
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
