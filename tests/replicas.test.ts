/** Several processes on one database that was empty, started at the same moment, behind a proxy. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, expect, inject, test } from 'vitest';
import { openProxy } from '../server/test/process/proxy.ts';
import { endAll, isUp, startProcess } from '../server/test/process/started-process.ts';

const name = `replicas_${randomUUID().replaceAll('-', '')}`;
let folder = '';
afterAll(async () => {
  await endAll();
  await inServer(`drop database if exists ${name} with (force)`);
  await rm(folder, { recursive: true, force: true });
});

const server = inject('database') as { host: string; port: number; user: string };
const ADMIN = { email: 'chefe@exemplo.com.br', password: 'uma senha de chefe' };

async function inServer(statement: string, database = 'postgres'): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ ...server, database });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

test('B4 two processes that start together on an empty database make one installation of it, and answer as one', {
  timeout: 120_000,
}, async () => {
  folder = await mkdtemp(join(tmpdir(), 'prosa-replicas-'));
  await inServer(`create database ${name} template template0`);
  const where = new URLSearchParams({ host: server.host, port: String(server.port) });
  const processes = await Promise.all(
    [1, 2].map((number) =>
      startProcess({
        DATA_DIR: join(folder, String(number)),
        DATABASE_URL: `postgres://${server.user}@/${name}?${where.toString()}`,
        JWT_SECRET: 'a secret for tests only, of more than 32 bytes',
        ADMIN_EMAIL: ADMIN.email,
        ADMIN_PASSWORD: ADMIN.password,
      }),
    ),
  );
  await Promise.all(processes.map((process) => process.says(isUp)));

  const journal = new URL('../server/src/db/migrations/meta/_journal.json', import.meta.url);
  const { entries } = JSON.parse(await readFile(journal, 'utf8')) as { entries: unknown[] };
  const [made] = await inServer(
    `select (select count(*)::int from drizzle.__drizzle_migrations) as migrations,
      (select count(*)::int from users) as people, (select count(*)::int from user_groups) as groups,
      (select count(*)::int from knowledge_bases) as bases,
      (select count(*)::int from documents) = (select count(distinct original_filename)::int from documents) as is_once`,
    name,
  );
  expect(made).toEqual({ migrations: entries.length, people: 1, groups: 3, bases: 1, is_once: true });
  for (const process of processes) expect(process.output()).not.toMatch(/"level":"(?:error|fatal)"/);

  const proxy = await openProxy(processes.map(({ url }) => url));
  try {
    const api = (path: string, init: RequestInit = {}) => fetch(`${proxy.url}/api/v1${path}`, init);
    const signedIn = await api('/auth/login', {
      method: 'POST',
      body: new URLSearchParams({ username: ADMIN.email, password: ADMIN.password }),
    });
    const { access_token } = ((await signedIn.json()) as { data: { access_token: string } }).data;
    const headers = { authorization: `Bearer ${access_token}` };
    const seen = await Promise.all([1, 2, 3, 4, 5, 6].map(() => api('/users/me', { headers })));
    expect(seen.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    // A sign-in that is ended at one replica is ended at all of them.
    expect((await api('/auth/logout-everywhere', { method: 'POST', headers })).status).toBe(200);
    const after = await Promise.all([1, 2, 3].map(() => api('/users/me', { headers })));
    expect(after.map(({ status }) => status)).toEqual([401, 401, 401]);
    expect(Math.min(...proxy.answered.values())).toBeGreaterThan(1);
    expect(proxy.refused).toEqual([]);
  } finally {
    await proxy.close();
  }
  const ended = await Promise.all(processes.map((process) => process.end('SIGTERM')));
  expect(ended).toEqual([0, 0]);
});
