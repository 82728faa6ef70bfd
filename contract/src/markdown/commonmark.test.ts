/** Compares the reader with every example of the CommonMark 0.31.2 specification. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readBlocks } from './blocks.ts';
import { addEntities } from './entities.ts';
import { inlinesOf } from './inlines.ts';
import { RARE_ENTITIES } from './rare-entities.ts';
import type { Block, Defined, Inline, References } from './tree.ts';

type Example = { section: string; number: number; markdown: string; html: string };

const examples = examplesIn(readFileSync(new URL(import.meta.resolve('commonmark-spec/spec.txt')), 'utf8'));

/** Raw HTML stays text in an answer, so these examples must differ; others of the two sections hold no HTML. */
const RAW_HTML_SECTIONS = ['HTML blocks', 'Raw HTML'];
const RAW_HTML_ELSEWHERE = [201, 344, 475, 476, 477, 491, 494, 524, 536, 642, 643];
/** GFM makes links of these addresses, CommonMark does not. */
const EXTENDED_AUTOLINKS = [602, 608, 611, 612];

test('R-CHAT-34 the reader agrees with CommonMark 0.31.2, apart from raw HTML and the links of GFM', () => {
  addEntities(RARE_ENTITIES);
  expect(examples).toHaveLength(652);
  const differing = examples.filter(
    ({ markdown, html }) => normalized(htmlOf(markdown)) !== normalized(html),
  );
  expect(
    differing.filter(({ section }) => !RAW_HTML_SECTIONS.includes(section)).map(({ number }) => number),
  ).toEqual([...RAW_HTML_ELSEWHERE, ...EXTENDED_AUTOLINKS].sort((one, other) => one - other));
  expect(differing.filter(({ section }) => RAW_HTML_SECTIONS.includes(section))).toHaveLength(17);
});

function examplesIn(spec: string): Example[] {
  const found: Example[] = [];
  let section = '';
  const pattern = /^#{1,6} +(.*)$|^`{32} example\n([\s\S]*?)^\.\n([\s\S]*?)^`{32}$/gm;
  for (const [, heading, markdown, html = ''] of spec.replaceAll('→', '\t').matchAll(pattern)) {
    if (heading !== undefined) section = heading;
    else if (markdown !== undefined) found.push({ section, number: found.length + 1, markdown, html });
  }
  return found;
}

/** The reader keeps no titles of links, and white space between blocks says nothing. */
const normalized = (html: string) =>
  html
    .replace(/ title="[^"]*"/g, '')
    .replace(/\s*\n\s*/g, '\n')
    .replace(/\n*(<\/?(?:p|li|ul|ol|blockquote|pre|h\d|hr)[^>]*>)\n*/g, '$1')
    .trim();

function htmlOf(markdown: string): string {
  const defined: Defined = { links: new Map(), notes: new Map() };
  const blocks = readBlocks(markdown, defined);
  return blocksHtml(blocks, { links: defined.links, notes: new Set() });
}

const blocksHtml = (blocks: Block[], references: References, tight = false): string =>
  blocks.map((block) => blockHtml(block, references, tight)).join('');

function blockHtml(block: Block, references: References, tight: boolean): string {
  const inlines = (text: string) => inlinesHtml(inlinesOf(text, references));
  switch (block.kind) {
    case 'paragraph':
      return tight ? `${inlines(block.text)}\n` : `<p>${inlines(block.text)}</p>\n`;
    case 'heading':
      return `<h${block.level}>${inlines(block.text)}</h${block.level}>\n`;
    case 'rule':
      return '<hr />\n';
    case 'code': {
      const language = block.language && ` class="language-${escaped(block.language)}"`;
      return `<pre><code${language}>${block.text && `${escaped(block.text)}\n`}</code></pre>\n`;
    }
    case 'quote':
      return `<blockquote>\n${blocksHtml(block.blocks, references)}</blockquote>\n`;
    case 'list': {
      const { start, items } = block;
      const tag = start === undefined ? 'ul' : 'ol';
      const first = start === undefined || start === 1 ? '' : ` start="${start}"`;
      const inside = items.map(
        (item) => `<li>${box(item.done)}${blocksHtml(item.blocks, references, block.tight)}</li>\n`,
      );
      return `<${tag}${first}>\n${inside.join('')}</${tag}>\n`;
    }
    case 'table':
      return `a table, which CommonMark does not know: ${block.head.join('|')}`;
    case 'literal':
      return `${block.text}\n`;
  }
}

const box = (done: boolean | undefined) => (done === undefined ? '' : `[${done ? 'x' : ' '}] `);

const inlinesHtml = (inlines: Inline[]): string => inlines.map(inlineHtml).join('');

function inlineHtml(inline: Inline): string {
  switch (inline.kind) {
    case 'text':
      return escaped(inline.text);
    case 'code':
      return `<code>${escaped(inline.text)}</code>`;
    case 'break':
      return '<br />\n';
    case 'link':
      return `<a href="${encoded(inline.url)}">${inlinesHtml(inline.children)}</a>`;
    case 'image':
      return `<img src="${encoded(inline.url)}" alt="${escaped(inline.alt)}" />`;
    case 'note':
      return `[^${inline.label}]`;
    default:
      return `<${inline.kind}>${inlinesHtml(inline.children)}</${inline.kind}>`;
  }
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** The specification writes addresses percent-encoded, and leaves what is encoded already. */
const encoded = (url: string) => escaped(encodeURI(url).replace(/%25([\da-f]{2})/gi, '%$1'));
