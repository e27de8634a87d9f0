"""The game by itself, in plain Python: cards, deals, rules, boards, moves as text. It judges and never searches."""
