// @vitest-environment happy-dom
/** Compares the drawn answer with the reference implementation of GFM. */
import type { ReactNode } from 'react';
import ReactMarkdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { expect, test } from 'vitest';
import { safeUrl } from '#contract/markdown/links.ts';
import { mount } from '../../../../test/mount.tsx';
import { texts } from '../texts.ts';
import { Markdown } from './markdown.tsx';

const read = (text: string) => shapeOf(<Markdown text={text} />);
const readByReference = (text: string) =>
  shapeOf(
    <ReactMarkdown remarkPlugins={[[remarkGfm, { singleTilde: false }]]} urlTransform={safeUrl}>
      {text}
    </ReactMarkdown>,
  );

function shapeOf(what: ReactNode): string {
  const { place, leave } = mount(what);
  const shape = [...place.childNodes].map(shapeOfNode).join('');
  leave();
  return shape
    .replace(/\s+/g, ' ')
    .replace(/ ?(<[^>]*>) ?/g, '$1')
    .trim();
}

/** Tags and text, without our own additions: frames, buttons, links instead of images, the level of headings. */
function shapeOfNode(node: Node): string {
  if (!(node instanceof Element)) return quoted(node.textContent ?? '');
  if (node.classList.contains('link-host')) return '';
  const inside = () => [...node.childNodes].map(shapeOfNode).join('');
  const name = node.tagName.toLowerCase();
  const code = name === 'pre' ? node : node.classList.contains('code-block') && node.querySelector('pre');
  if (code) return `<pre>${quoted((code.textContent ?? '').trimEnd())}</pre>`;
  if (node.classList.contains('task')) return node.textContent === '☑' ? '<done>' : '<to-do>';
  if (name === 'input') return node.hasAttribute('checked') ? '<done>' : '<to-do>';
  if (name === 'img')
    return linked(node.getAttribute('src'), quoted(node.getAttribute('alt') || texts.image));
  if (name === 'a') return linked(node.getAttribute('href'), inside());
  if (name === 'h1') return `<h2>${inside()}</h2>`;
  if (['div', 'span', 'section'].includes(name) || node.classList.contains('literal')) return inside();
  const start = name === 'ol' ? ` ${node.getAttribute('start') ?? 1}` : '';
  return `<${name}${start}>${inside()}</${name}>`;
}

const quoted = (text: string) => text.replaceAll('<', '‹').replaceAll('>', '›');
const linked = (url: string | null, words: string) => (url ? `<a ${decodeURI(url)}>${words}</a>` : words);

const documents: [string, string][] = [
  [
    'emphasis',
    '*a* **b** ***c*** _d_ __e__ a_b_c a*b*c *a**b* **a*b** **a *b* c** *a **b*** 2 * 3 ~~x~~ ~y~ **a**b',
  ],
  ['emphasis beside punctuation', '**"a"** *(b)* a**"c"**d **nota:**texto __(x)__y \\*z\\* **a\nb**'],
  ['code', '`a` ``b ` c`` ` d ` `**` `a\nb` `sem fim ``'],
  [
    'links',
    '[a](https://a.br) [b](<https://b.br/x y> "t") [c](https://c.br/(x)) [d] [e]() [**f**](https://f.br)',
  ],
  ['links by name', '[a][x] [x][] [x] [y]\n\n[x]: https://x.br "X"\n[X]: https://z.br'],
  ['addresses', 'https://a.br/b_c_d. (www.a.br/x) ana.maria@a.com.br, <https://b.br> <eu@b.br> http://a'],
  ['pictures', '![a *b*](https://a.br/p.png) ![](https://e.br/f.png)'],
  ['breaks', 'um  \ndois\\\ntrês\nquatro  '],
  ['characters', '&amp; &copy; &nbsp;x &eacute; &#233; &#xe9; &lt;b&gt; &nada; &#0; AT&T'],
  ['headings', '# a\n## b ##\n###c\n#### d #\n\nTítulo\n===\n\nOutro\nem duas linhas\n---\n####### g'],
  ['rules', '---\n\n***\n\n_ _ _\n\n--\n\n- - -'],
  ['quotes', '> a\n> b\nc\n\n> # d\n>\n> - e\n> - f\n\n>> g\n> h'],
  ['lists', '- a\n- b\n  - c\n    - d\n- e\n\n1. um\n2. dois\n   - três\n\n7) sete\n8) oito'],
  ['loose lists', '- a\n\n- b\n\n  mais\n\n1. c\n\n       código\n\n2. d'],
  ['lists beside text', 'Itens:\n- a\n- b\ncontinua\n\nAno:\n2024. Foi\n1. sim\n\n-\n- x\n\n* y\n+ z'],
  ['tasks', '- [ ] a\n- [x] b\n- [X] **c**\n- [ ]\n- [y] d\n\n1. [x] e'],
  ['fences', '```ts\na\n\n  b\n```\n~~~~\n```\n~~~~\n- x\n  ```sql\n  select\n  ```\n\n```\nsem fim'],
  ['indented code', '    a\n      b\n\n    c\n\nd\n    e'],
  ['tables', '| a | b | c |\n|:--|:-:|--:|\n| 1 | `x\\|y` | **z** |\n| só |\n\na | b\n-|-\n1 | 2 | 3\nfim'],
  ['no tables', '| a |\n| b |\n\na | b\n---\n\n| a | b |\n|---|\n'],
  ['raw HTML', 'a <b>c</b> <!-- d --> e\n\n<div>\n**f**\n</div>\n\ni'],
  ['accents and emoji', '**ação**ção *é*a 😀**b**😀 «**c**» “*d*”'],
];

test.each(documents)('R-CHAT-34 an answer is read as GFM reads it: %s', (_, text) => {
  expect(read(text)).toBe(readByReference(text));
});

const PIECES = [
  ['palavra', 'a', 'é', '1', 'b_c', '.', ',', ':', '"', '!', ' ', ' ', ' ', '  ', '\n', '\n', '\n\n', '\n\n'],
  ['*', '**', '***', '_', '__', '~~', '`', '``', '\\', '[', ']', '(', ')', '](mailto:a)', '![', '<', '>'],
  [
    '- x',
    '* x',
    '+ x',
    '1. x',
    '2) x',
    '- [ ] ',
    '- [x] ',
    '# ',
    '## ',
    '> ',
    '    ',
    '```\n',
    '~~~',
    '---',
    '===',
  ],
  ['\n\n| a | b |\n|---|:-:|\n| c | d |', '|', '&amp;', '&#233;', '&', '<b>', '</b>'],
].flat();

/** A linear congruential generator: the same texts in every run. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}

test('random texts are read as GFM reads them', { timeout: 60_000 }, () => {
  const random = randomFrom(7);
  const piece = () => PIECES[Math.floor(random() * PIECES.length)];
  for (let round = 0; round < 400; round++) {
    const text = Array.from({ length: 2 + Math.floor(random() * 9) }, piece).join('');
    expect.soft(read(text), JSON.stringify(text)).toBe(readByReference(text));
  }
});
