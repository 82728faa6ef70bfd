// @vitest-environment happy-dom
import { afterEach, describe, expect, test } from 'vitest';
import { DEPTH_MAX } from '#contract/markdown/tree.ts';
import { nestings } from '../../../../test/markdown-nestings.ts';
import { mount } from '../../../../test/mount.tsx';
import { highlight, registerLanguage } from './highlight.tsx';
import { Markdown } from './markdown.tsx';

/** Two elements a level (a list and its item), marks in the words at the bottom, and the frame around it all. */
const ELEMENTS_DEEP = 3 * DEPTH_MAX + 12;
const ELEMENTS = 30_000;
/** Generous, because the machine may be busy. */
const PATIENCE_MS = 20_000;

let leave = () => {};
afterEach(() => leave());

function shown(text: string, growing = false) {
  const page = mount(<Markdown text={text} growing={growing} />);
  leave = page.leave;
  return page;
}

/** How many elements are within one another; counted without going down, which is what is in doubt. */
function deepest(place: Element): number {
  let most = 0;
  const waiting = [{ element: place, depth: 0 }];
  for (let at = waiting.pop(); at; at = waiting.pop()) {
    most = Math.max(most, at.depth);
    for (const element of at.element.children) waiting.push({ element, depth: at.depth + 1 });
  }
  return most;
}

describe('O-49 an answer that is nested without end can be read, whole and while it grows', () => {
  test.each(nestings)('%s', (_, text) => {
    for (const growing of [false, true]) {
      const started = performance.now();
      const { place } = shown(text, growing);
      expect(performance.now() - started).toBeLessThan(PATIENCE_MS);
      expect(deepest(place)).toBeLessThan(ELEMENTS_DEEP);
      expect(place.querySelectorAll('*').length).toBeLessThan(ELEMENTS);
      leave();
    }
    leave = () => {};
  });

  test('no two of these texts are the same, and each is long', () => {
    expect(new Set(nestings.map(([, text]) => text)).size).toBe(nestings.length);
    for (const [kind, text] of nestings) expect(text.length, kind).toBeGreaterThan(10_000);
  });
});

describe('what is nested is drawn twenty levels deep, and shown as it was written below', () => {
  const DEEP = DEPTH_MAX + 5;

  test.each([
    ['quotes', '> ', 'blockquote', '> > > > > fundo'],
    ['lists', '- ', 'ul', '- - - - - fundo'],
    ['numbered lists', '1. ', 'ol', '1. 1. 1. 1. 1. fundo'],
  ])('%s', (_, mark, element, rest) => {
    const { place } = shown(`Antes.\n\n${mark.repeat(DEEP)}fundo\n\nDepois.`);
    expect(place.querySelectorAll(element)).toHaveLength(DEPTH_MAX);
    expect(place.querySelector('.literal')?.textContent).toBe(rest);
    expect(place.textContent).toMatch(/^Antes\..*Depois\.$/s);
  });

  test('the note of a text is a level too, and what it nests counts', () => {
    const { place } = shown(`Veja[^a].\n\n[^a]: ${'> '.repeat(DEEP)}fundo`);
    expect(place.querySelectorAll('.notes blockquote')).toHaveLength(DEPTH_MAX - 1);
    expect(place.querySelector('.notes .literal')?.textContent).toBe('> > > > > > fundo');
  });

  test('marks around words', () => {
    const { place } = shown(`${'*a '.repeat(DEEP)}fundo${' a*'.repeat(DEEP)} **depois**`);
    expect(place.querySelectorAll('em')).toHaveLength(DEPTH_MAX);
    expect(place.textContent).toBe(
      `${'*a '.repeat(5)}${'a '.repeat(20)}fundo${' a'.repeat(20)}${' a*'.repeat(5)} depois`,
    );
    expect(place.querySelector('strong')?.textContent).toBe('depois');
  });

  test('marks in the words of a link count with those around it', () => {
    const half = DEPTH_MAX - 5;
    const inside = `${'*a '.repeat(half)}fundo${' a*'.repeat(half)}`;
    const { place } = shown(`${'**b '.repeat(half)}[${inside}](https://a.br)${' b**'.repeat(half)}`);
    expect(place.querySelectorAll('em')).toHaveLength(half);
    expect(place.querySelectorAll('strong')).toHaveLength(DEPTH_MAX - half);
    expect(place.querySelectorAll('a')).toHaveLength(1);
  });

  test('a short row of a table gets the cells it lacks, as long as they are not more than anybody writes', () => {
    expect(shown('|a|b|\n|-|-|\n|1|').place.querySelectorAll('td')).toHaveLength(2);
    leave();
    const wide = 500;
    const { place } = shown(`${'|a'.repeat(wide)}\n${'|-'.repeat(wide)}\n${'um\n'.repeat(wide)}`);
    expect(place.querySelectorAll('tbody tr')).toHaveLength(wide);
    expect(place.querySelectorAll('td').length).toBeLessThan(3_000);
  });

  test('colours in colours of code; its letters stay', async () => {
    await registerLanguage('javascript');
    const code = `${'`${'.repeat(2_000)}1${'}`'.repeat(2_000)}`;
    const { place, leave: close } = mount(highlight('javascript', code));
    leave = close;
    expect(place.textContent).toBe(code);
    expect(place.querySelectorAll('span').length).toBeGreaterThan(5);
    expect(deepest(place)).toBeLessThanOrEqual(DEPTH_MAX + 2);
  });
});
