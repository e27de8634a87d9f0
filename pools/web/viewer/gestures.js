/** Taps and swipes on an element: to the left, or a tap, goes forward; to the right, or a tap at the left, goes back. */

const SWIPE = 36;
const TAP = 10;

/**
 * @param {HTMLElement} element
 * @param {{back: () => void, forward: () => void}} actions
 */
export function onGestures(element, { back, forward }) {
  /** @type {PointerEvent | null} */
  let down = null;
  element.addEventListener("pointerdown", (event) => {
    if (event.isPrimary && event.button === 0) down = event;
  });
  element.addEventListener("pointercancel", () => (down = null));
  element.addEventListener("pointerup", (event) => {
    if (!down || event.pointerId !== down.pointerId) return;
    const [dx, dy] = [event.clientX - down.clientX, event.clientY - down.clientY];
    down = null;
    if (Math.abs(dx) > SWIPE && Math.abs(dx) > 1.5 * Math.abs(dy)) return dx < 0 ? forward() : back();
    if (Math.hypot(dx, dy) > TAP) return;
    const { left, width } = element.getBoundingClientRect();
    return event.clientX - left < width / 3 ? back() : forward();
  });
}
