/** The rules of a game of the FreeCell family, and each question that they alone decide. */

import { CARDS, KING, colour, rank, suit } from "./cards.js";

/**
 * Named as in `manifest.json`.
 *
 * @typedef {object} Rules
 * @property {number} cells how many free cells there are, 0..7
 * @property {"alternating" | "same-suit"} build which card may be built on which in a column
 * @property {"any" | "kings"} empty_column which cards an empty column takes
 * @property {"capacity" | "unlimited"} run_move how many cards of a run move at once
 * @property {boolean} foundation_return whether a foundation's top card may go back to a column or a cell
 */

export const COLUMNS = 8;
export const MAX_CELLS = 7;
export const UNLIMITED = CARDS;

/** @type {Readonly<Rules>} */
export const FREECELL = Object.freeze({
  cells: 4,
  build: "alternating",
  empty_column: "any",
  run_move: "capacity",
  foundation_return: false,
});

/** @type {Readonly<Record<string, Readonly<Rules>>>} */
export const PRESETS = Object.freeze({
  freecell: FREECELL,
  "bakers-game": Object.freeze({ ...FREECELL, build: "same-suit" }),
  "kings-only": Object.freeze({ ...FREECELL, empty_column: "kings" }),
  relaxed: Object.freeze({ ...FREECELL, run_move: "unlimited" }),
  "foundation-return": Object.freeze({ ...FREECELL, foundation_return: true }),
});

const ALLOWED = new Map(
  /** @type {[string, unknown[]][]} */ ([
    ["cells", Array.from({ length: MAX_CELLS + 1 }, (_, cells) => cells)],
    ["build", ["alternating", "same-suit"]],
    ["empty_column", ["any", "kings"]],
    ["run_move", ["capacity", "unlimited"]],
    ["foundation_return", [false, true]],
  ]),
);

/**
 * Return the rules that some JSON gives; fields that it leaves out are FreeCell's.
 *
 * @param {Record<string, unknown>} fields
 * @returns {Rules}
 * @throws {RangeError} when a field or a value is unknown.
 */
export function rulesFrom(fields) {
  for (const [name, value] of Object.entries(fields)) {
    if (!ALLOWED.get(name)?.includes(value)) throw new RangeError(`${name}: ${JSON.stringify(value)} is no known rule`);
  }
  return { ...FREECELL, ...fields };
}

/**
 * Tell whether a card may be put on another in a column.
 *
 * @param {Rules} rules
 * @param {number} card
 * @param {number} target
 */
export function mayBuild(rules, card, target) {
  if (rank(target) !== rank(card) + 1) return false;
  return rules.build === "same-suit" ? suit(card) === suit(target) : colour(card) !== colour(target);
}

/**
 * Tell whether a card may be put into an empty column.
 *
 * @param {Rules} rules
 * @param {number} card
 */
export const mayBase = (rules, card) => rules.empty_column === "any" || rank(card) === KING;

/**
 * Return how many cards of a run move at once, (e + 1) * 2^c.
 *
 * @param {Rules} rules
 * @param {number} emptyCells
 * @param {number} emptyColumns those that the run can pass through; its target is not one of them
 */
export function capacity(rules, emptyCells, emptyColumns) {
  if (rules.run_move === "unlimited") return UNLIMITED;
  return (emptyCells + 1) << (rules.empty_column === "kings" ? 0 : emptyColumns);
}
