/**
 * Finding the right passage in Portuguese, through the product's own ingestion and search: among the passages of the
 * question sets, and among those that the product makes of their whole documents. Prints a table with the bar of each
 * figure on stderr and one line of JSON on stdout; ends with code 1 where a bar is missed.
 * `npm run bench -- retrieval --data PATH`; the form of the file is that of retrieval/question-sets.ts.
 * `npm run bench -- retrieval --scale 100000` measures time among so many invented passages instead.
 */
import { parseArgs } from 'node:util';
import { sql } from 'drizzle-orm';
import type { Database } from '../server/src/db/client.ts';
import { configureSealingKeys, parseSealingKeys } from '../server/src/features/audit/sealing-keys.ts';
import { withDatabase } from '../server/test/with-database.ts';
import {
  answersInContext,
  answersQuoted,
  type FilledBase,
  fillBase,
  floorErrors,
} from './retrieval/documents.ts';
import { readQuestionSets, VARIANTS } from './retrieval/question-sets.ts';
import { type Ranked, rankDocuments, rankPassages } from './retrieval/ranking.ts';
import { searchAtScale } from './retrieval/scale.ts';
import { type Figure, isMissed, type Row, tableOf } from './retrieval/table.ts';

/** The bars: figures of a prototype with the same data. */
const BAR = {
  text: { r5: 96.8, mrr10: 91.5 },
  no_accent: { r5: 96.8, mrr10: 91.5 },
  typo: { r5: 95.3 },
  answer_in_context: { 2400: 93.8, 4800: 96.5 },
  p95_ms: 60,
};

/** A batch of passages may wait for a checkpoint of the whole base. */
const FILLING = { patience_ms: 120_000 };
/** Among a hundred thousand passages: milliseconds, and how many of the best five of an exact ranking are found. */
const SCALE_BAR = { p50_ms: 40, p95_ms: 150, kept: 98 };

export async function run(options: string[]): Promise<object> {
  const { values } = parseArgs({
    args: options,
    options: { data: { type: 'string' }, scale: { type: 'string' } },
  });
  if (!values.scale && !values.data)
    throw new Error('Uso: npm run bench -- retrieval --data CAMINHO, ou --scale TRECHOS');
  const { rows, ...figures } = values.scale
    ? await atScale(Number(values.scale))
    : await onQuestionSets(values.data as string);
  process.stderr.write(`${tableOf(rows)}\n`);
  if (rows.some(isMissed)) process.exitCode = 1;
  return figures;
}

type Measured = { rows: Row[] } & Record<string, unknown>;

async function onQuestionSets(path: string): Promise<Measured> {
  const sets = await readQuestionSets(path);
  // Documents are removed on the way, which the chain of the audit records.
  configureSealingKeys(parseSealingKeys('a sealing key for benches only, of more than 32 bytes'));
  return withDatabase(async ({ db }) => {
    const passages = await inTurn(sets, (set) => rankPassages(db, set));
    await db.execute(sql`truncate knowledge_bases cascade`);
    const bases = await inTurn(sets, (set) => fillBase(db, set));
    await db.execute(sql`analyze`);
    const documents = await inTurn(bases, (base) => rankDocuments(db, base));
    const average = async (share: (base: FilledBase) => Promise<number | null>) =>
      mean((await inTurn(bases, share)).filter((one) => one !== null));
    const context = async (characters: 2400 | 4800) =>
      figure(
        await average((base) => answersInContext(db, base, characters)),
        BAR.answer_in_context[characters],
      );
    const answer_in_context = { 2400: await context(2400), 4800: await context(4800) };
    const answer_quoted = figure(await average((base) => answersQuoted(db, base)));
    const search_ms = times([...passages, ...documents].flatMap(({ milliseconds }) => milliseconds));
    const floor = await inTurn(bases, async (base) => {
      const others = bases.filter((other) => other !== base);
      return rounded(await floorErrors(db, base, others));
    });
    const rows = [
      ...VARIANTS.flatMap((variant) => rowsOf('passages', variant, averageOf(passages, variant))),
      ...VARIANTS.flatMap((variant) => rowsOf('whole documents', variant, averageOf(documents, variant))),
      ...([2400, 4800] as const).map((characters) => ({
        name: `whole documents, answer in ${characters} characters`,
        figure: answer_in_context[characters],
      })),
      { name: 'whole documents, answer quoted without a model', figure: answer_quoted },
      { name: 'search, p50 ms', figure: search_ms.p50, isTime: true },
      { name: 'search, p95 ms', figure: search_ms.p95, isTime: true },
      ...floor.flatMap(({ set, ...errors }) =>
        Object.entries(errors).map(([error, value]) => ({
          name: `floor, ${set}: ${error.replaceAll('_', ' ')}`,
          figure: { value },
        })),
      ),
    ];
    return {
      rows,
      bench: 'retrieval',
      postgresql: await versionOf(db),
      passages: sets.flatMap((set) => set.documents.flatMap((document) => document.passages)).length,
      questions: sets.flatMap(({ questions }) => questions).length,
      ...Object.fromEntries(VARIANTS.map((variant) => [variant, averageOf(passages, variant)])),
      whole_documents: Object.fromEntries(
        VARIANTS.map((variant) => [variant, averageOf(documents, variant)]),
      ),
      answer_in_context,
      answer_quoted,
      search_ms,
      floor,
    };
  });
}

function rowsOf(where: string, variant: string, figures: Record<string, Figure>): Row[] {
  const names: Record<string, string> = { r1: 'R@1', r5: 'R@5', mrr10: 'MRR@10' };
  return Object.entries(figures).map(([name, one]) => ({
    name: `${where}, ${variant} ${names[name]}`,
    figure: one,
  }));
}

function atScale(passages: number): Promise<Measured> {
  return withDatabase(async (database) => {
    const { ordinary, worst, ...seen } = await searchAtScale(database, { passages, seed: 1 });
    const ordinary_ms = {
      p50: figure(ordinary.p50, SCALE_BAR.p50_ms),
      p95: figure(ordinary.p95, SCALE_BAR.p95_ms),
    };
    const worst_ms = { p50: figure(worst.p50), p95: figure(worst.p95, SCALE_BAR.p95_ms) };
    const kept = figure(seen.kept, SCALE_BAR.kept);
    const rows = [
      { name: 'filling, passages a second', figure: { value: seen.passages_per_second } },
      { name: 'search, p50 ms', figure: ordinary_ms.p50, isTime: true },
      { name: 'search, p95 ms', figure: ordinary_ms.p95, isTime: true },
      { name: 'search, processor ms on average', figure: { value: ordinary.processor } },
      { name: 'only common words, p50 ms', figure: worst_ms.p50, isTime: true },
      { name: 'only common words, p95 ms', figure: worst_ms.p95, isTime: true },
      { name: 'only common words, processor ms on average', figure: { value: worst.processor } },
      { name: 'best five of an exact ranking, found among ten', figure: kept },
    ];
    return {
      rows,
      bench: 'retrieval',
      postgresql: await versionOf(database.db),
      ...seen,
      kept,
      ordinary_ms,
      worst_ms,
      processor_ms: { ordinary: ordinary.processor, worst: worst.processor },
    };
  }, FILLING);
}

function averageOf(ranked: Ranked[], variant: (typeof VARIANTS)[number]): Record<string, Figure> {
  const rankings = ranked.flatMap(({ rankings }) => rankings[variant] ?? []);
  const bar: Record<string, number> = variant in BAR ? BAR[variant as 'text'] : {};
  return Object.fromEntries(
    (['r1', 'r5', 'mrr10'] as const).map((name) => [
      name,
      figure(mean(rankings.map((ranking) => ranking[name])), bar[name]),
    ]),
  );
}

function times(milliseconds: number[]): { p50: Figure; p95: Figure } {
  const sorted = milliseconds.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? null;
  return { p50: figure(at(0.5)), p95: figure(at(0.95), BAR.p95_ms) };
}

/** One after the other: they share the tables, and what is timed must not wait for its neighbour. */
async function inTurn<T, R>(things: T[], act: (thing: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (const thing of things) results.push(await act(thing));
  return results;
}

async function versionOf(db: Database): Promise<string> {
  const { rows } = await db.execute<{ server_version: string }>(sql`show server_version`);
  return rows[0]?.server_version ?? '';
}

const figure = (value: number | null, bar?: number): Figure => ({
  value: value === null ? null : round(value),
  ...(bar === undefined ? {} : { bar }),
});
const mean = (numbers: number[]): number | null =>
  numbers.length ? numbers.reduce((sum, number) => sum + number, 0) / numbers.length : null;
const round = (number: number) => Math.round(number * 100) / 100;
const rounded = <T extends object>(thing: T): T =>
  Object.fromEntries(
    Object.entries(thing).map(([name, value]) => [name, typeof value === 'number' ? round(value) : value]),
  ) as T;
