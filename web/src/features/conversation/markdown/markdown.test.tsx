// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Source } from '#contract/citations.ts';
import { mount } from '../../../../test/mount.tsx';
import { type Citing, CitingContext } from './citation.tsx';
import { Markdown } from './markdown.tsx';
import { withUncheckedMarks } from './unchecked-numbers.tsx';

let leave = () => {};
afterEach(() => leave());

function shown(text: string, growing = false, citing?: Citing) {
  const page = mount(
    <CitingContext value={citing}>
      <Markdown text={text} growing={growing} />
    </CitingContext>,
  );
  leave = page.leave;
  return page;
}

describe('O-49 what a model or a document writes is never executed, loaded or followed unasked', () => {
  test('raw HTML is shown as the text it is', () => {
    const { place } = shown('Use <b>isto</b> e <script>aquilo</script>.');
    expect(place.textContent).toBe('Use <b>isto</b> e <script>aquilo</script>.');
  });

  test('an image becomes a link with its words', () => {
    const { place } = shown('![mapa da cidade](https://exemplo.br/mapa.png) e ![](https://exemplo.br/b.png)');
    const links = [...place.querySelectorAll('a')];
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['mapa da cidade (exemplo.br)', 'https://exemplo.br/mapa.png'],
      ['imagem (exemplo.br)', 'https://exemplo.br/b.png'],
    ]);
  });

  test('links to the web and to mail open in a new tab', () => {
    const { place } = shown('[a](https://exemplo.br) http://exemplo.br [c](mailto:ana@exemplo.br)');
    for (const link of place.querySelectorAll('a')) expect(link.getAttribute('target')).toBe('_blank');
    expect(place.querySelectorAll('a')).toHaveLength(3);
  });

  test.each([
    ['[portal](https://www.exemplo.br/a)', 'portal (exemplo.br)'],
    ['[exemplo.br](https://exemplo.br/a)', 'exemplo.br'],
    ['[www.exemplo.br/lei](https://exemplo.br/a)', 'www.exemplo.br/lei'],
    ['https://exemplo.br/a_b.html.', 'https://exemplo.br/a_b.html.'],
    ['[banco.com.br](https://exemplo.br)', 'banco.com.br (exemplo.br)'],
    ['[exemplo.br.banco.com](https://exemplo.br)', 'exemplo.br.banco.com (exemplo.br)'],
    ['[banco.com.br, exemplo.br](https://exemplo.br)', 'banco.com.br, exemplo.br (exemplo.br)'],
    ['https://banco.com.br@exemplo.br/a', 'https://banco.com.br@exemplo.br/a (exemplo.br)'],
    ['[`código`](https://exemplo.br:8443)', 'código (exemplo.br:8443)'],
    ['[fale conosco](mailto:ana@exemplo.br)', 'fale conosco (ana@exemplo.br)'],
    ['ana@exemplo.br', 'ana@exemplo.br'],
    ['[a](javascript:alert(1))', 'a'],
  ])('a link names its host where its text does not: %s', (text, seen) => {
    expect(shown(text).place.textContent).toBe(seen);
  });

  test('marks without measure cost no more than a moment and never break the page', () => {
    const marks = [
      '> ',
      '>',
      '- ',
      '-    ',
      '1. ',
      '[',
      '*',
      '`',
      '**a ',
      '![',
      '<',
      '<a ',
      '| ',
      '#',
      '&#',
      '[^',
      '~~a ',
      '***a ',
      '[a](',
      '[a][',
      '![](',
      '<!--',
      '<a b="',
      'www.',
      'http://a)',
      'a@a.a_',
      '&amp',
      '`a``',
      '*a_',
      '\\',
      '- [ ] ',
      '|-',
      '[^a]: ',
      '[a]: b\n',
    ];
    for (const mark of marks) {
      const started = performance.now();
      shown(mark.repeat(1_000)).leave();
      shown(mark.repeat(1_000), true).leave();
      expect(performance.now() - started, mark).toBeLessThan(20_000);
    }
    leave = () => {};
  });

  test('what is nested beyond reason is shown as it was written', () => {
    expect(shown(`${'- '.repeat(500)}fundo`).place.querySelector('p')?.textContent).toContain('- - fundo');
    expect(shown(`${'- '.repeat(5)}fundo`).place.querySelectorAll('li')).toHaveLength(5);
    expect(shown('acima\n\n------------------------------').place.querySelector('hr')).not.toBeNull();
  });
});

describe('an answer is read as Markdown', () => {
  test('tables, lists, code, emphasis and tasks', () => {
    const { place } = shown(
      '**a** _b_ `c` ~~d~~\n\n| A |\n|---|\n| 1 |\n\n1. um\n2. dois\n\n```ts\nx\n```\n\n- [x] feito',
    );
    for (const name of ['strong', 'em', 'code', 'del', 'table', 'ol', 'pre'])
      expect(place.querySelector(name), name).not.toBeNull();
    expect(place.querySelector('[role=img]')?.getAttribute('aria-label')).toBe('feito');
    expect(place.querySelector('input')).toBeNull();
  });

  test('its headings stand below the one of the page', () => {
    const { place } = shown('# um\n\n## dois');
    expect(place.querySelector('h1')).toBeNull();
    expect(place.querySelectorAll('h2')).toHaveLength(2);
  });

  test('a tilde before a number means about', () => {
    expect(shown('de ~10 a ~20').place.querySelector('del')).toBeNull();
  });

  test('words without a mark and words beside a mark are set alike', () => {
    expect(shown('Só palavras: nada mais (2024), enfim!').place.innerHTML).toContain('<p>Só palavras');
    for (const text of ['1. um', '- um', '# um', '2024) um', '    código', '+ um', '> um'])
      expect(shown(text).place.querySelector('.block-group > p'), text).toBeNull();
  });

  test('a link defined at the end works where it is used', () => {
    const { place } = shown('Veja [o site][x].\n\nMais.\n\n[x]: https://exemplo.br');
    expect(place.querySelector('a')?.getAttribute('href')).toBe('https://exemplo.br');
    expect(place.textContent).not.toContain('[x]');
  });

  test('finished pieces of a growing answer are not drawn again', () => {
    const page = shown('Um **parágrafo**.\n\nOutro', true);
    const first = page.place.querySelector('p');
    page.show(
      <CitingContext value={undefined}>
        <Markdown text={'Um **parágrafo**.\n\nOutro que **cresce'} growing />
      </CitingContext>,
    );
    expect(page.place.querySelector('p')).toBe(first);
    expect(page.place.textContent).toContain('Outro que cresce');
    expect(page.place.textContent).not.toContain('*');
  });

  test('a link definition over several lines serves the blocks before it', () => {
    const { place } = shown('Leia a [norma].\n\n[norma]:\n  https://exemplo.br/norma\n  "Norma"\n\nFim.');
    expect(place.querySelector('a')?.getAttribute('href')).toBe('https://exemplo.br/norma');
    expect(place.textContent).toBe('Leia a norma (exemplo.br).Fim.');
  });

  test('the names of rare characters are fetched for the answer that uses one', async () => {
    const { place } = shown('Dado &Dcaron; e &ccedil;.');
    await act(async () => {
      await vi.waitUntil(() => place.textContent?.includes('Ď'));
    });
    expect(place.textContent).toBe('Dado Ď e ç.');
  });

  test('a long answer grows within its last group of blocks: the groups before it stay as they are', () => {
    const paragraphs = (count: number) =>
      Array.from({ length: count }, (_, index) => `Parágrafo **${index + 1}**.`).join('\n\n');
    const page = shown(paragraphs(24), true);
    const groups = () => [...page.place.querySelectorAll('.block-group')];
    const before = groups();
    expect(before.map((group) => group.querySelectorAll('p').length)).toEqual([10, 10, 4]);
    const changed = new Set<Element>();
    const watch = before.map((group) => {
      const observer = new MutationObserver(() => {});
      observer.observe(group, { subtree: true, childList: true, attributes: true, characterData: true });
      return () => observer.takeRecords().length > 0 && changed.add(group);
    });
    page.show(
      <CitingContext value={undefined}>
        <Markdown text={paragraphs(31)} growing />
      </CitingContext>,
    );
    for (const look of watch) look();
    expect([...changed]).toEqual([before[2]]);
    expect(groups().slice(0, 3)).toEqual(before);
    expect(page.place.querySelectorAll('p')).toHaveLength(31);
    expect(page.place.querySelectorAll('[data-caret]')).toHaveLength(1);
  });
});

describe('A-10 markers', () => {
  const source = (index: number): Source => ({
    index,
    kind: 'document',
    title: `d${index}.pdf`,
    snippet: 's',
  });
  const citing = (rest: Partial<Citing> = {}): Citing => ({
    sources: [source(1), source(2)],
    growing: false,
    lit: undefined,
    light: () => {},
    show: () => {},
    ...rest,
  });

  test('a marker that names a source is a button that opens it', () => {
    const show = vi.fn();
    const { place } = shown('Assim.[2]', false, citing({ show }));
    const button = place.querySelector('sup button') as HTMLButtonElement;
    expect([place.querySelector('sup')?.textContent, button.getAttribute('aria-label')]).toEqual([
      '2',
      'Fonte 2: d2.pdf',
    ]);
    act(() => button.click());
    expect(show).toHaveBeenCalledWith(source(2));
  });

  test('a marker that names none stays text, also in company', () => {
    const { place } = shown('Assim.[7] E [1, 9].', false, citing());
    expect(place.querySelector('button')).toBeNull();
    expect(place.textContent).toBe('Assim.[7] E [1, 9].');
  });

  test('a marker stands close to its word, whether a space was written before it or not', () => {
    expect(shown('Assim. [1] E', false, citing()).place.textContent).toBe('Assim.1 E');
  });

  test('several numbers in one marker become several buttons', () => {
    expect(shown('Assim.[1, 2]', false, citing()).place.querySelectorAll('sup button')).toHaveLength(2);
  });

  test('in code and in links nothing is a marker', () => {
    const { place } = shown('`a[1]` e [texto \\[1\\]](https://exemplo.br)', false, citing());
    expect(place.querySelector('sup')).toBeNull();
  });

  test('while the answer grows a marker has its shape, but opens nothing yet', () => {
    const { place } = shown('Assim.[1] E', true, citing({ growing: true, sources: [] }));
    expect(place.querySelector('sup button')?.hasAttribute('disabled')).toBe(true);
  });
});

describe('R-TBL-38 numbers that come from no source', () => {
  const marked = (text: string, ...words: string[]) =>
    withUncheckedMarks(
      text,
      words.map((word) => ({ start: text.indexOf(word), end: text.indexOf(word) + word.length, text: word })),
    );
  const underlined = (place: Element) =>
    [...place.querySelectorAll('.unchecked')].map((one) => one.textContent);

  test('are underlined where they stand, with the reason for every reader, and the words stay the same', () => {
    const { place } = shown(
      marked(
        'São **481**, não 480 [1].\n\n- R$ **7,00**\n\n| a |\n|---|\n| 12 % |',
        '481',
        'R$ **7,00',
        '12 %',
      ),
    );
    expect(underlined(place)).toEqual(['481', 'R$ ', '7,00', '12 %']);
    expect(place.querySelector('p')?.textContent).toBe('São 481, não 480 [1].');
    for (const mark of place.querySelectorAll<HTMLElement>('.unchecked')) {
      expect(mark.title).toBe('Este número não vem da fonte.');
      expect(mark.tabIndex).toBe(0);
    }
  });

  test('a stretch of an answer takes the numbers within it, and a text with marks of its own takes none', () => {
    const number = { start: 12, end: 14, text: '99' };
    expect(underlined(shown(withUncheckedMarks('São 99.', [number], 8)).place)).toEqual(['99']);
    expect(underlined(shown(withUncheckedMarks('São 99.', [number], 20)).place)).toEqual([]);
    expect(underlined(shown(withUncheckedMarks('São', [number], 9)).place)).toEqual([]);
    expect(withUncheckedMarks('\uE000São 99.', [number])).toBe('\uE000São 99.');
  });
});
