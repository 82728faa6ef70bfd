/** Leads the nightly runs of one night in a process of its own, which is killed from outside: `node lead-night.ts <instant>`. */
import { setTimeout as pause } from 'node:timers/promises';
import { and, eq, isNull } from 'drizzle-orm';
import { openContentDatabases } from '../../server/src/adapters/content/content-databases.ts';
import { noSheetWriter } from '../../server/src/adapters/content/sheet-writer.ts';
import { noSqlReader } from '../../server/src/adapters/content/sql-reader.ts';
import { openIdentityNetwork } from '../../server/src/adapters/identity/identity-network.ts';
import { openLog } from '../../server/src/adapters/log.ts';
import { openModels } from '../../server/src/adapters/models/open-models.ts';
import { openQueue } from '../../server/src/adapters/queue.ts';
import { noRecognition } from '../../server/src/adapters/recognition/open-recognition.ts';
import { secretKeys } from '../../server/src/adapters/sealing/secret-keys.ts';
import { openSignals } from '../../server/src/adapters/signals.ts';
import { openSyncSources } from '../../server/src/adapters/sync-sources/open-sources.ts';
import { AppError } from '../../server/src/app-error.ts';
import { openDatabase } from '../../server/src/db/client.ts';
import { agent_check_runs } from '../../server/src/db/tables/agents.ts';
import { parseEnv } from '../../server/src/env.ts';
import { configureSealingKeys, parseSealingKeys } from '../../server/src/features/audit/sealing-keys.ts';
import { beginNight } from '../../server/src/features/checks/nightly/night.ts';
import { runNight } from '../../server/src/features/checks/nightly/run-night.ts';
import { openStoredConnections } from '../../server/src/features/connections/open-connections.ts';
import { today } from '../../server/src/language/values/calendar.ts';
import { createServerContext } from '../../server/src/server-context.ts';

const now = new Date(process.argv[2] ?? '');
const env = parseEnv(process.env);
if (Number.isNaN(now.getTime()) || !env.DATABASE_URL || !env.JWT_SECRET)
  throw new Error('an instant, DATABASE_URL and JWT_SECRET are needed');
const log = openLog('silent');
const address = { connectionString: env.DATABASE_URL };
configureSealingKeys(parseSealingKeys('a sealing key for trials only, of more than 32 bytes'));
const { db, pool } = openDatabase(address, { max: 6 });
const clock = { now: () => now };
const keys = secretKeys(undefined, env.JWT_SECRET);
const nothing = async () => {};
const queue = await openQueue(address, log);
await queue.prepare();
const context = createServerContext({
  env,
  db,
  clock,
  log,
  mailer: { send: nothing, forget: nothing },
  models: openModels(env, { log, clock }),
  // The trial leads the runs itself, in any order.
  queue: { ...queue, send: nothing },
  payments: null,
  signals: await openSignals(address, pool, log),
  recognition: noRecognition(),
  content: openContentDatabases(noSqlReader(), openStoredConnections({ db, env, log, secretKeys: keys })),
  sheets: noSheetWriter(),
  secret: env.JWT_SECRET,
  secretKeys: keys,
  objects: null,
  syncSources: openSyncSources(env, { pause: nothing }),
  identity: openIdentityNetwork(env),
});

console.log('leads');
await beginNight(context);
const night = today(now);
for (;;) {
  const left = await db
    .select({ agent_id: agent_check_runs.agent_id })
    .from(agent_check_runs)
    .where(and(eq(agent_check_runs.night, night), isNull(agent_check_runs.finished_at)));
  if (!left.length) break;
  for (const { agent_id } of left.toSorted(() => Math.random() - 0.5))
    await runNight(context, { agent_id, night }).catch((error: unknown) => {
      // The other process leads it, or a dead one did until its lease expires.
      if (!(error instanceof AppError) || error.code !== 'checks_running') throw error;
    });
  await pause(50);
}
console.log('ended');
process.exit(0);
