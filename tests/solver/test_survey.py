"""The work of each member of a panel, and the shortest of their solutions."""

import numpy as np
import pytest
from freecell_pools.solver.decide import decide_deals
from freecell_pools.solver.game.deals import deal_board
from freecell_pools.solver.game.positions import is_won
from freecell_pools.solver.game.rules import PRESETS, Rules
from freecell_pools.solver.game.solution import parse_solution, replay
from freecell_pools.solver.plans import Member, plan_for
from freecell_pools.solver.search.dive import NO_NODE, dive, new_dive
from freecell_pools.solver.search.evaluate import room_cost
from freecell_pools.solver.survey import Panel, panel_of, survey_deals
from freecell_pools.solver.verdict import Answer, Verdict
from kernel_positions import new_kit, pack_root
from kernel_settings import needs_compiled

pytestmark = needs_compiled

FIRST, LAST = 11960, 11999  # 11982 is impossible
# Members of this test, so that tuning the plan changes nothing here; the second twice, for equal lengths.
_CELLS, _COLUMNS = (320, 190, 110, 40, 0), (160, 70, 8, 0)
_SECOND = Member(300, (20, 50, 0, 0, 10, 10, 30, 35, 20), _CELLS, _COLUMNS)
MEMBERS = (Member(80, (6, 65, 10, 30, 16, 2, 41, 35, 20), _CELLS, _COLUMNS), _SECOND, _SECOND)
PANEL = panel_of(MEMBERS, MEMBERS[0]._replace(quota=0))


def only(panel: Panel, member: int) -> Panel:
    rows = slice(member, member + 1)
    return panel._replace(weights=panel.weights[rows], quotas=panel.quotas[rows])


def single_dive(deal: int, rules: Rules, member: Member) -> tuple[bool, int]:
    """Return whether a member solves a deal, and the states it expands."""
    kit = new_kit(rules, member.weights())
    state = pack_root(kit, deal_board(deal, rules))
    memory = new_dive(member.quota)
    node, states = dive(memory, kit.children, kit.root, kit.weights, *state, member.quota)
    return node != NO_NODE, int(states)


@pytest.mark.parametrize("name", ["freecell", "bakers-game", "kings-only", "relaxed"])
def test_counts_are_those_of_single_dives(name: str) -> None:
    rules = PRESETS[name]
    counts, _ = survey_deals(FIRST, LAST, rules, PANEL)
    failed = 0
    for deal, row in zip(range(FIRST, LAST + 1), counts.tolist(), strict=True):
        for member, count in zip(MEMBERS, row, strict=True):
            solved, states = single_dive(deal, rules, member)
            assert count == (states if solved else member.quota)
            failed += not solved
    assert 0 < failed < counts.size


def test_the_solution_is_the_shortest_and_the_first_of_equals() -> None:
    counts, answers = survey_deals(FIRST, LAST, Rules(), PANEL)
    alone = [survey_deals(FIRST, LAST, Rules(), only(PANEL, member)) for member in range(len(MEMBERS))]
    decided = decide_deals(range(FIRST, LAST + 1))
    best_members = set()
    for index, answer in enumerate(answers):
        solved = [
            (moves_of(found[index]), member)
            for member, (_, found) in enumerate(alone)
            if single_dive(FIRST + index, Rules(), MEMBERS[member])[0]
        ]
        if not solved:
            assert answer == decided[index]
            continue
        moves, member = min(solved)
        assert (answer.verdict, answer.moves) == (Verdict.SOLVABLE, moves)
        assert answer.solution == alone[member][1][index].solution
        best_members.add(member)
    assert best_members == {0, 1}
    assert answers[11982 - FIRST].verdict is Verdict.IMPOSSIBLE
    assert counts[11982 - FIRST].tolist() == PANEL.quotas.tolist()


def moves_of(answer: Answer) -> int:
    assert answer.moves is not None
    return answer.moves


def test_solutions_replay() -> None:
    _, answers = survey_deals(FIRST, LAST, Rules(), PANEL)
    for deal, answer in enumerate(answers, FIRST):
        if answer.solution is not None:
            assert is_won(replay(deal_board(deal), answer.solution, Rules()))
            assert len(parse_solution(deal_board(deal), answer.solution, Rules())) == answer.moves


def test_a_range_cut_in_two_gives_the_same() -> None:
    counts, answers = survey_deals(FIRST, LAST, Rules(), PANEL)
    parts = [survey_deals(FIRST, 11970, Rules(), PANEL), survey_deals(11971, LAST, Rules(), PANEL)]
    assert (np.concatenate([part for part, _ in parts]) == counts).all()
    assert [answer for _, found in parts for answer in found] == list(answers)


def test_weights_of_a_member() -> None:
    """The last cost of free cells, and of empty columns, stands for all higher numbers too."""
    vector = Member(1, (1, 2, 3, 4, 5, 6, 7, 35, 20), (90, 50), (30, 20, 10)).weights()
    assert vector[:9].tolist() == [1, 2, 3, 4, 5, 6, 7, 35, 20]
    assert [room_cost(vector, 0, columns) for columns in range(5)] == [120, 110, 100, 100, 100]
    assert [room_cost(vector, cells, 1) for cells in range(5)] == [110, 70, 70, 70, 70]
    assert room_cost(vector, 7, 7) == 60


def test_a_plan_has_a_row_for_each_member() -> None:
    plan = plan_for(Rules())
    assert len(plan.weights) == len(plan.quotas) > 0
    assert (PANEL.weights[1] == _SECOND.weights()).all()
    assert PANEL.quotas.tolist() == [80, 300, 300]
