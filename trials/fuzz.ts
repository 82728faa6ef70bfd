/**
 * Calls invented from the contract against a real process: `npm run trials -- fuzz [--calls N] [--seed N]`. Ends with
 * code 1 when one of them broke anything.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { systemClock } from '../server/src/adapters/clock.ts';
import { secretKeys } from '../server/src/adapters/sealing/secret-keys.ts';
import { openDatabase } from '../server/src/db/client.ts';
import { endAll, isUp, type Started, startProcess } from '../server/test/process/started-process.ts';
import { fuzz } from './fuzz/run.ts';

export async function run(options: string[]): Promise<object> {
  const { values } = parseArgs({
    args: options,
    options: {
      calls: { type: 'string', default: '10000' },
      seed: { type: 'string', default: '20261121' },
      at_once: { type: 'string', default: '4' },
    },
  });
  const [calls, seed, at_once] = [Number(values.calls), Number(values.seed), Number(values.at_once)];
  const folder = await mkdtemp(join(tmpdir(), 'prosa-fuzz-'));
  const secret = 'a secret for measuring only, of more than 32 bytes';
  try {
    // The trial plays a proxy: `X-Forwarded-For` names the caller's address.
    const testServer = await startProcess({
      DATA_DIR: folder,
      JWT_SECRET: secret,
      TRUST_PROXY: '127.0.0.1',
      ADMIN_EMAIL: 'admin@exemplo.com.br',
      ADMIN_PASSWORD: 'uma senha de administrador',
    });
    await testServer.says(isUp);
    const database = openDatabase(await embeddedIn(folder), { max: 4 });
    const began = performance.now();
    try {
      const figures = await fuzz(
        { db: database.db, clock: systemClock, secret, secretKeys: secretKeys(undefined, secret) },
        testServer.url,
        {
          calls,
          seed,
          at_once,
        },
      );
      figures.broken.push(...complaintsOf(testServer));
      if (figures.broken.length) process.exitCode = 1;
      return { trial: 'fuzz', seed, seconds: Math.round((performance.now() - began) / 1_000), ...figures };
    } finally {
      await database.close();
      await testServer.end('SIGTERM');
    }
  } finally {
    await endAll();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The embedded server writes into its data folder where it listens. */
async function embeddedIn(folder: string) {
  const lines = (await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8')).split('\n');
  return { host: lines[4] ?? '', port: Number(lines[3]), user: 'prosa', database: 'prosa' };
}

/** Errors that the process itself has logged. */
function complaintsOf(started: Started): string[] {
  const { child } = started;
  const ended = child.exitCode === null && child.signalCode === null ? [] : ['the process ended'];
  const lines = started
    .output()
    .split('\n')
    .filter((line) => /"level":"(?:error|fatal)"|unhandled|UnhandledPromise/.test(line))
    .filter((line) => !/"type":"(?:content_database_\w+|query_timeout|model_not_configured)"/.test(line));
  return [...ended, ...lines.map((line) => line.slice(0, 1_000))];
}
