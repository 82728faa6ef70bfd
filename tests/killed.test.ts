import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import type { AnswerEvent, ChatRecord } from '#contract/chat-record.ts';
import { TEMPLATE } from '../server/test/database.ts';
import { endAll, isUp, type Started, startProcess } from '../server/test/process/started-process.ts';
import { openProviderStub, type ProviderStub, STUB_TEXT } from '../server/test/providers/provider-stub.ts';
import { killRounds } from '../trials/faults/processes/kill.ts';
import { openInstallation } from '../trials/support/installation.ts';

let stub: ProviderStub;
let folder: string;
beforeAll(async () => {
  stub = await openProviderStub();
  folder = await mkdtemp(join(tmpdir(), 'prosa-killed-'));
});
afterEach(endAll);
afterAll(async () => {
  await stub.close();
  await rm(folder, { recursive: true, force: true });
});

const ADMIN = { email: 'admin@exemplo.com.br', password: 'uma senha de administrador' };

async function serve(): Promise<{ process: Started; call: ReturnType<typeof caller> }> {
  const process = await startProcess({
    DATA_DIR: folder,
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    ANTHROPIC_API_KEY: 'sk-teste',
    ANTHROPIC_BASE_URL: stub.url,
  });
  await process.says(isUp);
  const signedIn = await fetch(`${process.url}/api/v1/auth/login`, {
    method: 'POST',
    body: new URLSearchParams({ username: ADMIN.email, password: ADMIN.password }),
  });
  return { process, call: caller(process.url, JSON.parse(await signedIn.text()).data.access_token) };
}

function caller(url: string, token: string) {
  return (method: string, path: string, body?: unknown) =>
    fetch(`${url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
}

/** Reads events until one carries text, and lets the rest come. */
async function firstWords(response: Response): Promise<string> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { value, done } = (await reader?.read()) ?? { value: '', done: true };
    text += value ?? '';
    const events = text.split('\n').filter((line) => line.startsWith('data: '));
    const words = events.map((line) => (JSON.parse(line.slice(6)) as AnswerEvent).content).join('');
    if (words || done) return words;
  }
}

test('B1 after kill -9 during an answer the question and the partial text are there, marked interrupted, and nothing is stuck', {
  timeout: 120_000,
}, async () => {
  stub.always('hang@6');
  const first = await serve();
  const agents = JSON.parse(await (await first.call('GET', '/agents/available?search=Ajuda')).text());
  const session = JSON.parse(
    await (await first.call('POST', `/chat/create-session?agent_id=${agents.data[0].id}`)).text(),
  );
  const path = `/chat/sessions/${session.data.id}/messages`;
  const answer = await first.call('POST', path, { question: 'Quanto tempo vale a senha temporária?' });
  expect(await firstWords(answer)).not.toBe('');
  await until(isWritten);
  await first.process.end('SIGKILL');

  stub.reset();
  const second = await serve();
  const left = await until(async () => {
    const found = await record(second.call, path);
    return found.status === 'streaming' ? undefined : found;
  });
  expect(left).toMatchObject({ question: 'Quanto tempo vale a senha temporária?', status: 'interrupted' });
  expect(left.answer.length).toBeGreaterThan(0);
  expect(STUB_TEXT.startsWith(left.answer)).toBe(true);

  const again = await second.call('POST', path, { question: 'E agora?' });
  expect(again.status).toBe(200);
  await again.text();
  const me = JSON.parse(await (await second.call('GET', '/users/me')).text());
  expect(me.data.token_used).toBeGreaterThan(0);
  await second.process.end('SIGTERM');
});

test('B1 B20 of processes killed at random moments another one ends every answer: nothing is lost, stuck or charged twice', {
  timeout: 180_000,
}, async () => {
  const testServer = await openInstallation(inject('database'), TEMPLATE);
  const survivor = await testServer.start();
  const seen = await killRounds(testServer, survivor, { rounds: 3, answers: 6, seed: 5 });
  expect(seen).toMatchObject({ broken: [], rounds: 3, answers: 18 });
  // Otherwise nothing was proved.
  expect(seen.interrupted).toBeGreaterThan(6);
  // 15 s of lease and 3 s to the next sweep, and what else the machine is doing: `npm run trials -- faults kill` counts.
  expect(seen.seconds_to_end.max).toBeLessThan(30);
  // A batch is written every 200 ms; what it takes to write it, on a machine with other things to do, comes on top.
  expect(seen.ms_lost.max).toBeLessThan(1_000);
  await endAll();
  await testServer.close();
});

async function record(call: ReturnType<typeof caller>, path: string): Promise<ChatRecord> {
  const { data } = JSON.parse(await (await call('GET', path)).text()) as { data: ChatRecord[] };
  const [found] = data;
  if (!found) throw new Error('the question is lost');
  return found;
}

/** Asks until there is something; the test's own time limit ends it. Asked without a pause, a lease takes all there is. */
async function until<T>(ask: () => Promise<T | undefined | false>): Promise<T> {
  for (;;) {
    const found = await ask();
    if (found) return found;
    await pause(100);
  }
}

/** Whether some of a running answer is in the database; asked of the embedded server itself, not of the process to be killed. */
async function isWritten(): Promise<boolean> {
  const [, , , , host] = (await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8')).split('\n');
  const client = new pg.Client({ host, user: 'prosa', database: 'prosa' });
  await client.connect();
  const { rowCount } = await client.query('select 1 from answer_parts');
  await client.end();
  return (rowCount ?? 0) > 0;
}
