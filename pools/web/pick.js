/** Which rows of a tier a seed or a date picks; the same ones in every frontend. */

/**
 * Return the rows that a number picks, all different; the rows of the next number begin with the second one.
 *
 * @param {number} number that of a seed or of a date
 * @param {number} count how many rows, at most `rows`
 * @param {number} rows how many rows the tier has, below 2^31
 * @returns {number[]}
 */
export function pickRows(number, count, rows) {
  let step = Math.floor((rows * 618034) / 1000000);
  while (greatestCommonDivisor(step, rows) !== 1) step++;
  return Array.from({ length: count }, (_, index) => multiply((number + index) % rows, step, rows));
}

/**
 * Return the number of a seed, the 32-bit FNV-1a hash of its UTF-8 bytes.
 *
 * @param {string} seed
 */
export function numberOfSeed(seed) {
  let value = 2166136261;
  for (const byte of new TextEncoder().encode(seed)) value = Math.imul(value ^ byte, 16777619) >>> 0;
  return value;
}

/**
 * Return the number of a date, the days since 1970-01-01.
 *
 * @param {string} date such as "2026-11-30"
 */
export const numberOfDate = (date) => Date.parse(`${date}T00:00:00Z`) / 86400000;

/**
 * @param {number} a
 * @param {number} b
 */
function greatestCommonDivisor(a, b) {
  while (b) [a, b] = [b, a % b];
  return a;
}

/**
 * Return a * b modulo m without leaving the integers that a number holds exactly; all below 2^31.
 *
 * @param {number} a
 * @param {number} b
 * @param {number} m
 */
const multiply = (a, b, m) => (((a * (b >>> 16)) % m) * 65536 + a * (b & 0xffff)) % m;
