/** Leads one run of a sync in a process of its own, which is killed from outside: `node lead-run.ts <base> <run>`. */
import { openLog } from '../../server/src/adapters/log.ts';
import { pause } from '../../server/src/adapters/models/pause.ts';
import { openQueue } from '../../server/src/adapters/queue.ts';
import { secretKeys } from '../../server/src/adapters/sealing/secret-keys.ts';
import { openSyncSources } from '../../server/src/adapters/sync-sources/open-sources.ts';
import { openDatabase } from '../../server/src/db/client.ts';
import { parseEnv } from '../../server/src/env.ts';
import { configureSealingKeys, parseSealingKeys } from '../../server/src/features/audit/sealing-keys.ts';
import { runSync } from '../../server/src/features/syncs/run/run-sync.ts';

const [knowledge_base_id, run_id] = process.argv.slice(2).map(Number);
const env = parseEnv(process.env);
if (!knowledge_base_id || !run_id || !env.DATABASE_URL || !env.JWT_SECRET)
  throw new Error('a base, a run, DATABASE_URL and JWT_SECRET are needed');
const log = openLog('silent');
const address = { connectionString: env.DATABASE_URL };
configureSealingKeys(parseSealingKeys('a sealing key for trials only, of more than 32 bytes'));
const database = openDatabase(address, { max: 6 });
const queue = await openQueue(address, log);
await queue.prepare();
console.log('leads');
await runSync(
  {
    db: database.db,
    clock: { now: () => new Date() },
    queue,
    log,
    secretKeys: secretKeys(undefined, env.JWT_SECRET),
    syncSources: openSyncSources(env, { pause }),
  },
  { knowledge_base_id, run_id },
);
console.log('ended');
process.exit(0);
