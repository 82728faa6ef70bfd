/** The database goes away while answers are written: a proxy in front of it is cut and joined again. */
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join as pathOf } from 'node:path';
import { setTimeout as pause, setImmediate } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildAgent, buildSession } from '../../../../test/builders.ts';
import { brokenInvariants } from '../../../../test/invariants.ts';
import {
  type OtherProcess,
  openOtherProcess,
  readAll,
  saved,
} from '../../../../test/process/other-process.ts';
import { hold, type Script, scripted, scriptedModels } from '../../../../test/providers/scripted-model.ts';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { answer_parts, messages } from '../../../db/tables/chat.ts';
import { join } from '../read/read-answer.ts';

let script: Script = [];
const model = scripted((call) => (typeof script === 'function' ? script(call) : script));
let testServer: TestServer;
let cable: Cable;
let process: OtherProcess;
beforeAll(async () => {
  testServer = await startTestServer({ models: scriptedModels(model) });
  const { host, port } = testServer.address as { host: string; port: number };
  cable = await openCable(pathOf(host, `.s.PGSQL.${port}`));
  process = await openOtherProcess(testServer.context, {
    ...testServer.address,
    host: cable.folder,
    port: 5432,
  } as typeof testServer.address);
});
afterAll(async () => {
  await process.close();
  await cable.close();
  await testServer.close();
});

async function conversation() {
  const ana = await testServer.user();
  const agent = await buildAgent(testServer.context);
  const { id } = await buildSession(testServer.context, { user_id: ana.id, agent_id: agent.id });
  return { ana, id };
}

test('B5 an answer goes on while the database is away, and is stored whole when it is back', async () => {
  const [first, second] = [hold(), hold()];
  script = ['Bom', first, ' dia', ' a todos', second, ', que bom!', { end: { input: 5, output: 5 } }];
  const { ana, id } = await conversation();
  const events = (await process.ask(ana.id, id, 'Oi?'))[Symbol.asyncIterator]();
  expect((await events.next()).value).toMatchObject({ content: 'Bom' });
  await first.reached;
  await cable.cut();
  first.release();
  expect((await events.next()).value).toMatchObject({ content: ' dia', done: false });
  await second.reached;
  second.release();
  let text = 'Bom dia';
  const ended = (async () => {
    for (;;) {
      const { value } = await events.next();
      text += value.content;
      if (value.done) return value;
    }
  })();
  // Long enough for writes and for the end itself to fail.
  setTimeout(() => void cable.join(), 1_500);
  expect(await ended).toMatchObject({ done: true, status: 'done', message_id: expect.any(Number) });
  expect(text).toBe('Bom dia a todos, que bom!');
  const [row] = await testServer.context.db.select().from(messages).where(eq(messages.user_id, ana.id));
  expect(row).toMatchObject({ answer: text, status: 'done' });
  expect(await brokenInvariants(testServer.context.db)).toEqual([]);
});

test('a long answer is not tried to be saved with every few letters while the database is away', async () => {
  const waits = hold();
  const letters = Array.from({ length: 60 }, (_, number) => `${number}`.padEnd(200, 'é'));
  const holds = letters.map(() => hold());
  script = ['Bom', waits, ...letters.flatMap((text, place) => [text, holds[place] ?? waits])];
  const { ana, id } = await conversation();
  let failures = 0;
  const { log } = process.context;
  const { warn } = log;
  log.warn = (...said: unknown[]) => {
    if (said.includes('answers not saved yet')) failures += 1;
  };
  const reader = readAll(process.ask(ana.id, id, 'Oi?'));
  await waits.reached;
  await cable.cut();
  waits.release();
  for (const wait of holds) {
    await wait.reached;
    // Long enough for a write to fail, were one begun.
    await pause(5);
    wait.release();
  }
  await cable.join();
  const { text, last } = await reader;
  log.warn = warn;
  expect([text, last?.status]).toEqual([`Bom${letters.join('')}`, 'done']);
  expect(failures).toBeGreaterThan(0);
  expect(failures).toBeLessThan(5);
});

test('what was saved although nobody heard so is not saved twice', async () => {
  const waits = hold();
  script = ['Bom', waits, ' dia'];
  const { ana, id } = await conversation();
  const reader = readAll(process.ask(ana.id, id, 'Oi?'));
  await waits.reached;
  // Reads the rows: in this process nothing is written.
  const follower = readAll(join(testServer.context, ana.id, id, 0));
  // The statement arrives, its answer does not; nobody is woken by it, and another may have been the first that was lost.
  await cable.loseAnswers();
  await expect.poll(() => partsOf(ana.id), { interval: 5 }).toEqual(['Bom']);
  await cable.cut();
  await cable.join();
  await testServer.context.db
    .update(messages)
    .set({ lease_until: new Date(0) })
    .where(eq(messages.user_id, ana.id));
  await renewed(ana.id);
  await saved(testServer.context, ana.id, 'Bom');
  waits.release();
  const { text, last } = await reader;
  expect([text, last?.status]).toEqual(['Bom dia', 'done']);
  const [row] = await testServer.context.db.select().from(messages).where(eq(messages.user_id, ana.id));
  expect([row?.answer, (await follower).text]).toEqual([text, text]);
  expect(await brokenInvariants(testServer.context.db)).toEqual([]);
});

async function partsOf(user_id: number): Promise<string[]> {
  const rows = await testServer.context.db
    .select()
    .from(answer_parts)
    .where(eq(answer_parts.user_id, user_id));
  return rows.map(({ content }) => content);
}

/** Resolves once the answer was written anew, which shows by its lease. */
async function renewed(user_id: number): Promise<void> {
  for (;;) {
    const [row] = await testServer.context.db.select().from(messages).where(eq(messages.user_id, user_id));
    if (row?.lease_until && row.lease_until.getTime() > 0) return;
    await setImmediate();
  }
}

type Cable = Awaited<ReturnType<typeof openCable>>;

async function openCable(target: string) {
  const folder = await mkdtemp(pathOf(tmpdir(), 'prosa-cable-'));
  const path = pathOf(folder, '.s.PGSQL.5432');
  const sockets = new Set<Socket>();
  let server: Server | undefined;
  let deaf = false;
  let heard = () => {};
  const listen = async () => {
    server = createServer((near) => {
      const far = connect(target);
      for (const socket of [near, far]) {
        sockets.add(socket);
        socket.on('error', () => {});
        socket.on('close', () => {
          near.destroy();
          far.destroy();
          sockets.delete(socket);
        });
      }
      near.on('data', (bytes) => far.write(bytes));
      far.on('data', (bytes) => {
        if (!deaf) near.write(bytes);
        else heard();
      });
    });
    await new Promise<void>((resolve) => server?.listen(path, resolve));
  };
  const cut = async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()));
    server = undefined;
    deaf = false;
  };
  await listen();
  return {
    folder,
    cut,
    join: listen,
    /** From now on statements arrive and their answers do not; resolves with the first that is lost. */
    loseAnswers() {
      deaf = true;
      return new Promise<void>((resolve) => {
        heard = resolve;
      });
    },
    async close() {
      await cut();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
