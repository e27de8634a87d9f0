/** The numbered deals: Microsoft's 1..32000, continued to 2^33 - 1 as in FreeCell Pro. */

import { CARDS } from "./cards.js";
import { COLUMNS } from "./rules.js";

export const FIRST_DEAL = 1;
export const LAST_DEAL = 2 ** 33 - 1;

/**
 * Return the 52 cards of a deal in dealing order, the first one for column 1.
 *
 * @param {number} number
 * @returns {number[]}
 * @throws {RangeError} when there is no deal with this number.
 */
export function dealCards(number) {
  if (!Number.isInteger(number) || number < FIRST_DEAL || number > LAST_DEAL) {
    throw new RangeError(`${number} is not a deal number, an integer in ${FIRST_DEAL}..${LAST_DEAL}`);
  }
  // Microsoft orders the suits clubs, diamonds, hearts, spades; here spades come before hearts.
  const deck = Array.from({ length: CARDS }, (_, i) => i ^ ((i >> 1) & 1));
  const dealt = [];
  let x = number >>> 0;
  for (let left = CARDS; left > 0; left--) {
    x = (Math.imul(x, 214013) + 2531011) >>> 0;
    const pick = randomValue(number, x) % left;
    dealt.push(deck[pick]);
    deck[pick] = deck[left - 1];
  }
  return dealt;
}

/**
 * Return the board that a game of this number begins with.
 *
 * @param {number} number
 * @param {import("./rules.js").Rules} rules
 * @returns {import("./board.js").Board}
 * @throws {RangeError} when there is no deal with this number.
 */
export function dealBoard(number, rules) {
  const cards = dealCards(number);
  return {
    columns: Array.from({ length: COLUMNS }, (_, column) => cards.filter((_, i) => i % COLUMNS === column)),
    cells: Array(rules.cells).fill(null),
    foundations: [0, 0, 0, 0],
  };
}

/**
 * @param {number} number
 * @param {number} x the generator's state, 32 bits
 */
function randomValue(number, x) {
  if (number < 2 ** 31) return (x >>> 16) & 0x7fff;
  if (number < 2 ** 32) return (x >>> 16) | 0x8000;
  return (x >>> 16) + 1;
}
