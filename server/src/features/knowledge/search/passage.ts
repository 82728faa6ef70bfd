/** A passage as the search returns it. */
import { sql } from 'drizzle-orm';

export type Passage = {
  id: number;
  knowledge_base_id: number;
  document_id: number;
  /** The title of a citation: the name of the file. */
  title: string;
  /** Path of headings; empty where there is none. */
  section: string;
  page: number | null;
  /** Literally the document's text from `start` to `end`, in UTF-16 code units. */
  content: string;
  start: number;
  end: number;
  /** Comparable within one search only. */
  score: number;
  /** The parts of the score, each 0 to 1, where meaning was looked at as well as words. */
  scores?: { words: number; meaning: number };
  /** The share of the question that this passage speaks of, 0 to 1: what `relevant` decides by. */
  coverage: number;
};

export type PassageKey = Pick<Passage, 'id' | 'knowledge_base_id'>;

/** The columns of a `Passage` in statements that join `passages p` with `documents d`. */
export const passageColumns = sql`p.id, p.knowledge_base_id, p.document_id, d.original_filename title, p.section, p.page,
  p.content, p.start_offset "start", p.end_offset "end"`;
export const joinDocuments = sql`join documents d on d.knowledge_base_id = p.knowledge_base_id and d.id = p.document_id`;
