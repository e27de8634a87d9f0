/** All that the reader says of positions, to compare with the reference engine. */

import { legalMoves, runCapacity } from "../../../pools/web/board.js";
import { formatMove } from "../../../pools/web/notation.js";
import { finishIsCertain, finishingMoves, isWon, noMoveLeft, safeAutoplay } from "../../../pools/web/positions.js";
import { rulesFrom } from "../../../pools/web/rules.js";

export const inspectAll = (positions) => positions.map(({ rules, board }) => inspect(board, rulesFrom(rules)));

function inspect(board, rules) {
  const words = (moves) => moves.map((move) => formatMove(board, move));
  return {
    legal_moves: words(legalMoves(board, rules)),
    capacity: runCapacity(board, rules),
    capacity_into_empty: board.columns.some((column) => !column.length) ? runCapacity(board, rules, true) : null,
    safe_moves: words(safeAutoplay(board, rules)),
    finish_is_certain: finishIsCertain(board),
    finishing_moves: words(finishingMoves(board, rules)),
    won: isWon(board),
    no_move_left: noMoveLeft(board, rules),
  };
}
