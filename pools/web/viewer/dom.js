/** The page's elements. */

/**
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no ${id}`);
  return element;
}

/**
 * @param {string} tag
 * @param {string} [text]
 */
export function newElement(tag, text = "") {
  const element = document.createElement(tag);
  element.textContent = text;
  return element;
}
