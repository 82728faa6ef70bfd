/** The real product in a process of its own, with one long conversation in its database. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { LongRecord } from './records.ts';

const EMAIL = 'admin@exemplo.com.br';
const PASSWORD = 'uma senha de administrador';
const PATIENCE_MS = 60_000;

export type LongTestServer = {
  url: string;
  tokens: { access_token: string; refresh_token: string };
  sessionId: string;
  /** The time of the oldest record. */
  firstId: number;
  close(): Promise<void>;
};

export async function startLongTestServer(records: LongRecord[]): Promise<LongTestServer> {
  const folder = await mkdtemp(join(tmpdir(), 'prosa-conversation-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const server = spawn(process.execPath, ['server/src/main.ts'], {
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      APP_URL: url,
      DATA_DIR: folder,
      ADMIN_EMAIL: EMAIL,
      ADMIN_PASSWORD: PASSWORD,
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const close = async () => {
    if (server.exitCode === null) {
      server.kill('SIGTERM');
      await once(server, 'exit');
    }
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await ready(url, server);
    const tokens = await post(
      `${url}/api/v1/auth/login`,
      new URLSearchParams({ username: EMAIL, password: PASSWORD }),
    );
    const authorization = `Bearer ${String(tokens.access_token)}`;
    const agents = (await (
      await fetch(`${url}/api/v1/agents/available`, { headers: { authorization } })
    ).json()) as { data: { id: number }[] };
    const session = await post(
      `${url}/api/v1/chat/create-session?agent_id=${agents.data[0]?.id}`,
      undefined,
      authorization,
    );
    const firstId = await fill(folder, String(session.id), records);
    return {
      url,
      tokens: { access_token: String(tokens.access_token), refresh_token: String(tokens.refresh_token) },
      sessionId: String(session.id),
      firstId,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function post(url: string, body: URLSearchParams | undefined, authorization = '') {
  const reply = await fetch(url, { method: 'POST', body, headers: { authorization } });
  if (!reply.ok) throw new Error(`${url}: ${reply.status}`);
  return ((await reply.json()) as { data: Record<string, unknown> }).data;
}

async function fill(folder: string, sessionId: string, records: LongRecord[]): Promise<number> {
  // The embedded server writes into its folder where it listens.
  const lines = (await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8')).split('\n');
  const client = new pg.Client({
    host: lines[4] ?? '',
    port: Number(lines[3]),
    user: 'prosa',
    database: 'prosa',
  });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string }>(
      `insert into messages (user_id, session_id, question, answer, status, model, created_at, finished_at)
       select s.user_id, s.id, r ->> 'question', r ->> 'answer', 'done', 'local', now(), now()
       from chat_sessions s, jsonb_array_elements($2) with ordinality as each(r, n)
       where s.id = $1 order by n returning id`,
      [sessionId, JSON.stringify(records)],
    );
    await client.query('update chat_sessions set messages_count = $2 where id = $1', [
      sessionId,
      records.length,
    ]);
    return Math.min(...rows.map(({ id }) => Number(id)));
  } finally {
    await client.end();
  }
}

async function ready(url: string, server: ChildProcess): Promise<void> {
  for (let waited = 0; waited < PATIENCE_MS; waited += 100) {
    if (server.exitCode !== null) throw new Error('the server ended while starting');
    const isReady = await fetch(`${url}/api/v1/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    await pause(100);
  }
  throw new Error('the server did not become ready');
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  if (!address || typeof address === 'string') throw new Error('no port');
  return address.port;
}
