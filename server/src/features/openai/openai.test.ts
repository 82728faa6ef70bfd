/** Through the official client of OpenAI, over a real connection. */
import { eq } from 'drizzle-orm';
import type OpenAI from 'openai';
import type { ChatCompletionChunk } from 'openai/resources/chat/completions';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildAgent } from '../../../test/builders.ts';
import { brokenInvariants } from '../../../test/invariants.ts';
import { saved } from '../../../test/process/other-process.ts';
import {
  type ProgramTestServer,
  refused,
  startProgramTestServer,
} from '../../../test/programs/openai-client.ts';
import { hold, scripted, scriptedModels } from '../../../test/providers/scripted-model.ts';
import { rate_limits } from '../../db/tables/accounts.ts';
import { answer_parts, chat_sessions, messages, token_entries } from '../../db/tables/chat.ts';
import { access_keys } from '../../db/tables/keys.ts';
import { users } from '../../db/tables/people.ts';

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

describe('agents for programs', () => {
  test('a question is answered whole, with its sources, by the ledger’s figures and under the key', async () => {
    script = ['O formulário é', ' **azul** [1].', { end: { input: 40, output: 9 } }];
    const { ana, client, key } = await programs.program();

    const completion = await client.chat.completions.create({
      model: `agente-${manual.id}`,
      messages: [
        { role: 'system', content: 'Responda em uma frase.' },
        { role: 'user', content: 'Olá' },
        { role: 'assistant', content: 'Olá!' },
        { role: 'user', content: 'Como peço o reembolso de diárias?' },
      ],
      temperature: 2,
      max_tokens: 64,
    });

    const [message] = await testServer.context.db.select().from(messages).where(eq(messages.user_id, ana.id));
    expect(completion).toEqual({
      id: `chatcmpl-${message?.id}`,
      object: 'chat.completion',
      created: testServer.context.clock.now().getTime() / 1000,
      model: `agente-${manual.id}`,
      system_fingerprint: 'claude-4-sonnet',
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: 'O formulário é **azul** [1].', refusal: null },
          logprobs: null,
          finish_reason: 'stop',
        },
      ],
      usage: { prompt_tokens: 40, completion_tokens: 9, total_tokens: 49 },
      prosa: {
        message_id: message?.id,
        sources: [expect.objectContaining({ index: 1, snippet: expect.stringContaining('formulário azul') })],
        filters: [],
      },
    });
    const { prompt, temperature, max_tokens } = model.calls.at(-1) ?? {};
    expect(prompt).toMatchObject({
      guidance: 'Responda em uma frase.',
      history: [{ question: 'Olá', answer: 'Olá!' }],
      question: 'Como peço o reembolso de diárias?',
    });
    expect(prompt?.instructions).not.toContain('Responda em uma frase.');
    expect([temperature, max_tokens]).toEqual([0.5, 64]);

    const entries = await testServer.context.db
      .select()
      .from(token_entries)
      .where(eq(token_entries.user_id, ana.id));
    expect(entries).toMatchObject([
      { purpose: 'answer', key_id: key.id, agent_id: manual.id, message_id: message?.id, charged: 49 },
    ]);
    expect(await programs.personOf(ana)).toEqual({ used: 49, reserved: 0 });
  });

  test('R-LOP-08 a verified answer is given to programs as well, and named as one', async () => {
    const admin = testServer.as(await testServer.user({ role: 'admin' }));
    const { body } = await admin.post(`/agents/${manual.id}/verified-answers`, {
      question: 'Qual é o horário da portaria?',
      answer: 'Das sete às dezenove horas.',
      owner_label: 'Portaria',
      review_on: '2027-01-31',
    });
    const { client } = await programs.program();
    const calls = model.calls.length;
    const completion = await client.chat.completions.create({
      model: `agente-${manual.id}`,
      messages: [{ role: 'user', content: 'Qual o horário da portaria?' }],
    });
    expect(completion.choices[0]?.message.content).toBe('Das sete às dezenove horas.');
    expect(completion).toMatchObject({
      usage: { total_tokens: 0 },
      prosa: { verified: { id: body.data.id, owner_label: 'Portaria', review_on: '2027-01-31' } },
    });
    expect(model.calls.length).toBe(calls);
    await admin.delete(`/agents/${manual.id}/verified-answers/${body.data.id}`);
  });

  test('a stream begins with the role, grows, and ends with how it ended, its sources, its use and [DONE]', async () => {
    script = ['O formulário é', ' azul', ' [1].', { end: { input: 30, output: 5 } }];
    const { client } = await programs.program();
    const stream = await client.chat.completions.create({
      model: `agente-${manual.id}`,
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Como peço o reembolso de diárias?' }] }],
      stream: true,
      stream_options: { include_usage: true },
    });
    const chunks: ChatCompletionChunk[] = [];
    for await (const chunk of stream) chunks.push(chunk);

    expect(chunks[0]?.choices[0]).toMatchObject({
      delta: { role: 'assistant', content: '' },
      finish_reason: null,
    });
    expect(chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('')).toBe(
      'O formulário é azul [1].',
    );
    const [last, use] = chunks.slice(-2);
    expect(last).toMatchObject({
      choices: [{ delta: {}, finish_reason: 'stop' }],
      usage: null,
      prosa: { message_id: expect.any(Number), sources: [{ index: 1 }] },
    });
    expect(use).toMatchObject({
      choices: [],
      usage: { prompt_tokens: 30, completion_tokens: 5, total_tokens: 35 },
    });
    expect(new Set(chunks.map(({ id }) => id)).size).toBe(1);
  });

  test('on the wire a stream is closed by [DONE], and tells no use that was not asked for', async () => {
    script = ['Sim.'];
    const { key } = await programs.program();
    const { headers, text } = await testServer.as({ token: key.secret }).post('/openai/chat/completions', {
      model: `agente-${manual.id}`,
      messages: [{ role: 'user', content: 'Oi?' }],
      stream: true,
    });
    expect(headers['content-type']).toBe('text/event-stream; charset=utf-8');
    expect(text.endsWith('\n\ndata: [DONE]\n\n')).toBe(true);
    expect(text).not.toContain('"usage"');
  });

  test('an answer that its length cut off says so; what is wished downwards only', async () => {
    script = ['Um começo', { end: { input: 5, output: 2 }, reason: 'length' }];
    const { client } = await programs.program();
    const { choices } = await programs.ask(client, 'Oi?', { max_completion_tokens: 1 });
    expect(choices[0]?.finish_reason).toBe('length');
    expect(model.calls.at(-1)?.max_tokens).toBe(16);
    await programs.ask(client, 'Oi?', { max_tokens: 10_000_000 });
    expect(model.calls.at(-1)?.max_tokens).toBeLessThan(100_000);
  });

  test('nothing of what was asked and answered is kept, nor is it among the conversations', async () => {
    const pause = hold();
    script = ['Palavras secretas', pause, ' da resposta [1].'];
    const { ana, as, client } = await programs.program();
    const running = programs.ask(client, 'Reembolso de diárias com um segredo?');
    await pause.reached;
    await saved(testServer.context, ana.id, 'Palavras secretas');
    const whileRunning = await testServer.context.db
      .select()
      .from(messages)
      .where(eq(messages.user_id, ana.id));
    expect(whileRunning).toMatchObject([{ status: 'streaming', question: '', answer: '', sources: [] }]);
    expect(await brokenInvariants(testServer.context.db)).toEqual([]);
    pause.release();
    await running;

    const [kept] = await testServer.context.db.select().from(messages).where(eq(messages.user_id, ana.id));
    expect(kept).toMatchObject({ status: 'done', question: '', answer: '', sources: [], lease_owner: null });
    expect(
      await testServer.context.db.select().from(answer_parts).where(eq(answer_parts.user_id, ana.id)),
    ).toEqual([]);
    const [session] = await testServer.context.db
      .select()
      .from(chat_sessions)
      .where(eq(chat_sessions.user_id, ana.id));
    expect(session).toMatchObject({ agent_id: manual.id, chat_title: '', erased_at: expect.any(Date) });
    expect((await as.get('/chat/sessions')).body.data).toEqual([]);
    expect((await as.get('/chat/search', { query: { q: 'secretas' } })).body.data).toEqual([]);
    expect((await as.get(`/chat/sessions/${session?.id}/messages`)).status).toBe(404);
    expect(testServer.logs.join('')).not.toMatch(/secret[ao]s?\b.*resposta|com um segredo/);
  });

  test('models are the agents that the person may use, within what the key is for', async () => {
    const scope = await buildAgent(testServer.context, { name: 'Compras', description: 'Sobre compras.' });
    const foreign = await buildAgent(testServer.context, { groups: [2] });
    const draft = await buildAgent(testServer.context, { deploy_status: false });
    const all = await programs.program();
    const one = await programs.program({ agent_ids: [scope.id] });
    const named = async (client: OpenAI) => (await client.models.list()).data.map(({ id }) => id);
    const ids = await named(all.client);
    expect(ids).toContain(`agente-${manual.id}`);
    expect(ids).toContain(`agente-${scope.id}`);
    expect(ids).not.toContain(`agente-${foreign.id}`);
    expect(ids).not.toContain(`agente-${draft.id}`);
    expect(await named(one.client)).toEqual([`agente-${scope.id}`]);
    expect(await one.client.models.retrieve(`agente-${scope.id}`)).toEqual({
      id: `agente-${scope.id}`,
      object: 'model',
      created: expect.any(Number),
      owned_by: 'prosa',
      name: 'Compras',
      description: 'Sobre compras.',
    });
    const none = { status: 404, code: 'model_not_found', type: 'invalid_request_error', param: 'model' };
    for (const { client, id } of [
      { client: one.client, id: manual.id },
      { client: all.client, id: foreign.id },
      { client: all.client, id: draft.id },
      { client: all.client, id: 1_999_999_999 },
    ]) {
      expect(await refused(client.models.retrieve(`agente-${id}`))).toMatchObject(none);
      expect(await refused(programs.ask(client, 'Oi?', { model: `agente-${id}` }))).toMatchObject(none);
    }
    expect(await refused(programs.ask(all.client, 'Oi?', { model: 'gpt-5' }))).toMatchObject(none);
    await testServer.context.db.delete(access_keys).where(eq(access_keys.id, one.key.id));
    expect((await refused(named(one.client))).code).toBe('invalid_api_key');
  });
});

describe('the check of keys', () => {
  test('wrong, revoked and expired keys, and those of people who may not enter, open nothing from the next call on', async () => {
    const { ana, as, client, key } = await programs.program({ expires_at: '2026-11-14T12:00:30.000Z' });
    const bad = { status: 401, code: 'invalid_api_key', type: 'authentication_error' };
    const saying = async (call: PromiseLike<unknown>) => {
      const { message, ...rest } = await refused(call);
      expect(rest).toMatchObject(bad);
      return message.replace(/^401 /, '');
    };
    await client.models.list();
    expect(await saying(programs.clientWith('sk-abc').models.list())).toBe('Chave de acesso inválida.');
    const last = key.secret.at(-1) === 'a' ? 'b' : 'a';
    expect(await saying(programs.clientWith(key.secret.slice(0, -1) + last).models.list())).toBe(
      'Chave de acesso inválida.',
    );
    expect(await saying(programs.clientWith(ana.token).models.list())).toBe('Chave de acesso inválida.');
    testServer.clock.advance(30_000);
    expect(await saying(client.models.list())).toBe('Esta chave de acesso expirou.');
    expect((await as.patch(`/users/me/access-keys/${key.id}`, { expires_at: null })).status).toBe(200);
    await client.models.list();
    await testServer.context.db.update(users).set({ active: false }).where(eq(users.id, ana.id));
    expect(await saying(programs.ask(client))).toBe(
      'Conta desativada. Entre em contato com o administrador.',
    );
    await testServer.context.db.update(users).set({ active: true }).where(eq(users.id, ana.id));
    expect((await as.delete(`/users/me/access-keys/${key.id}`)).status).toBe(200);
    expect(await saying(programs.ask(client))).toBe('Esta chave de acesso foi revogada.');
    await testServer.context.db.delete(users).where(eq(users.id, ana.id));
    expect(await saying(client.models.list())).toBe('Chave de acesso inválida.');
  });

  test('a key opens no other call, whatever its owner’s role', async () => {
    const { key } = await programs.program({}, { role: 'superadmin' });
    const as = testServer.as({ token: key.secret });
    for (const path of ['/users/me', '/users/me/access-keys', '/chat/sessions', '/users/all', '/admin/audit'])
      expect((await as.get(path)).body).toMatchObject({ success: false, code: 'not_authenticated' });
    expect((await as.post('/users/me/access-keys', { name: 'x' })).status).toBe(401);
    expect((await as.get('/openai/embeddings')).body).toMatchObject({ error: { code: 'not_found' } });
  });

  test('its last use is noted, and it is written to no log', async () => {
    const { as, client, key } = await programs.program();
    const [before] = (await as.get('/users/me/access-keys')).body.data;
    expect(before).toMatchObject({ last_used_at: null, last_used_ip: null });
    await client.models.list();
    await refused(programs.ask(client, ''));
    const [after] = (await as.get('/users/me/access-keys')).body.data;
    expect(after).toMatchObject({
      last_used_at: testServer.context.clock.now().toISOString(),
      last_used_ip: '127.0.0.1',
    });
    const random = key.secret.slice(6);
    expect(testServer.logs.join('')).not.toContain(random);
    expect(testServer.logs.some((line) => line.includes('/api/v1/openai/models'))).toBe(true);
  });

  test('calls with one key are counted', async () => {
    const { ana, key } = await programs.program();
    const as = testServer.as({ token: key.secret });
    const statuses = new Set<number>();
    for (const count of [1, 120]) {
      statuses.add((await as.get('/openai/models/x')).status);
      await testServer.context.db
        .update(rate_limits)
        .set({ count })
        .where(eq(rate_limits.key, `access-key-${key.id}:${ana.id}`));
    }
    expect([...statuses]).toEqual([404]);
    const { headers, body } = await as.get('/openai/models');
    expect(body.error).toMatchObject({ code: 'rate_limit_exceeded', type: 'rate_limit_error' });
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  });
});
