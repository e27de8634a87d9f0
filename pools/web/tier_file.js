/**
 * One tier's Parquet file, read over HTTP: its footer once, and of the rest only the row groups that are asked for.
 *
 * Rows are sorted by deal, so the statistics of the row groups tell which of them may hold a deal. A server that does
 * not know range requests will do too; the whole file is then read at once.
 */

import { asyncBufferFromUrl, parquetMetadataAsync, parquetReadObjects } from "./vendor/hyparquet/src/index.js";

/**
 * @typedef {object} Row
 * @property {number} deal
 * @property {number} effort how much work the deal cost the rating panel
 * @property {number} par how many moves the solution has, a run as one
 * @property {string} solution in the notation of `notation.js`
 * @property {number} [cells_needed] the fewest cells that suffice, -1 where unknown; only in pools built with it
 *
 * @typedef {object} RowGroup
 * @property {number} start index of its first row in the file
 * @property {number} end index after its last row
 * @property {number} first its first deal
 * @property {number} last its last deal
 */

const COLUMNS = ["deal", "effort", "par", "solution"];
const OPTIONAL_COLUMNS = ["cells_needed"];
// A footer has about 500 bytes a row group; a longer one takes a second request.
const FOOTER_BYTES = 1 << 14;
const KEPT_GROUPS = 8;

export class TierFile {
  /** @type {Map<string, Promise<Record<string, any>[]>>} */
  #kept = new Map();

  /**
   * @param {import("./vendor/hyparquet/src/types.js").AsyncBuffer} file
   * @param {import("./vendor/hyparquet/src/types.js").FileMetaData} metadata
   * @param {string} url
   */
  constructor(file, metadata, url) {
    this.file = file;
    this.metadata = metadata;
    const names = metadata.schema.slice(1).map((element) => element.name);
    const missing = COLUMNS.filter((name) => !names.includes(name));
    if (missing.length) throw new Error(`${url} has no column ${missing.join(", ")}`);
    this.columns = [...COLUMNS, ...OPTIONAL_COLUMNS.filter((name) => names.includes(name))];
    this.groups = rowGroups(metadata, url);
    this.rows = this.groups.length ? this.groups[this.groups.length - 1].end : 0;
  }

  /**
   * Read a file's footer.
   *
   * @param {string} url
   */
  static async open(url) {
    const file = await asyncBufferFromUrl({ url });
    return new TierFile(file, await parquetMetadataAsync(file, { initialFetchSize: FOOTER_BYTES }), url);
  }

  /**
   * Return the row with this index, 0..rows - 1.
   *
   * @param {number} index
   * @returns {Promise<Row>}
   * @throws {RangeError} when there is none.
   */
  async row(index) {
    const group = this.groups.find(({ start, end }) => start <= index && index < end);
    if (!group || !Number.isInteger(index)) throw new RangeError(`there is no row ${index} among ${this.rows}`);
    return toRow((await this.#read(group, this.columns))[index - group.start]);
  }

  /**
   * Return the row of a deal, null when the file does not hold it.
   *
   * @param {number} deal
   * @returns {Promise<Row | null>}
   */
  async find(deal) {
    const group = this.groups.find(({ first, last }) => first <= deal && deal <= last);
    if (!group) return null;
    // The numbers alone are a small part of a group; the solutions are read only where the deal is.
    const deals = (await this.#read(group, ["deal"])).map((row) => Number(row.deal));
    const index = lowerBound(deals, deal);
    return deals[index] === deal ? this.row(group.start + index) : null;
  }

  /**
   * @param {RowGroup} group
   * @param {string[]} columns
   */
  #read(group, columns) {
    const key = `${group.start} ${columns.length}`;
    const kept = this.#kept.get(key);
    if (kept) return kept;
    const { file, metadata } = this;
    const reading = parquetReadObjects({ file, metadata, columns, rowStart: group.start, rowEnd: group.end });
    reading.catch(() => this.#kept.delete(key));
    this.#kept.set(key, reading);
    if (this.#kept.size > KEPT_GROUPS) this.#kept.delete(this.#kept.keys().next().value ?? "");
    return reading;
  }
}

/**
 * @param {import("./vendor/hyparquet/src/types.js").FileMetaData} metadata
 * @param {string} url
 * @returns {RowGroup[]}
 */
function rowGroups(metadata, url) {
  let end = 0;
  return metadata.row_groups.map((group) => {
    const column = group.columns.find((chunk) => chunk.meta_data?.path_in_schema.join(".") === "deal");
    const { min_value: first, max_value: last } = column?.meta_data?.statistics ?? {};
    if (first === undefined || last === undefined) throw new Error(`${url} has no statistics of the column deal`);
    const start = end;
    end += Number(group.num_rows);
    return { start, end, first: Number(first), last: Number(last) };
  });
}

/**
 * Numbers of 64 bits are read as BigInt; deals stay below 2^33 and are plain numbers here.
 *
 * @param {Record<string, any>} row
 * @returns {Row}
 */
function toRow(row) {
  return /** @type {Row} */ ({ ...row, deal: Number(row.deal) });
}

/**
 * Return the index of the first value that is not below another.
 *
 * @param {number[]} sorted
 * @param {number} value
 */
function lowerBound(sorted, value) {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
