/** Limits and failures as a program sees them through OpenAI's official client. */
import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { APIError } from 'openai';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildAgent, buildSession } from '../../../test/builders.ts';
import { brokenInvariants } from '../../../test/invariants.ts';
import { saved } from '../../../test/process/other-process.ts';
import {
  firstOf,
  type ProgramTestServer,
  refused,
  startProgramTestServer,
} from '../../../test/programs/openai-client.ts';
import { hold, scripted, scriptedModels } from '../../../test/providers/scripted-model.ts';
import { token_entries } from '../../db/tables/chat.ts';
import { users } from '../../db/tables/people.ts';
import { endAbandoned, expireLeases } from '../chat/run/sweep.ts';

let script: Parameters<typeof scripted>[0] = [];
const model = scripted((call) => (typeof script === 'function' ? script(call) : script));
let programs: ProgramTestServer;
let testServer: ProgramTestServer['testServer'];
let manual: ProgramTestServer['manual'];
beforeAll(async () => {
  programs = await startProgramTestServer(scriptedModels(model, { without: ['gpt-4o'] }));
  ({ testServer, manual } = programs);
});
afterEach(async () => {
  expect(await brokenInvariants(testServer.context.db)).toEqual([]);
});
afterAll(() => testServer.close());

describe('limits', () => {
  test('a key’s own cap and a person’s limit differ in their codes, and neither is worth a retry', async () => {
    script = ['Sim.', { end: { input: 60, output: 50 } }];
    const { ana, as, client, key } = await programs.program({ token_cap: 100 });
    await programs.ask(client);
    const { message, ...rest } = await refused(programs.ask(client));
    expect(rest).toMatchObject({ status: 429, code: 'insufficient_quota', type: 'insufficient_quota' });
    expect(message).toBe(
      '429 Esta chave de acesso atingiu o limite de tokens dela. Aumente o limite ou aguarde a renovação em 14/12/2026.',
    );
    const { headers, body } = await testServer.as({ token: key.secret }).post('/openai/chat/completions', {
      model: `agente-${manual.id}`,
      messages: [{ role: 'user', content: 'x' }],
    });
    expect(headers['x-should-retry']).toBe('false');
    expect(body.renews_at).toBe('2026-12-14T03:00:00.000Z');
    const [listed] = (await as.get('/users/me/access-keys')).body.data;
    expect(listed).toMatchObject({ token_used: 110, token_cap: 100 });

    await as.patch(`/users/me/access-keys/${key.id}`, { token_cap: null });
    await programs.ask(client);
    await testServer.context.db.update(users).set({ token_limit: 220 }).where(eq(users.id, ana.id));
    expect((await refused(programs.ask(client))).message).toContain('limite de tokens do seu plano');
  });

  test('ten at once: two are answered, eight are refused for now, and the sums agree', async () => {
    const pause = hold();
    script = ['Sim', pause, '.', { end: { input: 10, output: 1 } }];
    const { ana, client, key } = await programs.program();
    const calls = Array.from({ length: 10 }, () =>
      programs.ask(client).then(
        ({ choices }) => choices[0]?.message.content,
        (error: APIError) => error.code,
      ),
    );
    // They are refused while the two others wait.
    expect(await firstOf(calls, 8)).toEqual(Array.from({ length: 8 }, () => 'rate_limit_exceeded'));
    pause.release();
    const all = await Promise.all(calls);
    expect(all.filter((text) => text === 'Sim.')).toHaveLength(2);
    const entries = await testServer.context.db
      .select()
      .from(token_entries)
      .where(and(eq(token_entries.user_id, ana.id), eq(token_entries.key_id, key.id)));
    expect(entries.map(({ charged }) => charged)).toEqual([11, 11]);
    expect(await programs.personOf(ana)).toEqual({ used: 22, reserved: 0 });
  });

  test('programs and browsers share what a person may have running', async () => {
    const pause = hold();
    script = ['Sim', pause, '.'];
    const { ana, as, client } = await programs.program();
    const { id } = await buildSession(testServer.context, { user_id: ana.id, agent_id: manual.id });
    const first = as.ask(id, 'Oi?');
    await pause.reached;
    const second = programs.ask(client);
    await programs.running(ana.id, 2);
    expect(await refused(programs.ask(client))).toMatchObject({ status: 429, code: 'rate_limit_exceeded' });
    pause.release();
    await Promise.all([first, second]);
  });
});

describe('what goes wrong', () => {
  test('who goes away does not want the answer any more: it stops, and what was written is charged once', async () => {
    for (const stream of [true, false]) {
      const pause = hold();
      script = ['Um começo de resposta', pause, ' e o resto.'];
      const { ana, client, key } = await programs.program();
      const controller = new AbortController();
      const call = client.chat.completions.create(
        { model: `agente-${manual.id}`, messages: [{ role: 'user', content: 'Oi?' }], stream },
        { signal: controller.signal },
      );
      const reading = Promise.resolve(call).then(async (events) => {
        if (Symbol.asyncIterator in events) for await (const _ of events);
      });
      await pause.reached;
      controller.abort();
      await reading.catch(() => undefined);
      const ended = await programs.endOf(ana.id);
      expect(ended).toMatchObject({ status: 'stopped', answer: '', reserved_tokens: 0 });
      const entries = await testServer.context.db
        .select()
        .from(token_entries)
        .where(eq(token_entries.key_id, key.id));
      expect(entries).toMatchObject([{ purpose: 'answer', estimated: true }]);
      expect(await programs.personOf(ana)).toEqual({ used: entries[0]?.charged, reserved: 0 });
    }
  });

  test('a revoked key’s running answer stops, and its reader gets the reason', async () => {
    const pause = hold();
    script = ['Um começo', pause, ' e o resto.'];
    const { ana, as, client, key } = await programs.program();
    const call = refused(programs.ask(client));
    await pause.reached;
    await as.delete(`/users/me/access-keys/${key.id}`);
    expect(await call).toMatchObject({ status: 502, code: 'answer_interrupted' });
    expect(await programs.endOf(ana.id)).toMatchObject({ status: 'stopped' });
  });

  test('an answer whose process died is ended and charged by another, and leaves no words either', async () => {
    const pause = hold();
    script = ['Um começo de resposta', pause, '.'];
    const { ana, client, key } = await programs.program();
    const call = refused(programs.ask(client));
    await pause.reached;
    await saved(testServer.context, ana.id, 'Um começo de resposta');
    await expireLeases(testServer.context);
    // As another process sees it: nothing is running in it.
    expect(await endAbandoned(testServer.context, { owner: randomUUID(), ids: [] })).toBe(1);
    pause.release();
    expect(await call).toMatchObject({ status: 502, code: 'answer_interrupted' });
    expect(await programs.endOf(ana.id)).toMatchObject({
      status: 'interrupted',
      answer: '',
      sources: [],
      lease_owner: null,
    });
    const entries = await testServer.context.db
      .select()
      .from(token_entries)
      .where(eq(token_entries.key_id, key.id));
    expect(entries).toMatchObject([{ purpose: 'answer', estimated: true }]);
    expect(await programs.personOf(ana)).toEqual({ used: entries[0]?.charged, reserved: 0 });
  });

  test('a model that fails before its first word costs nothing; one that fails later leaves what came of it', async () => {
    const { ana, client } = await programs.program();
    script = [{ failed: 'model_busy' }];
    expect(await refused(programs.ask(client))).toMatchObject({
      status: 502,
      code: 'model_busy',
      type: 'server_error',
    });
    expect(await refused(programs.ask(client, 'Oi?', { stream: true }))).toMatchObject({
      status: 502,
      code: 'model_busy',
    });
    expect(await programs.personOf(ana)).toEqual({ used: 0, reserved: 0 });

    script = ['Um começo', { failed: 'model_failed' }];
    const { key } = await programs.program();
    const as = testServer.as({ token: key.secret });
    const request = { model: `agente-${manual.id}`, messages: [{ role: 'user', content: 'Oi?' }] };
    const whole = await as.post('/openai/chat/completions', request);
    expect([whole.status, whole.body]).toEqual([
      502,
      {
        error: { message: expect.any(String), type: 'server_error', param: null, code: 'model_failed' },
        prosa: { message_id: expect.any(Number), sources: [], filters: [], partial: 'Um começo' },
      },
    ]);
    const streamed = await client.chat.completions.create({
      ...request,
      messages: [{ role: 'user', content: 'Oi?' }],
      stream: true,
    });
    let text = '';
    const broken = await refused(
      (async () => {
        for await (const { choices } of streamed) text += choices[0]?.delta.content ?? '';
      })(),
    );
    expect([text, broken.code]).toEqual(['Um começo', 'model_failed']);
  });

  test('a failure in the middle, whose beginning was charged, is not asked again by a client that would', async () => {
    const { ana, key } = await programs.program();
    let asked = 0;
    script = () => {
      asked += 1;
      return ['Um começo', { failed: 'model_failed' }];
    };
    const client = programs.clientWith(key.secret, 2);
    expect(await refused(programs.ask(client))).toMatchObject({ status: 502, code: 'model_failed' });
    expect(asked).toBe(1);
    const entries = await testServer.context.db
      .select()
      .from(token_entries)
      .where(eq(token_entries.key_id, key.id));
    expect(await programs.personOf(ana)).toEqual({ used: entries[0]?.charged, reserved: 0 });
    expect(entries).toHaveLength(1);
  });

  test('requests that cannot be fulfilled are refused in OpenAI’s form, in Portuguese, at the place', async () => {
    const { client } = await programs.program();
    const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,AA==' } };
    const bad = { status: 400, type: 'invalid_request_error' };
    expect(
      await refused(programs.ask(client, 'Oi?', { messages: [{ role: 'user', content: [image] }] })),
    ).toMatchObject({
      ...bad,
      param: 'messages.0.content.0',
      message: '400 Imagens não são aceitas: envie apenas texto.',
    });
    expect(await refused(programs.ask(client, 'Oi?', { messages: [] }))).toMatchObject({
      ...bad,
      param: 'messages',
    });
    expect(await refused(programs.ask(client, 'Oi?', { n: 3 }))).toMatchObject({ ...bad, param: 'n' });
    expect(await refused(programs.ask(client, 'Oi?', { max_tokens: 'muitos' }))).toMatchObject({
      ...bad,
      param: 'max_tokens',
    });
    expect((await refused(programs.ask(client, 'x'.repeat(20_001)))).message).toContain('20.000 caracteres');
  });

  test('an agent whose model is not there is unavailable for now', async () => {
    const { id } = await buildAgent(testServer.context, { model: 'gpt-4o' });
    const { client } = await programs.program();
    expect(await refused(programs.ask(client, 'Oi?', { model: `agente-${id}` }))).toMatchObject({
      status: 503,
      code: 'model_not_configured',
    });
  });

  test('in statistics it is a question, and no conversation', async () => {
    script = ['Sim.'];
    const admin = testServer.as(await testServer.user({ role: 'admin' }));
    const figures = async () =>
      (await admin.get('/admin/stats/users', { query: { time_range: 'day' } })).body.data as {
        new_sessions: number;
        new_questions: number;
      };
    const before = await figures();
    const { client } = await programs.program();
    await programs.ask(client, 'Qual é a capital da Mongólia?');
    const after = await figures();
    expect([after.new_sessions - before.new_sessions, after.new_questions - before.new_questions]).toEqual([
      0, 1,
    ]);
    const { data } = (await admin.get('/admin/stats/questions')).body;
    expect(JSON.stringify(data)).not.toContain('Mongólia');
    expect(data.every(({ question }: { question: string }) => question !== '')).toBe(true);
  });
});
