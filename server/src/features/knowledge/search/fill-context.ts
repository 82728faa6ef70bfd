/** Chooses which passages are handed to the model: the best that fit into a number of characters. */

import { endsSentence } from '../../../language/sentence-ends.ts';
import type { Passage } from './passage.ts';

export type Span = {
  start: number;
  end: number;
  content: string;
  /** On which it begins; null where the document has none. */
  page: number | null;
};

/** Passages that follow one another in a document, as one stretch to read. */
export type Excerpt = Span & {
  knowledge_base_id: number;
  document_id: number;
  title: string;
  section: string;
  /** The parts of `content`; each is literally the document's text from its start to its end. */
  spans: Span[];
};

/** Two passages of one section have nothing but white space between them, and not much of it. */
const GAP_MAX = 12;
const BETWEEN = '\n\n';
/** The beginning of a passage of which less than this fits tells nothing. */
const BEGINNING_MIN = 120;

/** In rank order until the room is used up; neighbours join, in document order, the best of them. */
export function fillContext(passages: Passage[], characters: number): Excerpt[] {
  const chosen = fitting(passages, characters);
  const documents = Map.groupBy(
    chosen,
    ({ knowledge_base_id, document_id }) => `${knowledge_base_id}/${document_id}`,
  );
  const rankOf = (excerpt: Excerpt) =>
    chosen.findIndex(
      (passage) =>
        passage.document_id === excerpt.document_id &&
        passage.start >= excerpt.start &&
        passage.end <= excerpt.end,
    );
  return [...documents.values()].flatMap(joined).sort((a, b) => rankOf(a) - rankOf(b));
}

function fitting(passages: Passage[], characters: number): Passage[] {
  const chosen: Passage[] = [];
  let room = characters;
  for (const passage of passages) {
    const whole = passage.content.length <= room;
    const taken = whole ? passage : beginningOf(passage, room);
    if (taken) chosen.push(taken);
    if (!whole) break;
    room -= passage.content.length + BETWEEN.length;
  }
  return chosen;
}

/** As many whole sentences as there is room for. */
function beginningOf(passage: Passage, room: number): Passage | null {
  const words = [...passage.content.matchAll(/\S+/g)];
  let length = 0;
  for (const [index, word] of words.entries()) {
    const end = word.index + word[0].length;
    if (end > room) break;
    const next = words[index + 1];
    if (next && endsSentence(word[0], next[0], false)) length = end;
  }
  if (length < BEGINNING_MIN) return null;
  return { ...passage, content: passage.content.slice(0, length), end: passage.start + length };
}

function joined(passages: Passage[]): Excerpt[] {
  const excerpts: Excerpt[] = [];
  for (const passage of passages.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const open = excerpts.at(-1);
    if (open && isNext(open, passage)) extend(open, passage);
    else excerpts.push(excerptOf(passage));
  }
  return excerpts;
}

function isNext(excerpt: Excerpt, passage: Passage): boolean {
  const gap = passage.start - excerpt.end;
  return gap <= 0 || (gap <= GAP_MAX && passage.section === excerpt.section);
}

function extend(excerpt: Excerpt, { start, end, content, page }: Passage): void {
  const last = excerpt.spans.at(-1) as Span;
  if (end <= last.end) return;
  if (start > last.end) excerpt.spans.push({ start, end, content, page });
  else Object.assign(last, { end, content: last.content + content.slice(last.end - start) });
  excerpt.end = end;
  excerpt.content = excerpt.spans.map((span) => span.content).join(BETWEEN);
}

function excerptOf({
  knowledge_base_id,
  document_id,
  title,
  section,
  page,
  start,
  end,
  content,
}: Passage): Excerpt {
  const span = { start, end, content, page };
  return { knowledge_base_id, document_id, title, section, ...span, spans: [{ ...span }] };
}
