"""The table beside Freecell Solver, and where it is written."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from fake_peer import SOLVES_ALL, put_in_place
from freecell_pools.benchmarks import peers
from freecell_pools.benchmarks.peers import BEGIN, END, Duel, Game, main
from freecell_pools.benchmarks.rounds import Round

ROOT = Path(__file__).parent.parent.parent
GAME = Game("freecell", 2, last=200, rounds=3)
OWN = [Round(seconds, 8000, 150, 50, 0) for seconds in (0.25, 0.125, 0.5)]
PEER = [Round(seconds, 44100, 149, 49, 2) for seconds in (1.0, 0.75, 1.5)]


def test_a_row_has_medians_counts_and_the_ratio() -> None:
    assert Duel(GAME, OWN, PEER).row() == (
        "| freecell, 2 cells | 1..200 | 1,250 µs (625 to 2,500) | 150 + 50 | 40 "
        "| 5,000 µs (3,750 to 7,500) | 149 + 49, 2 undecided | 220 | **4.00** (3.00 to 6.00) |\n"
    )


def test_facts_for_json() -> None:
    facts = Duel(GAME, OWN, PEER).facts()
    assert facts["ratio"] == {"median": 4.0, "low": 3.0, "high": 6.0}
    assert facts["own"]["us_per_deal"] == [1250.0, 625.0, 2500.0]
    assert facts["fc_solve"]["undecided"] == 2


def test_one_game_is_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put_in_place(tmp_path, monkeypatch, SOLVES_ALL)
    done = CliRunner().invoke(main, ["--rules", "bakers-game", "--cells", "5", "--last", "40", "--rounds", "1"])
    assert done.exit_code == 0
    assert done.stdout.startswith(peers.HEAD)
    assert "| bakers-game, 5 cells | 1..40 |" in done.stdout
    assert "| 40 + 0 | 10 |" in done.stdout


def test_results_are_written_between_the_two_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put_in_place(tmp_path, monkeypatch, SOLVES_ALL)
    results, data = tmp_path / "RESULTS.md", tmp_path / "peers.json"
    results.write_text(f"before\n{BEGIN}old\n{END}after\n")
    for name, value in (
        ("RESULTS", results),
        ("DATA", data),
        ("GAMES", (Game("freecell", 4, 20, 2), Game("freecell", 3, 20, 1))),
    ):
        monkeypatch.setattr(peers, name, value)
    for _ in range(2):
        assert CliRunner().invoke(main, ["--write"]).exit_code == 0
        text = results.read_text()
        assert text.startswith(f"before\n{BEGIN}\n{peers.HEAD}| freecell, 4 cells")
        assert text.endswith(f"\n\n{END}after\n")
        assert text.count("| freecell, 3 cells |") == 1
        assert "old" not in text
    facts = json.loads(data.read_text())
    assert [game["cells"] for game in facts["games"]] == [4, 3]


def test_without_the_two_lines_nothing_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put_in_place(tmp_path, monkeypatch, SOLVES_ALL)
    (tmp_path / "RESULTS.md").write_text("mine")
    monkeypatch.setattr(peers, "RESULTS", tmp_path / "RESULTS.md")
    monkeypatch.setattr(peers, "DATA", tmp_path / "peers.json")
    monkeypatch.setattr(peers, "GAMES", ())
    done = CliRunner().invoke(main, ["--write"])
    assert (done.exit_code, done.stderr.count("\n")) == (1, 1)
    assert "does not have the two lines" in done.stderr
    assert (tmp_path / "RESULTS.md").read_text() == "mine"
    assert not (tmp_path / "peers.json").exists()


def test_the_page_of_results_has_the_two_lines_once() -> None:
    text = (ROOT / "benchmarks" / "RESULTS.md").read_text()
    assert (text.count(BEGIN), text.count(END)) == (1, 1)
    assert text.index(BEGIN) < text.index(END)


def test_a_missing_peer_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    done = CliRunner().invoke(main, [])
    assert (done.exit_code, done.stdout, done.stderr.count("\n")) == (1, "", 1)
