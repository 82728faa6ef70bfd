import { describe, expect, test } from 'vitest';
import { completePartial } from './complete-partial.ts';

const mended: [string, string, string][] = [
  ['open bold is closed', 'um **dois', 'um **dois**'],
  ['half-closed bold is closed once', 'um **dois*', 'um **dois**'],
  ['closed bold stays', 'um **dois**', 'um **dois**'],
  ['bold of which nothing is written yet waits', 'um **', 'um '],
  ['nested emphasis closes from the inside', 'um **dois *três', 'um **dois *três***'],
  ['space before the end does not keep bold open', 'um **dois ', 'um **dois**'],
  ['open code is closed', 'use `npm', 'use `npm`'],
  ['marks inside code mean nothing', 'use `**`', 'use `**`'],
  ['half of closing double backticks', 'use ``a`', 'use ``a``'],
  ['strike-through is closed', 'um ~~dois', 'um ~~dois~~'],
  ['a single tilde means about', 'de ~10 a 20', 'de ~10 a 20'],
  ['snake_case is no emphasis', 'o campo user_id', 'o campo user_id'],
  ['a product is no emphasis', '2 * 3', '2 * 3'],
  ['half a link shows its words', 'veja [o site', 'veja o site'],
  ['a link without its address yet shows its words', 'veja [o site]', 'veja o site'],
  ['half an address shows the words only', 'veja [o site](https://exe', 'veja o site'],
  ['a whole link stays', 'veja [o site](https://a.br)', 'veja [o site](https://a.br)'],
  ['an image waits until it is whole', 'veja ![mapa](https://exe', 'veja '],
  ['a citation after an exclamation mark stays', 'Atenção![1]', 'Atenção![1]'],
  ['a task box stays', '- [x]', '- [x]'],
  ['a bracket inside code means nothing', 'use `a[0` e', 'use `a[0` e'],
  ['half a citation waits', 'é assim.[1', 'é assim.'],
  ['a whole citation stays', 'é assim.[1]', 'é assim.[1]'],
  ['half a tag waits', 'um <scr', 'um '],
  ['less-than stays', '1 < 2', '1 < 2'],
  ['a lone dash after a paragraph is no heading', 'Título\n-', 'Título\n'],
  ['a lone number is no list yet', 'Itens:\n1.', 'Itens:\n'],
  ['a lone hash waits', 'um\n\n#', 'um\n\n'],
  ['a first row is a table already', '| A | B |', '| A | B |\n| --- | --- |'],
  ['half a first row is one too', '| A | B', '| A | B |\n| --- | --- |'],
  ['half a second row is completed', '| A | B |\n|--', '| A | B |\n| --- | --- |'],
  ['a body row stays', '| A |\n|---|\n| x', '| A |\n|---|\n| x'],
  ['code in an open fence is not touched', '```\nconst **a', '```\nconst **a'],
  ['half a closing fence waits', '```\na\n``', '```\na\n'],
  ['an escape at the end waits', 'um \\', 'um '],
  ['list marks are no emphasis', '* um\n* dois **três', '* um\n* dois **três**'],
];

describe('the end of a text that is still being written', () => {
  test.each(mended)('%s', (_, text, expected) => {
    expect(completePartial(text)).toBe(expected);
  });

  test('every beginning of a rich text is mended without losing finished words', () => {
    const rich =
      'Veja **a lei [9](https://a.br)** e `x` ou *y*.[1]\n\n| A | B |\n|---|---|\n| **1** | 2 |\n\n- um\n- _dois_';
    for (let end = 0; end <= rich.length; end++) {
      const cut = completePartial(rich.slice(0, end));
      expect((cut.match(/\*\*/g) ?? []).length % 2).toBe(0);
      expect(cut).not.toMatch(/\]\([^)]*$/);
    }
  });

  test('marks without end cost no more than a moment', () => {
    for (const mark of ['*', '_', '[', '`', '~', '![', '<a', '[a](', '| ', '\\', '**a ']) {
      const started = performance.now();
      completePartial(mark.repeat(10_000));
      expect(performance.now() - started, mark).toBeLessThan(5_000);
    }
  });
});
