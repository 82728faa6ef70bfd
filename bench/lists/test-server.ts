/** The real app over a measured database, and two people who are signed in. */
import { openContentDatabases } from '../../server/src/adapters/content/content-databases.ts';
import { noSheetWriter } from '../../server/src/adapters/content/sheet-writer.ts';
import { noSqlReader } from '../../server/src/adapters/content/sql-reader.ts';
import { openIdentityNetwork } from '../../server/src/adapters/identity/identity-network.ts';
import { openLog } from '../../server/src/adapters/log.ts';
import { openModels } from '../../server/src/adapters/models/open-models.ts';
import { pause } from '../../server/src/adapters/models/pause.ts';
import { openQueue } from '../../server/src/adapters/queue.ts';
import { noRecognition } from '../../server/src/adapters/recognition/open-recognition.ts';
import { secretKeys } from '../../server/src/adapters/sealing/secret-keys.ts';
import { openSignals } from '../../server/src/adapters/signals.ts';
import { openSyncSources } from '../../server/src/adapters/sync-sources/open-sources.ts';
import { buildApp } from '../../server/src/app.ts';
import type { OpenDatabase } from '../../server/src/db/client.ts';
import { parseEnv } from '../../server/src/env.ts';
import { configureSealingKeys, parseSealingKeys } from '../../server/src/features/audit/sealing-keys.ts';
import { openMetrics } from '../../server/src/http/metrics.ts';
import { createServerContext } from '../../server/src/server-context.ts';
import { ADMIN, PASSWORD, READER } from './people-and-agents.ts';

const API = '/api/v1';

export type MeasuredTestServer = {
  /** Asks and throws unless the answer is a good one. */
  get(as: 'admin' | 'reader', path: string): Promise<{ data: unknown[]; metadata?: { total: number } }>;
  close(): Promise<void>;
};

export async function startServerProcess({ db, pool, address }: OpenDatabase): Promise<MeasuredTestServer> {
  const log = openLog('silent');
  const env = parseEnv({ NODE_ENV: 'test' });
  configureSealingKeys(parseSealingKeys('a sealing key for measuring only, of more than 32 bytes'));
  const signals = await openSignals(address, pool, log);
  const queue = await openQueue(address, log);
  const app = await buildApp({
    context: createServerContext({
      env,
      db,
      log,
      signals,
      recognition: noRecognition(),
      queue,
      payments: null,
      content: openContentDatabases(noSqlReader()),
      sheets: noSheetWriter(),
      clock: { now: () => new Date() },
      mailer: { send: async () => {}, forget: async () => {} },
      models: openModels(env, { log, clock: { now: () => new Date() }, variables: {} }),
      secret: 'a secret for measuring only, of more than 32 bytes',
      secretKeys: secretKeys(undefined, 'a secret for measuring only, of more than 32 bytes'),
      identity: openIdentityNetwork(env),
      objects: null,
      syncSources: openSyncSources(env, { pause }),
    }),
    readiness: { draining: false, asked_at: null },
    metrics: openMetrics(),
    mailbox: null,
    dev_token: '',
  });
  await app.ready();

  const signIn = async (username: string): Promise<string> => {
    const response = await app.inject({
      method: 'POST',
      url: `${API}/auth/login`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ username, password: PASSWORD }).toString(),
    });
    if (response.statusCode !== 200) throw new Error(`could not sign in: ${response.body}`);
    return response.json().data.access_token;
  };
  const tokens = { admin: await signIn(ADMIN), reader: await signIn(READER) };

  return {
    async get(as, path) {
      const headers = { authorization: `Bearer ${tokens[as]}` };
      const response = await app.inject({ method: 'GET', url: API + path, headers });
      if (response.statusCode !== 200) throw new Error(`${path}: ${response.body}`);
      return response.json();
    },
    async close() {
      await app.close();
      await queue.stop();
      await signals.close();
    },
  };
}
