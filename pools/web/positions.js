/** What can be said of a position without searching: safe collecting, certain finish, won, no move left. */

import { applyMove, cardsToMove, homewardMoves, legalMoves } from "./board.js";
import { CARDS, rank, suit } from "./cards.js";

/**
 * @typedef {import("./board.js").Board} Board
 * @typedef {import("./board.js").Move} Move
 * @typedef {import("./rules.js").Rules} Rules
 */

/**
 * Tell whether all cards are home.
 *
 * @param {Board} board
 */
export const isWon = (board) => board.foundations.reduce((sum, level) => sum + level) === CARDS;

/**
 * Tell whether the game is lost because no move is legal; a game that is won is not.
 *
 * @param {Board} board
 * @param {Rules} rules
 */
export const noMoveLeft = (board, rules) => !isWon(board) && legalMoves(board, rules).length === 0;

/**
 * Tell whether moves to the foundations alone collect the rest: no card of a column lies on one of lower rank.
 *
 * @param {Board} board
 */
export function finishIsCertain(board) {
  return board.columns.every((column) => column.every((card, i) => i === 0 || rank(card) <= rank(column[i - 1])));
}

/**
 * Return the moves to the foundations that end the game where that is certain, none where it is not.
 *
 * @param {Board} board
 * @param {Rules} rules
 * @returns {Move[]}
 */
export function finishingMoves(board, rules) {
  return finishIsCertain(board) ? playWhileAny(board, rules, homewardMoves) : [];
}

/**
 * Tell whether a card that fits its foundation may go home with nothing lost.
 *
 * With r = 1 for an ace: both suits of the other colour stand at r - 1 or above; or both at r - 2 or above and the
 * other suit of its colour at r - 3 or above. In a game built in suit every card is safe.
 *
 * @param {number} card
 * @param {number[]} levels the cards home per suit
 * @param {Rules} rules
 */
export function isSafe(card, levels, rules) {
  if (rules.build === "same-suit") return true;
  const r = rank(card) + 1;
  const otherColour = Math.min(levels[suit(card) ^ 1], levels[suit(card) ^ 3]);
  return otherColour >= r - 1 || (otherColour >= r - 2 && levels[suit(card) ^ 2] >= r - 3);
}

/**
 * Return how many cards of each suit are home for good: those that nobody gains by taking back.
 *
 * Without returns these are all cards home. With them a suit settles from the ace up, as long as the next card home is
 * safe, judged by the settled cards alone.
 *
 * @param {Board} board
 * @param {Rules} rules
 * @returns {number[]}
 */
export function settledLevels(board, rules) {
  if (!rules.foundation_return || rules.build === "same-suit") return board.foundations;
  let levels = [0, 0, 0, 0];
  for (;;) {
    const from = levels;
    levels = from.map((level, which) => {
      return level + Number(level < board.foundations[which] && isSafe(level * 4 + which, from, rules));
    });
    if (levels.every((level, which) => level === from[which])) return levels;
  }
}

/**
 * Return the moves to the foundations that are legal and safe now, in the order of `legalMoves`.
 *
 * @param {Board} board
 * @param {Rules} rules
 * @returns {Move[]}
 */
export function safeMoves(board, rules) {
  const levels = settledLevels(board, rules);
  return homewardMoves(board).filter((move) => isSafe(cardsToMove(board, move, rules)[0], levels, rules));
}

/**
 * Return the safe moves to the foundations one after the other, each time the first one, until none is left.
 *
 * @param {Board} board
 * @param {Rules} rules
 * @returns {Move[]}
 */
export const safeAutoplay = (board, rules) => playWhileAny(board, rules, safeMoves);

/**
 * @param {Board} board
 * @param {Rules} rules
 * @param {(board: Board, rules: Rules) => Move[]} choose
 */
function playWhileAny(board, rules, choose) {
  const moves = [];
  for (let [move] = choose(board, rules); move; [move] = choose(board, rules)) {
    moves.push(move);
    board = applyMove(board, move, rules);
  }
  return moves;
}
