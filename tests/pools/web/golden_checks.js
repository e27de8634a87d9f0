/** Checks of the reader against the golden files of `pools/contract/`: what each case must give. */

import { applyMove, cardsToMove, legalMoves, runCapacity } from "../../../pools/web/board.js";
import { CARDS, SUITS, cardFromName, cardName } from "../../../pools/web/cards.js";
import { dealBoard, dealCards } from "../../../pools/web/deals.js";
import { formatMove, playSolution } from "../../../pools/web/notation.js";
import { numberOfDate, numberOfSeed, pickRows } from "../../../pools/web/pick.js";
import { finishIsCertain, finishingMoves, isWon, noMoveLeft, safeAutoplay } from "../../../pools/web/positions.js";
import { PRESETS, capacity, rulesFrom } from "../../../pools/web/rules.js";

/** For each file, a function that returns from a case what the reader says in the place of some of its keys. */
const ANSWERS = {
  "presets.json": ({ preset }) => ({ rules: PRESETS[preset] }),

  "layouts.json": ({ deal }) => ({ board: toJson(dealBoard(deal, PRESETS.freecell)) }),

  "capacities.json": ({ rules, empty_cells, empty_columns }) => ({
    capacity: capacity(rulesFrom(rules), empty_cells, empty_columns),
    capacity_into_empty: empty_columns ? capacity(rulesFrom(rules), empty_cells, empty_columns - 1) : null,
  }),

  "legal_moves.json": ({ rules, board }) => {
    const at = fromJson(board);
    return {
      legal_moves: words(at, legalMoves(at, rules)),
      capacity: runCapacity(at, rules),
      capacity_into_empty: at.columns.some((column) => !column.length) ? runCapacity(at, rules, true) : null,
    };
  },

  "moves.json": ({ rules, board, moves }) => ({
    moves: moves.map(({ move, reason }) => {
      try {
        const steps = playSolution(fromJson(board), move, rules);
        if (steps.length !== 1) return { move, steps: steps.length };
        return { move, legal: true, board: toJson(steps[0].after) };
      } catch (error) {
        if (error.name !== "IllegalMove") throw error;
        return { move, legal: false, reason };
      }
    }),
  }),

  "safe_autoplay.json": ({ rules, board }) => {
    const at = fromJson(board);
    const safe = safeAutoplay(at, rules);
    return { safe_moves: words(at, safe), after: toJson(safe.reduce((b, move) => applyMove(b, move, rules), at)) };
  },

  "certain_finish.json": ({ rules, board }) => {
    const at = fromJson(board);
    return { finish_is_certain: finishIsCertain(at), finishing_moves: words(at, finishingMoves(at, rules)) };
  },

  "no_move_left.json": ({ rules, board }) => ({
    won: isWon(fromJson(board)),
    no_move_left: noMoveLeft(fromJson(board), rules),
  }),

  "solutions.json": ({ deal, rules, solution }) => {
    const start = dealBoard(deal, rulesFrom(rules));
    const steps = playSolution(start, solution, rules);
    return {
      board: toJson(start),
      par: steps.length,
      moves: steps.map(({ move, text, before, after }) => ({
        move: text,
        cards: cardsToMove(before, move, rules).map(cardName),
        board: toJson(after),
      })),
    };
  },

  "picks.json": ({ seed, date, rows, picks }) => {
    const number = date === undefined ? numberOfSeed(seed) : numberOfDate(date);
    return { number, picks: pickRows(number, picks.length, rows) };
  },
};

/** Return how many cases of a file were checked, and the differences found. */
export async function check(file) {
  const { cases, not_deals = [] } = await (await fetch(`/pools/contract/${file}`)).json();
  const differences = [];
  for (const [i, given] of cases.entries()) {
    for (const [key, answer] of Object.entries(ANSWERS[file](given))) {
      const [found, expected] = [canonical(answer), canonical(given[key])];
      if (found !== expected) differences.push(`case ${i} ${given.name ?? ""} ${key}: ${found}, not ${expected}`);
    }
  }
  for (const number of not_deals) if (isDealt(number)) differences.push(`${number} was dealt`);
  return { checked: cases.length, differences };
}

/** Return the names of the files that there are checks for. */
export const checkedFiles = () => Object.keys(ANSWERS);

function isDealt(number) {
  try {
    return dealCards(number).length === CARDS;
  } catch {
    return false;
  }
}

function fromJson({ columns, cells, foundations }) {
  return {
    columns: columns.map((column) => column.map(cardFromName)),
    cells: cells.map((name) => (name === null ? null : cardFromName(name))),
    foundations: [...SUITS].map((suit) => foundations[suit]),
  };
}

function toJson({ columns, cells, foundations }) {
  return {
    columns: columns.map((column) => column.map(cardName)),
    cells: cells.map((card) => (card === null ? null : cardName(card))),
    foundations: Object.fromEntries([...SUITS].map((suit, i) => [suit, foundations[i]])),
  };
}

const words = (board, moves) => moves.map((move) => formatMove(board, move));

/** Return JSON with sorted keys. */
function canonical(value) {
  return JSON.stringify(value, (_, inner) => {
    if (inner === null || typeof inner !== "object" || Array.isArray(inner)) return inner;
    return Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
