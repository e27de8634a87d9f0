"""The FreeCell engine: cards, deals, rules, the packed state, search and verdict."""
