/**
 * The ledger against the accounts: random operations on two processes that are killed and started again, random
 * operations in one process whose clock moves by months, and races for the budgets of groups:
 * `npm run trials -- ledger [--operations N] [--kills N] [--single N] [--rounds N] [--seed N]`.
 * Ends with code 1 at the first difference.
 */

import { parseArgs } from 'node:util';
import { openContentDatabases } from '../server/src/adapters/content/content-databases.ts';
import { noSheetWriter } from '../server/src/adapters/content/sheet-writer.ts';
import { noSqlReader } from '../server/src/adapters/content/sql-reader.ts';
import { openIdentityNetwork } from '../server/src/adapters/identity/identity-network.ts';
import { openLog } from '../server/src/adapters/log.ts';
import { openModels } from '../server/src/adapters/models/open-models.ts';
import { pause } from '../server/src/adapters/models/pause.ts';
import { openQueue } from '../server/src/adapters/queue.ts';
import { noRecognition } from '../server/src/adapters/recognition/open-recognition.ts';
import { secretKeys } from '../server/src/adapters/sealing/secret-keys.ts';
import { openSignals } from '../server/src/adapters/signals.ts';
import { openSyncSources } from '../server/src/adapters/sync-sources/open-sources.ts';
import type { OpenDatabase } from '../server/src/db/client.ts';
import { parseEnv } from '../server/src/env.ts';
import { configureSealingKeys, parseSealingKeys } from '../server/src/features/audit/sealing-keys.ts';
import { seedPlans } from '../server/src/seed/seed-plans.ts';
import { createServerContext } from '../server/src/server-context.ts';
import { withDatabase } from '../server/test/with-database.ts';
import { runOnProcesses } from './ledger/processes/run-processes.ts';
import { raceForBudgets } from './ledger/races.ts';
import { randomFrom, runLedger } from './ledger/run.ts';

export async function run(options: string[]): Promise<object> {
  const { values } = parseArgs({
    args: options,
    options: {
      operations: { type: 'string', default: '10000' },
      kills: { type: 'string', default: '40' },
      single: { type: 'string', default: '500' },
      rounds: { type: 'string', default: '100' },
      seed: { type: 'string', default: '20261121' },
    },
  });
  const number = (name: keyof typeof values) => Number(values[name]);
  const seed = number('seed');
  return withDatabase(async (database) => {
    const wishes = { operations: number('operations'), kills: number('kills'), people: PEOPLE, seed };
    const two_processes = await runOnProcesses(database.address, wishes);
    const isHolding = !two_processes.broken.length && !two_processes.passed_budgets;
    if (!isHolding) process.exitCode = 1;
    const rest = await runInOne(database, { operations: number('single'), rounds: number('rounds'), seed });
    return { trial: 'ledger', seed, holds: isHolding, two_processes, ...rest };
  });
}

/** So many that nobody asks more often than people may. */
const PEOPLE = 100;

type InOne = { operations: number; rounds: number; seed: number };

async function runInOne({ db, pool, address }: OpenDatabase, { operations, rounds, seed }: InOne) {
  const log = openLog('silent');
  const env = parseEnv({ NODE_ENV: 'test' });
  configureSealingKeys(parseSealingKeys('a sealing key for measuring only, of more than 32 bytes'));
  await seedPlans(db);
  const signals = await openSignals(address, pool, log);
  const queue = await openQueue(address, log);
  await queue.prepare();
  try {
    const start = new Date('2026-01-31T12:00:00.000Z');
    const context = createServerContext({
      env,
      db,
      log,
      signals,
      recognition: noRecognition(),
      queue,
      payments: null,
      content: openContentDatabases(noSqlReader()),
      sheets: noSheetWriter(),
      clock: { now: () => start },
      mailer: { send: async () => {}, forget: async () => {} },
      models: openModels(env, { log, clock: { now: () => start }, variables: {} }),
      secret: 'a secret for measuring only, of more than 32 bytes',
      secretKeys: secretKeys(undefined, 'a secret for measuring only, of more than 32 bytes'),
      identity: openIdentityNetwork(env),
      objects: null,
      syncSources: openSyncSources(env, { pause }),
    });
    const began = performance.now();
    const one_process = await runLedger({ context, address, operations, seed });
    const seconds = Math.round((performance.now() - began) / 1000);
    const random = randomFrom(seed);
    const below = (limit: number) => Math.floor(random() * limit);
    const races = await raceForBudgets({ context, rounds, below });
    return { one_process: { ...one_process, seconds }, races };
  } finally {
    await queue.stop();
    await signals.close();
  }
}
