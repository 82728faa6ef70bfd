/**
 * Questions to the sample of tenders, judged by SQL: `npm run bench -- tables [--rows N] [--rounds N]`; beside them the
 * time of the parser, of figures over many rows and of the number check. Ends with code 1 where a bar is not held.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { FIRST_CONNECTION } from '#contract/connections.ts';
import { openContentDatabases } from '../server/src/adapters/content/content-databases.ts';
import { openLocalContent } from '../server/src/adapters/content/sample/local-content.ts';
import { openSqlReader } from '../server/src/adapters/content/sql-reader.ts';
import { openLog } from '../server/src/adapters/log.ts';
import { openDatabase } from '../server/src/db/client.ts';
import { ensureDatabase, startEmbedded } from '../server/src/db/embedded.ts';
import { migrate } from '../server/src/db/migrate.ts';
import { parseQuestion } from '../server/src/features/data-sources/parse/parse-question.ts';
import { askedTable } from '../server/src/features/data-sources/profile/asked-table.ts';
import { requireDataSource } from '../server/src/features/data-sources/settings/store.ts';
import { uncheckedNumbers } from '../server/src/features/grounding/numbers/check-numbers.ts';
import { KnownNumbers } from '../server/src/features/grounding/numbers/known-numbers.ts';
import { createTenderSource } from '../server/src/seed/seed-tenders.ts';
import { storeDataSource } from '../server/test/builders.ts';
import { measured, recorded, type Sample } from './datasource/question-times.ts';
import { fillTenders } from './datasource/tenders.ts';
import { ASKED_AT, type AskContext, askTable, type TableAnswer } from './tables/ask.ts';
import { type Cell, judge, type Verdict } from './tables/judge.ts';
import { type TableQuestion, tableQuestions } from './tables/questions.ts';

const BAR = {
  wrong: 0.01,
  exact: { local: 0.85, model: 0.97 },
  parser_p99_ms: 25,
  figures_p95_ms: 1_000,
  figures_ratio: 1.5,
  number_check_ms: 25,
};
const CHECKED_LENGTH = 20_000;
const PARSER_ROUNDS = 20;
const CHECK_ROUNDS = 50;
const LARGE_ID = 1_000;

export async function run(options: string[]): Promise<object> {
  const { values } = parseArgs({
    args: options,
    options: { rows: { type: 'string', default: '50000' }, rounds: { type: 'string', default: '3' } },
  });
  const folder = await mkdtemp(join(tmpdir(), 'prosa-bench-'));
  const embedded = await startEmbedded({ folder: join(folder, 'postgres'), durable: false });
  try {
    const { reader: address } = await openLocalContent(embedded);
    await ensureDatabase(embedded, 'bench');
    await migrate(embedded.address('bench'));
    const { db, ...application } = openDatabase(embedded.address('bench'));
    const owner = await connected(embedded.address('prosa_conteudo'));
    const bare = await connected(address);
    const log = openLog('silent');
    const reader = openSqlReader(address, log);
    const through = recorded(reader);
    const context = { db, log, content: openContentDatabases(through.reader) };
    const data_source_id = await createTenderSource(db);
    const questions = tableQuestions();
    const asked = { context, data_source_id, questions, bare };
    const local = await judged(asked, 'local');
    const model = await judged(asked, 'model');
    const parser_ms = await parserTimes(asked);
    const number_check = numberCheck(local.answers);
    await fillTenders(owner, Number(values.rows));
    const { rag_config } = await requireDataSource(db, data_source_id);
    const large = structuredClone(rag_config);
    large.document_search.base_sql_query = large.document_search.base_sql_query.replace(
      'FROM licitacoes',
      'FROM licitacoes_grandes',
    );
    await storeDataSource({ db }, { id: LARGE_ID, name: 'Licitações', rag_config: large });
    const figures = await figureTimes({ ...asked, owner, through, rounds: Number(values.rounds) }, local);
    await reader.close();
    await application.close();
    await bare.end();
    await owner.end();
    const failed = [
      ...failedVerdicts('local', local.families, BAR.exact.local),
      ...failedVerdicts('model', model.families, BAR.exact.model),
      ...(parser_ms.p99 > BAR.parser_p99_ms ? ['parser'] : []),
      ...(figures.without_result.length > 0 ? ['figures over many rows without a result'] : []),
      ...(figures.product_ms.p95 > BAR.figures_p95_ms ? ['figures'] : []),
      ...(figures.ratio_p95 > BAR.figures_ratio ? ['figures against the bare statements'] : []),
      ...(number_check.ms > BAR.number_check_ms ? ['number check'] : []),
    ];
    if (failed.length) process.exitCode = 1;
    console.error(table(local.families, model.families));
    const shown = { local: summary(local), model: summary(model), parser_ms, figures, number_check };
    return { bench: 'tables', questions: questions.length, rows: values.rows, ...shown, bar: BAR, failed };
  } finally {
    await embedded.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function connected(address: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(address);
  // When a measurement fails, its error is shown and not that of the server that is stopped after it.
  client.on('error', () => {});
  await client.connect();
  return client;
}

type Asking = { context: AskContext; data_source_id: number; questions: TableQuestion[]; bare: pg.Client };
type Families = Record<string, Record<Verdict, number>>;
type Judged = { families: Families; answers: TableAnswer[]; others: object[] };

async function judged({ context, data_source_id, questions, bare }: Asking, reader: 'local' | 'model') {
  const made: Judged = { families: {}, answers: [], others: [] };
  for (const question of questions) {
    const answer = await askTable(context, question, { data_source_id, reader });
    const verdict = await judge(question, answer, (sql) => cellsOf(bare, sql, 'licitacoes'));
    made.families[question.family] ??= { exact: 0, partial: 0, honest: 0, wrong: 0 };
    const family = made.families[question.family];
    if (family) family[verdict] += 1;
    made.answers.push(answer);
    if (verdict !== 'exact')
      made.others.push({
        verdict,
        asked: question.turns.join(' | '),
        first_line: answer.text.split('\n')[0],
      });
  }
  return made;
}

async function cellsOf(client: pg.Client, sql: string, name: string): Promise<Cell[][]> {
  const text = sql.replace(/\bfrom t\b/g, `from ${name}`);
  const types = { getTypeParser: () => (value: unknown) => value as string };
  const { rows } = await client.query({ text, types, rowMode: 'array' });
  return rows;
}

const VERDICTS = ['exact', 'partial', 'honest', 'wrong'] as const;
const WITHOUT_FIGURE = ['unknown', 'greeting', 'impossible'];
/** Every question of these families has to be judged exact. */
const WHOLE = [...WITHOUT_FIGURE, 'ambiguous'];

function summary({ families, others }: Judged) {
  const all = Object.values(families);
  const counts = VERDICTS.map((verdict) => [verdict, all.reduce((sum, one) => sum + one[verdict], 0)]);
  return { ...Object.fromEntries(counts), others };
}

function failedVerdicts(name: string, families: Families, exact: number): string[] {
  const sum = (verdict: Verdict, of: [string, Record<Verdict, number>][]) =>
    of.reduce((total, [, counts]) => total + counts[verdict], 0);
  const all = Object.entries(families);
  const asked = VERDICTS.reduce((total, verdict) => total + sum(verdict, all), 0);
  const answerable = all.filter(([family]) => !WITHOUT_FIGURE.includes(family));
  const can = VERDICTS.reduce((total, verdict) => total + sum(verdict, answerable), 0);
  const broken = all.filter(
    ([family, { partial, honest, wrong }]) => WHOLE.includes(family) && partial + honest + wrong > 0,
  );
  return [
    ...(sum('wrong', all) / asked > BAR.wrong ? [`${name}: wrong`] : []),
    ...(sum('exact', answerable) / can < exact ? [`${name}: exact`] : []),
    ...broken.map(([family]) => `${name}: ${family}`),
  ];
}

const table = (local: Families, model: Families): string =>
  Object.entries(local)
    .map(([family, counts]) => {
      const cells = [counts, model[family]].map((one) =>
        VERDICTS.map((verdict) => one?.[verdict]).join(' / '),
      );
      return `${family.padEnd(14)} ${cells.map((cell) => cell.padEnd(18)).join('')}`;
    })
    .toSpliced(0, 0, `${' '.repeat(15)}${['rules', 'best plan'].map((name) => name.padEnd(18)).join('')}`)
    .join('\n');

async function parserTimes({ context, data_source_id, questions }: Asking) {
  const source = await requireDataSource(context.db, data_source_id);
  const content = context.content.of(FIRST_CONNECTION);
  const signal = new AbortController().signal;
  const clock = { now: () => ASKED_AT };
  const { lexicon, today } = await askedTable({ ...context, content, clock }, source, signal);
  const turns = questions.flatMap((question) => question.turns);
  const read = (question: string) => parseQuestion(question, lexicon, { today, before: null });
  return spread(turns.map((question) => usualTime(PARSER_ROUNDS, () => read(question))));
}

/** Every answer is checked against every result, over and over up to the length. */
function numberCheck(answers: TableAnswer[]) {
  const known = new KnownNumbers();
  for (const { result } of answers) if (result) known.addResult(result);
  const text = answers.map((answer) => answer.text).join('\n\n');
  const long = text.repeat(Math.ceil(CHECKED_LENGTH / text.length)).slice(0, CHECKED_LENGTH);
  return { characters: long.length, ms: usualTime(CHECK_ROUNDS, () => uncheckedNumbers(long, known)) };
}

type FigureParams = Asking & { owner: pg.Client; through: ReturnType<typeof recorded>; rounds: number };

/** Questions of one figure or of groups, over many rows: the product, its own statements alone, and the gold. */
async function figureTimes(
  { context, questions, bare, owner, through, rounds }: FigureParams,
  local: Judged,
) {
  const isFigure = (place: number) => local.answers[place]?.result?.plan.rows === false;
  const asked = questions.filter(
    ({ turns, gold }, place) => isFigure(place) && turns.length === 1 && gold[0],
  );
  const samples: Sample[] = [];
  const by_hand: number[] = [];
  const without_result = new Set<string>();
  const ask = async (question: string) => {
    const turns = [question];
    const answer = await askTable(
      context,
      { turns, plan: '{}' },
      { data_source_id: LARGE_ID, reader: 'local' },
    );
    if (answer.result) return;
    without_result.add(`${question} ${answer.text.split('\n')[0]}`);
    // A refused question has no statement to be compared with.
    through.ran.length = 0;
  };
  // The first question computes the profile, within limits of its own.
  await ask('Quantas licitações existem?');
  for (let round = -1; round < rounds; round += 1)
    for (const {
      turns: [question = ''],
      gold: [sql = ''],
    } of asked) {
      const sample = await measured(question, through, { ask, bare, owner });
      const began = performance.now();
      await cellsOf(bare, sql, 'licitacoes_grandes');
      if (round < 0) continue;
      samples.push(sample);
      by_hand.push(performance.now() - began);
    }
  const product_ms = spread(samples.map((sample) => sample.product_ms));
  const bare_ms = spread(samples.map((sample) => sample.bare_ms));
  return {
    questions: asked.length,
    without_result: [...without_result],
    product_ms,
    bare_ms,
    by_hand_ms: spread(by_hand),
    ratio_p50: round(product_ms.p50 / bare_ms.p50),
    ratio_p95: round(product_ms.p95 / bare_ms.p95),
    slowest: samples.reduce((slow, one) => (one.product_ms > slow.product_ms ? one : slow)).question,
  };
}

/** The median of the rounds, in milliseconds: what else the machine does falls on the others. */
function usualTime(rounds: number, work: () => unknown): number {
  const times = Array.from({ length: rounds }, () => {
    const began = performance.now();
    work();
    return performance.now() - began;
  });
  return spread(times).p50;
}

function spread(all: number[]) {
  const sorted = all.toSorted((one, other) => one - other);
  const at = (share: number) => round(sorted[Math.ceil(share * sorted.length) - 1] ?? 0);
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) };
}

const round = (number: number) => Math.round(number * 100) / 100;
