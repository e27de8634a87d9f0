"""The golden files are those that the reference engine gives, and FORMAT.md says what they and the pools hold."""

import json
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from extras import need_program
from freecell_pools.pools.manifest import FileFacts, Manifest
from freecell_pools.pools.run import Run
from freecell_pools.pools.schema import pool_schema
from freecell_pools.pools.shards import Tally
from freecell_pools.pools.tiers import Cuts
from freecell_pools.solver.game import positions
from freecell_pools.solver.game.board import Board, legal_moves
from freecell_pools.solver.game.cards import RANKS, SUITS, card_from_name, rank, suit
from freecell_pools.solver.game.deals import FIRST_DEAL, LAST_DEAL
from freecell_pools.solver.game.rules import PRESETS, Rules
from freecell_pools.solver.game.solution import format_move, format_solution, parse_solution, replay
from freecell_pools.solver.replay import replay_deals
from kernel_settings import needs_compiled

ROOT = Path(__file__).parent.parent.parent
CONTRACT = ROOT / "pools" / "contract"
FORMAT = (ROOT / "pools" / "FORMAT.md").read_text(encoding="utf-8")
BY_POSITION = ("legal_moves", "moves", "safe_autoplay", "certain_finish", "no_move_left", "solutions")


def golden(name: str) -> dict[str, Any]:
    facts = json.loads((CONTRACT / f"{name}.json").read_text(encoding="ascii"))
    assert isinstance(facts, dict)
    return facts


def cases(name: str) -> list[dict[str, Any]]:
    found = golden(name)["cases"]
    assert found
    return list(found)


def board_of(facts: dict[str, Any]) -> Board:
    return Board(
        tuple(tuple(map(card_from_name, column)) for column in facts["columns"]),
        tuple(None if card is None else card_from_name(card) for card in facts["cells"]),
        tuple(facts["foundations"][name] for name in SUITS),
    )


def test_the_golden_files_are_what_the_reference_engine_gives(tmp_path: Path) -> None:
    subprocess.run([sys.executable, str(CONTRACT / "make.py"), str(tmp_path)], check=True)
    made = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    committed = {path.name: path.read_bytes() for path in CONTRACT.glob("*.json")}
    assert sorted(made) == sorted(committed)
    for name, content in made.items():
        assert content == committed[name], f"{name}: run python pools/contract/make.py, if the change is meant"


@pytest.mark.parametrize("name", BY_POSITION)
def test_each_file_has_cases_of_each_preset(name: str) -> None:
    found = [Rules(**case["rules"]) for case in cases(name)]
    assert set(PRESETS.values()) <= set(found)


@pytest.mark.parametrize("name", BY_POSITION)
def test_every_board_has_each_card_once(name: str) -> None:
    for case in cases(name):
        boards = [case["board"], *(move["board"] for move in case.get("moves", ()) if "board" in move)]
        for facts in boards:
            board = board_of(facts)
            cards = [card for column in board.columns for card in column]
            cards += [card for card in board.cells if card is not None]
            cards += [4 * rank + suit for suit, home in enumerate(board.foundations) for rank in range(home)]
            assert sorted(cards) == list(range(52)), case["name"]
            assert (len(board.columns), len(board.cells)) == (8, case["rules"]["cells"])


def test_layouts_are_the_published_boards() -> None:
    text = (ROOT / "tests" / "data" / "deal_test_vectors.txt").read_text()
    published = {}
    for deal, block in re.findall(r"^# deal (\d+) :[^\n]*\(published\)\n((?:(?!#)[^\n]+\n){8})", text, re.MULTILINE):
        published[int(deal)] = [line.split() for line in block.splitlines()]
    found = {case["deal"]: case["board"]["columns"] for case in cases("layouts")}
    both = sorted(set(published) & set(found))
    for low, high in ((1, 2**31), (2**31, 2**32), (2**32, 2**33)):
        assert sum(low <= deal < high for deal in both) >= 2
        assert sum(low <= deal < high for deal in found) >= 6
    for deal in both:
        assert found[deal] == published[deal]
    assert [deal for deal in golden("layouts")["not_deals"] if FIRST_DEAL <= deal <= LAST_DEAL and deal % 1 == 0] == []


def test_yes_and_no_are_both_there_for_each_preset() -> None:
    answers = [
        ("certain_finish", lambda case: case["finish_is_certain"]),
        ("no_move_left", lambda case: case["no_move_left"]),
        ("safe_autoplay", lambda case: bool(case["safe_moves"])),
    ]
    for name, answer in answers:
        for preset, rules in PRESETS.items():
            found = {answer(case) for case in cases(name) if Rules(**case["rules"]) == rules}
            assert found == {True, False}, (name, preset)
    for preset, rules in PRESETS.items():
        tried = [move["legal"] for case in cases("moves") if Rules(**case["rules"]) == rules for move in case["moves"]]
        assert min(tried.count(True), tried.count(False)) > 10, preset


@needs_compiled
def test_solutions_win_by_the_replayer_that_shares_nothing_with_the_reference_engine() -> None:
    for case in cases("solutions"):
        text = np.frombuffer(case["solution"].encode(), np.uint8)
        ends = np.array([0, len(text)], np.int64)
        moves = replay_deals(np.array([case["deal"]]), text, ends, Rules(**case["rules"]))
        assert moves.tolist() == [case["par"]] == [len(case["moves"])]
        assert case["solution"] == "".join(move["move"] for move in case["moves"])
        assert case["moves"][-1]["board"]["foundations"] == dict.fromkeys(SUITS, len(RANKS))


def test_solutions_have_every_mark() -> None:
    words = {move["move"]: move["cards"] for case in cases("solutions") for move in case["moves"]}
    counted = {word[3]: len(cards) for word, cards in words.items() if "v" in word}
    assert {"2", "3", "4", "5", "c"} <= set(counted)
    assert all(int(digit, 16) == cards for digit, cards in counted.items())
    assert "h3S" in words
    assert any(len(cards) > 1 and "v" not in word for word, cards in words.items())


# What a frontend may get wrong, as changes of the reference engine: the golden files must tell.


@pytest.mark.parametrize(
    "change",
    [{"run_move": "unlimited"}, {"build": "same-suit"}, {"empty_column": "kings"}, {"foundation_return": True}],
)
def test_a_frontend_with_another_rule_is_found_out(change: dict[str, Any]) -> None:
    def moves(case: dict[str, Any], rules: Rules) -> set[str]:
        board = board_of(case["board"])
        return {format_move(board, move) for move in legal_moves(board, rules)}

    found = [case for case in cases("legal_moves") if Rules(**case["rules"]) == Rules()]
    assert all(moves(case, Rules()) == set(case["legal_moves"]) for case in found)
    assert any(moves(case, replace(Rules(), **change)) != set(case["legal_moves"]) for case in found)


def never_by_two(card: int, levels: tuple[int, ...], rules: Rules) -> bool:
    return rules.build == "same-suit" or min(levels[suit(card) ^ 1], levels[suit(card) ^ 3]) >= rank(card)


def two_without_the_third(card: int, levels: tuple[int, ...], rules: Rules) -> bool:
    return rules.build == "same-suit" or min(levels[suit(card) ^ 1], levels[suit(card) ^ 3]) >= rank(card) - 1


def everything(card: int, levels: tuple[int, ...], rules: Rules) -> bool:
    return True


@pytest.mark.parametrize("preset", [name for name in PRESETS if name != "bakers-game"])
@pytest.mark.parametrize("wrong", [never_by_two, two_without_the_third, everything])
def test_a_frontend_with_another_rule_of_safety_is_found_out(
    wrong: Callable[..., bool], preset: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(positions, "is_safe", wrong)
    assert found_out(preset)


def test_a_frontend_that_takes_all_cards_home_as_settled_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not found_out("foundation-return")
    monkeypatch.setattr(positions, "settled_levels", lambda board, rules: board.foundations)
    assert found_out("foundation-return")


def found_out(preset: str) -> bool:
    """Tell whether some case of safe collecting under a preset gives other moves than the golden file has."""
    found = []
    for case in cases("safe_autoplay"):
        if (rules := Rules(**case["rules"])) == PRESETS[preset]:
            board = board_of(case["board"])
            found.append(
                format_solution(board, positions.safe_autoplay(board, rules), rules) != "".join(case["safe_moves"])
            )
    assert found
    return any(found)


def test_format_names_every_golden_file_and_column_and_key() -> None:
    for path in CONTRACT.glob("*.json"):
        assert f"| `{path.name}` |" in FORMAT
        for case in cases(path.stem):
            assert all(f"`{key}`" in FORMAT for key in case), path.name
    for name in pool_schema(1, cells_needed=True).names:
        assert f"| `{name}` |" in FORMAT
    run = Run(1, 1, Rules(), Cuts(1, 2), panel_version=1)
    facts = json.loads(Manifest(run, Tally(1, 0, 0), (), (), {"easy": FileFacts(1, "", "")}).to_json())
    assert all(f"`{key}`" in FORMAT for key in (*facts, *facts["rules"], *facts["files"]["easy.parquet"]))


def test_the_worked_example_is_in_the_solutions() -> None:
    after, text = re.search(r"after (\d+) moves .*?goes on with `(\w+)`", FORMAT, re.DOTALL).groups()  # type: ignore[union-attr]
    case = cases("solutions")[-1]
    at = case["moves"][int(after) - 1]["board"]
    drawn = re.findall(r"^    ([1-8])(?: +(.*))?$", FORMAT, re.MULTILINE)
    assert [cards.split() for _, cards in drawn] == at["columns"]
    rules = Rules(**case["rules"])
    moves = parse_solution(board_of(at), text, rules)
    assert "".join(move["move"] for move in case["moves"][int(after) :][: len(moves)]) == text
    rows = re.findall(
        r"^\| `(\w+)` \| .*$", FORMAT[FORMAT.index("goes on with") :].split("`par` counts")[0], re.MULTILINE
    )
    assert "".join(rows) == text
    assert replay(board_of(at), text, rules) == board_of(case["moves"][int(after) + len(moves) - 1]["board"])


GOLDEN_IN_NODE = """
const fs = require("fs");
const golden = (name) => JSON.parse(fs.readFileSync(`${process.argv[1]}/${name}.json`, "utf8")).cases;
const same = (found, wanted, what) => {
  if (JSON.stringify(found) !== JSON.stringify(wanted)) throw new Error(`${what}: ${JSON.stringify(found)}`);
};
for (const { deal: number, board } of golden("layouts")) same(deal(number), board.columns, number);
for (const { seed, date, number, rows, picks } of golden("picks")) {
  same(seed === undefined ? numberOfDate(date) : numberOfSeed(seed), number, seed ?? date);
  same(pickRows(number, picks.length, rows), picks, `${number} of ${rows}`);
}
for (const { solution, moves } of golden("solutions"))
  same(solution.match(SPLIT), moves.map((move) => move.move), solution);
for (let i = 0; i < 1000; i++) if (!(anyDeal(3) >= 1 && anyDeal(3) <= 3)) throw new Error("anyDeal");
console.log("all as the golden files say");
"""


def test_the_code_in_format_passes_the_golden_files() -> None:
    need_program("node", package="nodejs")
    blocks = re.findall(r"^```js\n(.*?)^```", FORMAT, re.MULTILINE | re.DOTALL)
    split = re.search(r"`(/h\[.*?/g)`", FORMAT)
    assert len(blocks) == 3
    assert split
    script = "\n".join([*blocks, f"const SPLIT = {split[1]};", GOLDEN_IN_NODE])
    done = subprocess.run(["node", "-e", script, str(CONTRACT)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "all as the golden files say\n"), done.stderr
