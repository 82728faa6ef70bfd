// @vitest-environment happy-dom
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Source } from '#contract/citations.ts';
import { type Citing, CitingContext } from '../markdown/citation.tsx';
import { Markdown } from '../markdown/markdown.tsx';
import { withUncheckedMarks } from '../markdown/unchecked-numbers.tsx';
import { answerHtml } from './answer-html.ts';

const source: Source = { index: 1, kind: 'document', title: 'manual.pdf', snippet: 'trinta dias', page: 14 };
const citing: Citing = { sources: [source], growing: false, lit: undefined, light: () => {}, show: () => {} };

function drawn(text: string): Element {
  const place = document.createElement('div');
  place.innerHTML = renderToStaticMarkup(
    <CitingContext value={citing}>
      <Markdown text={text} />
    </CitingContext>,
  );
  return place.firstElementChild as Element;
}

test('a copied answer has no signs of Markdown, and keeps its marks, lists and links', () => {
  const html = answerHtml([
    drawn('O campo valor\\_estimado é **fixo**.\n\n- um\n- [dois](https://exemplo.com.br/)'),
  ]);
  expect(html).toBe(
    '<p>O campo valor_estimado é <strong>fixo</strong>.</p><ul><li>um</li><li><a href="https://exemplo.com.br/">dois</a></li></ul>',
  );
});

test('a copied table has lines and its alignment', () => {
  expect(answerHtml([drawn('| a | b |\n|---|--:|\n| 1 | 2 |')])).toBe(
    '<table border="1" cellpadding="6" cellspacing="0" rules="all"><thead><tr><th>a</th><th align="right">b</th></tr></thead><tbody><tr><td>1</td><td align="right">2</td></tr></tbody></table>',
  );
});

test('markers are copied as their numbers, code without its button, and sources are listed below', () => {
  const html = answerHtml([drawn('São trinta dias [1].\n\n```sql\nselect 1\n```')], [source]);
  expect(html).toContain('São trinta dias [1].');
  expect(html).toContain('<pre><code>select 1');
  expect(html).not.toMatch(/<button|Copiar|class=/);
  expect(html).toMatch(/<p>Fontes:<\/p><p>\[1\] manual\.pdf, p\. 14<\/p>$/);
});

test('the underline of an unchecked number does not leave the screen', () => {
  const marked = withUncheckedMarks('São **481**.', [{ start: 6, end: 9, text: '481' }]);
  expect(answerHtml([drawn(marked)])).toBe('<p>São <strong>481</strong>.</p>');
});
