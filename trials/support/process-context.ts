/** The context of a process of a trial that does one job, at an instant of the trial and without providers. */
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
import { openDatabase } from '../../server/src/db/client.ts';
import { parseEnv } from '../../server/src/env.ts';
import { configureSealingKeys, parseSealingKeys } from '../../server/src/features/audit/sealing-keys.ts';
import { openStoredConnections } from '../../server/src/features/connections/open-connections.ts';
import { createServerContext, type ServerContext } from '../../server/src/server-context.ts';

/** The environment has DATABASE_URL and JWT_SECRET. The queue takes no work: the trial leads its jobs itself, in any order. */
export async function openProcessContext(now: Date): Promise<ServerContext> {
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
  return createServerContext({
    env,
    db,
    clock,
    log,
    mailer: { send: nothing, forget: nothing },
    models: openModels(env, { log, clock }),
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
}
