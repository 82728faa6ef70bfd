/**
 * A place of the focus, found again when what stood there is gone: the same thing of the row that moved up, or else
 * what is next to it. Kept as the way down to it, which costs as much as the page is deep.
 */
type Step = { parent: Element; index: number };

export type FocusPlace = { element: Element; way: Step[] };

// Not a box to write in: on a phone it would open the keyboard.
const STOP = 'a[href], button:not([disabled]), [tabindex="0"]';
/** Used for a section whose last row is gone. */
const TITLE = ':is(h2, h3)[tabindex="-1"]';

export function focusPlaceOf(element: Element): FocusPlace {
  const way: Step[] = [];
  for (let at = element; at.parentElement; at = at.parentElement)
    way.push({ parent: at.parentElement, index: [...at.parentElement.children].indexOf(at) });
  return { element, way };
}

/** Does not scroll. Where all of a screen is gone, the room it stood in is taken instead of anything in the next. */
export function focusAt({ element, way }: FocusPlace): void {
  if (focus(element)) return;
  const room = way.find(({ parent }) => parent.matches('main'))?.parent;
  for (const [depth, { parent, index }] of way.entries()) {
    if (!parent.isConnected) continue;
    if (room && (parent === room || parent.parentElement === room)) return void focus(room);
    const instead = parent.children[Math.min(index, parent.children.length - 1)];
    if (instead && (focus(alike(instead, way.slice(0, depth))) || focus(instead.querySelector(STOP)))) return;
    if (parent.matches('section') && focus(parent.querySelector(TITLE))) return;
  }
}

/** The control of `row` at the position that had the focus in the removed row. */
function alike(row: Element, way: Step[]): Element | null {
  const found = way.reduceRight<Element | undefined>((at, { index }) => at?.children[index], row);
  return found?.matches(STOP) ? found : null;
}

function focus(element: Element | null | undefined): boolean {
  if (!(element instanceof HTMLElement) || !element.isConnected) return false;
  element.focus({ preventScroll: true });
  return document.activeElement === element;
}
