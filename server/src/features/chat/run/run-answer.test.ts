import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildAgent, buildSession } from '../../../../test/builders.ts';
import { brokenInvariants } from '../../../../test/invariants.ts';
import {
  type OtherProcess,
  openOtherProcess,
  readAll,
  saved,
  textOf,
} from '../../../../test/process/other-process.ts';
import { hold, type Script, scripted, scriptedModels } from '../../../../test/providers/scripted-model.ts';
import { eventsOf, startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { messages, token_entries } from '../../../db/tables/chat.ts';
import { users } from '../../../db/tables/people.ts';
import { countTokens } from '../../../language/tokens.ts';
import { drain } from './chat-runtime.ts';
import { endAbandoned, startSweeper } from './sweep.ts';

let script: Script = [];
const model = scripted((call) => (typeof script === 'function' ? script(call) : script));
let testServer: TestServer;
let other: OtherProcess;
beforeAll(async () => {
  testServer = await startTestServer({ models: scriptedModels(model) });
  other = await openOtherProcess(testServer.context, testServer.address);
  // Loaded on first use, which takes its time: not within a test that looks at how soon things end.
  await countTokens('x');
});
afterEach(async () => {
  expect(await brokenInvariants(testServer.context.db)).toEqual([]);
});
afterAll(async () => {
  await other.close();
  await testServer.close();
});

async function conversation() {
  const ana = await testServer.user();
  const agent = await buildAgent(testServer.context);
  const { id } = await buildSession(testServer.context, { user_id: ana.id, agent_id: agent.id });
  return { ana, id, as: testServer.as(ana) };
}

const rowOf = async (user_id: number) => {
  const [row] = await testServer.context.db.select().from(messages).where(eq(messages.user_id, user_id));
  if (!row) throw new Error('no record');
  return row;
};
const runningOf = async (user_id: number) => testServer.context.chat.running.get((await rowOf(user_id)).id);
const entriesOf = (id: number) =>
  testServer.context.db.select().from(token_entries).where(eq(token_entries.user_id, id));
const expire = (user_id: number) =>
  testServer.context.db
    .update(messages)
    .set({ lease_until: sql`now() - interval '1 second'` })
    .where(eq(messages.user_id, user_id));

describe('an answer belongs to the server', () => {
  test('its reader leaves, it is written to its end and stored', async () => {
    const waits = hold();
    script = ['Bom', waits, ' dia'];
    const { ana, id } = await conversation();
    const address = await testServer.app.listen({ port: 0, host: '127.0.0.1' });
    const leaving = new AbortController();
    const response = await fetch(`${address}/api/v1/chat/sessions/${id}/messages`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ana.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ question: 'Oi?' }),
      signal: leaving.signal,
    });
    await response.body?.getReader().read();
    await waits.reached;
    leaving.abort();
    const running = await runningOf(ana.id);
    waits.release();
    await running?.finished;
    expect(await rowOf(ana.id)).toMatchObject({ answer: 'Bom dia', status: 'done' });
  });

  test('the list shows what it has come to', async () => {
    const waits = hold();
    script = ['Bom dia', waits, '!'];
    const { ana, id, as } = await conversation();
    const reply = as.ask(id, 'Oi?');
    await waits.reached;
    const { body } = await as.get(`/chat/sessions/${id}/messages`);
    expect(body.data).toMatchObject([{ answer: 'Bom dia', status: 'streaming', seq: 1 }]);
    await saved(testServer.context, ana.id, 'Bom dia');
    waits.release();
    await reply;
  });
});

describe('who joins', () => {
  test('gets one snapshot, then chunks, then the end: the same text at every moment, here and in another process', async () => {
    const words = Array.from({ length: 12 }, (_, number) => ` palavra ${number},`);
    const holds = words.map(() => hold());
    script = words.flatMap((word, number) => [word, holds[number] as ReturnType<typeof hold>]);
    const { ana, id, as } = await conversation();
    const reply = as.ask(id, 'Oi?');
    const readers: Promise<{ events: ReturnType<typeof eventsOf>; text: string }>[] = [];
    for (const [number, wait] of holds.entries()) {
      await wait.reached;
      readers.push(
        as
          .get(`/chat/sessions/${id}/stream?after=${number}`)
          .then(({ text }) => ({ events: eventsOf(text), text: textOf(eventsOf(text)) })),
      );
      readers.push(readAll(other.join(ana.id, id, number % 2 ? number : 0)));
      if (number % 4 === 3) await saved(testServer.context, ana.id, words.slice(0, number + 1).join(''));
      wait.release();
    }
    const { answer, events } = await reply;
    expect(answer).toBe(words.join(''));
    for (const reader of await Promise.all(readers)) {
      expect(reader.text).toBe(answer);
      expect(reader.events.filter(({ snapshot }) => snapshot !== undefined)).toHaveLength(1);
      expect(reader.events.at(-1)).toMatchObject({ ...events.at(-1) });
      const [first] = reader.events;
      if (!first?.done)
        expect(first).toMatchObject({
          content: '',
          done: false,
          seq: expect.any(Number),
          message_id: events.at(-1)?.message_id,
        });
    }
    expect((await rowOf(ana.id)).answer).toBe(answer);
  });

  test('never gets less than they have, although another process lags behind', async () => {
    const [first, second] = [hold(), hold()];
    script = ['Bom', first, ' dia', second];
    const { ana, id, as } = await conversation();
    const reply = as.ask(id, 'Oi?');
    await first.reached;
    await saved(testServer.context, ana.id, 'Bom');
    const events = (await other.join(ana.id, id, 2))[Symbol.asyncIterator]();
    const snapshot = events.next();
    first.release();
    expect((await snapshot).value).toMatchObject({ snapshot: 'Bom dia', seq: 2 });
    second.release();
    await reply;
    expect((await events.next()).value).toMatchObject({ done: true, status: 'done' });
  });

  test('in another process is not kept waiting for the next save when they have read further than is saved', async () => {
    const NEVER = { batch_ms: 3_600_000, renew_ms: 3_600_000 };
    const writer = await openOtherProcess(testServer.context, testServer.address, NEVER);
    const waits = hold();
    script = ['Bom', ' dia', waits, '!'];
    const { ana, id } = await conversation();
    const asked = readAll(writer.ask(ana.id, id, 'Oi?'));
    await waits.reached;
    let text = '';
    for await (const event of await other.join(ana.id, id, 2)) {
      text = (event.snapshot ?? text) + event.content;
      if (text === 'Bom dia') break;
    }
    waits.release();
    expect((await asked).text).toBe('Bom dia!');
    await writer.close();
  });

  test('has what makes a batch saved at once, again and again, whatever the pace', async () => {
    const NEVER = { batch_ms: 3_600_000, renew_ms: 3_600_000 };
    const writer = await openOtherProcess(testServer.context, testServer.address, NEVER);
    const waits = [hold(), hold(), hold()] as const;
    const [much, more] = [' bom dia'.repeat(600), ' boa noite'.repeat(500)];
    script = ['Olá,', waits[0], much, waits[1], more, waits[2], '!'];
    const { ana, id } = await conversation();
    const asked = readAll(writer.ask(ana.id, id, 'Oi?'));
    for (const [wait, text] of [
      [waits[1], `Olá,${much}`],
      [waits[2], `Olá,${much}${more}`],
    ] as const) {
      waits[0].release();
      await wait.reached;
      await saved(testServer.context, ana.id, text);
      wait.release();
    }
    expect((await asked).text).toBe(`Olá,${much}${more}!`);
    await writer.close();
  });

  test('after the end gets one event that tells it, with all of the text', async () => {
    script = ['Bom dia'];
    const { id, as } = await conversation();
    const nothing = await as.get(`/chat/sessions/${id}/stream`);
    expect(eventsOf(nothing.text)).toEqual([{ content: '', done: true }]);
    const { events } = await as.ask(id, 'Oi?');
    const late = await as.get(`/chat/sessions/${id}/stream?after=1`);
    expect(eventsOf(late.text)).toEqual([{ ...events.at(-1), snapshot: 'Bom dia' }]);
    script = [{ failed: 'model_busy' }];
    const failed = await as.ask(id, 'Oi?');
    const [last] = eventsOf((await as.get(`/chat/sessions/${id}/stream`)).text);
    expect(last).toMatchObject({ content: '', done: true, status: 'failed', error: failed.body.detail });
    expect(last).not.toHaveProperty('message_id');
  });
});

describe('stop', () => {
  test('keeps what was written and charges it; the reader learns of it', async () => {
    const waits = hold();
    script = ['Bom', ' dia', waits, ' a todos'];
    const { ana, id, as } = await conversation();
    const reply = as.ask(id, 'Oi?');
    await waits.reached;
    expect(await as.post(`/chat/sessions/${id}/stop`)).toMatchObject({ status: 200, body: { data: null } });
    // By then it is settled, and the next question is admitted.
    expect(await rowOf(ana.id)).toMatchObject({ answer: 'Bom dia', status: 'stopped' });
    const { answer, events } = await reply;
    expect([answer, events.at(-1)?.status, events.at(-1)?.message_id]).toEqual([
      'Bom dia',
      'stopped',
      (await rowOf(ana.id)).id,
    ]);
    expect(await entriesOf(ana.id)).toMatchObject([{ estimated: true }]);
    expect((await as.post(`/chat/sessions/${id}/stop`)).status).toBe(200);
  });

  test('before the first word charges what was sent to the model, although it does not listen', async () => {
    const waits = hold();
    script = () => [{ ...waits, released: new Promise<void>(() => {}) }, 'tarde'];
    const { ana, id, as } = await conversation();
    const reply = as.ask(id, 'Oi?');
    await waits.reached;
    await as.post(`/chat/sessions/${id}/stop`);
    const { status, events } = await reply;
    expect([status, events]).toEqual([
      200,
      [
        {
          content: '',
          done: true,
          message_id: (await rowOf(ana.id)).id,
          seq: 0,
          status: 'stopped',
          sources: [],
        },
      ],
    ]);
    const [entry, ...further] = await entriesOf(ana.id);
    expect(further).toEqual([]);
    expect(entry).toMatchObject({ purpose: 'answer', output_tokens: 0, estimated: true });
    expect(entry?.input_tokens).toBeGreaterThan(0);
    expect(entry?.charged).toBe(entry?.input_tokens);
  });

  test('reaches an answer that another process writes', async () => {
    const waits = hold();
    script = ['Bom', waits, ' dia'];
    const { ana, id, as } = await conversation();
    const reply = as.ask(id, 'Oi?');
    await waits.reached;
    await other.stop(ana.id, id);
    expect(await reply).toMatchObject({ answer: 'Bom', status: 200 });
    expect(await rowOf(ana.id)).toMatchObject({ status: 'stopped', answer: 'Bom' });
  });
});

describe('an abandoned answer', () => {
  test('is ended as interrupted, with the text that was saved and what it cost, exactly once', async () => {
    const waits = hold();
    script = ['Bom ', 'dia', waits];
    const { ana, id, as } = await conversation();
    const dying = await openOtherProcess(testServer.context, testServer.address);
    const events = readAll(dying.ask(ana.id, id, 'Oi?')).catch(() => undefined);
    await waits.reached;
    await saved(testServer.context, ana.id, 'Bom dia');
    const follower = readAll(other.join(ana.id, id));
    const own = testServer.context.chat;
    expect(await endAbandoned(testServer.context, { owner: own.owner, ids: [] })).toBe(0);
    await dying.kill();
    await expire(ana.id);
    const sweeps = [testServer.context, other.context].map((context) =>
      endAbandoned(context, { owner: context.chat.owner, ids: [] }),
    );
    expect((await Promise.all(sweeps)).reduce((sum, ended) => sum + ended)).toBe(1);
    const { last, text } = await follower;
    expect(text).toBe('Bom dia');
    expect(last).toMatchObject({
      done: true,
      status: 'interrupted',
      error: 'A resposta foi interrompida antes do fim.',
    });
    const { body } = await as.get(`/chat/sessions/${id}/messages`);
    expect(body.data).toMatchObject([
      { question: 'Oi?', answer: 'Bom dia', status: 'interrupted', error: last?.error },
    ]);
    expect(await entriesOf(ana.id)).toMatchObject([{ estimated: true }]);
    script = ['De novo'];
    expect((await as.ask(id, 'Oi?')).answer).toBe('De novo');
    for (const answer of dying.context.chat.running.values()) answer.cut('lost');
    waits.release();
    await events;
  });

  test('is never one that this process still writes, however late its lease', async () => {
    const waits = hold();
    script = ['Bom', waits, ' dia'];
    const { ana, id, as } = await conversation();
    const reply = as.ask(id, 'Oi?');
    await waits.reached;
    await expire(ana.id);
    const { owner, running } = testServer.context.chat;
    expect(await endAbandoned(testServer.context, { owner, ids: [...running.keys()] })).toBe(0);
    waits.release();
    expect((await reply).answer).toBe('Bom dia');
  });

  test('that turns out to be alive is cut, and its readers learn how it ended', async () => {
    const waits = hold();
    script = ['Bom', waits, ' dia'];
    const { ana, id, as } = await conversation();
    const reply = as.ask(id, 'Oi?');
    await waits.reached;
    await saved(testServer.context, ana.id, 'Bom');
    await expire(ana.id);
    await endAbandoned(other.context, { owner: other.context.chat.owner, ids: [] });
    waits.release();
    const { answer, events } = await reply;
    expect(events.at(-1)).toMatchObject({ done: true, status: 'interrupted' });
    expect(answer.startsWith('Bom')).toBe(true);
    expect(await rowOf(ana.id)).toMatchObject({ status: 'interrupted', answer: 'Bom' });
  });

  test('is found at the start, by itself', async () => {
    const { ana, id } = await conversation();
    await testServer.context.db.insert(messages).values({
      user_id: ana.id,
      session_id: id,
      question: 'Oi?',
      status: 'streaming',
      model: 'gpt-5',
      lease_owner: '00000000-0000-4000-8000-000000000000',
      lease_until: new Date(0),
      reserved_tokens: 40,
    });
    await testServer.context.db.update(users).set({ token_reserved: 40 }).where(eq(users.id, ana.id));
    const { id: message_id } = await rowOf(ana.id);
    const ended = new Promise<void>((resolve) => {
      testServer.context.signals.listen(`answer:${message_id}`, resolve);
    });
    const sweeper = startSweeper(testServer.context);
    await ended;
    sweeper.stop();
    expect(await rowOf(ana.id)).toMatchObject({
      status: 'interrupted',
      answer: '',
      error_code: 'answer_interrupted',
    });
    expect(await entriesOf(ana.id)).toEqual([]);
  });
});

test('after an outage the first sweep ends nothing: the living have not yet renewed their leases', async () => {
  const { ana, id, as } = await conversation();
  const waits = hold();
  script = ['Bom', waits, ' dia'];
  const reply = as.ask(id, 'Oi?');
  await waits.reached;
  await expire(ana.id);
  const { db } = other.context;
  const done: string[] = [];
  let steps = () => {};
  const third = new Promise<void>((resolve) => {
    steps = () => done.length === 3 && resolve();
  });
  /** Away at the first sweep; notes what each of them asks. */
  const fragile = new Proxy(db, {
    get(target, name) {
      if (name !== 'select' && name !== 'execute') return Reflect.get(target, name);
      return (...given: never[]) => {
        done.push(done.length ? name : 'away');
        steps();
        if (done.length === 1) throw new Error('the database is away');
        return (Reflect.get(target, name) as (...given: never[]) => unknown).apply(target, given);
      };
    },
  });
  const sweeper = startSweeper({ ...other.context, db: fragile }, 1);
  await third;
  sweeper.stop();
  expect(done.slice(0, 3)).toEqual(['away', 'execute', 'select']);
  waits.release();
  await reply;
});

describe('going down', () => {
  test('lets no new question in, lets answers end, and saves as interrupted what does not', async () => {
    const leaving = await openOtherProcess(testServer.context, testServer.address);
    const waits = hold();
    script = ({ prompt }) => (prompt.question === 'curta' ? ['Sim'] : ['Longa', waits]);
    const [ana, bia] = [await conversation(), await conversation()];
    const long = readAll(leaving.ask(ana.ana.id, ana.id, 'longa'));
    const short = readAll(leaving.ask(bia.ana.id, bia.id, 'curta'));
    await waits.reached;
    expect((await short).last).toMatchObject({ status: 'done' });
    const drained = drain(leaving.context, 0.05);
    await expect(leaving.ask(bia.ana.id, bia.id, 'mais')).rejects.toMatchObject({ code: 'draining' });
    await drained;
    expect((await long).last).toMatchObject({ done: true, status: 'interrupted' });
    expect(await rowOf(ana.ana.id)).toMatchObject({ status: 'interrupted', answer: 'Longa' });
    await leaving.close();
  });

  test('completes an admission that was in flight when draining started (B2)', async () => {
    const leaving = await openOtherProcess(testServer.context, testServer.address);
    script = ['Sim'];
    const { ana, id } = await conversation();
    const blocker = await openOtherProcess(testServer.context, testServer.address);
    const reached = Promise.withResolvers<void>();
    const goesOn = Promise.withResolvers<void>();
    // Their transaction waits for this one.
    const held = blocker.context.db.transaction(async (tx) => {
      await tx.execute(sql`select from users where id = ${ana.id} for update`);
      reached.resolve();
      await goesOn.promise;
    });
    await reached.promise;
    const reply = readAll(leaving.ask(ana.id, id, 'na soleira'));
    while (!leaving.context.chat.admitting) await new Promise((resolve) => setImmediate(resolve));
    const drained = drain(leaving.context, 10);
    goesOn.resolve();
    await held;
    expect((await reply).last).toMatchObject({ status: 'done' });
    await drained;
    await leaving.close();
    await blocker.close();
  });
});

test('a reader who reads slowly holds nobody up and misses nothing', async () => {
  const words = Array.from({ length: 3_000 }, (_, number) => `${number} ${'x'.repeat(90)}\n`);
  script = words;
  const { ana, id } = await conversation();
  const events = (await other.ask(ana.id, id, 'Oi?'))[Symbol.asyncIterator]();
  const first = await events.next();
  await [...other.context.chat.running.values()][0]?.finished;
  expect(await rowOf(ana.id)).toMatchObject({ status: 'done', answer: words.join('') });
  const rest: string[] = [first.value.content];
  for (let next = await events.next(); !next.done; next = await events.next()) rest.push(next.value.content);
  expect(rest.join('')).toBe(words.join(''));
});
