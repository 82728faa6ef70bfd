/** A marked-up document as text: headings marked as Markdown does, items with dashes, a line for each row of a table. */

import { fenced, literal } from '../text/fences.ts';
import { columnNames, rowSentence } from '../text/tables.ts';
import { attribute, type Element, isElement, type Node, within } from './markup-tree.ts';

/** Cells longer than this are no cells: the table only lays out a page. */
const CELL_MAX = 600;
const NOTE = /^(?:foot|end)note-\d+$/;

export function writeMarkup(body: Element): string {
  const notes = new Map<string, string>();
  for (const item of within(body, 'li', 'table')) {
    const id = attribute(item, 'id');
    if (NOTE.test(id)) notes.set(id, plain(item));
  }
  return blocks(body.children, notes).filter(Boolean).join('\n\n');
}

function blocks(nodes: Node[], notes: Map<string, string>): string[] {
  return nodes.flatMap((node) => {
    if (!isElement(node)) return [literal(node.trim())];
    if (/^h[1-6]$/.test(node.tag)) return [headed(node), ...notesOf(node, notes)];
    if (node.tag === 'ul' || node.tag === 'ol') return list(node, notes);
    if (node.tag === 'table') return table(node, notes);
    if (node.tag === 'pre') return [preformatted(flat(node).replace(/^\n+|\s+$/g, ''))];
    return [literal(lines(node)), ...notesOf(node, notes)];
  });
}

const preformatted = (text: string): string => text && fenced(text);

function headed(node: Element): string {
  const title = plain(node);
  return title && `${'#'.repeat(Number(node.tag[1]))} ${title}`;
}

/** The text of a note stands after the paragraph that refers to it. */
function notesOf(node: Element, notes: Map<string, string>): string[] {
  return [...within(node, 'a')].flatMap((link) => {
    const id = attribute(link, 'href').slice(1);
    const note = notes.get(id);
    return note === undefined ? [] : [`Nota ${numberOf(link)}: ${note}`];
  });
}

function list(node: Element, notes: Map<string, string>): string[] {
  const items = itemsOf(node, '');
  // The list of all notes at the end of the document: each stands where it is called.
  if (!items.length) return [];
  return [items.join('\n'), ...notesOf(node, notes)];
}

function itemsOf(node: Element, indent: string): string[] {
  let number = 0;
  return node.children.flatMap((item) => {
    if (!isElement(item, 'li') || NOTE.test(attribute(item, 'id'))) return [];
    number += 1;
    const isInner = (child: Node) => isElement(child, 'ul', 'ol');
    const own = plain({ ...item, children: item.children.filter((child) => !isInner(child)) });
    const sign = node.tag === 'ol' ? `${number}.` : '-';
    const inner = item.children.filter((child) => isElement(child, 'ul', 'ol'));
    return [
      ...(own ? [`${indent}${sign} ${own}`] : []),
      ...inner.flatMap((child) => itemsOf(child as Element, `${indent}  `)),
    ];
  });
}

function table(node: Element, notes: Map<string, string>): string[] {
  const rows = gridOf([...within(node, 'tr')].map((row) => [...within(row, 'td', 'th')]));
  const texts = rows.map((row) => row.map(plain));
  const isLayout =
    texts.every((row) => row.length < 2) || texts.some((row) => row.some(({ length }) => length > CELL_MAX));
  if (isLayout) return rows.flat().flatMap((cell) => blocks(cell.children, notes));
  const names = columnNames(
    texts,
    rows.map((row) => row.every(isStrong)),
    [...within(node, 'thead')].length > 0,
  );
  const sentences = (names ? texts.slice(1) : texts).map((row) =>
    names ? rowSentence(names, row) : pairOrList(row),
  );
  const written = sentences.filter(Boolean).map((sentence) => `- ${sentence}`);
  return [written.join('\n'), ...notesOf(node, notes)];
}

const BLANK: Element = { tag: 'td', attributes: '', children: [] };
/** Columns and rows that one cell may span. */
const SPAN_MAX = 200;

/** Cells in their columns: one over several rows stands in each of them, one over several columns in its first. */
function gridOf(rows: Element[][]): Element[][] {
  const from: { cell: Element; rows: number }[] = [];
  return rows.map((cells) => {
    const line: Element[] = [];
    const fill = () => {
      for (let above = from[line.length]; above && above.rows > 0; above = from[line.length]) {
        above.rows -= 1;
        line.push(above.cell);
      }
    };
    for (const cell of cells) {
      fill();
      const rows = spanOf(cell, 'rowspan') - 1;
      for (let column = 0; column < spanOf(cell, 'colspan'); column += 1) {
        const own = column === 0 ? cell : BLANK;
        from[line.length] = { cell: own, rows };
        line.push(own);
      }
    }
    fill();
    return line;
  });
}

const spanOf = (cell: Element, name: string): number =>
  Math.min(SPAN_MAX, Math.max(1, Number.parseInt(attribute(cell, name), 10) || 1));

/** Without names of columns two cells are a thing and what it is. */
const pairOrList = (row: string[]) =>
  row.length === 2 ? rowSentence([row[0] ?? ''], [row[1] ?? '']) || (row[0] ?? '') : rowSentence([], row);

const numberOf = (link: Element) => link.children.map(flat).join('').replace(/\D/g, '');

const isStrong = (cell: Element) =>
  cell.tag === 'th' || [...within(cell, 'strong')].map(plain).join('') === plain(cell);

/** With the line breaks that its writer set. */
const lines = (node: Node): string =>
  flat(node)
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
    .join('\n');

export const plain = (node: Node): string => flat(node).replace(/\s+/g, ' ').trim();

function flat(node: Node): string {
  if (!isElement(node)) return node;
  if (node.tag === 'br') return '\n';
  // The arrow that leads back from a note.
  if (node.tag === 'a' && /^#(?:foot|end)note-ref-/.test(attribute(node, 'href'))) return '';
  // Not "[1]", which in answers is the mark of a source.
  if (node.tag === 'a' && NOTE.test(attribute(node, 'href').slice(1))) return ` (nota ${numberOf(node)})`;
  const text = node.children.map(flat).join('');
  return /^(?:p|li|tr|td|th|h[1-6]|ul|ol|table)$/.test(node.tag) ? `${text}\n` : text;
}
