/** Rows read by the reader, and what their solutions do under the rules. */

import { dealBoard } from "../../../pools/web/deals.js";
import { playSolution } from "../../../pools/web/notation.js";
import { Pool } from "../../../pools/web/pool.js";
import { isWon } from "../../../pools/web/positions.js";
import { TierFile } from "../../../pools/web/tier_file.js";

/** Return the rows with these indexes of a tier; for each, how many moves its solution has and whether it wins. */
export async function replayRows(folder, tier, indexes) {
  const pool = await Pool.open(folder);
  const replayed = [];
  for (const index of indexes) {
    const row = await pool.row(tier, index);
    const steps = playSolution(dealBoard(row.deal, pool.rules), row.solution, pool.rules);
    replayed.push({ row, moves: steps.length, won: isWon(steps[steps.length - 1].after) });
  }
  return replayed;
}

/** Return the tier and the row of each deal, null where no tier holds it. */
export async function findDeals(folder, deals) {
  const pool = await Pool.open(folder);
  return Promise.all(deals.map((deal) => pool.find(deal)));
}

/** Return the rows of deals that a file holds, null for the others. */
export async function findInFile(url, deals) {
  const file = await TierFile.open(url);
  const found = [];
  for (const deal of deals) found.push(await file.find(deal));
  return found;
}

/** Return the rows with these indexes of a file. */
export async function rowsOfFile(url, indexes) {
  const file = await TierFile.open(url);
  const rows = [];
  for (const index of indexes) rows.push(await file.row(index));
  return rows;
}

/** Return the message of the error that opening a folder, or reading a row of a tier, ends with; "" where none. */
export async function errorOf(folder, tier, index) {
  try {
    const pool = await Pool.open(folder);
    if (tier) await pool.row(tier, index);
    return "";
  } catch (error) {
    return `${error.name}: ${error.message}`;
  }
}
