/**
 * Questions to a data source of 50,000 rows, through the product's own search beside the same statements alone:
 * `npm run bench -- datasource [--rounds N] [--rows N]`. Ends with code 1 where the search is slower than its bar.
 */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { FIRST_CONNECTION } from '#contract/connections.ts';
import { RagConfig } from '../contract/src/data-sources.ts';
import { openContentDatabases } from '../server/src/adapters/content/content-databases.ts';
import { openLocalContent } from '../server/src/adapters/content/sample/local-content.ts';
import { openSqlReader } from '../server/src/adapters/content/sql-reader.ts';
import { openLog } from '../server/src/adapters/log.ts';
import type { Models } from '../server/src/adapters/models/model.ts';
import { openDatabase } from '../server/src/db/client.ts';
import { ensureDatabase, startEmbedded } from '../server/src/db/embedded.ts';
import { migrate } from '../server/src/db/migrate.ts';
import { type ReadableSource, readSource } from '../server/src/features/data-sources/read-source.ts';
import { storeDataSource } from '../server/test/builders.ts';
import { measured, recorded, type Sample } from './datasource/question-times.ts';
import { withFilter, withoutFilter } from './datasource/questions.ts';
import { fillTenders } from './datasource/tenders.ts';

const BAR_MS = { with_filter: 500, without_filter: 1_500 };
const WARM_UP_ROUNDS = 1;

const fromColumn = { regex_config: { enabled: true, include_pattern: '.*' } };
const source: ReadableSource = {
  id: 1,
  name: 'Licitações',
  description: null,
  connection_id: FIRST_CONNECTION,
  updated_at: new Date(0),
  rag_config: RagConfig.parse({
    profile_extraction: {
      terminology_mapping: {
        municipio: fromColumn,
        uf: fromColumn,
        situacao: fromColumn,
        modalidade: fromColumn,
      },
    },
    document_search: {
      base_sql_query: `SELECT id, numero, orgao, municipio, uf, modalidade, situacao, valor_estimado, data_abertura, objeto
FROM licitacoes_grandes
ORDER BY data_abertura DESC`,
      main_content_column: 'objeto',
    },
  }),
};

export async function run(options: string[]): Promise<object> {
  const { values } = parseArgs({
    args: options,
    options: { rounds: { type: 'string', default: '5' }, rows: { type: 'string', default: '50000' } },
  });
  const [rounds, rows] = [Number(values.rounds), Number(values.rows)];
  const folder = await mkdtemp(join(tmpdir(), 'prosa-bench-'));
  const embedded = await startEmbedded({ folder: join(folder, 'postgres'), durable: false });
  const as = async (address: pg.ClientConfig) => {
    const client = new pg.Client(address);
    await client.connect();
    return client;
  };
  try {
    const { reader: address } = await openLocalContent(embedded);
    await ensureDatabase(embedded, 'bench');
    await migrate(embedded.address('bench'));
    const { db, ...application } = openDatabase(embedded.address('bench'));
    await storeDataSource({ db }, source);
    const owner = await as(embedded.address('prosa_conteudo'));
    const bare = await as(address);
    const mean_length = await fillTenders(owner, rows);
    const reader = openSqlReader(address, openLog('silent'));
    const through = recorded(reader);
    const ask = (question: string) =>
      readSource(
        {
          content: openContentDatabases(through.reader),
          db,
          models: noModels,
          clock: { now: () => new Date() },
        },
        source,
        {
          question,
          history: [],
          before: null,
          without: [],
          reader: 'local',
          signal: new AbortController().signal,
        },
      );
    const sides = { ask, bare, owner };
    const samples: Record<keyof typeof BAR_MS, Sample[]> = { with_filter: [], without_filter: [] };
    for (let round = -WARM_UP_ROUNDS; round < rounds; round += 1)
      for (const [name, questions] of [
        ['with_filter', withFilter],
        ['without_filter', withoutFilter],
      ] as const)
        for (const question of questions) {
          const sample = await measured(question, through, sides);
          if (round >= 0) samples[name].push(sample);
        }
    await reader.close();
    await application.close();
    await bare.end();
    await owner.end();
    const with_filter = summary(samples.with_filter, BAR_MS.with_filter);
    const without_filter = summary(samples.without_filter, BAR_MS.without_filter);
    const holds = with_filter.holds && without_filter.holds;
    if (!holds) process.exitCode = 1;
    return { bench: 'datasource', rows, mean_length, rounds, holds, with_filter, without_filter };
  } finally {
    await embedded.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** As without a key: rules understand the question. What a model would take is not the search's. */
const noModels: Models = {
  local: true,
  version: 0,
  catalogue: [],
  defaults: { default: null, steps: null, reserves: [], follow_successor: true },
  open: () => null,
  openSteps: () => [],
  refusal: () => 'model_not_configured',
  restOf: () => null,
  stateOf: () => 'no_key',
  providerOf: () => null,
  setup: null,
};

function summary(samples: Sample[], bar_ms: number) {
  const product = spread(samples.map(({ product_ms }) => product_ms));
  const bare = spread(samples.map(({ bare_ms }) => bare_ms));
  return {
    questions: new Set(samples.map(({ question }) => question)).size,
    bar_ms,
    holds: product.p95 <= bar_ms,
    product_ms: product,
    bare_sql_ms: bare,
    ratio_p50: round(product.p50 / bare.p50),
    ratio_p95: round(product.p95 / bare.p95),
    /** Processor time of the database's own processes, which other work on the machine does not lengthen. */
    cpu_ms: spread(samples.map(({ cpu_ms }) => cpu_ms)),
    slowest: samples.reduce((slow, sample) => (sample.cpu_ms > slow.cpu_ms ? sample : slow)).question,
  };
}

function spread(all: number[]) {
  const sorted = all.toSorted((one, other) => one - other);
  const at = (share: number) => round(sorted[Math.ceil(share * sorted.length) - 1] ?? 0);
  return { p50: at(0.5), p95: at(0.95), max: at(1) };
}

const round = (number: number) => Math.round(number * 100) / 100;
