/** Moves and positions in words. */

import { CELL_NAMES, COLUMN_NAMES, FOUNDATION, cardsToMove, placeIndex } from "../board.js";
import { rank, suit } from "../cards.js";

/**
 * @typedef {import("../board.js").Board} Board
 * @typedef {import("../rules.js").Rules} Rules
 */

const RANK_WORDS = ["ace", "2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king"];
export const SUIT_WORDS = ["clubs", "diamonds", "spades", "hearts"];

/** The key in `GAMES` of pools whose rules are no preset's. */
export const OWN_RULES = "own-rules";

/** @type {Record<string, string>} */
export const GAMES = {
  freecell: "FreeCell",
  "bakers-game": "Baker’s Game",
  "kings-only": "Kings only",
  relaxed: "Relaxed FreeCell",
  "foundation-return": "FreeCell with returns",
  [OWN_RULES]: "Own rules",
};

/** @param {number} card */
export const cardWords = (card) => `${RANK_WORDS[rank(card)]} of ${SUIT_WORDS[suit(card)]}`;

/**
 * Return what a move does, as a sentence.
 *
 * @param {import("../notation.js").Step} step
 * @param {Rules} rules
 */
export function moveWords({ move, before }, rules) {
  const cards = cardsToMove(before, move, rules);
  const what = cards.length === 1 ? cardWords(cards[0]) : `${cards.length} cards`;
  return `${capital(what)}${move.source === FOUNDATION ? " back" : ""} ${targetWords(before, move.target)}`;
}

/**
 * @param {Board} board
 * @param {string} target
 */
function targetWords(board, target) {
  if (target === FOUNDATION) return "home";
  if (placeIndex(CELL_NAMES, target) >= 0) return `to cell ${target}`;
  const onto = board.columns[placeIndex(COLUMN_NAMES, target)];
  return onto.length ? `onto the ${cardWords(onto[onto.length - 1])}` : `into the empty column ${target}`;
}

/**
 * Return a position line by line, for those who do not see the cards.
 *
 * @param {Board} board
 * @returns {string[]}
 */
export function boardWords(board) {
  const list = (/** @type {number[]} */ cards) => (cards.length ? cards.map(cardWords).join(", ") : "empty");
  const home = board.foundations.flatMap((level, which) => (level ? [(level - 1) * 4 + which] : []));
  return [
    ...(board.cells.length ? [`Cells: ${list(board.cells.flatMap((card) => (card === null ? [] : [card])))}`] : []),
    `Foundations: ${list(home)}`,
    ...board.columns.map((column, i) => `Column ${i + 1}, the last card is free: ${list(column)}`),
  ];
}

/** @param {string} text */
const capital = (text) => text[0].toUpperCase() + text.slice(1);
