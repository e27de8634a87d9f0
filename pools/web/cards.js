/**
 * Cards as small integers: `rank * 4 + suit`, 0..51. Ranks run from 0 (ace) to 12 (king); suits are clubs,
 * diamonds, spades, hearts, so that the lowest bit is the colour (0 black, 1 red).
 *
 * @typedef {number} Card
 * @typedef {number} Suit
 */

export const RANKS = "A23456789TJQK";
export const SUITS = "CDSH";
export const CARDS = 52;
export const KING = 12;

/** @param {Card} card */
export const rank = (card) => card >> 2;

/** @param {Card} card */
export const suit = (card) => card & 3;

/** @param {Card} card */
export const colour = (card) => card & 1;

/**
 * Return the name of a card, rank then suit: "AC", "TS", "KH".
 *
 * @param {Card} card
 */
export const cardName = (card) => RANKS[card >> 2] + SUITS[card & 3];

/**
 * Return the card with this name.
 *
 * @param {string} name
 * @returns {Card}
 * @throws {RangeError} when no card has it.
 */
export function cardFromName(name) {
  const [rankOf, suitOf] = [RANKS.indexOf(name[0]), SUITS.indexOf(name[1])];
  if (name.length !== 2 || rankOf < 0 || suitOf < 0) throw new RangeError(`${name} is not a card`);
  return rankOf * 4 + suitOf;
}
