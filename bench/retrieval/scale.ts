/** A hundred thousand invented passages: what search costs among them, how fast a file comes in, who waits meanwhile. */
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Database } from '../../server/src/db/client.ts';
import { knowledge_bases } from '../../server/src/db/tables/knowledge.ts';
import { ingestPassages } from '../../server/src/features/knowledge/ingest.ts';
import { searchPassages } from '../../server/src/features/knowledge/search.ts';
import { createKnowledgeBase } from '../../server/src/features/knowledge/store.ts';
import { seeded } from '../faults/seeded.ts';
import { type Invented, inventLanguage } from './invented.ts';

const SEARCHES = 150;
const PASSAGES_PER_DOCUMENT = 500;

export type Spread = { p50: number; p95: number };

export async function searchAtScale(db: Database, { passages, seed }: { passages: number; seed: number }) {
  const language = inventLanguage(seeded(seed));
  const began = performance.now();
  const base = await fill(db, language, passages);
  await db.execute(sql`vacuum analyze passages`);
  await db.execute(sql`vacuum analyze passage_terms`);
  const milliseconds_per_passage = (performance.now() - began) / passages;
  const ask = (question: () => string) =>
    timed(SEARCHES, () => searchPassages(db, { knowledge_base_ids: [base], question: question() }));
  // What is read for the first time comes from disk; a server that lives has read it.
  await ask(() => language.question());
  const ordinary = await ask(() => language.question());
  const worst = await ask(() => language.commonWords());
  await db.delete(knowledge_bases);
  return { passages, milliseconds_per_passage: round(milliseconds_per_passage), ordinary, worst };
}

async function fill(db: Database, language: Invented, passages: number): Promise<number> {
  const { id } = await createKnowledgeBase(db, { name: 'Escala' });
  for (let done = 0; done < passages; done += PASSAGES_PER_DOCUMENT) {
    const many = Math.min(PASSAGES_PER_DOCUMENT, passages - done);
    const paragraphs = Array.from({ length: many }, () => language.paragraph());
    let start = 0;
    const drafts = paragraphs.map((content) => {
      const draft = { start, end: start + content.length, content, section: '', page: null };
      start = draft.end + 2;
      return draft;
    });
    const text = paragraphs.join('\n\n');
    const file = { original_filename: `${done}.txt`, file_type: 'txt', file_size: text.length };
    await ingestPassages(db, { knowledge_base_id: id, ...file, text }, drafts);
  }
  return id;
}

/** The middle and the slow end of `times` calls, in milliseconds. */
export async function timed(times: number, act: () => Promise<unknown>): Promise<Spread> {
  const all: number[] = [];
  for (let one = 0; one < times; one += 1) {
    const began = performance.now();
    await act();
    all.push(performance.now() - began);
  }
  return spread(all);
}

/** As long as `busy` lasts, with a breath between calls. */
export async function timedWhile(busy: Promise<unknown>, act: () => Promise<unknown>): Promise<Spread> {
  let isOver = false;
  void busy.finally(() => {
    isOver = true;
  });
  const all: number[] = [];
  while (!isOver) {
    const began = performance.now();
    await act();
    all.push(performance.now() - began);
    await pause(50);
  }
  return spread(all);
}

export function spread(all: number[]): Spread {
  const sorted = all.toSorted((a, b) => a - b);
  const at = (share: number) => round(sorted[Math.floor(share * (sorted.length - 1))] ?? 0);
  return { p50: at(0.5), p95: at(0.95) };
}

export const round = (number: number) => Math.round(number * 100) / 100;
