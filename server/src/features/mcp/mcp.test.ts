/** Agents as tools, through the official client of the Model Context Protocol, over a real connection. */
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildAgent } from '../../../test/builders.ts';
import { brokenInvariants } from '../../../test/invariants.ts';
import { connectMcp, type McpEra, refusedTool, toolResult } from '../../../test/programs/mcp-client.ts';
import { type ProgramTestServer, startProgramTestServer } from '../../../test/programs/openai-client.ts';
import { hold, scripted, scriptedModels } from '../../../test/providers/scripted-model.ts';
import { agent_knowledge_bases, agents } from '../../db/tables/agents.ts';
import { messages, token_entries } from '../../db/tables/chat.ts';
import { documents } from '../../db/tables/knowledge.ts';
import { users } from '../../db/tables/people.ts';

const QUESTION = 'Como peço o reembolso de diárias?';
const TEXT = 'O reembolso de diárias é pedido pelo formulário azul, em até dez dias.';
const UNKNOWN = 'Este agente não existe ou não está disponível para esta chave.';

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

async function program(wish: Parameters<ProgramTestServer['program']>[0] = {}, era: McpEra = '2026') {
  const made = await programs.program(wish);
  return { ...made, mcp: await connectMcp(programs.origin, made.key.secret, era) };
}

type Listed = { agentes: { id: number; nome: string; descricao: string | null; exemplos: string[] }[] };
type Answered = {
  resposta: string;
  fontes: { indice: number; documento: number; inicio: number; trecho: string; titulo: string }[];
  filtros: object[];
};

describe('agents as tools', () => {
  test.each(['2025', '2026'] as const)(
    'R-RCH-05 a client of %s lists the tools, none of which writes, and the agents of its key',
    async (era) => {
      const { mcp } = await program({}, era);
      const { tools } = await mcp.listTools();
      expect(tools.map(({ name }) => name)).toEqual(['listar_agentes', 'perguntar', 'abrir_fonte']);
      for (const { annotations, description, inputSchema } of tools) {
        expect(annotations).toMatchObject({ readOnlyHint: true });
        expect(description).toMatch(/\.$/);
        expect(inputSchema.type).toBe('object');
      }
      expect(mcp.getServerVersion()).toMatchObject({ name: 'prosa', title: 'Prosa' });
      await testServer.context.db
        .update(agents)
        .set({ openers: [QUESTION] })
        .where(eq(agents.id, manual.id));
      const { agentes } = await toolResult<Listed>(mcp, 'listar_agentes');
      expect(agentes).toContainEqual({
        id: manual.id,
        nome: 'Manual',
        descricao: null,
        exemplos: [QUESTION],
      });
      await mcp.close();
    },
  );

  test.each(['2025', '2026'] as const)(
    'R-RCH-05 a client of %s asks, gets the answer with its sources, and opens one; nothing of it is stored',
    async (era) => {
      script = ['O formulário é azul [1].', { end: { input: 40, output: 9 } }];
      const { ana, key, mcp } = await program({}, era);
      const answered = await toolResult<Answered>(mcp, 'perguntar', {
        agente: manual.id,
        pergunta: QUESTION,
        conversa: [{ pergunta: 'Olá', resposta: 'Olá!' }],
      });
      expect(answered).toEqual({
        resposta: 'O formulário é azul [1].',
        fontes: [
          {
            indice: 1,
            titulo: 'manual.md',
            pagina: null,
            secao: null,
            trecho: expect.stringContaining('formulário azul'),
            url: null,
            documento: expect.any(Number),
            inicio: expect.any(Number),
            vigencia: null,
          },
        ],
        filtros: [],
      });
      expect(model.calls.at(-1)?.prompt).toMatchObject({
        history: [{ question: 'Olá', answer: 'Olá!' }],
        question: QUESTION,
      });
      const [source] = answered.fontes;
      const opened = await toolResult<{ texto: string }>(mcp, 'abrir_fonte', {
        agente: 'Manual',
        documento: source?.documento,
        inicio: source?.inicio,
      });
      expect(opened).toEqual({
        titulo: 'manual.md',
        texto: TEXT,
        inicio: 0,
        fim: TEXT.length,
        tamanho: TEXT.length,
        vigencia: null,
      });

      const kept = await testServer.context.db.select().from(messages).where(eq(messages.user_id, ana.id));
      expect(kept).toMatchObject([{ status: 'done', question: '', answer: '', sources: [] }]);
      const entries = await testServer.context.db
        .select()
        .from(token_entries)
        .where(eq(token_entries.user_id, ana.id));
      expect(entries).toMatchObject([
        { purpose: 'answer', key_id: key.id, agent_id: manual.id, message_id: kept[0]?.id, charged: 49 },
      ]);
      expect(await programs.personOf(ana)).toEqual({ used: 49, reserved: 0 });
      await mcp.close();
    },
  );

  test('R-LOP-10 R-RCH-05 R-RCH-10 a similar verified answer that the model cites has its name and its plain words in the tools and in both of OpenAI’s forms', async () => {
    const admin = testServer.as(await testServer.user({ role: 'admin' }));
    const question = 'Qual é o prazo para recorrer de uma multa?';
    const path = `/agents/${manual.id}/verified-answers`;
    const { body } = await admin.post(path, {
      question,
      wordings: [],
      answer: 'São **trinta dias** [1].\n\n- no [site](https://cidade.gov.br)',
      owner_label: 'Trânsito',
      review_on: '2027-01-31',
      sources: [{ title: 'Lei', url: 'https://cidade.gov.br/lei' }],
    });
    script = ['São trinta dias [1].'];
    const pergunta = 'Qual é o prazo para recorrer de uma multa de trânsito?';
    const { client, mcp } = await program();
    const title = `Resposta verificada: ${question}`;
    const answered = await toolResult<Answered>(mcp, 'perguntar', { agente: manual.id, pergunta });
    expect(answered.fontes).toMatchObject([
      { indice: 1, titulo: title, trecho: 'São trinta dias.\nno site', documento: null },
    ]);
    const response = await client.responses.create({ model: `agente-${manual.id}`, input: pergunta });
    expect(response.output).toMatchObject([
      { content: [{ annotations: [{ file_id: 'fonte-1', filename: title, index: 16 }] }] },
    ]);
    const completion = await programs.ask(client, pergunta);
    for (const reply of [response, completion])
      expect(reply).toMatchObject({ prosa: { sources: [{ index: 1, kind: 'verified', title: question }] } });
    await admin.delete(`${path}/${body.data.id}`);
    await mcp.close();
  });

  test('the result is text too, for hosts that read nothing else', async () => {
    script = ['Sim.'];
    const { mcp } = await program();
    const { content, structuredContent } = await mcp.callTool({
      name: 'perguntar',
      arguments: { agente: manual.id, pergunta: 'Oi?' },
    });
    expect(content).toEqual([{ type: 'text', text: JSON.stringify(structuredContent) }]);
  });

  test('an agent is named by its number, its exact name or its name as a model; two of one name are distinguished by their numbers', async () => {
    script = ['Sim.'];
    const { mcp } = await program();
    for (const agente of [manual.id, String(manual.id), `agente-${manual.id}`, 'Manual'])
      expect(await toolResult(mcp, 'perguntar', { agente, pergunta: 'Oi?' })).toMatchObject({
        resposta: 'Sim.',
      });
    const twins = await Promise.all([1, 2].map(() => buildAgent(testServer.context, { name: 'Ouvidoria' })));
    const sentence = await refusedTool(mcp, 'perguntar', { agente: 'Ouvidoria', pergunta: 'Oi?' });
    expect(sentence).toMatch(/^Há mais de um agente com este nome\. Informe o número: \d+ ou \d+\.$/);
    for (const { id } of twins) expect(sentence).toContain(String(id));
  });

  test('a key asks and opens only what its agents read, and an agent beyond it is one that does not exist', async () => {
    const other = await buildAgent(testServer.context, { name: 'Compras' });
    const foreign = await buildAgent(testServer.context, { name: 'Alheio', groups: [2] });
    const { mcp } = await program({ agent_ids: [other.id] });
    expect((await toolResult<Listed>(mcp, 'listar_agentes')).agentes.map(({ nome }) => nome)).toEqual([
      'Compras',
    ]);
    for (const agente of [manual.id, 'Manual', foreign.id, 'Nenhum', 1_999_999_999, 99_999_999_999])
      expect(await refusedTool(mcp, 'perguntar', { agente, pergunta: 'Oi?' })).toBe(UNKNOWN);

    const [document] = await testServer.context.db.select().from(documents);
    const place = { documento: document?.id, inicio: 0 };
    expect(await refusedTool(mcp, 'abrir_fonte', { ...place, agente: manual.id })).toBe(UNKNOWN);
    const unread = 'Este documento não existe ou este agente não o lê.';
    expect(await refusedTool(mcp, 'abrir_fonte', { ...place, agente: other.id })).toBe(unread);

    const all = await program();
    expect(await toolResult(all.mcp, 'abrir_fonte', { ...place, agente: manual.id })).toMatchObject({
      texto: TEXT,
    });
    expect(
      await refusedTool(all.mcp, 'abrir_fonte', { ...place, agente: manual.id, inicio: 10_000 }),
    ).toMatch(/^Este documento tem 70 caracteres/);
    const link = await testServer.context.db
      .delete(agent_knowledge_bases)
      .where(eq(agent_knowledge_bases.agent_id, manual.id))
      .returning();
    expect(await refusedTool(all.mcp, 'abrir_fonte', { ...place, agente: manual.id })).toBe(unread);
    await testServer.context.db.insert(agent_knowledge_bases).values(link);
  });
});

describe('what goes wrong', () => {
  test('wrong arguments, limits and failures are results with a sentence in Portuguese', async () => {
    const { ana, mcp, key } = await program();
    const cases: [string, Record<string, unknown>, RegExp][] = [
      ['perguntar', {}, /^Informe o agente/],
      ['perguntar', { agente: manual.id }, /^Informe a pergunta/],
      ['perguntar', { agente: manual.id, pergunta: ' ' }, /^A pergunta não pode estar vazia\.$/],
      ['perguntar', { agente: manual.id, pergunta: 'x'.repeat(20_001) }, /no máximo 20\.000 caracteres/],
      ['perguntar', { agente: manual.id, pergunta: 'Oi?', conversa: 'x' }, /^Na conversa, envie uma lista/],
      [
        'perguntar',
        { agente: manual.id, pergunta: 'Oi?', conversa: Array(11).fill({ pergunta: 'a', resposta: 'b' }) },
        /no máximo 10 perguntas/,
      ],
      ['abrir_fonte', { agente: manual.id, documento: 'x', inicio: 0 }, /^Informe o documento/],
      ['abrir_fonte', { agente: manual.id, documento: 1, inicio: -1 }, /^Informe o início/],
    ];
    for (const [name, args, sentence] of cases) expect(await refusedTool(mcp, name, args)).toMatch(sentence);
    await expect(mcp.callTool({ name: 'apagar_tudo', arguments: {} })).rejects.toMatchObject({
      code: -32_602,
      message: expect.stringContaining('Esta ferramenta não existe.'),
    });

    script = [{ failed: 'model_busy' }];
    expect(await refusedTool(mcp, 'perguntar', { agente: manual.id, pergunta: 'Oi?' })).not.toMatch(/busy/);
    script = ['Um começo', { failed: 'model_failed' }];
    const { content } = await mcp.callTool({
      name: 'perguntar',
      arguments: { agente: manual.id, pergunta: 'Oi?' },
    });
    expect(content[1]).toEqual({ type: 'text', text: 'Começo da resposta: Um começo' });
    await testServer.context.db.update(users).set({ token_limit: 1 }).where(eq(users.id, ana.id));
    expect(await refusedTool(mcp, 'perguntar', { agente: manual.id, pergunta: 'Oi?' })).toContain(
      'limite de tokens',
    );
    expect(testServer.logs.join('')).not.toContain(key.secret.slice(6));
  });

  test('R-RCH-05 a client that leaves stops the answer, and what was written is charged once', async () => {
    const pause = hold();
    script = ['Um começo de resposta', pause, ' e o resto.'];
    const { ana, mcp } = await program();
    const controller = new AbortController();
    const call = mcp.callTool(
      { name: 'perguntar', arguments: { agente: manual.id, pergunta: 'Oi?' } },
      { signal: controller.signal },
    );
    await pause.reached;
    controller.abort();
    await expect(call).rejects.toThrow();
    expect(await programs.endOf(ana.id)).toMatchObject({ status: 'stopped', answer: '' });
    const entries = await testServer.context.db
      .select()
      .from(token_entries)
      .where(eq(token_entries.user_id, ana.id));
    expect(entries).toMatchObject([{ purpose: 'answer', estimated: true }]);
    expect(await programs.personOf(ana)).toEqual({ used: entries[0]?.charged, reserved: 0 });
  });

  test('a closed connection of a client of 2025 stops the answer as well', async () => {
    const pause = hold();
    script = ['Um começo de resposta', pause, ' e o resto.'];
    const { ana, key } = await programs.program();
    const controller = new AbortController();
    const call = fetch(`${programs.origin}/api/v1/mcp`, {
      method: 'POST',
      headers: { ...ACCEPTS, authorization: `Bearer ${key.secret}` },
      body: message('tools/call', { name: 'perguntar', arguments: { agente: manual.id, pergunta: 'Oi?' } }),
      signal: controller.signal,
    }).then((response) => response.text());
    await pause.reached;
    controller.abort();
    await expect(call).rejects.toThrow();
    expect(await programs.endOf(ana.id)).toMatchObject({ status: 'stopped', answer: '' });
  });

  test('keys that open nothing elsewhere open nothing here, and a revoked one stops with the next call', async () => {
    const { as, key, mcp } = await program();
    await mcp.listTools();
    await as.delete(`/users/me/access-keys/${key.id}`);
    await expect(mcp.listTools()).rejects.toThrow();
    const { status, headers, body } = await testServer
      .as({ token: key.secret })
      .post('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' });
    expect([status, headers['www-authenticate'], body]).toEqual([
      401,
      'Bearer',
      {
        jsonrpc: '2.0',
        id: null,
        error: {
          code: -32_000,
          message: 'Esta chave de acesso foi revogada.',
          data: { code: 'invalid_api_key' },
        },
      },
    ]);
  });
});

const ACCEPTS = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };
const message = (method: string, params?: object) =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });

describe('the transport', () => {
  async function send(given: {
    method?: 'GET' | 'POST' | 'DELETE';
    headers?: Record<string, string>;
    payload?: string;
  }) {
    const { key } = await programs.program();
    const { statusCode, headers, body } = await testServer.app.inject({
      method: given.method ?? 'POST',
      url: '/api/v1/mcp',
      headers: { authorization: `Bearer ${key.secret}`, ...ACCEPTS, ...given.headers },
      ...(given.method && given.method !== 'POST' ? {} : { payload: given.payload ?? message('tools/list') }),
    });
    return { status: statusCode, headers, body: body.startsWith('{') ? JSON.parse(body) : body };
  }

  test('a batch, of one too, is refused; so is what is no message', async () => {
    for (const payload of [`[${message('tools/list')}]`, '[]', '7', 'null'])
      expect(await send({ payload })).toMatchObject({ status: 400, body: { error: { code: -32_600 } } });
    for (const payload of ['{', '', `{"a":${'['.repeat(9_000)}`])
      expect(await send({ payload })).toMatchObject({ status: 400, body: { error: { code: -32_700 } } });
  });

  test('too much is 413, another type 415, and who cannot read the answer 406', async () => {
    const payload = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'x',
      params: { a: 'x'.repeat(262_144) },
    });
    expect(await send({ payload })).toMatchObject({
      status: 413,
      body: { jsonrpc: '2.0', error: { message: expect.any(String) } },
    });
    expect(await send({ headers: { 'content-type': 'text/plain' } })).toMatchObject({ status: 415 });
    expect(await send({ headers: { accept: 'text/html' } })).toMatchObject({ status: 406 });
  });

  test('nothing is opened by GET or ended by DELETE: 405, and only with a key', async () => {
    for (const method of ['GET', 'DELETE'] as const) {
      const { status, headers } = await send({ method });
      expect([status, headers.allow]).toEqual([405, 'POST']);
      const { status: without } = await send({ method, headers: { authorization: '' } });
      expect(without).toBe(401);
    }
  });

  test('pages of other sites and foreign host names are refused', async () => {
    expect(await send({})).toMatchObject({ status: 200 });
    const places: Record<string, string>[] = [
      { origin: 'https://outro.exemplo.com.br' },
      { origin: 'null' },
      { host: 'outro.exemplo.com.br' },
      { host: 'localhost.exemplo.com.br:3000' },
    ];
    for (const headers of places)
      expect(await send({ headers })).toMatchObject({
        status: 403,
        body: { error: { data: { code: 'origin_refused' } } },
      });
  });

  test('a session that a client brings is ignored, and no stream is kept open for changes', async () => {
    const { status, headers } = await send({ headers: { 'mcp-session-id': 'x' } });
    expect([status, headers['mcp-session-id']]).toEqual([200, undefined]);
    expect(await send({ payload: message('subscriptions/listen') })).toMatchObject({
      status: 404,
      body: { id: 1, error: { code: -32_601 } },
    });
  });
});
