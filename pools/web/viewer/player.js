/** The deal on the table, and its solution step by step: by buttons, keys, slider, list of moves, taps and swipes. */

import { cardsToMove, legalMoves, runCapacity } from "../board.js";
import { finishIsCertain, isWon, noMoveLeft } from "../positions.js";
import { UNLIMITED } from "../rules.js";
import { byId, newElement } from "./dom.js";
import { onGestures } from "./gestures.js";
import { Table } from "./table.js";
import { boardWords, moveWords } from "./words.js";

/**
 * @typedef {import("../board.js").Board} Board
 * @typedef {import("../rules.js").Rules} Rules
 *
 * @typedef {object} Shown the deal on the table
 * @property {number} deal
 * @property {Rules} rules
 * @property {Board} start
 * @property {import("../notation.js").Step[]} steps none where no solution is known
 */

const MILLISECONDS_A_MOVE = 800;

const slider = /** @type {HTMLInputElement} */ (byId("step"));

export class Player {
  /** @type {Shown | null} */
  shown = null;
  /** How many moves are made. */
  at = 0;
  /** @type {number | undefined} */
  #playing;
  #table = new Table(/** @type {HTMLElement} */ (byId("table").querySelector(".felt")));

  /** @param {() => void} onStep called when a position was shown */
  constructor(onStep) {
    this.onStep = onStep;
    const [back, forward] = [() => this.goTo(this.at - 1), () => this.goTo(this.at + 1)];
    const [toStart, toEnd] = [() => this.goTo(0), () => this.goTo(Infinity)];
    const playOrPause = () => (this.#playing ? this.pause() : this.play());
    byId("to-start").addEventListener("click", toStart);
    byId("to-back").addEventListener("click", back);
    byId("to-play").addEventListener("click", playOrPause);
    byId("to-forward").addEventListener("click", forward);
    byId("to-end").addEventListener("click", toEnd);
    slider.addEventListener("input", () => this.goTo(Number(slider.value)));
    byId("moves").addEventListener("click", (event) => {
      const button = /** @type {Element} */ (event.target).closest("button");
      if (button) this.goTo(Number(button.dataset.step));
    });
    onGestures(byId("table"), { back, forward });
    const keys = new Map(
      Object.entries({ ArrowLeft: back, ArrowRight: forward, Home: toStart, End: toEnd, p: playOrPause }),
    );
    document.addEventListener("keydown", (event) => {
      const action = keys.get(event.key);
      const isTyping = /** @type {Element} */ (event.target).matches("input, select");
      if (!action || !this.shown?.steps.length || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      action();
    });
  }

  /**
   * Put a deal on the table.
   *
   * @param {Shown} shown
   * @param {number} step how many moves are made
   */
  show(shown, step) {
    this.pause();
    this.shown = shown;
    slider.max = `${shown.steps.length}`;
    byId("moves").replaceChildren(...[{ text: "start" }, ...shown.steps].map(({ text }, i) => moveItem(text, i)));
    byId("table").hidden = false;
    byId("player").hidden = byId("more").hidden = !shown.steps.length;
    this.at = -1;
    this.goTo(step);
  }

  /**
   * Show the position after so many moves.
   *
   * @param {number} step
   */
  goTo(step) {
    if (!this.shown) return;
    const { steps, start, rules, deal } = this.shown;
    const to = Math.max(0, Math.min(Math.trunc(step), steps.length));
    if (to === steps.length) this.pause();
    if (to === this.at) return;
    this.at = to;
    const last = to ? steps[to - 1] : null;
    const board = last ? last.after : start;
    this.#table.show(board, last ? cardsToMove(last.before, last.move, rules) : []);
    byId("layout").replaceChildren(...boardWords(board).map((line) => newElement("p", line)));
    const won = isWon(board) ? " The game is won." : "";
    byId("said").replaceChildren(
      newElement("span", `${to} of ${steps.length}`),
      " ",
      last ? newElement("b", last.text) : "",
      " ",
      newElement("q", last ? `${moveWords(last, rules)}.${won}` : `Deal ${deal} as it is dealt.`),
    );
    slider.value = `${to}`;
    slider.setAttribute("aria-valuetext", `${to} of ${steps.length}`);
    for (const id of ["to-start", "to-back"]) setDisabled(id, to === 0);
    for (const id of ["to-forward", "to-end"]) setDisabled(id, to === steps.length);
    byId("position").replaceChildren(...positionFacts(board, rules).map((fact) => newElement("li", fact)));
    markMove(to);
    this.onStep();
  }

  /** Make a move now and one every while, from the start again where all are made. */
  play() {
    if (!this.shown?.steps.length) return;
    if (this.at === this.shown.steps.length) this.goTo(0);
    this.#playing = setInterval(() => this.goTo(this.at + 1), MILLISECONDS_A_MOVE);
    showPlaying(true);
    this.goTo(this.at + 1);
  }

  pause() {
    clearInterval(this.#playing);
    this.#playing = undefined;
    showPlaying(false);
  }
}

/**
 * @param {Board} board
 * @param {Rules} rules
 * @returns {string[]}
 */
function positionFacts(board, rules) {
  if (isWon(board)) return ["Won: all cards are home"];
  if (noMoveLeft(board, rules)) return ["No move is left"];
  const moves = legalMoves(board, rules).length;
  const facts = [
    `${moves} ${moves === 1 ? "move is" : "moves are"} legal`,
    `${cardCount(runCapacity(board, rules))} at once onto a card`,
  ];
  if (board.columns.some((column) => !column.length)) {
    facts.push(`${cardCount(runCapacity(board, rules, true))} at once into an empty column`);
  }
  if (finishIsCertain(board)) facts.push("The finish is certain: all the rest can go home");
  return facts;
}

/** @param {number} cards */
function cardCount(cards) {
  if (cards === UNLIMITED) return "Any number of cards";
  return cards === 1 ? "1 card" : `Up to ${cards} cards`;
}

/**
 * @param {string} text
 * @param {number} step
 */
function moveItem(text, step) {
  const [item, button] = [newElement("li"), newElement("button", text)];
  button.setAttribute("type", "button");
  button.dataset.step = `${step}`;
  item.append(button);
  return item;
}

/** @param {number} step */
function markMove(step) {
  const list = byId("moves");
  list.querySelector("[aria-current]")?.removeAttribute("aria-current");
  const button = /** @type {HTMLElement} */ (list.children[step].firstElementChild);
  button.setAttribute("aria-current", "step");
  // Only the list scrolls, never the page.
  const [box, row] = [list.getBoundingClientRect(), button.getBoundingClientRect()];
  if (row.top < box.top || row.bottom > box.bottom) list.scrollTop += row.top - box.top - box.height / 2;
}

/** @param {boolean} playing */
function showPlaying(playing) {
  byId("to-play").setAttribute("aria-label", playing ? "Pause" : "Play");
  byId("to-play").querySelector("use")?.setAttribute("href", playing ? "#pause" : "#play");
  // A screen reader would not get to the end of one move before the next one is made.
  byId("said").setAttribute("aria-live", playing ? "off" : "polite");
}

/**
 * Disable a button without taking the focus from it.
 *
 * @param {string} id
 * @param {boolean} disabled
 */
const setDisabled = (id, disabled) => byId(id).setAttribute("aria-disabled", `${disabled}`);
