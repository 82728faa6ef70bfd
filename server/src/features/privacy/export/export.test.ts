import { randomUUID } from 'node:crypto';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildAgent, buildSession } from '../../../../test/builders.ts';
import { scripted, scriptedModels } from '../../../../test/providers/scripted-model.ts';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { chat_sessions, messages } from '../../../db/tables/chat.ts';
import { feedback } from '../../../db/tables/feedback.ts';
import { knowledge_bases } from '../../../db/tables/knowledge.ts';
import { purchases, token_credits } from '../../../db/tables/plans.ts';
import { ingestText } from '../../knowledge/ingest/replace-passages.ts';

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer({ models: scriptedModels(scripted(['O formulário é **azul** [1].'])) });
});
afterAll(() => testServer.close());

async function exported(user: { token: string }) {
  const response = await testServer.app.inject({
    method: 'GET',
    url: '/api/v1/users/me/export',
    headers: { authorization: `Bearer ${user.token}` },
  });
  expect(response.statusCode).toBe(200);
  const files = Object.fromEntries(
    Object.entries(unzipSync(new Uint8Array(response.rawPayload))).map(([name, bytes]) => [
      name,
      strFromU8(bytes),
    ]),
  );
  return { headers: response.headers, files, data: JSON.parse(files['dados.json'] ?? '') };
}

const HOSTILE = '<script>alert(1)</script> & "aspas" \'simples\' <img src=x onerror=alert(1)>';

async function agentWithManual() {
  const [base] = await testServer.context.db.insert(knowledge_bases).values({ name: 'Manual' }).returning();
  if (!base) throw new Error('no base');
  const text = 'O reembolso de diárias é pedido pelo formulário azul, em até dez dias.';
  const file = { original_filename: 'manual.md', file_type: 'md', file_size: text.length };
  await ingestText(testServer.context.db, { knowledge_base_id: base.id, ...file, text });
  return buildAgent(testServer.context, { name: 'Manual', knowledge_bases: [base.id] });
}

test('R-MNY-17 a person takes along everything that is kept of them, for programs and to be read', async () => {
  const ana = await testServer.user({ name: 'Ana Prado', phone: '11987654321' });
  const as = testServer.as(ana);
  const agent = await agentWithManual();
  const { id } = await buildSession(testServer.context, { user_id: ana.id, agent_id: agent.id });
  const { events } = await as.ask(id, 'Como peço o reembolso de diárias?');
  const message_id = events.at(-1)?.message_id;
  await as.post(`/chat/messages/${message_id}/feedback`, { value: 'down', reason: 'Curta demais.' });
  testServer.clock.advance(1_000);
  const erased = await buildSession(testServer.context, { user_id: ana.id, agent_id: agent.id });
  await as.ask(erased.id, 'Segredo?');
  await as.delete(`/chat/sessions/${erased.id}`);
  const picture = Buffer.from('iVBORw0KGgo=', 'base64');
  await testServer.context.db.insert(feedback).values({
    user_id: ana.id,
    message: 'Gosto do Prosa.',
    screenshot: picture,
    screenshot_type: 'image/png',
  });
  await as.put('/users/me/dismissals', { key: 'foreign_link', version: 2 });
  const purchase_id = randomUUID();
  const paid = { user_id: ana.id, id: purchase_id, state: 'paid' as const, method: 'pix' as const };
  const bought = { kind: 'pack' as const, pack_id: 1, amount: 9_900, tokens: 1_000_000 };
  await testServer.context.db.insert(purchases).values({ ...paid, ...bought });
  await testServer.context.db.insert(token_credits).values({
    user_id: ana.id,
    id: purchase_id,
    purchase_id,
    tokens: 1_000_000,
    tokens_left: 400_000,
    expires_at: new Date('2027-11-14T12:00:00.000Z'),
  });
  await as.post('/users/me/deletion', { current_password: ana.password });

  const { headers, files, data } = await exported(ana);
  expect(headers['content-type']).toBe('application/zip');
  expect(headers['content-disposition']).toContain('filename="prosa-meus-dados-2026-11-14.zip"');
  expect(headers['cache-control']).toBe('no-store');
  const page = `conversas/2026-11-14-${id}.html`;
  expect(Object.keys(files)).toEqual([
    'index.html',
    'dados.json',
    page,
    expect.stringMatching(/^feedback\/\d+\.png$/),
  ]);

  expect(data.profile).toMatchObject({
    id: ana.id,
    email: ana.email,
    name: 'Ana Prado',
    phone: '11987654321',
    deletion_due: expect.any(String),
    reference: expect.any(String),
  });
  expect(data.sign_ins).toHaveLength(1);
  expect(data.dismissals).toMatchObject([{ key: 'foreign_link', version: 2 }]);
  // R-MNY-17
  expect(data.purchases).toMatchObject([{ id: purchase_id, amount: 9_900, state: 'paid', method: 'pix' }]);
  expect(data.token_credits).toMatchObject([{ purchase_id, tokens: 1_000_000, tokens_left: 400_000 }]);
  expect(files['index.html']).toContain('pacote de 1000000 tokens');
  expect(data.feedback).toMatchObject([{ message: 'Gosto do Prosa.', screenshot_type: 'image/png' }]);
  expect(data.audit).toMatchObject([{ action: 'user.deletion_requested', by_them: true }]);
  expect(data.chat_sessions).toMatchObject([
    {
      id,
      messages: [
        {
          id: message_id,
          question: 'Como peço o reembolso de diárias?',
          answer: 'O formulário é **azul** [1].',
          sources: [{ index: 1, title: 'manual.md' }],
          feedback: 'down',
          feedback_reason: 'Curta demais.',
        },
      ],
    },
    { id: erased.id, erased_at: expect.any(String), messages: [{ question: '', answer: '' }] },
  ]);
  expect(data.token_entries).toMatchObject([{ purpose: 'answer', charged: 10 }, { purpose: 'answer' }]);

  for (const text of [
    'Ana Prado',
    ana.email,
    '11987654321',
    `href="${page}"`,
    'Gosto do Prosa.',
    'Conversa apagada',
  ])
    expect(files['index.html']).toContain(text);
  for (const text of ['Como peço o reembolso', 'formulário azul', 'manual.md', 'não gostei. Curta demais.'])
    expect(files[page]).toContain(text);
  // Credentials are in no file, nor is what was erased.
  const everything = Object.values(files).join('\n');
  expect(everything).not.toMatch(/argon2|password_hash|token_hash|code_hash|Segredo/);
});

test('nothing that somebody typed runs in the pages', async () => {
  const rui = await testServer.user({ name: HOSTILE });
  const agent = await buildAgent(testServer.context, { name: HOSTILE });
  const { id } = await buildSession(testServer.context, {
    user_id: rui.id,
    agent_id: agent.id,
    chat_title: HOSTILE,
  });
  await testServer.as(rui).ask(id, HOSTILE);
  const { files, data } = await exported(rui);
  expect(data.chat_sessions[0].messages[0].question).toBe(HOSTILE);
  const pages = Object.entries(files).filter(([name]) => name.endsWith('.html'));
  expect(pages).toHaveLength(2);
  for (const [, html] of pages) {
    expect(html).not.toMatch(/<(script|img|iframe|svg)|javascript:|\son\w+="/i);
    expect(html).toContain("default-src 'none'");
    expect(html).toContain('&#60;script&#62;');
  }
});

test('a long life is written as it is read, in order and whole', async () => {
  const { db } = testServer.context;
  const ana = await testServer.user();
  const start = testServer.context.clock.now().getTime();
  const sessions = await db
    .insert(chat_sessions)
    .values(
      Array.from({ length: 205 }, (_, place) => ({
        id: randomUUID(),
        user_id: ana.id,
        chat_title: `Conversa ${place}`,
        // Some of the same moment: none of them is left out.
        created_at: new Date(start - Math.floor(place / 3) * 1_000),
      })),
    )
    .returning();
  const [long] = sessions;
  const row = {
    user_id: ana.id,
    session_id: long?.id ?? '',
    answer: 'Sim',
    status: 'done',
    model: 'gpt-5',
  } as const;
  await db
    .insert(messages)
    .values(Array.from({ length: 450 }, (_, place) => ({ ...row, question: `Pergunta ${place}` })));
  const { files, data } = await exported(ana);
  expect(data.chat_sessions).toHaveLength(205);
  expect(new Set(data.chat_sessions.map((session: { id: string }) => session.id)).size).toBe(205);
  const [told] = data.chat_sessions.filter((session: { id: string }) => session.id === long?.id);
  expect(told.messages.map(({ question }: { question: string }) => question)).toEqual(
    Array.from({ length: 450 }, (_, place) => `Pergunta ${place}`),
  );
  expect(Object.keys(files)).toHaveLength(2 + 205);
});

test('it is one’s own, and not asked for without end', async () => {
  expect((await testServer.anyone().get('/users/me/export')).status).toBe(401);
  const ana = await testServer.user();
  const other = await testServer.user({ name: 'Outra Pessoa' });
  const { files } = await exported(ana);
  expect(Object.values(files).join()).not.toContain(other.email);
  for (let more = 0; more < 9; more += 1) await exported(ana);
  const reply = await testServer.as(ana).get('/users/me/export');
  expect([reply.status, reply.body.code]).toEqual([429, 'too_many_requests']);
});
