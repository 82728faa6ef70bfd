import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { SourcePlace, SourceRecord } from './source-excerpt.tsx';
import { SourceText } from './source-text.tsx';

/** As the database gives it back: it keeps no order of names. */
const row = { id: 4, uf: 'PE', valor: '297800.00', abertura: '2025-04-01', orgao: null };
const said = (html: string) => [...html.matchAll(/<d[td][^>]*>([^<]*)</g)].map(([, text]) => text);

test('a cited row is shown in the order of its query, numbers and dates as Brazil writes them', () => {
  const columns = [
    { name: 'abertura', kind: 'time' },
    { name: 'valor', kind: 'number' },
    { name: 'orgao', kind: 'text' },
    { name: 'uf', kind: 'text' },
    { name: 'id', kind: 'number' },
  ] as const;
  expect(said(renderToStaticMarkup(<SourceRecord row={row} columns={[...columns]} />))).toEqual([
    'abertura',
    '01/04/2025',
    'valor',
    '297.800,00',
    'orgao',
    '–',
    'uf',
    'PE',
    'id',
    '4',
  ]);
});

test('a row that was cited before its order was kept is shown as it was stored', () => {
  expect(said(renderToStaticMarkup(<SourceRecord row={row} />)).slice(0, 4)).toEqual(['id', '4', 'uf', 'PE']);
});

test('headings stand out in a citation without their marks; a command in code keeps its own', () => {
  const text = '# Contas\nA senha vale\n## Prazo da senha\n```\n# apt update\n```\n### Fim';
  const drawn = (from: number, to: number) =>
    renderToStaticMarkup(<SourceText text={text} from={from} to={to} />)
      .replace(/<strong[^>]*>/g, '<b>')
      .replaceAll('</strong>', '</b>');
  expect(drawn(0, text.length)).toBe(
    '<b>Contas</b>\nA senha vale\n<b>Prazo da senha</b>\n# apt update\n<b>Fim</b>',
  );
  const middle = text.indexOf('da senha');
  expect([drawn(0, middle), drawn(middle, text.length)]).toEqual([
    '<b>Contas</b>\nA senha vale\n<b>Prazo </b>',
    '<b>da senha</b>\n# apt update\n<b>Fim</b>',
  ]);
});

test('bold words and code stand out in a citation without their marks, also where the cited passage cuts them', () => {
  const text = 'Use `npm start` na pasta **do projeto**.\n```\na ** b ** `c`\n```\n2 * 3 ** 4';
  const drawn = (from: number, to: number) =>
    renderToStaticMarkup(<SourceText text={text} from={from} to={to} />).replace(/ class="[^"]*"/g, '');
  expect(drawn(0, text.length)).toBe(
    'Use <code>npm start</code> na pasta <strong>do projeto</strong>.\na ** b ** `c`\n2 * 3 ** 4',
  );
  const cut = text.indexOf('start');
  expect(drawn(0, cut) + drawn(cut, text.indexOf('.'))).toBe(
    'Use <code>npm </code><code>start</code> na pasta <strong>do projeto</strong>',
  );
});

test('items of a list have a dot in a citation, and a cited passage that begins behind its dash has none', () => {
  const text = 'Leve:\n\n- RG\n  * cópia\n+ **foto**\n2 - 1\n-x\n```\n- a\n```';
  const drawn = (from: number) => renderToStaticMarkup(<SourceText text={text} from={from} />);
  expect(drawn(0).replace(/ class="[^"]*"/g, '')).toBe(
    'Leve:\n\n•\u2002RG\n  •\u2002cópia\n•\u2002<strong>foto</strong>\n2 - 1\n-x\n- a\n',
  );
  expect(drawn(text.indexOf('RG')).startsWith('RG\n')).toBe(true);
  expect(drawn(text.indexOf(' RG')).startsWith('RG\n')).toBe(true);
});

test('the marks around code are not shown in a citation', () => {
  const source = {
    index: 1,
    kind: 'document' as const,
    title: 'a.md',
    snippet: 'Copie:\n```bash\ncp a b\n```\nFim.',
  };
  const html = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <SourcePlace messageId={undefined} source={source} />
    </QueryClientProvider>,
  );
  expect(/<blockquote[^>]*>([^<]*)</.exec(html)?.[1]).toBe('Copie:\ncp a b\nFim.');
});

const bare = (html: string) => html.replace(/ (?:class|tabindex|aria-label)="[^"]*"/g, '');
const TABLE = '| Ato | Valor |\n| --- | ---: |\n| **Registro** \\| nota | R$ 34,00 |\n| Certidão | 12 |\n';

test('a table in a source is a table in its panel, with bold words and without bars; amounts are right-aligned', () => {
  const html = renderToStaticMarkup(<SourceText text={`Custas:\n\n${TABLE}\nFim.`} />);
  expect(bare(html)).toBe(
    'Custas:\n\n<section><table><thead><tr><th>Ato</th><th>Valor</th></tr></thead><tbody>' +
      '<tr><td><strong>Registro</strong> | nota</td><td>R$ 34,00</td></tr>' +
      '<tr><td>Certidão</td><td>12</td></tr></tbody></table></section>\nFim.',
  );
  // The head of the column, too.
  expect(html.match(/text-right/g)).toHaveLength(3);
});

test('a cited passage that cuts a table has its own rows in a table, and the others stay before and behind it', () => {
  const text = `Custas:\n${TABLE}Fim.`;
  const from = text.indexOf('Certidão');
  const drawn = (...[start, end]: [number, number]) =>
    bare(renderToStaticMarkup(<SourceText text={text} from={start} to={end} />)).replace(/<[^>]+>/g, '·');
  expect(drawn(0, from)).toContain('Registro');
  expect(drawn(0, from)).not.toContain('Certidão');
  expect(drawn(from, text.length)).toMatch(/^·+Certidão·+12·+Fim\.$/);
  // Rows whose head is in an earlier passage.
  expect(drawn(text.indexOf('| **'), text.length)).toMatch(/^·+Registro· \| nota·+R\$ 34,00/);
});

test('bars that are no table stay as they are written', () => {
  for (const text of ['| só uma linha |', 'a | b | c\nd | e', '```\n| a | b |\n|---|---|\n```'])
    expect(renderToStaticMarkup(<SourceText text={text} />)).not.toContain('<table');
});
