/**
 * The ledger against the accounts under random operations, and races for the budgets of groups:
 * `npm run trials -- ledger [--operations N] [--rounds N] [--seed N]`.
 * Ends with code 1 at the first difference.
 */

import { parseArgs } from 'node:util';
import { openContentDatabases } from '../server/src/adapters/content/content-databases.ts';
import { noSheetWriter } from '../server/src/adapters/content/sheet-writer.ts';
import { noSqlReader } from '../server/src/adapters/content/sql-reader.ts';
import { openLog } from '../server/src/adapters/log.ts';
import { openModels } from '../server/src/adapters/models/open-models.ts';
import { openQueue } from '../server/src/adapters/queue.ts';
import { secretKeys } from '../server/src/adapters/sealing/secret-keys.ts';
import { openSignals } from '../server/src/adapters/signals.ts';
import { parseEnv } from '../server/src/env.ts';
import { configureSealingKeys, parseSealingKeys } from '../server/src/features/audit/sealing-keys.ts';
import { seedPlans } from '../server/src/seed/seed-plans.ts';
import { createServerContext } from '../server/src/server-context.ts';
import { withDatabase } from '../server/test/with-database.ts';
import { raceForBudgets } from './ledger/races.ts';
import { randomFrom, runLedger } from './ledger/run.ts';

export async function run(options: string[]): Promise<object> {
  const { values } = parseArgs({
    args: options,
    options: {
      operations: { type: 'string', default: '10000' },
      rounds: { type: 'string', default: '100' },
      seed: { type: 'string', default: '20261121' },
    },
  });
  const [operations, rounds, seed] = [values.operations, values.rounds, values.seed].map(Number) as [
    number,
    number,
    number,
  ];
  return withDatabase(async ({ db, pool, address }) => {
    const log = openLog('silent');
    const env = parseEnv({ NODE_ENV: 'test' });
    configureSealingKeys(parseSealingKeys('a sealing key for measuring only, of more than 32 bytes'));
    await seedPlans(db);
    const signals = await openSignals(address, pool, log);
    const queue = await openQueue(address, log);
    await queue.prepare();
    const began = performance.now();
    try {
      const start = new Date('2026-01-31T12:00:00.000Z');
      const context = createServerContext({
        env,
        db,
        log,
        signals,
        queue,
        payments: null,
        content: openContentDatabases(noSqlReader()),
        sheets: noSheetWriter(),
        clock: { now: () => start },
        mailer: { send: async () => {}, forget: async () => {} },
        models: openModels(env, { log, clock: { now: () => start }, variables: {} }),
        secret: 'a secret for measuring only, of more than 32 bytes',
        secretKeys: secretKeys(undefined, 'a secret for measuring only, of more than 32 bytes'),
      });
      const figures = await runLedger({ context, address, operations, seed });
      const random = randomFrom(seed);
      const below = (limit: number) => Math.floor(random() * limit);
      const races = await raceForBudgets({ context, rounds, below });
      const seconds = Math.round((performance.now() - began) / 1000);
      return { trial: 'ledger', seed, holds: true, seconds, ...figures, races };
    } finally {
      await queue.stop();
      await signals.close();
    }
  });
}
