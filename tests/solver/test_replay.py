"""The fast replayer against the readable one, on legal games and on spoilt ones."""

import re
from dataclasses import replace

import numba
import numpy as np
import pytest
from freecell_pools.solver import dealing
from freecell_pools.solver import replay as replay_module
from freecell_pools.solver.game.board import FOUNDATION, Board, IllegalMove, apply_move, legal_moves
from freecell_pools.solver.game.board_text import parse_board
from freecell_pools.solver.game.deals import LAST_DEAL, deal_board
from freecell_pools.solver.game.positions import is_won
from freecell_pools.solver.game.rules import PRESETS, Rules
from freecell_pools.solver.game.solution import format_solution, parse_solution
from freecell_pools.solver.replay import replay_board, replay_deals
from hypothesis import given, settings
from hypothesis import strategies as st
from kernel_settings import FEW, needs_compiled
from positions_strategy import Playout, any_rules, boards, deal_numbers, playouts, positions
from run_boards import GAMES, run_boards

# Freecell Solver 5.0.1's solution of deal 24, made with -snx.
DEAL_24 = (
    "4h7a7b7h1c1da17a747hch2c272h7h2h67c6752c27d22d2h4532738787c885a84c4a464hd4243d323hd23da34a4h48343hb3"
    "545h8b8h87b8878h3b38c3b8456c6b64d6b4c41d1b161c1h5h1ha1421ac181248ca8428ab8d85b5h7d7h767hch515c525373"
    "a763686a646h161h1h8h5h8h4hc15c5h7hbhdh6h3h1h3h1h3h3h3h2h8h8h4h2h3h4h2h2hahch"
)
PLACES = "12345678abcdefgh"
COUNTS = "0123456789abcd"
EVERY_MOVE = [source + target for source in PLACES for target in PLACES]
EVERY_MOVE += [f"{source}{target}v{n}" for source in "12345678a" for target in PLACES for n in "0123456789abcde"]
EVERY_MOVE += [f"h{target}{suit}" for target in PLACES for suit in "CDSHc"]
CHARACTERS = "12345678abcdefghvCDSH19AxV \0\x7fé"


def judged(board: Board, text: str, rules: Rules) -> int:
    """Return what the fast replayer should, found with the readable one."""
    try:
        moves = parse_solution(board, text, rules)
    except IllegalMove as failure:
        number = re.match(r"Move (\d+): ", str(failure))
        assert number
        return -int(number[1])
    for move in moves:
        board = apply_move(board, move, rules)
    return len(moves) if is_won(board) else -1 - len(moves)


def replay_one(deal: int, text: str, rules: Rules) -> int:
    data = np.frombuffer(text.encode("ascii", "replace"), np.uint8)
    return int(replay_deals(np.array([deal]), data, np.array([0, data.size]), rules)[0])


@st.composite
def won_games(draw: st.DrawFn) -> Playout:
    """Draw a game that is played to its end, from a board whose finish is certain."""
    rules = draw(any_rules())
    start = board = draw(boards(rules, ordered=st.just(True)))
    moves = []
    while not is_won(board):
        moves.append(legal_moves(board, rules)[0])
        assert moves[-1].target == FOUNDATION
        board = apply_move(board, moves[-1], rules)
    return Playout(start, rules, moves, board)


@st.composite
def spoilt(draw: st.DrawFn, text: str) -> str:
    """Draw a text that differs from a notation by some characters or moves."""
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(text)))
        end = at + draw(st.integers(0, 2))
        text = text[:at] + draw(st.text(CHARACTERS, max_size=2)) + text[end:]
    return text


@given(playouts() | won_games())
def test_legal_games(playout: Playout) -> None:
    text = format_solution(playout.start, playout.moves, playout.rules)
    count = len(playout.moves)
    expected = count if is_won(playout.end) else -1 - count
    assert replay_board(playout.start, text, playout.rules) == expected


@given(playouts() | won_games(), any_rules(), st.data())
@settings(max_examples=300)
def test_spoilt_games(playout: Playout, other: Rules, data: st.DataObject) -> None:
    text = format_solution(playout.start, playout.moves, playout.rules)
    spoilt_text = data.draw(spoilt(text))
    for rules in (playout.rules, replace(other, cells=playout.rules.cells)):
        for candidate in (text, spoilt_text):
            assert replay_board(playout.start, candidate, rules) == judged(playout.start, candidate, rules)


@given(positions())
@settings(max_examples=FEW)
def test_every_move_that_can_be_written(position: tuple[Board, Rules]) -> None:
    board, rules = position
    for text in EVERY_MOVE:
        assert replay_board(board, text, rules) == judged(board, text, rules)


@needs_compiled
@pytest.mark.parametrize("rules", GAMES, ids=str)
def test_how_many_cards_move_at_once(rules: Rules) -> None:
    for board, _, cards, most in run_boards(rules):
        text = "12" if cards == 1 or board.columns[1] else f"12v{COUNTS[cards]}"
        assert replay_board(board, text, rules) == judged(board, text, rules) == (-2 if cards <= most else -1)


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
@given(data=st.data())
def test_every_preset(rules: Rules, data: st.DataObject) -> None:
    playout = data.draw(playouts(st.just(rules)))
    text = data.draw(spoilt(format_solution(playout.start, playout.moves, rules)))
    assert replay_board(playout.start, text, rules) == judged(playout.start, text, rules)


@given(st.lists(st.tuples(deal_numbers(), st.lists(st.integers(0, 99), max_size=12)), max_size=5), any_rules())
def test_many_deals(games: list[tuple[int, list[int]]], rules: Rules) -> None:
    texts = []
    for number, choices in games:
        board, moves = deal_board(number, rules), []
        for choice in choices:
            if legal := legal_moves(board, rules):
                moves.append(legal[choice % len(legal)])
                board = apply_move(board, moves[-1], rules)
        texts.append(format_solution(deal_board(number, rules), moves, rules) + "8" * (len(choices) % 3))
    data = np.frombuffer(("??" + "".join(texts) + "??").encode(), np.uint8)
    offsets = np.cumsum([2, *map(len, texts)])
    results = replay_deals(np.array([number for number, _ in games], np.int64), data, offsets, rules)
    assert results.tolist() == [
        judged(deal_board(number, rules), text, rules) for (number, _), text in zip(games, texts, strict=True)
    ]


def test_solution_of_a_peer() -> None:
    assert replay_one(24, DEAL_24, Rules()) == 138
    assert replay_one(24, DEAL_24, Rules(cells=3)) == -6
    assert replay_one(24, DEAL_24[:-2], Rules()) == -138
    assert replay_one(24, DEAL_24 + "1a", Rules()) == -139
    assert replay_one(25, DEAL_24, Rules()) == -1
    assert replay_board(deal_board(24), DEAL_24, Rules()) == 138
    assert judged(deal_board(24), DEAL_24, Rules()) == 138


@pytest.mark.parametrize("cells", range(8))
def test_cells_the_rules_do_not_have(cells: int) -> None:
    text = "".join(f"1{cell}" for cell in "abcdefg")
    assert replay_one(1, text, Rules(cells=cells)) == (-1 - cells if cells < 7 else -8)


def test_bytes_above_ascii_are_illegal_moves() -> None:
    text = np.array([ord("1"), 200, 255, 128], np.uint8)
    assert replay_deals(np.array([1, 1]), text, np.array([0, 2, 4]), Rules()).tolist() == [-1, -1]


def test_position_that_is_won_already() -> None:
    assert replay_board(parse_board("Foundations: C-K D-K H-K S-K"), "", Rules()) == 0


def test_no_deals() -> None:
    assert replay_deals(np.zeros(0, np.int64), np.zeros(0, np.uint8), np.zeros(1, np.int64), Rules()).size == 0


@pytest.mark.parametrize(
    ("deals", "offsets", "message"),
    [
        ([1], [0, 2, 4], "3 offsets into 4 characters for 1 deals"),
        ([1, 2], [0, 2, 5], "3 offsets into 4 characters for 2 deals"),
        ([1, 2], [-1, 2, 4], "3 offsets into 4 characters for 2 deals"),
        ([1, 2], [0, 4, 2], "offsets do not ascend"),
        ([1, 0], [0, 2, 4], "a deal number is not in"),
        ([1, LAST_DEAL + 1], [0, 2, 4], "a deal number is not in"),
    ],
)
def test_bad_arguments(deals: list[int], offsets: list[int], message: str) -> None:
    text = np.frombuffer(b"1a2a", np.uint8)
    with pytest.raises(ValueError, match=message):
        replay_deals(np.array(deals), text, np.array(offsets), Rules())


@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="nothing is compiled")
def test_each_kernel_has_one_signature() -> None:
    for writable in (True, False):
        text = np.frombuffer(b"1a2b", np.uint8).copy()
        text.flags.writeable = writable
        for integers in (np.int32, np.int64):
            replay_deals(np.array([1, 2], integers), text, np.array([0, 2, 4], integers), PRESETS["relaxed"])
    replay_board(deal_board(1), "1a", Rules())
    cards = np.zeros(52, np.uint8)
    dealing.deal_into(1, cards)
    kernels = [value for value in vars(replay_module).values() if hasattr(value, "signatures")]
    # Kernels that only other kernels call have none when those came from the cache.
    assert len(kernels) > 5
    assert all(len(kernel.signatures) <= 1 for kernel in kernels)
    assert len(dealing.deal_into.signatures) == 1  # type: ignore[attr-defined]
