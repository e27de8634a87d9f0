"""What the golden files say, each by a function that returns it as it is to be in JSON."""

from collections.abc import Callable
from dataclasses import asdict
from itertools import count, islice

from example_boards import ALL_HOME, Named, along_solutions, late_board, play_until_stuck, random_boards, solved_deals
from freecell_pools.pools.pick import number_of_date, number_of_seed, parse_date, pick_rows
from freecell_pools.solver.game.board import (
    Board,
    IllegalMove,
    apply_move,
    homeward_moves,
    legal_moves,
    moved_cards,
    run_capacity,
)
from freecell_pools.solver.game.cards import SUITS, card_name
from freecell_pools.solver.game.deals import FIRST_DEAL, LAST_DEAL, deal_board
from freecell_pools.solver.game.positions import (
    finish_is_certain,
    finishing_moves,
    is_won,
    no_move_left,
    safe_autoplay,
)
from freecell_pools.solver.game.rules import MAX_CELLS, PRESETS, Rules
from freecell_pools.solver.game.solution import first_move, format_move, format_solution, move_words, parse_solution

Json = dict[str, object]

# Some of each of the three branches of the generator with their ends; those with published boards are among them.
LAYOUTS = (
    *(1, 2, 24, 240, 617, 11982, 32000, 34152, 1000000, 219837216, 1252215044, 2**31 - 1),
    *(2**31, 2**31 + 1, 2255988055, 2901685480, 3000000000, 4260084873, 2**32 - 1),
    *(2**32, 2**32 + 1, 6000000000, 6687921694, 7489392343, 2**33 - 2, 2**33 - 1),
)

# The last tier has more rows than a product of two row numbers leaves exact in 53 bits.
TIER_ROWS = (1, 2, 3, 10, 4096, 12809, 1717986918)
SEEDS = ("", "1", "2", "player 7", "Grüße ♠", "a longer seed, as long as you like: 0123456789")
DATES = ("1970-01-01", "2024-02-29", "2026-11-30", "2026-12-01", "9999-12-31")


def board_facts(board: Board) -> Json:
    """Return a board in the form of the contract."""
    return {
        "columns": [[card_name(card) for card in column] for column in board.columns],
        "cells": [None if card is None else card_name(card) for card in board.cells],
        "foundations": dict(zip(SUITS, board.foundations, strict=True)),
    }


def presets() -> Json:
    """Return the rules of each preset."""
    return {
        "about": "The rules of each preset, as in the manifest of its pools.",
        "cases": [{"preset": name, "rules": asdict(rules)} for name, rules in PRESETS.items()],
    }


def layouts() -> Json:
    """Return the boards of deals of each branch of the generator, and numbers that are no deal's."""
    return {
        "about": "The board that each deal number begins with, and numbers that have none.",
        "cases": [{"deal": deal, "board": board_facts(deal_board(deal))} for deal in LAYOUTS],
        "not_deals": [FIRST_DEAL - 2, FIRST_DEAL - 1, LAST_DEAL + 1, 1.5],
    }


def capacities() -> Json:
    """Return how many cards move at once for each number of empty cells and columns."""
    cases = []
    for name, rules in PRESETS.items():
        for empty_cells in range(rules.cells + 1):
            for empty_columns in range(4):
                facts = {"empty_cells": empty_cells, "empty_columns": empty_columns}
                onto = rules.capacity(empty_cells, empty_columns)
                into = rules.capacity(empty_cells, empty_columns - 1) if empty_columns else None
                cases.append(
                    {"preset": name, "rules": asdict(rules), **facts, "capacity": onto, "capacity_into_empty": into}
                )
    about = (
        "How many cards move at once onto a card, and into an empty column (which is one of the empty ones); 52: any."
    )
    return {"about": about, "cases": cases}


def legal() -> Json:
    """Return all legal moves at the start, in mid-game, with runs and empty columns, and with other cells."""
    positions = list(along_solutions())
    for name, rules in PRESETS.items():
        positions.append((f"{name}, deal 1", rules, deal_board(1, rules)))
        positions += random_boards(name, rules, 6, lambda board, rules: True)
    for cells in (0, 1, MAX_CELLS):
        rules = Rules(cells=cells)
        positions.append((f"freecell, {cells} cells, deal 1", rules, deal_board(1, rules)))
        positions += random_boards(f"freecell, {cells} cells", rules, 2, lambda board, rules: True)
    cases = [
        {
            "name": name,
            "rules": asdict(rules),
            "board": board_facts(board),
            "capacity": run_capacity(board, rules),
            "capacity_into_empty": run_capacity(board, rules, into_empty_column=True) if () in board.columns else None,
            "legal_moves": [format_move(board, move) for move in legal_moves(board, rules)],
        }
        for name, rules, board in positions
    ]
    about = "Every legal move; of the empty cells, and of the empty columns, only the first is named as a target."
    return {"about": about, "cases": cases}


def single_moves_tried() -> Json:
    """Return single moves in notation, each with the board after it or the reason why it is not legal."""
    cases = []
    for preset, rules in PRESETS.items():
        for name, _, board in random_boards(preset, rules, 2, lambda board, rules: () in board.columns):
            tries: list[Json] = []
            for text in _words(board):
                try:
                    after = apply_move(board, first_move(board, text), rules)
                except IllegalMove as reason:
                    tries.append({"move": text, "legal": False, "reason": str(reason)})
                else:
                    tries.append({"move": text, "legal": True, "board": board_facts(after)})
            cases.append({"name": name, "rules": asdict(rules), "board": board_facts(board), "moves": tries})
    about = "Single moves: the board after each, or that it is not legal; the reason is for people."
    return {"about": about, "cases": cases}


def _words(board: Board) -> list[str]:
    """Return moves to try on a board, most of them not legal."""
    empty = str(1 + board.columns.index(()))
    full = [str(1 + index) for index, column in enumerate(board.columns) if column]
    words = [f"{source}{target}" for source in full[:3] for target in (*full[:4], empty, "a", "d", "h")]
    words += [f"{source}{empty}v{number}" for source in full[:4] for number in "1235d"]
    words += [f"{cell}{target}" for cell in "ad" for target in (full[0], empty, "b", "h")]
    words += [f"{empty}{full[0]}", f"{empty}h", "g1", f"{full[0]}{full[1]}v2"]
    return words + [f"h{target}{which}" for which in SUITS for target in (empty, "a")]


def autoplay() -> Json:
    """Return the safe moves home of positions with several of them, with unsafe moves home only, and with none."""
    positions: list[Named] = []
    for name, rules in PRESETS.items():
        positions += random_boards(name, rules, 5, lambda board, rules: len(safe_autoplay(board, rules)) > 1)
        if rules.build == "alternating":
            positions += random_boards(name, rules, 3, _only_unsafe_home)
        positions += random_boards(name, rules, 1, lambda board, rules: not homeward_moves(board))
    positions += islice(along_solutions(), 0, None, 3)
    cases = []
    for name, rules, board in positions:
        safe = safe_autoplay(board, rules)
        after = board
        for move in safe:
            after = apply_move(after, move, rules)
        cases.append(
            {
                "name": name,
                "rules": asdict(rules),
                "board": board_facts(board),
                "safe_moves": move_words(board, safe, rules),
                "after": board_facts(after),
            }
        )
    return {
        "about": "The safe moves to the foundations, one after the other, and the board after them.",
        "cases": cases,
    }


def _only_unsafe_home(board: Board, rules: Rules) -> bool:
    return bool(homeward_moves(board)) and not safe_autoplay(board, rules)


def finishes() -> Json:
    """Return positions shortly before and after the finish is certain, with the moves that finish."""
    positions: list[Named] = []
    for name, rules, deal, solution in solved_deals():
        before = board = deal_board(deal, rules)
        for made, move in enumerate(parse_solution(board, solution, rules), 1):
            before, board = board, apply_move(board, move, rules)
            if finish_is_certain(board):
                positions.append((f"{name}, after {made - 1} moves", rules, before))
                positions.append((f"{name}, after {made} moves", rules, board))
                break
    for name, rules in PRESETS.items():
        positions += [(f"{name}, late board {seed}", rules, late_board(seed, rules)) for seed in range(1, 4)]
        positions += random_boards(name, rules, 1, lambda board, rules: not finish_is_certain(board))
    positions.append(ALL_HOME)
    cases = [
        {
            "name": name,
            "rules": asdict(rules),
            "board": board_facts(board),
            "finish_is_certain": finish_is_certain(board),
            "finishing_moves": move_words(board, finishing_moves(board, rules), rules),
        }
        for name, rules, board in positions
    ]
    return {"about": "Whether moves to the foundations alone end the game, and these moves.", "cases": cases}


def dead_ends() -> Json:
    """Return positions without a move, each with the one before it, and a game that is won."""
    positions: list[Named] = []
    for name, rules in PRESETS.items():
        games = ((seed, play_until_stuck(seed, 100 + seed, rules)) for seed in count(1))
        for seed, boards in islice((game for game in games if no_move_left(game[1][-1], rules)), 2):
            positions.append((f"{name}, random game {seed}, one move left or more", rules, boards[-2]))
            positions.append((f"{name}, random game {seed}, at its end", rules, boards[-1]))
    positions.append(ALL_HOME)
    cases = [
        {
            "name": name,
            "rules": asdict(rules),
            "board": board_facts(board),
            "won": is_won(board),
            "no_move_left": no_move_left(board, rules),
        }
        for name, rules, board in positions
    ]
    return {"about": "Whether the game is won, or lost because no move is legal.", "cases": cases}


def solutions() -> Json:
    """Return solutions with the cards that each move takes and the board after it."""
    cases = []
    for name, rules, deal, solution in solved_deals():
        board = start = deal_board(deal, rules)
        moves = parse_solution(board, solution, rules)
        assert format_solution(board, moves, rules) == solution
        steps = []
        for move in moves:
            after = apply_move(board, move, rules)
            steps.append(
                {
                    "move": format_move(board, move),
                    "cards": [card_name(card) for card in moved_cards(board, move)],
                    "board": board_facts(after),
                }
            )
            board = after
        assert is_won(board), name
        cases.append(
            {
                "name": name,
                "deal": deal,
                "rules": asdict(rules),
                "solution": solution,
                "par": len(moves),
                "board": board_facts(start),
                "moves": steps,
            }
        )
    return {
        "about": "Solutions: each move with the cards it takes, deepest first, and the board after it.",
        "cases": cases,
    }


def picks() -> Json:
    """Return the rows that seeds and dates pick."""
    named: list[tuple[str, str, int]] = [("seed", seed, number_of_seed(seed)) for seed in SEEDS]
    named += [("date", date, number_of_date(parse_date(date))) for date in DATES]
    cases = [
        {kind: text, "number": number, "rows": rows, "picks": pick_rows(number, min(5, rows), rows)}
        for rows in TIER_ROWS
        for kind, text, number in named
    ]
    about = "The rows, from 0, that a seed or a date picks from a tier of so many rows; one after the other."
    return {"about": about, "cases": cases}


FILES: dict[str, Callable[[], Json]] = {
    "presets.json": presets,
    "layouts.json": layouts,
    "capacities.json": capacities,
    "legal_moves.json": legal,
    "moves.json": single_moves_tried,
    "safe_autoplay.json": autoplay,
    "certain_finish.json": finishes,
    "no_move_left.json": dead_ends,
    "solutions.json": solutions,
    "picks.json": picks,
}
