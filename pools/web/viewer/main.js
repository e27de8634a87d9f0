/** The viewer: opens the pools, and shows the deal that is chosen by number, at random, for the day or in the address. */

import { LAST_DEAL, dealBoard } from "../deals.js";
import { playSolution } from "../notation.js";
import { numberOfDate, pickRows } from "../pick.js";
import { NoPool, Pool, TIERS } from "../pool.js";
import { isWon } from "../positions.js";
import { PRESETS } from "../rules.js";
import { byId, newElement } from "./dom.js";
import { Player } from "./player.js";
import { GAMES, OWN_RULES } from "./words.js";

/** @typedef {import("../pool.js").Tier} Tier */

const game = /** @type {HTMLSelectElement} */ (byId("game"));
const number = /** @type {HTMLInputElement} */ (byId("deal"));
const choice = /** @type {HTMLFormElement} */ (byId("choice"));
const player = new Player(() => history.replaceState(null, "", address()));

/** @type {Map<string, Pool>} */
const pools = new Map();
// The number of the last choice: an answer to an earlier one comes too late.
let request = 0;

start();

async function start() {
  const base = new URLSearchParams(location.search).get("pools") ?? "../data/";
  try {
    await openPools(base.endsWith("/") ? base : `${base}/`);
  } catch (error) {
    say(`The pools cannot be read. ${/** @type {Error} */ (error).message}`);
    return;
  }
  for (const name of pools.keys()) game.add(new Option(GAMES[name], name));
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
  game.addEventListener("change", () => (player.shown ? showDeal(player.shown.deal) : showToday()));
  for (const radio of radios()) radio.addEventListener("change", showToday);
  byId("random").addEventListener("click", () => showRow((rows) => Math.floor(Math.random() * rows)));
  byId("today").addEventListener("click", showToday);
  addEventListener("hashchange", () => location.hash !== address() && showAddress());
}

/** Show what the address names, game/deal/move; the deal of the day where it names nothing. */
async function showAddress() {
  const [name, deal, step] = location.hash.slice(1).split("/");
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
  const start = dealBoard(deal, pool.rules);
  const steps = found ? playSolution(start, found.row.solution, pool.rules) : [];
  const end = steps.at(-1)?.after;
  if (found && !(end && isWon(end))) throw new Error(`The solution of deal ${deal} does not win.`);
  number.value = `${deal}`;
  for (const radio of radios()) if (found) radio.checked = radio.value === found.tier;
  say(found ? "" : withoutSolution(pool, deal));
  showFacts(deal, found);
  player.show({ deal, rules: pool.rules, start, steps }, step);
}

/**
 * @param {Pool} pool
 * @param {number} deal
 */
function withoutSolution({ manifest }, deal) {
  if (manifest.impossible.includes(deal)) {
    return `Deal ${deal} cannot be won, which is proven.`;
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

/** @returns {Pool} */
const chosenPool = () => /** @type {Pool} */ (pools.get(game.value));

const radios = () => /** @type {HTMLInputElement[]} */ ([...choice.querySelectorAll("input[type=radio]")]);

/** @returns {Tier} */
const chosenTier = () => TIERS.find((tier) => radios().some(({ value, checked }) => checked && value === tier)) ?? "easy";

const address = () => `#${game.value}/${player.shown?.deal}${player.at ? `/${player.at}` : ""}`;

/** @param {string} text */
function say(text) {
  byId("message").textContent = text;
}
