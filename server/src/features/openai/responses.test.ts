/** The form of OpenAI's Responses, through its official client, beside that of chat completions. */
import { and, eq } from 'drizzle-orm';
import type OpenAI from 'openai';
import type { ResponseStreamEvent } from 'openai/resources/responses/responses';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ResponseRequest } from '#contract/openai-responses.ts';
import { brokenInvariants } from '../../../test/invariants.ts';
import {
  type ProgramTestServer,
  refused,
  startProgramTestServer,
} from '../../../test/programs/openai-client.ts';
import { hold, scripted, scriptedModels } from '../../../test/providers/scripted-model.ts';
import { messages, token_entries } from '../../db/tables/chat.ts';
import { refusals } from './conversation.ts';

const QUESTION = 'Como peço o reembolso de diárias?';

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

type Settings = Partial<OpenAI.Responses.ResponseCreateParamsNonStreaming>;

const respond = (client: OpenAI, settings: Settings = {}) =>
  client.responses.create({ model: `agente-${manual.id}`, input: QUESTION, ...settings });

async function eventsOf(client: OpenAI, settings: Settings = {}) {
  const stream = await client.responses.create({
    model: `agente-${manual.id}`,
    input: QUESTION,
    ...settings,
    stream: true,
  });
  const events: ResponseStreamEvent[] = [];
  for await (const event of stream) events.push(event);
  return events;
}

const entriesOf = (user_id: number) =>
  testServer.context.db.select().from(token_entries).where(eq(token_entries.user_id, user_id));

const prosaOf = (answer: object) =>
  (answer as { prosa?: { message_id: number; sources: object[]; partial?: string } }).prosa;

describe('agents in the form of Responses', () => {
  test('R-RCH-10 a question is answered whole, with its sources as annotations, by the ledger’s figures', async () => {
    script = ['O formulário é', ' **azul** [1].', { end: { input: 40, output: 9 } }];
    const { ana, client, key } = await programs.program();
    const response = await respond(client, {
      instructions: 'Responda em uma frase.',
      input: [
        { role: 'developer', content: 'Sem emojis.' },
        { role: 'user', content: 'Olá' },
        {
          type: 'message',
          role: 'assistant',
          id: 'msg_1',
          status: 'completed',
          content: [{ type: 'output_text', text: 'Olá!', annotations: [] }],
        },
        { role: 'user', content: [{ type: 'input_text', text: QUESTION }] },
      ],
      max_output_tokens: 64,
      temperature: 2,
      metadata: { processo: '12/2026' },
      store: true,
    });

    const [message] = await testServer.context.db.select().from(messages).where(eq(messages.user_id, ana.id));
    const [source] = prosaOf(response)?.sources ?? [];
    const { document_id } = source as { document_id: number };
    expect(response).toMatchObject({
      id: `resp_${message?.id}`,
      object: 'response',
      created_at: testServer.context.clock.now().getTime() / 1000,
      status: 'completed',
      error: null,
      incomplete_details: null,
      instructions: 'Responda em uma frase.',
      max_output_tokens: 64,
      metadata: { processo: '12/2026' },
      model: `agente-${manual.id}`,
      previous_response_id: null,
      store: false,
      output: [
        {
          id: `msg_${message?.id}`,
          type: 'message',
          role: 'assistant',
          status: 'completed',
          content: [
            {
              type: 'output_text',
              text: 'O formulário é **azul** [1].',
              annotations: [
                {
                  type: 'file_citation',
                  file_id: `documento-${document_id}`,
                  filename: 'manual.md',
                  index: 'O formulário é **azul** '.length,
                },
              ],
            },
          ],
        },
      ],
      usage: { input_tokens: 40, output_tokens: 9, total_tokens: 49 },
      prosa: {
        message_id: message?.id,
        sources: [{ index: 1, snippet: expect.stringContaining('formulário azul') }],
        filters: [],
      },
    });
    expect(response.output_text).toBe('O formulário é **azul** [1].');
    const { prompt, max_tokens } = model.calls.at(-1) ?? {};
    expect(prompt).toMatchObject({
      guidance: 'Responda em uma frase.\n\nSem emojis.',
      history: [{ question: 'Olá', answer: 'Olá!' }],
      question: QUESTION,
    });
    expect(max_tokens).toBe(64);
    expect(message).toMatchObject({ status: 'done', question: '', answer: '', sources: [] });
    expect(await entriesOf(ana.id)).toMatchObject([
      { purpose: 'answer', key_id: key.id, agent_id: manual.id, message_id: message?.id, charged: 49 },
    ]);
  });

  test('R-RCH-10 a stream tells each beginning and each end once, numbered without gaps, and adds up to the whole', async () => {
    script = ['O formulário é', ' azul', ' [1].', { end: { input: 30, output: 5 } }];
    const { client } = await programs.program();
    const events = await eventsOf(client);
    expect(events.map(({ sequence_number }) => sequence_number)).toEqual(events.map((_, at) => at));
    const kinds = events.map(({ type }) => type);
    expect(kinds.filter((kind) => kind !== 'response.output_text.delta')).toEqual([
      'response.created',
      'response.in_progress',
      'response.output_item.added',
      'response.content_part.added',
      'response.output_text.annotation.added',
      'response.output_text.done',
      'response.content_part.done',
      'response.output_item.done',
      'response.completed',
    ]);
    const told = events.map((event) => (event.type === 'response.output_text.delta' ? event.delta : ''));
    expect(told.join('')).toBe('O formulário é azul [1].');

    const streamed = await client.responses
      .stream({ model: `agente-${manual.id}`, input: QUESTION })
      .finalResponse();
    const whole = await respond(client);
    expect(alike(streamed)).toMatchObject(alike(whole));
    expect(streamed.output_text).toBe('O formulário é azul [1].');
  });

  test('on the wire each event has its name, and no last line of another form follows', async () => {
    script = ['Sim.'];
    const { key } = await programs.program();
    const { headers, text } = await testServer
      .as({ token: key.secret })
      .post('/openai/responses', { model: `agente-${manual.id}`, input: 'Oi?', stream: true });
    expect(headers['content-type']).toBe('text/event-stream; charset=utf-8');
    const frames = text.split('\n\n').filter(Boolean);
    expect(frames[0]).toMatch(/^event: response\.created\ndata: \{"type":"response\.created",/);
    expect(frames.at(-1)).toMatch(/^event: response\.completed\ndata: \{/);
    expect(text).not.toContain('[DONE]');
  });

  test('R-RCH-10 both forms give the same answers, sources and figures, whole and streamed', async () => {
    const answers: { said: Parameters<typeof scripted>[0]; question: string }[] = [
      { said: ['Azul [1].', { end: { input: 30, output: 5 } }], question: QUESTION },
      { said: ['Não encontrei isso.', { end: { input: 12, output: 4 } }], question: 'Qual é a capital?' },
      { said: ['Um ', 'começo', { end: { input: 9, output: 2 }, reason: 'length' }], question: QUESTION },
      { said: ['**a** `[1]` [1] e [2]', { end: { input: 9, output: 9 } }], question: 'Diárias?' },
    ];
    for (const { said, question } of answers) {
      script = said;
      const { ana, client } = await programs.program();
      const completion = await programs.ask(client, question);
      const response = await respond(client, { input: question });
      const streamed = (await eventsOf(client, { input: question })).at(-1);
      const chat = {
        text: completion.choices[0]?.message.content,
        is_whole: completion.choices[0]?.finish_reason === 'stop',
        total: completion.usage?.total_tokens,
        prosa: { ...prosaOf(completion), message_id: 0 },
      };
      if (!streamed || !('response' in streamed)) throw new Error('the stream has no end');
      for (const one of [response, streamed.response])
        expect({
          text: one.output.flatMap((item) =>
            item.type === 'message' ? item.content.map((part) => 'text' in part && part.text) : [],
          )[0],
          is_whole: one.status === 'completed',
          total: one.usage?.total_tokens,
          prosa: { ...prosaOf(one), message_id: 0 },
        }).toEqual(chat);
      const entries = await entriesOf(ana.id);
      expect(new Set(entries.map(({ charged }) => charged)).size).toBe(1);
      expect(entries).toHaveLength(3);
    }
  });

  test('an answer that its length cut off is incomplete, and says why', async () => {
    script = ['Um começo', { end: { input: 5, output: 2 }, reason: 'length' }];
    const { client } = await programs.program();
    const cut = { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } };
    expect(await respond(client, { max_output_tokens: 16 })).toMatchObject({
      ...cut,
      output: [{ status: 'incomplete' }],
    });
    const last = (await eventsOf(client, { max_output_tokens: 16 })).at(-1);
    expect(last).toMatchObject({ type: 'response.incomplete', response: cut });
  });

  test('an answer that people wrote is given to programs with its mark, at no token, in both forms', async () => {
    const admin = testServer.as(await testServer.user({ role: 'admin' }));
    const { status, body } = await admin.post(`/agents/${manual.id}/verified-answers`, {
      question: 'Qual é o prazo para recorrer de uma multa?',
      wordings: [],
      answer: 'São trinta dias.',
      owner_label: 'Trânsito',
      review_on: '2027-01-31',
    });
    expect(status, JSON.stringify(body)).toBe(201);
    const { ana, client } = await programs.program();
    const input = 'Qual é o prazo para recorrer de uma multa?';
    const mark = { id: body.data.id, owner_label: 'Trânsito' };
    const response = await respond(client, { input });
    expect(response.output_text).toBe('São trinta dias.');
    expect(prosaOf(response)).toMatchObject({ verified: mark });
    expect(prosaOf(await programs.ask(client, input))).toMatchObject({ verified: mark });
    expect(await programs.personOf(ana)).toEqual({ used: 0, reserved: 0 });
  });
});

const alike = (response: OpenAI.Responses.Response) => ({
  ...response,
  id: '',
  output: response.output.map((item) => ({ ...item, id: '' })),
  prosa: { ...prosaOf(response), message_id: 0 },
});

describe('what goes wrong', () => {
  test('R-RCH-10 a client that leaves stops the answer, and what was written is charged once', async () => {
    for (const stream of [true, false]) {
      const pause = hold();
      script = ['Um começo de resposta', pause, ' e o resto.'];
      const { ana, client, key } = await programs.program();
      const controller = new AbortController();
      const call = client.responses.create(
        { model: `agente-${manual.id}`, input: 'Oi?', stream },
        { signal: controller.signal },
      );
      const reading = Promise.resolve(call).then(async (events) => {
        if (Symbol.asyncIterator in events) for await (const _ of events);
      });
      await pause.reached;
      controller.abort();
      await reading.catch(() => undefined);
      expect(await programs.endOf(ana.id)).toMatchObject({ status: 'stopped', answer: '' });
      const entries = await testServer.context.db
        .select()
        .from(token_entries)
        .where(and(eq(token_entries.user_id, ana.id), eq(token_entries.key_id, key.id)));
      expect(entries).toMatchObject([{ purpose: 'answer', estimated: true }]);
      expect(await programs.personOf(ana)).toEqual({ used: entries[0]?.charged, reserved: 0 });
    }
  });

  test('a model that fails before its first word is a status; one that fails later ends the stream as failed', async () => {
    const { ana, client, key } = await programs.program();
    script = [{ failed: 'model_busy' }];
    const busy = { status: 502, code: 'model_busy', type: 'server_error' };
    expect(await refused(respond(client))).toMatchObject(busy);
    expect(await refused(eventsOf(client))).toMatchObject(busy);
    expect(await programs.personOf(ana)).toEqual({ used: 0, reserved: 0 });

    script = ['Um começo', { failed: 'model_failed' }];
    const events = await eventsOf(client);
    expect(events.map(({ sequence_number }) => sequence_number)).toEqual(events.map((_, at) => at));
    expect(events.at(-1)).toMatchObject({
      type: 'response.failed',
      response: {
        status: 'failed',
        error: { code: 'model_failed', message: expect.any(String) },
        output: [{ status: 'incomplete', content: [{ text: 'Um começo' }] }],
        prosa: { partial: 'Um começo' },
      },
    });
    const { status, body } = await testServer
      .as({ token: key.secret })
      .post('/openai/responses', { model: `agente-${manual.id}`, input: 'Oi?' });
    expect([status, body]).toMatchObject([
      502,
      { error: { code: 'model_failed' }, prosa: { partial: 'Um começo' } },
    ]);
  });

  test('R-RCH-10 what cannot be fulfilled is refused in OpenAI’s form, in Portuguese, by the name of its field', async () => {
    const { client } = await programs.program();
    const image = { type: 'input_image' as const, detail: 'auto' as const, image_url: 'data:,' };
    const cases: [string, Settings, string?][] = [
      ['previous_response_id', { previous_response_id: 'resp_1' }],
      ['conversation', { conversation: 'conv_1' }],
      ['background', { background: true }],
      ['prompt', { prompt: { id: 'pmpt_1' } }],
      ['tools', { tools: [{ type: 'web_search' }] }],
      ['text', { text: { format: { type: 'json_object' } } }],
      ['top_logprobs', { top_logprobs: 2 }],
      ['input.0.content.0', { input: [{ role: 'user', content: [image] }] }, refusals.image],
      [
        'input.1.role',
        {
          input: [
            { role: 'user', content: 'Oi' },
            { role: 'assistant', content: 'Oi' },
          ],
        },
      ],
      [
        'input.0.type',
        { input: [{ type: 'function_call_output', call_id: 'c', output: '' }] },
        refusals.tool,
      ],
      ['input.0.type', { input: [{ type: 'item_reference', id: 'msg_1' }] }],
      ['input', { input: ' ' }, refusals.empty],
      ['input', { input: 'x'.repeat(20_001) }, refusals.long],
      ['instructions', { instructions: 'x'.repeat(20_001) }, refusals.guidanceLong],
      ['metadata.nome', { metadata: { nome: 'x'.repeat(513) } }],
    ];
    for (const [param, settings, sentence] of cases) {
      const { message, ...rest } = await refused(respond(client, settings));
      expect(rest, param).toMatchObject({ status: 400, type: 'invalid_request_error', param });
      if (sentence) expect(message).toBe(`400 ${sentence}`);
    }
    const none = { status: 404, code: 'model_not_found', param: 'model' };
    expect(await refused(respond(client, { model: 'gpt-5' }))).toMatchObject(none);
    expect(await refused(respond(programs.clientWith('prosa_x')))).toMatchObject({
      status: 401,
      code: 'invalid_api_key',
    });
  });

  test('what only tunes a model, and what is unknown, is passed over', () => {
    const wish = { temperature: 2, top_p: 0.1, reasoning: { effort: 'high' }, include: [], user: 'ana' };
    expect(ResponseRequest.parse({ model: 'agente-1', input: 'Oi?', tools: [], ...wish })).toMatchObject(
      wish,
    );
  });
});
