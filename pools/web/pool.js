/** A folder of pools: its manifest, and a Parquet file for each tier, opened when it is first needed. */

import { rulesFrom } from "./rules.js";
import { TierFile } from "./tier_file.js";

/**
 * @typedef {import("./tier_file.js").Row} Row
 *
 * @typedef {object} Manifest what this reader uses of `manifest.json`
 * @property {number} schema_version
 * @property {string} numbering
 * @property {{first: number, last: number}} deals
 * @property {string | null} preset
 * @property {Record<string, unknown>} rules
 * @property {number[]} impossible
 * @property {number[]} undecided
 * @property {Record<string, {rows: number}>} files
 *
 * @typedef {"easy" | "normal" | "hard"} Tier
 */

export const TIERS = /** @type {const} */ (["easy", "normal", "hard"]);
const SCHEMA_VERSION = 1;
const NUMBERING = "microsoft";

/** There are no pools at an address. */
export class NoPool extends Error {
  name = "NoPool";
}

export class Pool {
  /** @type {Map<Tier, Promise<TierFile>>} */
  #files = new Map();

  /**
   * @param {string} url of the folder, with a slash at the end
   * @param {Manifest} manifest
   */
  constructor(url, manifest) {
    if (manifest.schema_version !== SCHEMA_VERSION || manifest.numbering !== NUMBERING) {
      throw new Error(`${url} holds pools of a format or a numbering that this reader does not know`);
    }
    this.url = url;
    this.manifest = manifest;
    this.rules = rulesFrom(manifest.rules);
  }

  /**
   * Read the manifest of a folder.
   *
   * @param {string} url of the folder, relative to the page or absolute
   * @returns {Promise<Pool>}
   * @throws {NoPool} when no manifest is there.
   */
  static async open(url) {
    const folder = new URL(url.endsWith("/") ? url : `${url}/`, globalThis.location?.href).href;
    const answer = await fetch(`${folder}manifest.json`);
    if (answer.status === 404) throw new NoPool(`There are no pools at ${folder}.`);
    if (!answer.ok) throw new Error(`${folder}manifest.json cannot be read: status ${answer.status}`);
    return new Pool(folder, await answer.json());
  }

  /**
   * Return how many deals a tier holds.
   *
   * @param {Tier} tier
   */
  count(tier) {
    return this.manifest.files[`${tier}.parquet`].rows;
  }

  /**
   * Return a row of a tier by its index.
   *
   * @param {Tier} tier
   * @param {number} index 0..count - 1
   * @returns {Promise<Row>}
   */
  async row(tier, index) {
    return (await this.file(tier)).row(index);
  }

  /**
   * Return a deal's tier and row, null when no tier holds it.
   *
   * @param {number} deal
   * @returns {Promise<{tier: Tier, row: Row} | null>}
   */
  async find(deal) {
    const { first, last } = this.manifest.deals;
    if (deal < first || deal > last) return null;
    for (const tier of TIERS) {
      const row = await (await this.file(tier)).find(deal);
      if (row) return { tier, row };
    }
    return null;
  }

  /**
   * Return a tier's file, opened once.
   *
   * @param {Tier} tier
   * @returns {Promise<TierFile>}
   */
  file(tier) {
    let file = this.#files.get(tier);
    if (!file) {
      file = TierFile.open(`${this.url}${tier}.parquet`);
      file.catch(() => this.#files.delete(tier));
      this.#files.set(tier, file);
    }
    return file;
  }
}
