/** The viewer: chooses pools and deals, and steps through the solution of one. */

import { cardsToMove, legalMoves, runCapacity } from "../board.js";
import { dealBoard, LAST_DEAL } from "../deals.js";
import { playSolution } from "../notation.js";
import { numberOfDate, pickRows } from "../pick.js";
import { NoPool, Pool, TIERS } from "../pool.js";
import { finishIsCertain, isWon, noMoveLeft } from "../positions.js";
import { PRESETS, UNLIMITED } from "../rules.js";
import { onGestures } from "./gestures.js";
import { Table } from "./table.js";
import { GAMES, boardWords, moveWords } from "./words.js";

/**
 * @typedef {import("../board.js").Board} Board
 * @typedef {import("../pool.js").Tier} Tier
 *
 * @typedef {object} Shown the deal on the table
 * @property {number} deal
 * @property {import("../rules.js").Rules} rules
 * @property {Board} start
 * @property {import("../notation.js").Step[]} steps none where no solution is known
 */

const OWN_RULES = "Own rules";
const MILLISECONDS_A_MOVE = 800;

const game = /** @type {HTMLSelectElement} */ (byId("game"));
const number = /** @type {HTMLInputElement} */ (byId("deal"));
const slider = /** @type {HTMLInputElement} */ (byId("step"));
const choice = /** @type {HTMLFormElement} */ (byId("choice"));
const table = new Table(/** @type {HTMLElement} */ (byId("table").querySelector(".felt")));

/** @type {Map<string, Pool>} */
const pools = new Map();
/** @type {Shown | null} */
let shown = null;
let at = 0;
let request = 0;
/** @type {number | undefined} */
let playing;

start();

async function start() {
  const base = new URLSearchParams(location.search).get("pools") ?? "../data/";
  try {
    await openPools(base.endsWith("/") ? base : `${base}/`);
  } catch (error) {
    say(`The pools cannot be read. ${/** @type {Error} */ (error).message}`);
    return;
  }
  for (const name of pools.keys()) game.add(new Option(GAMES[name] ?? name, name));
  for (const part of ["game", "tiers", "deals"]) byId(part).removeAttribute("disabled");
  listen();
  await showAddress();
}

/**
 * Open the pools at an address: those of one game, or a folder with one folder for each preset.
 *
 * @param {string} base
 */
async function openPools(base) {
  const folders = [base, ...Object.keys(PRESETS).map((preset) => `${base}${preset}/`)];
  const opened = await Promise.all(folders.map((folder) => Pool.open(folder).catch(orNone)));
  for (const pool of opened) if (pool) pools.set(pool.manifest.preset ?? OWN_RULES, pool);
  if (!pools.size) throw new NoPool(`There are none at ${new URL(base, location.href).href}.`);
}

/** @param {unknown} error */
function orNone(error) {
  if (error instanceof NoPool) return null;
  throw error;
}

function listen() {
  choice.addEventListener("submit", (event) => {
    event.preventDefault();
    showDeal(Number(number.value));
  });
  game.addEventListener("change", () => (shown ? showDeal(shown.deal) : showToday()));
  for (const radio of radios()) radio.addEventListener("change", showToday);
  byId("random").addEventListener("click", () => showRow((rows) => Math.floor(Math.random() * rows)));
  byId("today").addEventListener("click", showToday);
  slider.addEventListener("input", () => goTo(Number(slider.value)));
  byId("to-start").addEventListener("click", () => goTo(0));
  byId("to-back").addEventListener("click", () => goTo(at - 1));
  byId("to-play").addEventListener("click", () => (playing ? pause() : play()));
  byId("to-forward").addEventListener("click", () => goTo(at + 1));
  byId("to-end").addEventListener("click", () => goTo(Infinity));
  byId("moves").addEventListener("click", (event) => {
    const button = /** @type {Element} */ (event.target).closest("button");
    if (button) goTo(Number(button.dataset.step));
  });
  onGestures(byId("table"), { back: () => goTo(at - 1), forward: () => goTo(at + 1) });
  document.addEventListener("keydown", onKey);
  addEventListener("hashchange", () => location.hash !== address() && showAddress());
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  const target = /** @type {Element} */ (event.target);
  if (event.ctrlKey || event.metaKey || event.altKey || target.matches("input, select")) return;
  const action = {
    ArrowLeft: () => goTo(at - 1),
    ArrowRight: () => goTo(at + 1),
    Home: () => goTo(0),
    End: () => goTo(Infinity),
    p: () => (playing ? pause() : play()),
  }[event.key];
  if (!action || !shown?.steps.length) return;
  event.preventDefault();
  action();
}

/** Show what the address names, game/deal/move; the deal of the day where it names nothing. */
async function showAddress() {
  const [name, deal, step] = decodeURIComponent(location.hash.slice(1)).split("/");
  if (pools.has(name)) game.value = name;
  if (!deal) return showToday();
  await showDeal(Number(deal), Number(step) || 0);
}

function showToday() {
  const now = new Date();
  const [month, day] = [now.getMonth() + 1, now.getDate()].map((part) => `${part}`.padStart(2, "0"));
  const today = numberOfDate(`${now.getFullYear()}-${month}-${day}`);
  return showRow((rows) => pickRows(today, 1, rows)[0]);
}

/**
 * Show a deal of the chosen tier.
 *
 * @param {(rows: number) => number} choose returns the index of a row
 */
async function showRow(choose) {
  const mine = ++request;
  const [pool, tier] = [chosenPool(), chosenTier()];
  const rows = pool.count(tier);
  if (!rows) return say(`These pools have no ${tier} deals.`);
  try {
    const row = await pool.row(tier, choose(rows));
    if (mine === request) show(pool, row.deal, { tier, row });
  } catch (error) {
    if (mine === request) say(`The deal cannot be read. ${/** @type {Error} */ (error).message}`);
  }
}

/**
 * Show a deal by its number, with its solution where the pools have one.
 *
 * @param {number} deal
 * @param {number} [step] how many moves are made
 */
async function showDeal(deal, step = 0) {
  const mine = ++request;
  if (!Number.isInteger(deal) || deal < 1 || deal > LAST_DEAL) {
    return say(`Deals are numbered from 1 to ${LAST_DEAL.toLocaleString("en")}.`);
  }
  const pool = chosenPool();
  try {
    const found = await pool.find(deal);
    if (mine === request) show(pool, deal, found, step);
  } catch (error) {
    if (mine === request) say(`The deal cannot be read. ${/** @type {Error} */ (error).message}`);
  }
}

/**
 * @param {Pool} pool
 * @param {number} deal
 * @param {{tier: Tier, row: import("../pool.js").Row} | null} found
 * @param {number} [step]
 */
function show(pool, deal, found, step = 0) {
  pause();
  const start = dealBoard(deal, pool.rules);
  const steps = found ? playSolution(start, found.row.solution, pool.rules) : [];
  if (found && !isWon(steps[steps.length - 1].after)) throw new Error(`The solution of deal ${deal} does not win.`);
  shown = { deal, rules: pool.rules, start, steps };
  number.value = `${deal}`;
  for (const radio of radios()) if (found) radio.checked = radio.value === found.tier;
  say(found ? "" : withoutSolution(pool, deal));
  showFacts(deal, found);
  slider.max = `${steps.length}`;
  byId("moves").replaceChildren(...[{ text: "start" }, ...steps].map(({ text }, i) => moveItem(text, i)));
  byId("table").hidden = false;
  byId("player").hidden = byId("more").hidden = !found;
  at = -1;
  goTo(step);
}

/**
 * @param {Pool} pool
 * @param {number} deal
 */
function withoutSolution({ manifest }, deal) {
  if (manifest.impossible.includes(deal)) {
    return `Deal ${deal} cannot be won: every position that it can reach was searched.`;
  }
  if (manifest.undecided.includes(deal)) return `Deal ${deal} is undecided: the search for a solution was given up.`;
  const { first, last } = manifest.deals;
  return `These pools hold deals ${first} to ${last}. Of deal ${deal} no solution is known here; it may have none.`;
}

/**
 * @param {number} deal
 * @param {{tier: Tier, row: import("../pool.js").Row} | null} found
 */
function showFacts(deal, found) {
  const facts = [["Deal", `${deal}`]];
  if (found) {
    const { effort, par, cells_needed: cells } = found.row;
    facts.push(["Level", found.tier], ["Effort", effort.toLocaleString("en")], ["Par", `${par}`, " moves"]);
    if (cells !== undefined) facts.push(["Cells needed", cells < 0 ? "unknown" : `${cells}`]);
  }
  byId("facts").replaceChildren(
    ...facts.map(([name, value, unit]) => {
      const [pair, description] = [newElement("div"), newElement("dd", value)];
      if (unit) description.append(newElement("span", unit));
      pair.append(newElement("dt", name), description);
      return pair;
    }),
  );
}

/**
 * Show the position after so many moves.
 *
 * @param {number} step
 */
function goTo(step) {
  if (!shown) return;
  const { steps, start, rules, deal } = shown;
  const to = Math.max(0, Math.min(Math.trunc(step), steps.length));
  if (to === steps.length) pause();
  if (to === at) return;
  at = to;
  const last = at ? steps[at - 1] : null;
  const board = last ? last.after : start;
  table.show(board, last ? cardsToMove(last.before, last.move, rules) : []);
  byId("layout").replaceChildren(...boardWords(board).map((line) => newElement("p", line)));
  const won = isWon(board) ? " The game is won." : "";
  byId("said").replaceChildren(
    newElement("span", `${at} of ${steps.length}`),
    " ",
    last ? newElement("b", last.text) : "",
    " ",
    newElement("q", last ? `${moveWords(last, rules)}.${won}` : `Deal ${deal} as it is dealt.`),
  );
  slider.value = `${at}`;
  slider.setAttribute("aria-valuetext", `${at} of ${steps.length}`);
  for (const id of ["to-start", "to-back"]) setDisabled(id, at === 0);
  for (const id of ["to-forward", "to-end"]) setDisabled(id, at === steps.length);
  showPosition(board);
  markMove();
  history.replaceState(null, "", address());
}

/** @param {Board} board */
function showPosition(board) {
  if (!shown) return;
  const { rules } = shown;
  const facts = [];
  if (isWon(board)) facts.push("Won: all cards are home");
  else if (noMoveLeft(board, rules)) facts.push("No move is left");
  else {
    const moves = legalMoves(board, rules).length;
    facts.push(`${moves} ${moves === 1 ? "move is" : "moves are"} legal`);
    facts.push(`${cardCount(runCapacity(board, rules))} at once onto a card`);
    if (board.columns.some((column) => !column.length)) {
      facts.push(`${cardCount(runCapacity(board, rules, true))} at once into an empty column`);
    }
    if (finishIsCertain(board)) facts.push("The finish is certain: all the rest can go home");
  }
  byId("position").replaceChildren(...facts.map((fact) => newElement("li", fact)));
}

/** @param {number} cards */
const cardCount = (cards) => (cards === UNLIMITED ? "Any number of cards" : cards === 1 ? "1 card" : `Up to ${cards} cards`);

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

function markMove() {
  const list = byId("moves");
  list.querySelector("[aria-current]")?.removeAttribute("aria-current");
  const button = /** @type {HTMLElement} */ (list.children[at].firstElementChild);
  button.setAttribute("aria-current", "step");
  // Only the list scrolls, never the page.
  const [box, row] = [list.getBoundingClientRect(), button.getBoundingClientRect()];
  if (row.top < box.top || row.bottom > box.bottom) list.scrollTop += row.top - box.top - box.height / 2;
}

function play() {
  if (!shown?.steps.length) return;
  if (at === shown.steps.length) goTo(0);
  playing = setInterval(() => goTo(at + 1), MILLISECONDS_A_MOVE);
  showPlaying();
  goTo(at + 1);
}

function pause() {
  clearInterval(playing);
  playing = undefined;
  showPlaying();
}

function showPlaying() {
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

/** @returns {Pool} */
const chosenPool = () => /** @type {Pool} */ (pools.get(game.value));

const radios = () => /** @type {HTMLInputElement[]} */ ([...choice.querySelectorAll("input[type=radio]")]);

/** @returns {Tier} */
const chosenTier = () => TIERS.find((tier) => radios().some(({ value, checked }) => checked && value === tier)) ?? "easy";

const address = () => `#${encodeURIComponent(game.value)}/${shown?.deal}${at ? `/${at}` : ""}`;

/** @param {string} text */
function say(text) {
  byId("message").textContent = text;
}

/**
 * @param {string} id
 * @returns {HTMLElement}
 */
function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no ${id}`);
  return element;
}

/**
 * @param {string} tag
 * @param {string} [text]
 */
function newElement(tag, text = "") {
  const element = document.createElement(tag);
  element.textContent = text;
  return element;
}
