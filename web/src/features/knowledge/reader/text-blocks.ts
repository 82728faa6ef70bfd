/** The text of a document in the pieces in which it is drawn: its passages, and what stands between them. */
import type { DocumentText } from '#contract/documents.ts';

type Passage = DocumentText['passages'][number];

export type TextBlock = {
  /** Where it begins in the whole text; also what tells blocks apart. */
  start: number;
  text: string;
  /** Null for what no search finds: blank lines, rules, numbers of pages. */
  passage: Passage | null;
  /** Its place among the passages, from 1; 0 when it is none, or goes on with one that was cut. */
  number: number;
};

/** No single block may become so long that drawing it is felt. */
const LONGEST = 8_000;

export function blocksOf({
  content_text,
  passages,
}: Pick<DocumentText, 'content_text' | 'passages'>): TextBlock[] {
  const blocks: TextBlock[] = [];
  const put = (start: number, end: number, passage: Passage | null, number: number) => {
    for (let at = start; at < end; ) {
      const next = cutOf(content_text, at, end);
      blocks.push({
        start: at,
        text: content_text.slice(at, next),
        passage,
        number: at === start ? number : 0,
      });
      at = next;
    }
  };
  let at = 0;
  const inOrder = [...passages].sort((one, other) => one.start - other.start);
  for (const [index, passage] of inOrder.entries()) {
    const end = Math.min(passage.end, content_text.length);
    const start = Math.max(passage.start, at);
    if (start >= end) continue;
    if (/\S/.test(content_text.slice(at, start))) put(at, start, null, 0);
    put(start, end, passage, index + 1);
    at = end;
  }
  if (/\S/.test(content_text.slice(at))) put(at, content_text.length, null, 0);
  return blocks;
}

/** After a line where there is one, never within a letter of two units. */
function cutOf(text: string, from: number, end: number): number {
  if (end - from <= LONGEST) return end;
  const line = text.lastIndexOf('\n', from + LONGEST);
  if (line > from) return line + 1;
  const at = from + LONGEST;
  const isWithin = /[\uD800-\uDBFF]/.test(text[at - 1] ?? '');
  return isWithin ? at - 1 : at;
}

/** The block in which a place of the text stands; -1 when there is none. */
export function blockAt(blocks: TextBlock[], place: number): number {
  return blocks.findLastIndex(({ start, text }) => start <= place && place < start + text.length);
}
