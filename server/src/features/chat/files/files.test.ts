import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { AgentChange } from '#contract/agents.ts';
import { pdfOf } from '../../../../../tests/fixtures/pdf.ts';
import { buildAgent, buildSession } from '../../../../test/builders.ts';
import { brokenInvariants } from '../../../../test/invariants.ts';
import { hold, type Script, scripted, scriptedModels } from '../../../../test/providers/scripted-model.ts';
import { type Reply, startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { formWith } from '../../../../test/uploads.ts';
import { chat_sessions, messages } from '../../../db/tables/chat.ts';
import { knowledge_bases } from '../../../db/tables/knowledge.ts';
import { users } from '../../../db/tables/people.ts';
import { session_files } from '../../../db/tables/session-files.ts';
import { ingestText } from '../../knowledge/ingest/replace-passages.ts';
import { eraseDue } from '../../privacy/erase-due.ts';

const NEEDED = 'Este agente responde só com os arquivos que você anexa. Anexe um arquivo e pergunte de novo.';

let script: Script = ['Sim [1].'];
const model = scripted((call) => (typeof script === 'function' ? script(call) : script));
let testServer: TestServer;
let testLocal: TestServer;
beforeAll(async () => {
  testServer = await startTestServer({ models: scriptedModels(model) });
  testLocal = await startTestServer();
});
afterEach(async () => {
  script = ['Sim [1].'];
  for (const { context } of [testServer, testLocal]) expect(await brokenInvariants(context.db)).toEqual([]);
});
afterAll(() => Promise.all([testServer.close(), testLocal.close()]));

type Files = NonNullable<AgentChange['files']>;

async function conversation(files: Files, wishes: { server?: TestServer; base?: string } = {}) {
  const server = wishes.server ?? testServer;
  const { db } = server.context;
  const knowledge_bases_ids = wishes.base === undefined ? [] : [await baseWith(server, wishes.base)];
  const ana = await server.user();
  const agent = await buildAgent(server.context, { rules: { files }, knowledge_bases: knowledge_bases_ids });
  const { id } = await buildSession(server.context, { user_id: ana.id, agent_id: agent.id });
  const as = server.as(ana);
  const path = `/chat/sessions/${id}/files`;
  const put = async (name: string, content: string | Buffer, extra = {}) =>
    as.upload(path, formWith(name, typeof content === 'string' ? content : new Uint8Array(content)), extra);
  const rows = () => db.select().from(session_files).where(eq(session_files.user_id, ana.id));
  return { ana, as, id, agent, path, put, rows };
}

async function baseWith({ context }: TestServer, text: string): Promise<number> {
  const [base] = await context.db.insert(knowledge_bases).values({ name: 'Regras' }).returning();
  const knowledge_base_id = base?.id ?? 0;
  const file = { original_filename: 'regras.txt', file_type: 'txt', file_size: text.length, text };
  await ingestText(context.db, { knowledge_base_id, ...file });
  return knowledge_base_id;
}

const passagesOf = () => model.calls.at(-1)?.prompt.passages?.map(({ title, text }) => [title, text]);
const lastMessage = async (server: TestServer, user_id: number) => {
  const rows = await server.context.db.select().from(messages).where(eq(messages.user_id, user_id));
  return rows.sort((one, other) => other.id - one.id)[0];
};

describe('a file in a conversation', () => {
  test('is read, listed, saved and cited with its page', async () => {
    const { as, put, path, id } = await conversation('with_sources');
    script = ['A multa é de dois por cento [1].'];
    const pages = ['O contrato vale por doze meses.', 'A multa por atraso é de dois por cento.'];
    const pdf = pdfOf(pages.map((text) => [{ text, x: 72, y: 80 }]));
    const sent = await put('contrato.pdf', pdf);
    expect([sent.status, sent.body.data]).toEqual([
      201,
      {
        id: expect.any(String),
        original_filename: 'contrato.pdf',
        file_type: 'pdf',
        file_size: pdf.length,
        status: 'ready',
        progress: 1,
        error: null,
        pages: 2,
        token_count: expect.any(Number),
        ocr: null,
        created_at: testServer.context.clock.now().toISOString(),
      },
    ]);
    expect((await as.get(path)).body).toMatchObject({ data: [sent.body.data], metadata: { total: 1 } });
    const download = await as.get(`${path}/${sent.body.data.id}/file`);
    expect(download.status).toBe(200);
    expect(download.headers['content-disposition']).toContain('attachment');
    expect(download.headers['content-type']).toBe('application/octet-stream');

    const { events } = await as.ask(id, 'Qual é a multa por atraso?');
    const text = pages[1];
    expect(events.at(-1)).toMatchObject({
      with_files: true,
      sources: [
        { index: 1, kind: 'file', file_id: sent.body.data.id, title: 'contrato.pdf', page: 2, snippet: text },
      ],
    });
    const { message_id } = events.at(-1) ?? {};
    const source = () => as.get(`/chat/messages/${message_id}/sources/1`);
    expect((await source()).body.data).toMatchObject({ state: 'shown', source: { kind: 'file' } });
    expect((await source()).body.data.text).toContain(text);
    const [record] = (await as.get(`/chat/sessions/${id}/messages`)).body.data;
    expect(record).toMatchObject({ with_files: true, sources: [{ kind: 'file' }] });

    expect((await as.delete(`${path}/${sent.body.data.id}`)).status).toBe(200);
    expect((await source()).body.data).toMatchObject({ state: 'removed', source: { snippet: text } });
    expect((await as.get(path)).body.data).toEqual([]);
  });

  test('R-DOC-45 agents read no files, files beside their sources, or files alone; the switch makes a version', async () => {
    const base = 'A taxa anual é de dez reais.';
    const refused = await (await conversation('no', { base })).put('a.txt', 'Texto.');
    expect([refused.status, refused.body.code]).toEqual([403, 'agent_without_files']);

    const both = await conversation('with_sources', { base });
    await both.put('a.txt', 'A taxa mensal é de um real.');
    await both.as.ask(both.id, 'Qual é a taxa?');
    expect(passagesOf()).toEqual([
      ['a.txt', 'A taxa mensal é de um real.'],
      ['regras.txt', base],
    ]);

    const only = await conversation('only_files', { base });
    const calls = model.calls.length;
    const needed = await only.as.ask(only.id, 'Qual é a taxa?');
    expect([needed.status, needed.answer, model.calls.length]).toEqual([200, NEEDED, calls]);
    expect(needed.events.at(-1)).toMatchObject({ status: 'done', sources: [] });
    const [free] = (await testServer.context.db.select().from(users).where(eq(users.id, only.ana.id))) ?? [];
    expect([free?.token_used, free?.token_reserved]).toEqual([0, 0]);
    await only.put('a.txt', 'A taxa mensal é de um real.');
    await only.as.ask(only.id, 'Qual é a taxa?');
    expect(passagesOf()).toEqual([['a.txt', 'A taxa mensal é de um real.']]);

    const admin = testServer.as(await testServer.user({ role: 'admin' }));
    const change = (files: Files) => admin.put(`/agents/${only.agent.id}`, { files });
    const { version_id } = (await change('with_sources')).body.data;
    expect((await admin.get(`/agents/${only.agent.id}/export`)).body.files).toBe('with_sources');
    expect((await change('no')).body.data.version_id).not.toBe(version_id);
    await admin.post(`/agents/${only.agent.id}/versions/${version_id}/restore`);
    expect((await admin.get(`/agents/${only.agent.id}`)).body.data).toMatchObject({ files: 'with_sources' });
    expect((await only.as.get(`/chat/sessions/${only.id}`)).body.data).toMatchObject({
      files: 'with_sources',
      files_days: null,
      validity: false,
    });
  });

  test('an agent that does not read files any more leaves them out and says so; they stay their owner’s', async () => {
    const { as, put, path, id, agent } = await conversation('with_sources', {
      base: 'A taxa é de dez reais.',
    });
    const { data } = (await put('a.txt', 'A taxa é de um real.')).body;
    const admin = testServer.as(await testServer.user({ role: 'admin' }));
    await admin.put(`/agents/${agent.id}`, { files: 'no' });
    expect((await as.ask(id, 'Qual é a taxa?')).status).toBe(200);
    expect(passagesOf()).toEqual([['regras.txt', 'A taxa é de dez reais.']]);
    expect(model.calls.at(-1)?.prompt.notes).toEqual([
      'Este agente não lê mais arquivos: os desta conversa ficaram de fora.',
    ]);
    await admin.post(`/agents/${agent.id}/deploy`, { deploy_status: false });
    expect((await as.get(`${path}/${data.id}/file`)).text).toBe('A taxa é de um real.');
    expect((await put('b.txt', 'Outra.')).body.code).toBe('agent_unavailable');
    expect((await as.delete(`${path}/${data.id}`)).status).toBe(200);
  });

  test('large files are searched inside, small ones are read whole and in order', async () => {
    const { put, as, id, path } = await conversation('with_sources');
    const small = Array.from({ length: 6 }, (_, i) => `# Parte ${i}\n\nO item ${i} custa ${i} reais.`).join(
      '\n\n',
    );
    await put('pequeno.md', small);
    await as.ask(id, 'Olá?');
    expect(passagesOf()?.map(([, text]) => text)).toEqual(
      Array.from({ length: 6 }, (_, i) => `O item ${i} custa ${i} reais.`),
    );
    const filler = (i: number) =>
      `# Capítulo ${i}\n\nO assunto ${i} é tratado com calma e sem pressa alguma. `;
    const large = Array.from({ length: 1_200 }, (_, i) =>
      i === 700 ? '# Prazo\n\nO prazo do recurso administrativo é de quinze dias.' : filler(i).repeat(2),
    ).join('\n\n');
    const { data } = (await put('grande.md', large)).body;
    expect(data).toMatchObject({ status: 'ready' });
    await as.ask(id, 'Qual é o prazo do recurso administrativo?');
    const found = passagesOf() ?? [];
    expect(found[0]).toEqual(['grande.md', 'O prazo do recurso administrativo é de quinze dias.']);
    expect(found.map(([, text = '']) => text.length).reduce((sum, one) => sum + one, 0)).toBeLessThan(9_700);
    // A question about the file as a whole gets its beginning and its headings.
    await as.ask(id, 'Resuma o arquivo');
    expect(passagesOf()?.find(([title]) => title === 'grande.md')?.[1]).toContain('Títulos deste documento');
    expect((await as.get(path)).body.data).toHaveLength(2);
  });

  test('R-DOC-44 whole files are reserved and charged as any prompt; reading and searching them costs nothing', async () => {
    const { ana, put, as, id } = await conversation('with_sources');
    const tokens = async () => {
      const [row] = await testServer.context.db.select().from(users).where(eq(users.id, ana.id));
      return { used: row?.token_used, reserved: row?.token_reserved };
    };
    const waiting = hold();
    script = ['Sim.', waiting];
    const first = as.ask(id, 'Oi?');
    await waiting.reached;
    const before = (await tokens()).reserved ?? 0;
    waiting.release();
    await first;
    const { used } = await tokens();
    const { data } = (await put('a.txt', 'O prazo é de trinta dias corridos. '.repeat(800))).body;
    expect(data.token_count).toBeGreaterThan(5_000);
    expect(await tokens()).toEqual({ used, reserved: 0 });
    const again = hold();
    script = ['Sim.', again];
    const second = as.ask(id, 'Oi?');
    await again.reached;
    const held = ((await tokens()).reserved ?? 0) - before;
    expect(held).toBeGreaterThanOrEqual(data.token_count);
    expect(held).toBeLessThan(data.token_count + 200);
    again.release();
    await second;
    await testServer.context.db
      .update(users)
      .set({ token_limit: sql`token_used` })
      .where(eq(users.id, ana.id));
    const refused = await as.ask(id, 'Oi?');
    expect([refused.status, refused.body.code]).toEqual([402, 'token_limit']);
    expect((await put('b.txt', 'Outro texto.')).status).toBe(201);
  });

  test('R-DOC-40 a question waits for files that are being read, unless it goes without them', async () => {
    const { ana, as, id, put } = await conversation('with_sources');
    await put('a.txt', 'A taxa é de um real.');
    const waiting = { user_id: ana.id, id: randomUUID(), session_id: id, file_type: 'txt', file_size: 1 };
    await testServer.context.db
      .insert(session_files)
      .values({ ...waiting, original_filename: 'b.txt', status: 'extracting' });
    const refused = await as.ask(id, 'Qual é a taxa?');
    expect([refused.status, refused.body.code]).toEqual([409, 'files_not_ready']);
    const body = { question: 'Qual é a taxa?', without_files: [waiting.id] };
    expect((await as.post(`/chat/sessions/${id}/messages`, body)).status).toBe(200);
    expect(passagesOf()).toEqual([['a.txt', 'A taxa é de um real.']]);
    const [record] = (await as.get(`/chat/sessions/${id}/messages`)).body.data.slice(-1);
    expect(record).toMatchObject({ with_files: true, without_files: [waiting.id] });
    // A run of the same record leaves the file out again, though it was read meanwhile.
    await testServer.context.db
      .update(messages)
      .set({ status: 'failed', answer: '', error_code: 'internal' })
      .where(eq(messages.id, record.id));
    await testServer.context.db
      .update(session_files)
      .set({ status: 'ready' })
      .where(eq(session_files.id, waiting.id));
    expect((await as.post(`/chat/messages/${record.id}/retry`)).status).toBe(200);
    expect(passagesOf()).toEqual([['a.txt', 'A taxa é de um real.']]);
    // One that failed is not waited for.
    await testServer.context.db
      .update(session_files)
      .set({ status: 'failed', error: 'Não deu.' })
      .where(eq(session_files.id, waiting.id));
    expect((await as.ask(id, 'Qual é a taxa?')).status).toBe(200);
    await testServer.context.db.delete(session_files).where(eq(session_files.id, waiting.id));
    const exported = await testServer.app.inject({
      method: 'GET',
      url: '/api/v1/users/me/export',
      headers: { authorization: `Bearer ${ana.token}` },
    });
    const archive = unzipSync(new Uint8Array(exported.rawPayload));
    expect(strFromU8(archive['dados.json'] ?? new Uint8Array())).toContain(waiting.id);
  });

  test('local mode searches the file and quotes it; what it does not say is refused', async () => {
    const { put, as, id } = await conversation('only_files', { server: testLocal });
    await put(
      'a.md',
      '# Reembolso\n\nO reembolso é pedido pelo formulário azul.\n\n# Férias\n\nAs férias são em julho.',
    );
    const { answer, events } = await as.ask(id, 'Como peço o reembolso?');
    expect(answer).toContain('formulário azul');
    expect(answer).not.toContain('julho');
    expect(events.at(-1)).toMatchObject({ local: true, sources: [{ kind: 'file', section: 'Reembolso' }] });
    expect((await as.ask(id, 'Qual é a capital da Mongólia?')).answer).toBe(
      'Não encontrei isso nas fontes deste agente.',
    );
  });

  test('a mistyped word and a synonym find what they find in bases', async () => {
    const { put, as, id } = await conversation('only_files', { server: testLocal });
    await put('a.txt', 'O alvará custa noventa reais.\n\nO estacionamento fecha às seis horas.');
    expect((await as.ask(id, 'Quando fecha o estacionamneto?')).answer).toContain('seis horas');
    expect((await as.ask(id, 'Quanto custa a licença de funcionamento?')).answer).toContain('noventa reais');
  });
});

/** The refusal of an upload, or what became of it after its sender was answered. */
async function problemOf({ body }: Reply): Promise<string | null> {
  if (body.code) return body.code;
  for (;;) {
    const { promise, resolve } = Promise.withResolvers<void>();
    const unlisten = testServer.context.signals.listen(`session-file:${body.data.id}`, resolve);
    const [row] = await testServer.context.db
      .select()
      .from(session_files)
      .where(eq(session_files.id, body.data.id));
    if (!row || row.status === 'ready' || row.status === 'failed') {
      unlisten();
      return row?.problem ?? null;
    }
    await promise;
    unlisten();
  }
}

describe('limits of files', () => {
  test('five files of twenty that come at once are taken, the others refused', async () => {
    const { put, path, as } = await conversation('with_sources');
    const replies = await Promise.all(Array.from({ length: 20 }, (_, i) => put(`${i}.txt`, `Texto ${i}.`)));
    const told = replies.map(({ status, body }) => `${status} ${body.code ?? ''}`.trim());
    expect(told.filter((one) => one === '201')).toHaveLength(5);
    expect(told.filter((one) => one === '409 too_many_files')).toHaveLength(15);
    expect((await as.get(path)).body.data).toHaveLength(5);
    const late = await put('21.txt', 'Texto.');
    expect([late.status, late.body.code]).toEqual([429, 'too_many_requests']);
  });

  test('a type that cannot be read, a false one and one without text are refused and leave nothing', async () => {
    const { put, rows } = await conversation('with_sources');
    const wrong = async (name: string, content: string | Buffer) => {
      const { status, body } = await put(name, content);
      return [status, body.code];
    };
    expect(await wrong('a.exe', 'MZ')).toEqual([415, 'file_type_unsupported']);
    expect(await wrong('a.pdf', 'isto não é um PDF')).toEqual([415, 'file_not_what_it_says']);
    expect(await wrong('a.txt', '   \n ')).toEqual([422, expect.stringMatching(/^file_/)]);
    expect(await wrong('a.txt', 'palavras '.repeat(230_000))).toEqual([422, 'files_text_too_long']);
    expect(await rows()).toEqual([]);
  });

  test('texts of a conversation are counted together, bytes of all conversations of a person too', async () => {
    const { put, ana, rows } = await conversation('with_sources');
    expect((await put('a.txt', 'palavras '.repeat(130_000))).status).toBe(201);
    expect(await problemOf(await put('b.txt', 'palavras '.repeat(130_000)))).toBe('files_text_too_long');
    expect((await rows()).filter(({ status }) => status === 'ready')).toHaveLength(1);
    await testServer.context.db
      .update(session_files)
      .set({ file_size: 500 * 1024 * 1024 })
      .where(eq(session_files.user_id, ana.id));
    const full = await put('c.txt', 'Texto.');
    expect([full.status, full.body.detail]).toEqual([
      507,
      'Você já guarda 500 MB em arquivos de conversas. Remova alguns.',
    ]);
  });

  test('a repeated upload is the first one; another file with its key is refused', async () => {
    const { put, rows } = await conversation('with_sources');
    const extra = { headers: { 'idempotency-key': `arquivo-${randomUUID()}` } };
    const [first, second] = await Promise.all([put('a.txt', 'Um.', extra), put('a.txt', 'Um.', extra)]);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(first.body.data.id).toBe(second.body.data.id);
    expect(await rows()).toHaveLength(1);
    expect((await put('a.txt', 'Dois.', extra)).body.code).toBe('idempotency_mismatch');
    const broken = { headers: { 'idempotency-key': `arquivo-${randomUUID()}` } };
    const sent = [await put('b.txt', '  ', broken), await put('b.txt', '  ', broken)];
    expect(sent.map(({ status, body }) => [status, body.detail])).toEqual([
      [422, sent[0]?.body.detail],
      [422, sent[0]?.body.detail],
    ]);
  });

  test('superadmins set days and bytes, on record; administrators read them', async () => {
    const admin = testServer.as(await testServer.user({ role: 'admin' }));
    const root = testServer.as(await testServer.user({ role: 'superadmin' }));
    const initial = { days: null, per_person_bytes: 524_288_000 };
    expect((await admin.get('/admin/settings/chat-files')).body.data).toEqual(initial);
    const wanted = { days: 30, per_person_bytes: 100 * 1024 * 1024 };
    expect((await admin.put('/admin/settings/chat-files', wanted)).status).toBe(403);
    expect((await root.put('/admin/settings/chat-files', { ...wanted, days: 0 })).status).toBe(422);
    expect((await root.put('/admin/settings/chat-files', wanted)).body.data).toEqual(wanted);
    const { rows } = await testServer.context.db.execute(
      sql`select before, after from audit_entries where action = 'chat_files.updated'`,
    );
    expect(rows).toEqual([{ before: initial, after: wanted }]);
    expect((await root.put('/admin/settings/chat-files', initial)).status).toBe(200);
  });
});

describe('R-DOC-41 nobody but its owner', () => {
  test('reaches a file by any call and any name, in any role', async () => {
    const one = await conversation('with_sources');
    const { data } = (await one.put('segredo.txt', 'A senha do cofre é palavrasecreta.')).body;
    const { events } = await one.as.ask(one.id, 'Qual é a senha do cofre?');
    const { message_id } = events.at(-1) ?? {};
    const two = await conversation('with_sources');
    const own = (await two.put('meu.txt', 'Texto meu.')).body.data;
    for (const role of ['user', 'admin', 'superadmin'] as const) {
      const other = testServer.as(await testServer.user({ role }));
      for (const path of [one.path, `/chat/sessions/${two.id}/files`]) {
        const replies = await Promise.all([
          other.get(`${path}/${data.id}/file`),
          other.post(`${path}/${data.id}/retry`),
          other.delete(`${path}/${data.id}`),
          other.get(path),
          other.upload(path, formWith('b.txt', 'Texto.')),
        ]);
        expect(replies.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
      }
      expect((await other.get(`/chat/messages/${message_id}/sources/1`)).status).toBe(404);
    }
    // A person's own conversation does not open another conversation's file, nor another person's.
    const mine = `/chat/sessions/${two.id}/files`;
    expect((await two.as.get(`${mine}/${data.id}/file`)).body.code).toBe('file_not_found');
    expect((await one.as.get(`${one.path}/${own.id}/file`)).body.code).toBe('file_not_found');
    const empty = await buildSession(testServer.context, { user_id: one.ana.id, agent_id: one.agent.id });
    for (const send of [one.as.get, one.as.post, one.as.delete] as const) {
      const end = send === one.as.get ? '/file' : send === one.as.post ? '/retry' : '';
      expect((await send(`/chat/sessions/${empty.id}/files/${data.id}${end}`)).status).toBe(404);
    }
    expect((await one.as.get(`${one.path}/${data.id}/file`)).text).toContain('palavrasecreta');
    // The question of another person's answer finds nothing of it.
    await two.as.ask(two.id, 'Qual é a senha do cofre?');
    expect(JSON.stringify(model.calls.at(-1)?.prompt)).not.toContain('palavrasecreta');
  });

  test('asks by an access key with their words: an agent of files alone answers programs without any', async () => {
    const { agent, as, put } = await conversation('only_files', { base: 'A taxa é de dez reais.' });
    await put('a.txt', 'A senha do cofre é palavrasecreta.');
    const { secret } = (await as.post('/users/me/access-keys', { name: 'Planilha' })).body.data;
    const asked = await testServer.as({ token: secret }).post('/openai/chat/completions', {
      model: `agente-${agent.id}`,
      messages: [{ role: 'user', content: 'Qual é a senha do cofre?' }],
    });
    expect(asked.status, asked.text).toBe(200);
    expect(asked.body.choices[0].message.content).toBe(NEEDED);
    expect(asked.text).not.toContain('palavrasecreta');
  });

  test('sees the question in a list of open questions, by 👎 or by a refusal', async () => {
    const admin = testServer.as(await testServer.user({ role: 'admin' }));
    const open = async (agent_id: number) =>
      (await admin.get('/admin/stats/questions', { query: { period: '7d', agent_id: String(agent_id) } }))
        .body;
    const { as, put, id, agent, ana } = await conversation('with_sources', {
      base: 'A taxa é de dez reais.',
    });
    script = ['Não encontrei isso nas fontes deste agente.'];
    await as.ask(id, 'Pergunta sem arquivo?');
    const seen = await open(agent.id);
    expect(seen.data.map(({ question }: { question: string }) => question)).toEqual([
      'Pergunta sem arquivo?',
    ]);
    await put('a.txt', 'Segredo.');
    const { events } = await as.ask(id, 'Pergunta com arquivo?');
    await as.post(`/chat/messages/${events.at(-1)?.message_id}/feedback`, { value: 'down', reason: 'Ruim.' });
    expect(await lastMessage(testServer, ana.id)).toMatchObject({ with_files: true, found_nothing: true });
    const after = await open(agent.id);
    expect(after.data).toEqual(seen.data);
    expect(after.metadata.total).toBe(1);
    // Also when the file is gone: its text may stand in the history.
    const [file] = (await as.get(`/chat/sessions/${id}/files`)).body.data;
    await as.delete(`/chat/sessions/${id}/files/${file.id}`);
    await as.ask(id, 'Pergunta depois?');
    expect(await lastMessage(testServer, ana.id)).toMatchObject({ with_files: true });
    expect((await open(agent.id)).metadata.total).toBe(1);
  });

  test('finds its name in a log line, an audit entry, a job or an idempotency row', async () => {
    const { put, as, id } = await conversation('with_sources');
    const extra = { headers: { 'idempotency-key': `arquivo-${randomUUID()}` } };
    expect((await put('nomesecretissimo.txt', 'Texto.', extra)).status).toBe(201);
    expect((await put('nomesecretissimo.pdf', 'falso')).status).toBe(415);
    await as.ask(id, 'O que diz?');
    expect(testServer.logs.join('')).not.toContain('nomesecretissimo');
    const kept = await placesOf(testServer, 'nomesecretissimo');
    expect(kept).toEqual(['messages', 'session_files']);
  });
});

/** The tables of the database that hold a word. */
async function placesOf({ context: { db } }: TestServer, word: string): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select n.nspname || '.' || c.relname name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition and n.nspname in ('public', 'pgboss') order by 1`);
  const found: string[] = [];
  for (const { name } of rows) {
    const { rows: hits } = await db.execute(
      sql`select 1 from ${sql.raw(name)} t where strpos(t::text, ${word}) > 0
        or strpos(t::text, ${Buffer.from(word).toString('hex')}) > 0 limit 1`,
    );
    if (hits.length) found.push(name.replace('public.', ''));
  }
  return found;
}

describe('R-DOC-42 files end', () => {
  const WORD = 'palavramarcadora';

  test('with their conversation, also while one of them is read', async () => {
    const { put, as, id, ana } = await conversation('with_sources');
    await put('a.txt', `O código é ${WORD}um.`);
    await as.ask(id, 'Qual é o código?');
    const reading = put('b.txt', `Um texto longo ${WORD}um. `.repeat(20_000));
    expect((await as.delete(`/chat/sessions/${id}`)).status).toBe(200);
    await reading;
    const isOurs = and(eq(session_files.user_id, ana.id), eq(session_files.session_id, id));
    expect(await testServer.context.db.select().from(session_files).where(isOurs)).toEqual([]);
    expect(await placesOf(testServer, `${WORD}um`)).toEqual([]);
    expect((await as.get(`/chat/sessions/${id}/files`)).body.code).toBe('session_not_found');
  });

  test('after the days of the setting in which their conversation is silent', async () => {
    const { put, as, id, rows } = await conversation('with_sources');
    const root = testServer.as(await testServer.user({ role: 'superadmin' }));
    await root.put('/admin/settings/chat-files', { days: 30, per_person_bytes: 500 * 1024 * 1024 });
    await put('a.txt', 'A taxa é de um real.');
    const { deleteSilentFiles } = await import('../../session-files/jobs.ts');
    const { db, clock } = testServer.context;
    const inDays = (days: number) => new Date(clock.now().getTime() + days * 86_400_000);
    await as.ask(id, 'Qual é a taxa?');
    await db
      .update(messages)
      .set({ created_at: inDays(20) })
      .where(eq(messages.session_id, id));
    await deleteSilentFiles(db, inDays(49));
    expect(await rows()).toHaveLength(1);
    await deleteSilentFiles(db, inDays(51));
    expect(await rows()).toEqual([]);
    await root.put('/admin/settings/chat-files', { days: null, per_person_bytes: 500 * 1024 * 1024 });
  });

  test('not while an answer reads them', async () => {
    const { put, as, id, path } = await conversation('with_sources');
    const { data } = (await put('a.txt', 'A taxa é de um real.')).body;
    const waiting = hold();
    script = ['Sim', waiting, ' [1].'];
    const asking = as.ask(id, 'Qual é a taxa?');
    await waiting.reached;
    const refused = await as.delete(`${path}/${data.id}`);
    expect([refused.status, refused.body.code]).toEqual([409, 'answer_running']);
    waiting.release();
    expect((await asking).events.at(-1)).toMatchObject({ sources: [{ kind: 'file' }] });
    expect((await as.delete(`${path}/${data.id}`)).status).toBe(200);
  });

  test('a failed reading is tried again at the wish of its owner', async () => {
    const { put, as, path, ana } = await conversation('with_sources');
    const { data } = (await put('a.txt', 'A taxa é de um real.')).body;
    expect((await as.post(`${path}/${data.id}/retry`)).body.data).toMatchObject({ status: 'ready' });
    await testServer.context.db
      .update(session_files)
      .set({ status: 'failed', error: 'Não deu.', content_text: '', attempts: 4 })
      .where(and(eq(session_files.user_id, ana.id), eq(session_files.id, data.id)));
    const { promise, resolve } = Promise.withResolvers<void>();
    const unlisten = testServer.context.signals.listen(`session-file:${data.id}`, resolve);
    expect((await as.post(`${path}/${data.id}/retry`)).body.data).toMatchObject({
      status: 'queued',
      error: null,
    });
    await promise;
    unlisten();
    expect((await as.get(path)).body.data).toMatchObject([{ status: 'ready', error: null }]);
  });

  test('the conversation knows that it had files', async () => {
    const { put, id } = await conversation('with_sources');
    await put('a.txt', 'Texto.');
    const [row] = await testServer.context.db.select().from(chat_sessions).where(eq(chat_sessions.id, id));
    expect(row).toMatchObject({ had_files: true });
  });
});

test('R-DOC-42 a person takes their files along, and an erased account leaves no byte of them', async () => {
  const WORD = 'palavradoexportado';
  const { put, as, id, ana, rows } = await conversation('with_sources');
  await put('../contrato um.txt', `O código é ${WORD}.`);
  await put('contrato um.txt', 'Outro.');
  const reply = await testServer.app.inject({
    method: 'GET',
    url: '/api/v1/users/me/export',
    headers: { authorization: `Bearer ${ana.token}` },
  });
  const files = unzipSync(new Uint8Array(reply.rawPayload));
  const names = Object.keys(files).filter((name) => name.includes('/arquivos/'));
  expect(names).toHaveLength(2);
  for (const name of names)
    expect(name).toMatch(new RegExp(`^conversas/${id}/arquivos/[12]-[^/]*contrato um\\.txt$`));
  expect(names.map((name) => strFromU8(files[name] ?? new Uint8Array())).sort()).toEqual([
    `O código é ${WORD}.`,
    'Outro.',
  ]);
  const { chat_sessions: sessions } = JSON.parse(strFromU8(files['dados.json'] ?? new Uint8Array()));
  expect(sessions[0].files).toHaveLength(2);
  await as.ask(id, 'Qual é o código?');
  await testServer.context.db
    .update(users)
    .set({ deletion_due: new Date(testServer.context.clock.now().getTime() - 1) })
    .where(eq(users.id, ana.id));
  await eraseDue(testServer.context);
  expect(await rows()).toEqual([]);
  expect(await placesOf(testServer, WORD)).toEqual([]);
});

test('a person’s second file waits longer than the first of another person', async () => {
  const [ana, rui] = [await conversation('with_sources'), await conversation('with_sources')];
  const { db } = testServer.context;
  await ana.put('a.txt', 'Um prazo.');
  await db.update(session_files).set({ status: 'queued' }).where(eq(session_files.user_id, ana.ana.id));
  await ana.put('b.txt', 'Outro prazo.');
  await rui.put('c.txt', 'Multa.');
  const { rows } = await db.execute<{ user_id: number; priority: number }>(sql`
    select (data->>'user_id')::int user_id, priority from pgboss.job where name = 'chat.read-file'
      and (data->>'user_id')::int in (${ana.ana.id}, ${rui.ana.id}) order by created_on`);
  expect(rows).toEqual([
    { user_id: ana.ana.id, priority: 0 },
    { user_id: ana.ana.id, priority: -1 },
    { user_id: rui.ana.id, priority: 0 },
  ]);
  await db.update(session_files).set({ status: 'ready' }).where(eq(session_files.user_id, ana.ana.id));
});
