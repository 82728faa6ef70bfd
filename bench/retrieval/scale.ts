/** A hundred thousand invented passages: how fast they come in, what search costs among them, and what it leaves out. */
import { setTimeout as pause } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { DatabaseAddress, OpenDatabase } from '../../server/src/db/client.ts';
import { createKnowledgeBase } from '../../server/src/features/knowledge/documents/store.ts';
import { ingestPassages } from '../../server/src/features/knowledge/ingest/replace-passages.ts';
import { basesScope } from '../../server/src/features/knowledge/search/passage.ts';
import {
  searchPassages,
  searchWithTerms,
} from '../../server/src/features/knowledge/search/search-passages.ts';
import { seeded } from '../../trials/support/seeded-random.ts';
import { type Invented, inventLanguage } from './invented.ts';
import { processorsOf } from './processor-time.ts';

const SEARCHES = 150;
/** An exact ranking reads every passage: so many questions must do. */
const COMPARED = 40;
const BEST = 5;
const FOUND = 10;
export const BREATH_MS = 20;
/** Passages of a document: from a few pages to a thick book. */
const DOCUMENT = { least: 20, more: 480 };

const EVERYTHING = {
  passages: Number.POSITIVE_INFINITY,
  pairs: Number.POSITIVE_INFINITY,
  several: 1e9,
  any: 1e9,
  few: 0,
  filled: 0,
};

export type Spread = { p50: number; p95: number };

export async function searchAtScale(
  { db, address }: OpenDatabase,
  { passages, seed }: { passages: number; seed: number },
) {
  const language = inventLanguage(seeded(seed));
  const began = performance.now();
  const base = await fill({ db, passages, language, seed });
  const passages_per_second = Math.round((passages / (performance.now() - began)) * 1_000);
  // Autovacuum and analyze would run within a minute.
  await patiently(address, async (client) => {
    for (const table of ['passages', 'passage_terms']) await client.query(`vacuum analyze ${table}`);
  });
  const processors = await processorsOf(db, process.pid);
  const ask = async (question: () => string) => {
    const before = await processors();
    const times = await timesOf(SEARCHES, () =>
      searchPassages(db, { knowledge_base_ids: [base], question: question() }),
    );
    return { ...spread(times), processor: round(((await processors()) - before) / SEARCHES) };
  };
  // The first read comes from disk; a running server has read it before.
  await ask(() => language.question());
  const ordinary = await ask(() => language.question());
  const worst = await ask(() => language.commonWords());
  const kept = await patiently(address, (client) => keptOf({ db: drizzle(client), base, language }));
  return { passages, passages_per_second, ordinary, worst, kept };
}

type Filled = Pick<OpenDatabase, 'db'> & { base: number; language: Invented };

/** Percent of the best passages of an exact ranking that are among the first found. */
async function keptOf({ db, base, language }: Filled): Promise<number> {
  let kept = 0;
  for (let one = 0; one < COMPARED; one += 1) {
    const question = language.question();
    const asked = { scope: basesScope([base]), question };
    const { passages: exact } = await searchWithTerms(db, { ...asked, limit: BEST, budget: EVERYTHING });
    const { passages: found } = await searchWithTerms(db, { ...asked, limit: FOUND });
    const ids = new Set(found.map(({ id }) => id));
    kept += exact.length ? exact.filter(({ id }) => ids.has(id)).length / exact.length : 1;
  }
  return (100 * kept) / COMPARED;
}

type Filling = Pick<OpenDatabase, 'db'> & { passages: number; language: Invented; seed: number };

export async function fill({ db, passages, language, seed }: Filling): Promise<number> {
  const chance = seeded(seed);
  const { id } = await createKnowledgeBase(db, { name: 'Escala' });
  for (let done = 0; done < passages; ) {
    const many = Math.min(DOCUMENT.least + chance.below(DOCUMENT.more), passages - done);
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
    done += many;
  }
  return id;
}

/** On a connection of its own: those of the product cut a statement after ten seconds. */
async function patiently<T>(address: DatabaseAddress, act: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(address);
  await client.connect();
  try {
    return await act(client);
  } finally {
    await client.end();
  }
}

export async function timesOf(
  times: number,
  act: () => Promise<unknown>,
  breath_ms?: number,
): Promise<number[]> {
  const all: number[] = [];
  for (let one = 0; one < times; one += 1) {
    const began = performance.now();
    await act();
    all.push(performance.now() - began);
    if (breath_ms !== undefined) await pause(breath_ms);
  }
  return all;
}

/** As long as `busy` lasts, with a breath between calls. */
export async function timesWhile(
  busy: Promise<unknown>,
  act: () => Promise<unknown>,
  breath_ms = BREATH_MS,
): Promise<number[]> {
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  busy.then(end, end);
  const all: number[] = [];
  while (!isOver) {
    all.push(...(await timesOf(1, act)));
    await pause(breath_ms);
  }
  return all;
}

export function spread(all: number[]): Spread {
  const sorted = all.toSorted((a, b) => a - b);
  const at = (share: number) => round(sorted[Math.floor(share * (sorted.length - 1))] ?? 0);
  return { p50: at(0.5), p95: at(0.95) };
}

export const round = (number: number) => Math.round(number * 100) / 100;
