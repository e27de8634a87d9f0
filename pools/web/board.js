/**
 * A position, and the moves that the rules allow in it.
 *
 * Columns are called "1".."8", cells "a".."g" and the foundations together "h". Boards are never changed in place.
 */

import { SUITS, cardName, rank, suit } from "./cards.js";
import { capacity, mayBase, mayBuild } from "./rules.js";

/**
 * @typedef {import("./cards.js").Card} Card
 * @typedef {import("./rules.js").Rules} Rules
 *
 * @typedef {object} Board
 * @property {Card[][]} columns eight columns, the deepest card first
 * @property {(Card | null)[]} cells what each free cell holds
 * @property {number[]} foundations how many cards are home of clubs, diamonds, spades, hearts
 *
 * @typedef {object} Move
 * @property {string} source the place it leaves
 * @property {string} target the place it goes to
 * @property {number} cards how many cards move at once
 * @property {number | null} suit which foundation gives the card; null unless the source is "h"
 */

export const COLUMN_NAMES = "12345678";
export const CELL_NAMES = "abcdefg";
export const FOUNDATION = "h";

/** A move that the rules do not allow; the message says why. */
export class IllegalMove extends Error {
  name = "IllegalMove";
}

/**
 * Return the index of a place among names, -1 when it is not one of them.
 *
 * @param {string} names
 * @param {string} place
 */
export const placeIndex = (names, place) => (place.length === 1 ? names.indexOf(place) : -1);

/**
 * Return how many cards at the free end of a column are built on one another; 0 for an empty column.
 *
 * @param {Card[]} column
 * @param {Rules} rules
 */
export function runLength(column, rules) {
  let length = Math.min(1, column.length);
  while (length < column.length && mayBuild(rules, column[column.length - length], column[column.length - length - 1])) {
    length++;
  }
  return length;
}

/**
 * Return how many cards of a run move at once on this board.
 *
 * @param {Board} board
 * @param {Rules} rules
 * @param {boolean} [intoEmptyColumn]
 */
export function runCapacity(board, rules, intoEmptyColumn = false) {
  const emptyColumns = board.columns.filter((column) => column.length === 0).length;
  const emptyCells = board.cells.filter((card) => card === null).length;
  return capacity(rules, emptyCells, emptyColumns - Number(intoEmptyColumn));
}

/**
 * Return the cards that may move alone, with their places: the last of each column, then the cells'.
 *
 * @param {Board} board
 * @returns {{place: string, card: Card}[]}
 */
export function freeCards(board) {
  const free = [];
  for (const [i, column] of board.columns.entries()) {
    if (column.length) free.push({ place: COLUMN_NAMES[i], card: column[column.length - 1] });
  }
  return free.concat(cellCards(board));
}

/**
 * Tell whether a card is the next one of its foundation.
 *
 * @param {Card} card
 * @param {Board} board
 */
export const goesHome = (card, board) => board.foundations[suit(card)] === rank(card);

/**
 * Return every legal move, in a fixed order.
 *
 * Of empty cells and of empty columns only the first is named as a target. The order is: to a foundation, to a filled
 * column, into an empty column, to a cell; within each the sources in the order columns, cells, foundations (clubs,
 * diamonds, spades, hearts), then the targets from left to right, then the number of cards from one up.
 *
 * @param {Board} board
 * @param {Rules} rules
 * @returns {Move[]}
 */
export function legalMoves(board, rules) {
  return [
    ...homewardMoves(board),
    ...movesToFilledColumns(board, rules),
    ...movesIntoEmptyColumn(board, rules),
    ...movesToCell(board, rules),
  ];
}

/**
 * Return the legal moves to the foundations, in the order of `legalMoves`.
 *
 * @param {Board} board
 * @returns {Move[]}
 */
export function homewardMoves(board) {
  return freeCards(board)
    .filter(({ card }) => goesHome(card, board))
    .map(({ place }) => newMove(place, FOUNDATION));
}

/**
 * Return the cards that a move takes, the deepest first.
 *
 * @param {Board} board
 * @param {Move} move
 * @param {Rules} rules
 * @returns {Card[]}
 * @throws {IllegalMove} when its source does not give them.
 */
export function cardsToMove(board, move, rules) {
  if (move.suit !== null && move.source !== FOUNDATION) {
    throw new IllegalMove("A suit is named only for a card taken back from a foundation.");
  }
  const column = board.columns[placeIndex(COLUMN_NAMES, move.source)];
  if (column) {
    if (!column.length) throw new IllegalMove(`Column ${move.source} is empty.`);
    if (!Number.isInteger(move.cards) || move.cards < 1 || move.cards > column.length) {
      throw new IllegalMove(`Column ${move.source} has ${column.length} cards, not ${move.cards} to move.`);
    }
    if (move.cards > runLength(column, rules)) {
      throw new IllegalMove(`The last ${move.cards} cards of column ${move.source} are not a run.`);
    }
    return column.slice(-move.cards);
  }
  if (move.cards !== 1) throw new IllegalMove(`${move.source} gives one card at a time, not ${move.cards}.`);
  if (placeIndex(CELL_NAMES, move.source) >= 0) {
    const card = board.cells[CELL_NAMES.indexOf(move.source)] ?? null;
    if (card === null) throw new IllegalMove(`Cell ${move.source} is empty.`);
    return [card];
  }
  if (move.source === FOUNDATION) return [returnedCard(board, move.suit, rules)];
  throw new IllegalMove(`${move.source} is no column, cell or foundation.`);
}

/**
 * Return the board after a move; any empty cell and any empty column will do as its target.
 *
 * @param {Board} board
 * @param {Move} move
 * @param {Rules} rules
 * @returns {Board}
 * @throws {IllegalMove} when the rules do not allow the move.
 */
export function applyMove(board, move, rules) {
  const cards = cardsToMove(board, move, rules);
  checkTarget(board, move, cards, rules);
  const [columns, cells, foundations] = [[...board.columns], [...board.cells], [...board.foundations]];
  const from = placeIndex(COLUMN_NAMES, move.source);
  if (from >= 0) columns[from] = columns[from].slice(0, -cards.length);
  else if (move.source === FOUNDATION) foundations[suit(cards[0])]--;
  else cells[CELL_NAMES.indexOf(move.source)] = null;
  const to = placeIndex(COLUMN_NAMES, move.target);
  if (to >= 0) columns[to] = [...columns[to], ...cards];
  else if (move.target === FOUNDATION) foundations[suit(cards[0])]++;
  else cells[CELL_NAMES.indexOf(move.target)] = cards[0];
  return { columns, cells, foundations };
}

/**
 * @param {string} source
 * @param {string} target
 * @param {number} [cards]
 * @param {number | null} [suit]
 * @returns {Move}
 */
function newMove(source, target, cards = 1, suit = null) {
  return { source, target, cards, suit };
}

/** @param {Board} board */
function cellCards(board) {
  const held = [];
  for (const [i, card] of board.cells.entries()) if (card !== null) held.push({ place: CELL_NAMES[i], card });
  return held;
}

/**
 * Return the top card of each foundation that may give it back.
 *
 * @param {Board} board
 * @param {Rules} rules
 */
function returningCards(board, rules) {
  if (!rules.foundation_return) return [];
  return [0, 1, 2, 3]
    .filter((which) => board.foundations[which] > 0)
    .map((which) => ({ place: FOUNDATION, card: (board.foundations[which] - 1) * 4 + which, suit: which }));
}

/**
 * Return the cards that move alone and do not lie in a column.
 *
 * @param {Board} board
 * @param {Rules} rules
 * @returns {{place: string, card: Card, suit: number | null}[]}
 */
function looseCards(board, rules) {
  return [...cellCards(board).map((held) => ({ ...held, suit: null })), ...returningCards(board, rules)];
}

/**
 * @param {Board} board
 * @param {Rules} rules
 */
function movesToFilledColumns(board, rules) {
  const filled = [...board.columns.entries()].filter(([, column]) => column.length > 0);
  const most = runCapacity(board, rules);
  const moves = [];
  for (const [source, column] of filled) {
    const longest = Math.min(runLength(column, rules), most);
    for (const [target, onto] of filled) {
      const [last, end] = [column[column.length - 1], onto[onto.length - 1]];
      const cards = rank(end) - rank(last);
      if (cards >= 1 && cards <= longest && mayBuild(rules, column[column.length - cards], end)) {
        moves.push(newMove(COLUMN_NAMES[source], COLUMN_NAMES[target], cards));
      }
    }
  }
  for (const { place, card, suit } of looseCards(board, rules)) {
    for (const [target, onto] of filled) {
      if (mayBuild(rules, card, onto[onto.length - 1])) moves.push(newMove(place, COLUMN_NAMES[target], 1, suit));
    }
  }
  return moves;
}

/**
 * @param {Board} board
 * @param {Rules} rules
 */
function movesIntoEmptyColumn(board, rules) {
  const empty = board.columns.findIndex((column) => column.length === 0);
  if (empty < 0) return [];
  const most = runCapacity(board, rules, true);
  const moves = [];
  for (const [source, column] of board.columns.entries()) {
    const longest = Math.min(runLength(column, rules), most);
    for (let cards = 1; cards <= longest; cards++) {
      if (mayBase(rules, column[column.length - cards])) {
        moves.push(newMove(COLUMN_NAMES[source], COLUMN_NAMES[empty], cards));
      }
    }
  }
  for (const { place, card, suit } of looseCards(board, rules)) {
    if (mayBase(rules, card)) moves.push(newMove(place, COLUMN_NAMES[empty], 1, suit));
  }
  return moves;
}

/**
 * @param {Board} board
 * @param {Rules} rules
 */
function movesToCell(board, rules) {
  const empty = board.cells.indexOf(null);
  if (empty < 0) return [];
  const moves = [];
  for (const [source, column] of board.columns.entries()) {
    if (column.length) moves.push(newMove(COLUMN_NAMES[source], CELL_NAMES[empty]));
  }
  for (const { place, suit } of returningCards(board, rules)) moves.push(newMove(place, CELL_NAMES[empty], 1, suit));
  return moves;
}

/**
 * @param {Board} board
 * @param {number | null} which
 * @param {Rules} rules
 */
function returnedCard(board, which, rules) {
  if (!rules.foundation_return) throw new IllegalMove("Foundations do not give cards back.");
  if (which === null || !(which in board.foundations)) {
    throw new IllegalMove("A card taken back from a foundation needs its suit.");
  }
  if (!board.foundations[which]) throw new IllegalMove(`The foundation of ${SUITS[which]} is empty.`);
  return (board.foundations[which] - 1) * 4 + which;
}

/**
 * @param {Board} board
 * @param {Move} move
 * @param {Card[]} cards
 * @param {Rules} rules
 * @throws {IllegalMove} when the target does not take these cards.
 */
function checkTarget(board, move, cards, rules) {
  const [card] = cards;
  const onto = board.columns[placeIndex(COLUMN_NAMES, move.target)];
  if (onto) {
    if (move.source === move.target) throw new IllegalMove(`Column ${move.source} is source and target.`);
    const end = onto[onto.length - 1];
    if (!onto.length && !mayBase(rules, card)) {
      throw new IllegalMove(`${cardName(card)} may not be put into an empty column.`);
    }
    if (onto.length && !mayBuild(rules, card, end)) {
      throw new IllegalMove(`${cardName(card)} may not be put on ${cardName(end)}.`);
    }
    const most = runCapacity(board, rules, onto.length === 0);
    if (cards.length > most) throw new IllegalMove(`${cards.length} cards cannot move at once, only ${most}.`);
    return;
  }
  if (cards.length > 1) throw new IllegalMove(`${move.target} takes one card at a time, not ${cards.length}.`);
  const cell = placeIndex(CELL_NAMES, move.target);
  if (cell >= 0) {
    if (placeIndex(CELL_NAMES, move.source) >= 0) throw new IllegalMove("A card does not move from cell to cell.");
    if (cell >= board.cells.length) throw new IllegalMove(`There is no cell ${move.target}.`);
    const held = board.cells[cell];
    if (held !== null) throw new IllegalMove(`Cell ${move.target} holds ${cardName(held)}.`);
  } else if (move.target !== FOUNDATION) {
    throw new IllegalMove(`${move.target} is no column, cell or foundation.`);
  } else if (move.source === FOUNDATION || !goesHome(card, board)) {
    throw new IllegalMove(`${cardName(card)} is not the next card of its foundation.`);
  }
}
