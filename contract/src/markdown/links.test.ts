import { expect, test } from 'vitest';
import { inlinesOf } from './inlines.ts';

test.each([
  ['<!--', 80_000],
  ['<?', 160_000],
  ['<!a', 110_000],
  ['x <!--\n', 45_000],
])('%j again and again, never closed, is read in a time that grows with its length', (opening, times) => {
  const text = `x ${opening.repeat(times)}`;
  const began = performance.now();
  expect(inlinesOf(text, new Map() as never).length).toBeGreaterThan(0);
  // Looking for the end from each opening took from five to fifteen seconds.
  expect(performance.now() - began).toBeLessThan(2_500);
});

test('a tag that is closed holds no Markdown', () => {
  for (const tag of ['<!-- *a* -->', '<? *a* ?>', '<!DOCTYPE *a*>'])
    expect(inlinesOf(`x ${tag} *b*`, new Map() as never).at(-1)).toMatchObject({ kind: 'em' });
});
