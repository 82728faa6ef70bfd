/**
 * HTML of an answer for e-mails and documents: text, lists and tables without controls. It is taken from the rendered
 * answer, which holds allowed elements only.
 */
import type { Source } from '#contract/citations.ts';
import { sourceLines } from '../sources/source-words.ts';
import { texts } from '../texts.ts';

/** Attributes that are kept; a mail program has its own styles. */
const KEPT = ['href', 'start'];

/** `drawn`: the pieces of its text and the tables of its results, in their order. */
export function answerHtml(drawn: Element[], sources: Source[] = []): string {
  const copy = document.createElement('div');
  copy.append(...drawn.map((piece) => piece.cloneNode(true)));
  removeControls(copy);
  for (const element of copy.querySelectorAll('*')) {
    const align = element.getAttribute('data-align');
    for (const name of element.getAttributeNames()) if (!KEPT.includes(name)) element.removeAttribute(name);
    if (align) element.setAttribute('align', align);
    // Mail programs draw no borders by themselves. Attributes say it: the security policy of the page forbids styles
    // in an element, even in one that is only copied.
    if (element.localName === 'table') for (const [name, value] of TABLE) element.setAttribute(name, value);
  }
  // These elements only serve rendering.
  for (const frame of copy.querySelectorAll('div, section')) frame.replaceWith(...frame.childNodes);
  if (sources.length > 0) copy.append(...listOf(sources));
  return copy.innerHTML;
}

/** Markers become their numbers, and what is pressed its words, or nothing. */
function removeControls(copy: Element): void {
  // The headers and the groups of a result are pressed to sort and to open.
  for (const pressed of copy.querySelectorAll(':is(th, td) > button'))
    pressed.replaceWith(pressed.textContent);
  for (const marker of copy.querySelectorAll('.citation')) marker.replaceWith(` [${numberOf(marker)}]`);
  for (const mark of copy.querySelectorAll('.unchecked')) mark.replaceWith(...mark.childNodes);
  for (const head of copy.querySelectorAll('.code-block > :not(pre)')) head.remove();
  for (const own of copy.querySelectorAll('button, .link-host')) own.remove();
}

const TABLE = [
  ['border', '1'],
  ['cellpadding', '6'],
  ['cellspacing', '0'],
  ['rules', 'all'],
] as const;

const numberOf = (marker: Element) => marker.querySelector('[data-source]')?.getAttribute('data-source');

function listOf(sources: Source[]): Element[] {
  const title = document.createElement('p');
  title.textContent = texts.sources;
  const list = document.createElement('p');
  for (const [index, line] of sourceLines(sources).entries())
    list.append(...(index > 0 ? [document.createElement('br')] : []), line);
  return [title, list];
}
