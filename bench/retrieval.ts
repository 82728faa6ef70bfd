/**
 * Finding the right passage in Portuguese, through the product's own ingestion and search.
 * `npm run bench -- retrieval --data PATH`; the form of the file is that of retrieval/question-sets.ts.
 * `npm run bench -- retrieval --scale 100000` measures time among so many invented passages instead.
 */
import { parseArgs } from 'node:util';
import { sql } from 'drizzle-orm';
import type { Database } from '../server/src/db/client.ts';
import { withDatabase } from './database.ts';
import { answersInContext, fillBase, floorErrors } from './retrieval/documents.ts';
import { readQuestionSets, VARIANTS } from './retrieval/question-sets.ts';
import { type Ranked, rankSet } from './retrieval/ranking.ts';
import { searchAtScale } from './retrieval/scale.ts';

/** What was measured before the product was written, with the same data, and must be reached. */
const BAR = {
  text: { r5: 96.8, mrr10: 91.5 },
  no_accent: { r5: 96.8, mrr10: 91.5 },
  typo: { r5: 95.3 },
  answer_in_context: { 2400: 93.8, 4800: 96.5 },
  p95_ms: 60,
};

/** Among a hundred thousand passages. */
const SCALE_BAR = { p50_ms: 40, p95_ms: 150 };

type Figure = { value: number | null; bar?: number };

export async function run(options: string[]): Promise<object> {
  const { values } = parseArgs({
    args: options,
    options: { data: { type: 'string' }, scale: { type: 'string' } },
  });
  if (values.scale) return atScale(Number(values.scale));
  if (!values.data) throw new Error('Uso: npm run bench -- retrieval --data CAMINHO, ou --scale TRECHOS');
  const sets = await readQuestionSets(values.data);
  return withDatabase(async ({ db }) => {
    const ranked: Ranked[] = [];
    for (const set of sets) ranked.push(await rankSet(db, set));
    await db.execute(sql`truncate knowledge_bases cascade`);
    const bases = await Promise.all(sets.map((set) => fillBase(db, set)));
    await db.execute(sql`analyze`);
    const context = async (characters: 2400 | 4800) => {
      const shares = await inTurn(bases, (base) => answersInContext(db, base, characters));
      return figure(mean(shares.filter((share) => share !== null)), BAR.answer_in_context[characters]);
    };
    return {
      bench: 'retrieval',
      postgresql: await versionOf(db),
      passages: sets.reduce(
        (sum, set) => sum + set.documents.reduce((many, { passages }) => many + passages.length, 0),
        0,
      ),
      questions: sets.reduce((sum, { questions }) => sum + questions.length, 0),
      ...Object.fromEntries(VARIANTS.map((variant) => [variant, averageOf(ranked, variant)])),
      answer_in_context: { 2400: await context(2400), 4800: await context(4800) },
      search_ms: times(ranked.flatMap(({ milliseconds }) => milliseconds)),
      floor: await inTurn(bases, async (base) =>
        rounded(
          await floorErrors(
            db,
            base,
            bases.filter((other) => other !== base),
          ),
        ),
      ),
    };
  });
}

function atScale(passages: number): Promise<object> {
  return withDatabase(async ({ db }) => {
    const { ordinary, worst, ...seen } = await searchAtScale(db, { passages, seed: 1 });
    return {
      bench: 'retrieval',
      postgresql: await versionOf(db),
      ...seen,
      ordinary_ms: {
        p50: figure(ordinary.p50, SCALE_BAR.p50_ms),
        p95: figure(ordinary.p95, SCALE_BAR.p95_ms),
      },
      worst_ms: { p50: figure(worst.p50), p95: figure(worst.p95, SCALE_BAR.p95_ms) },
    };
  });
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

function times(milliseconds: number[]): Record<string, Figure> {
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
