"""What the JSON of commands says: the keys are a contract with users.

Each command with --json has a table `JSON_KEYS` in its module, from which REFERENCE.md is made; a test compares it with
what the command prints.
"""

from typing import NamedTuple


class Key(NamedTuple):
    """What stands under a key.

    The name of a key inside of another one has a dot, `deals.first`; inside of each element of an array, `bins[].from`.

    Attributes:
        kind: `integer`, `number`, `string`, `boolean`, `object`, or an array of them as `strings`; perhaps ` or null`.
        meaning: what it says.
        only_with: the option without which the key is missing; none when it is always there.
    """

    kind: str
    meaning: str
    only_with: str = ""


DEAL = {"deal": Key("integer", "The number of the deal.")}
POSITION = {"deal": Key("integer or null", "The number of the deal, null with --board.")}
VERDICT = {
    "verdict": Key("string", "`solvable`, `impossible` or `undecided`."),
    "states": Key("integer", "States that were expanded, by all searches together."),
    "moves": Key("integer or null", "Moves of the solution, a run as one; null unless solvable."),
    "limit": Key("string or null", "The limit that was reached, `states` or `memory`; null unless undecided."),
}
RANGE = {
    "deals.first": Key("integer", "The first deal of the range."),
    "deals.last": Key("integer", "The last one."),
    "counts.solvable": Key("integer", "How many of them are solvable."),
    "counts.impossible": Key("integer", "How many are impossible."),
    "counts.undecided": Key("integer", "How many are undecided."),
}
