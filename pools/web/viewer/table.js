/** The cards on the table: 52 elements that stay and glide; the style sheet turns their places into pixels. */

import { CELL_NAMES, COLUMN_NAMES } from "../board.js";
import { CARDS, RANKS, rank, suit } from "../cards.js";
import { COLUMNS } from "../rules.js";
import { newElement } from "./dom.js";
import { SUIT_WORDS } from "./words.js";

/**
 * @typedef {import("../board.js").Board} Board
 *
 * @typedef {object} Place where a card or an empty place lies
 * @property {number} x the column of the table, 0..7
 * @property {number} row 0 or 1 above the columns, 2 for the columns
 * @property {number} [y] how many cards of its column lie under it
 * @property {number} [n] how many cards its column has
 */

const FOUNDATIONS_AT = COLUMNS - 4;

export class Table {
  /** @param {HTMLElement} felt an empty element */
  constructor(felt) {
    this.felt = felt;
    this.cells = [...CELL_NAMES].map((name) => this.#add("slot cell", newElement("span", name)));
    this.foundations = SUIT_WORDS.map((name) => this.#add("slot foundation", icon(name)));
    this.columns = [...COLUMN_NAMES].map((name) => this.#add("slot column", newElement("span", name)));
    this.cards = Array.from({ length: CARDS }, (_, card) => this.#add(...cardFace(card)));
  }

  /**
   * Show a position.
   *
   * @param {Board} board
   * @param {number[]} moved the cards that the last move took
   */
  show(board, moved) {
    // Cells beside the foundations where both fit into a row, else above them.
    const rows = board.cells.length <= FOUNDATIONS_AT ? 1 : 2;
    this.felt.style.setProperty("--rows", `${rows}`);
    for (const [i, slot] of this.cells.entries()) {
      slot.hidden = i >= board.cells.length;
      put(slot, { x: i, row: 0 });
    }
    for (const [i, slot] of this.foundations.entries()) put(slot, { x: FOUNDATIONS_AT + i, row: rows - 1 });
    for (const [i, slot] of this.columns.entries()) put(slot, { x: i, row: 2 });
    for (const [i, column] of board.columns.entries()) {
      for (const [y, card] of column.entries()) this.#lay(card, { x: i, row: 2, y, n: column.length }, y, moved);
    }
    for (const [i, card] of board.cells.entries()) if (card !== null) this.#lay(card, { x: i, row: 0 }, 0, moved);
    for (const [which, level] of board.foundations.entries()) {
      const place = { x: FOUNDATIONS_AT + which, row: rows - 1 };
      for (let r = 0; r < level; r++) {
        this.#lay(r * 4 + which, place, r, moved).classList.toggle("buried", r < level - 1);
      }
    }
  }

  /**
   * @param {number} card
   * @param {Place} place
   * @param {number} height
   * @param {number[]} moved
   */
  #lay(card, place, height, moved) {
    const element = this.cards[card];
    const isMoved = moved.includes(card);
    put(element, place);
    element.style.zIndex = `${height + 1 + (isMoved ? CARDS : 0)}`;
    element.classList.toggle("moved", isMoved);
    element.classList.toggle("end", (place.y ?? 0) === (place.n ?? 1) - 1);
    element.classList.remove("buried");
    return element;
  }

  /**
   * @param {string} className
   * @param {...Node} content
   */
  #add(className, ...content) {
    const element = document.createElement("div");
    element.className = className;
    element.append(...content);
    this.felt.append(element);
    return element;
  }
}

/**
 * @param {HTMLElement} element
 * @param {Place} place
 */
function put(element, { x, row, y = 0, n = 1 }) {
  element.dataset.row = `${row}`;
  for (const [name, value] of Object.entries({ x, y, n })) element.style.setProperty(`--${name}`, `${value}`);
}

/**
 * @param {number} card
 * @returns {[string, ...Node[]]}
 */
function cardFace(card) {
  const name = SUIT_WORDS[suit(card)];
  const [index, middle] = [newElement("b"), newElement("i")];
  const rankText = RANKS[rank(card)] === "T" ? "10" : RANKS[rank(card)];
  index.append(newElement("span", rankText), icon(name));
  const isCourt = rank(card) > 9;
  middle.append(...(isCourt ? [newElement("span", rankText)] : []), icon(name));
  return [`card ${card & 1 ? "red" : "black"}${isCourt ? " court" : ""}`, index, middle];
}

/** @param {string} name */
function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `#${name}`);
  svg.append(use);
  return svg;
}
