/**
 * Solutions as text, in standard FreeCell notation without spaces: two characters a move, source then target.
 *
 * Two kinds of move carry a mark behind them: "26v3" takes three cards (a hexadecimal digit, 1..d) into an empty
 * column, "h3C" takes a card back from the foundation of that suit. How many cards move onto a card is plain from
 * the ranks.
 */

import { COLUMN_NAMES, FOUNDATION, IllegalMove, applyMove, placeIndex } from "./board.js";
import { SUITS, rank } from "./cards.js";

/**
 * @typedef {import("./board.js").Board} Board
 * @typedef {import("./board.js").Move} Move
 * @typedef {import("./rules.js").Rules} Rules
 *
 * @typedef {object} Step
 * @property {Move} move
 * @property {string} text the move's notation
 * @property {Board} before
 * @property {Board} after
 */

const COUNTS = "0123456789abcd";

/**
 * Return the notation of a move, not checked, on the board that it is made on.
 *
 * @param {Board} board
 * @param {Move} move
 */
export function formatMove(board, move) {
  const text = move.source + move.target;
  if (move.suit !== null) return text + SUITS[move.suit];
  const intoEmpty = board.columns[placeIndex(COLUMN_NAMES, move.target)]?.length === 0;
  return move.cards > 1 && intoEmpty ? `${text}v${COUNTS[move.cards]}` : text;
}

/**
 * Play the moves of a notation, which need not win, under the rules.
 *
 * @param {Board} board
 * @param {string} text
 * @param {Rules} rules
 * @returns {Step[]}
 * @throws {IllegalMove} with the number of the move, from 1, when one is not legal or not notation.
 */
export function playSolution(board, text, rules) {
  const steps = [];
  let before = board;
  for (let position = 0; position < text.length; ) {
    try {
      const { move, end } = readMove(before, text, position);
      const after = applyMove(before, move, rules);
      steps.push({ move, text: text.slice(position, end), before, after });
      [before, position] = [after, end];
    } catch (error) {
      if (!(error instanceof IllegalMove)) throw error;
      throw new IllegalMove(`Move ${steps.length + 1}: ${error.message}`);
    }
  }
  return steps;
}

/**
 * Return the move that begins at a position of the text, and where the next one begins.
 *
 * @param {Board} board
 * @param {string} text
 * @param {number} position
 * @returns {{move: Move, end: number}}
 */
function readMove(board, text, position) {
  const [source, target] = [text.charAt(position), text.charAt(position + 1)];
  let end = position + 2;
  if (source === FOUNDATION) {
    const which = placeIndex(SUITS, text.charAt(end));
    if (which < 0) throw new IllegalMove("A card taken back from a foundation needs its suit.");
    return { move: { source, target, cards: 1, suit: which }, end: end + 1 };
  }
  const column = board.columns[placeIndex(COLUMN_NAMES, source)];
  const onto = board.columns[placeIndex(COLUMN_NAMES, target)];
  let cards = 1;
  if (text.charAt(end) === "v") {
    if (!column || onto?.length !== 0) {
      throw new IllegalMove("Cards are counted only from a column into an empty one.");
    }
    cards = placeIndex(COUNTS, text.charAt(end + 1));
    if (cards < 1) throw new IllegalMove(`${text.charAt(end + 1)} is no number of cards.`);
    end += 2;
  } else if (column?.length && onto?.length) {
    cards = Math.max(1, rank(onto[onto.length - 1]) - rank(column[column.length - 1]));
  }
  return { move: { source, target, cards, suit: null }, end };
}
