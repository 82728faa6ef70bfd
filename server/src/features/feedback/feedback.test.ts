import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { JPEG, PNG } from '../../../test/pictures.ts';
import { type Reply, startTestServer, type TestServer } from '../../../test/test-server.ts';
import { leftFiles } from '../../../test/uploads.ts';
import { audit_entries } from '../../db/tables/audit.ts';
import { feedback } from '../../db/tables/feedback.ts';

const MAKERS = 'casa@exemplo.com.br';

let testServer: TestServer;
let admin: ReturnType<TestServer['as']>;
beforeAll(async () => {
  testServer = await startTestServer({ env: { FEEDBACK_EMAIL: MAKERS } });
  admin = testServer.as(await testServer.user({ role: 'admin' }));
});
afterEach(async () => {
  expect(await leftFiles(testServer)).toEqual([]);
});
afterAll(() => testServer.close());

function form(fields: Record<string, string>, screenshot?: Buffer | string, name = 'tela.png'): FormData {
  const sent = new FormData();
  for (const [field, value] of Object.entries(fields)) sent.set(field, value);
  if (screenshot !== undefined)
    sent.set('screenshot', new File([new Uint8Array(Buffer.from(screenshot))], name));
  return sent;
}

const send = async (
  user: { token: string },
  fields: Record<string, string>,
  screenshot?: Buffer | string,
  headers: Record<string, string> = {},
): Promise<Reply> => testServer.as(user).upload('/feedback', form(fields, screenshot), { headers });

const said = ({ status, body }: Reply) => [status, body.code];
const rows = () => testServer.context.db.$count(feedback);

describe('feedback (R-FB-01)', () => {
  test('is a message, with a name, an address and a picture or without; administrators read it, newest first', async () => {
    const ana = await testServer.user({ name: 'Ana Prado' });
    const alone = await send(ana, { message: '  Só isto.  ' });
    expect([alone.status, alone.body]).toEqual([201, { success: true, data: { id: expect.any(Number) } }]);
    testServer.clock.advance(1_000);
    const whole = await send(
      ana,
      { message: 'O botão\0 some.', name: 'Ana', email: 'ana@fora.com.br', page: '/chat/1' },
      PNG,
      { 'user-agent': 'Navegador/1' },
    );
    expect(whole.status).toBe(201);

    const { body } = await admin.get('/feedback');
    expect(body.metadata.total).toBe(2);
    expect(body.data).toEqual([
      {
        id: whole.body.data.id,
        name: 'Ana',
        email: 'ana@fora.com.br',
        message: 'O botão some.',
        page: '/chat/1',
        user_agent: 'Navegador/1',
        has_screenshot: true,
        user: { id: ana.id, name: 'Ana Prado', email: ana.email },
        handled: false,
        created_at: expect.any(String),
      },
      expect.objectContaining({
        message: 'Só isto.',
        name: null,
        email: null,
        page: null,
        has_screenshot: false,
      }),
    ]);
    expect((await admin.get('/feedback', { query: { limit: '1' } })).body.metadata.has_more).toBe(true);
  });

  test('is mailed to the makers, with nothing that was typed in the subject', async () => {
    const ana = await testServer.user({ name: 'Ana <b>' });
    await send(
      ana,
      { message: 'Primeira linha\n\nSegunda <script>alert(1)</script>', page: '/profile' },
      JPEG,
    );
    const letters = () => testServer.mailbox.emails.filter(({ text }) => text.includes('Segunda <script>'));
    while (!letters().length) await testServer.mailbox.next(MAKERS);
    const [letter] = letters();
    expect(letter).toMatchObject({ to: MAKERS, subject: 'Novo feedback no Prosa' });
    for (const text of ['De: Ana <b>', ana.email, 'Primeira linha', '/profile', 'Há uma imagem'])
      expect(letter?.text).toContain(text);
    expect(letter?.html).not.toContain('<script>');
  });

  test('that says nothing, or too much, is refused by its field', async () => {
    const before = await rows();
    for (const [fields, field, detail] of [
      [{ message: '   ' }, 'message', 'A mensagem é obrigatória.'],
      [{ message: '\0' }, 'message', 'A mensagem é obrigatória.'],
      [{}, 'message', 'A mensagem é obrigatória.'],
      [{ message: 'a'.repeat(5_001) }, 'message', 'A mensagem deve ter no máximo 5.000 caracteres.'],
      [{ message: 'x', email: 'ninguém' }, 'email', 'Por favor, insira um e-mail válido.'],
      [{ message: 'x', name: 'a'.repeat(201) }, 'name', 'O nome deve ter no máximo 200 caracteres.'],
    ] as [Record<string, string>, string, string][]) {
      const reply = await send(await testServer.user(), fields);
      expect([reply.status, reply.body.errors?.[0]?.field, reply.body.detail]).toEqual([422, field, detail]);
    }
    expect(await rows()).toBe(before);
    const ana = await testServer.user();
    expect((await send(ana, { message: 'x', name: ' ', email: '' })).status).toBe(201);
    expect((await send(ana, { message: 'a'.repeat(5_000) })).status).toBe(201);
    expect((await testServer.anyone().upload('/feedback', form({ message: 'x' }))).status).toBe(401);
  });

  test('keeps no picture that is none, too large or broken', async () => {
    const before = await rows();
    for (const [picture, answer] of [
      ['<svg xmlns="http://www.w3.org/2000/svg"/>', [415, 'screenshot_type']],
      ['', [415, 'screenshot_type']],
      [PNG.subarray(0, 100), [422, 'screenshot_corrupt']],
      [Buffer.concat([PNG, Buffer.alloc(5 * 1024 * 1024)]), [413, 'screenshot_too_large']],
    ] as const) {
      const reply = await send(await testServer.user(), { message: 'Veja.' }, picture as Buffer);
      expect(said(reply)).toEqual(answer);
      expect(reply.body.detail).toMatch(/^A imagem /);
    }
    expect(await rows()).toBe(before);
  });

  test('comes three times a minute from one person at most', async () => {
    const ana = await testServer.user();
    for (let time = 0; time < 3; time += 1)
      expect((await send(ana, { message: `${time}` })).status).toBe(201);
    const refused = await send(ana, { message: 'mais' });
    expect(said(refused)).toEqual([429, 'too_many_requests']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await send(await testServer.user(), { message: 'eu também' })).status).toBe(201);
    testServer.clock.advance(60_000);
    expect((await send(ana, { message: 'mais' })).status).toBe(201);
  });

  test('sent again with the same key is one, however often; another under that key is refused', async () => {
    const ana = await testServer.user();
    const key = { 'idempotency-key': 'feedback-1' };
    const before = await rows();
    const replies = await Promise.all([1, 2].map(() => send(ana, { message: 'Uma vez' }, PNG, key)));
    for (let more = 0; more < 4; more += 1) replies.push(await send(ana, { message: 'Uma vez' }, PNG, key));
    expect(new Set(replies.map(({ status, body }) => `${status} ${body.data?.id}`)).size).toBe(1);
    expect(await rows()).toBe(before + 1);
    expect(said(await send(ana, { message: 'Uma vez' }, JPEG, key))).toEqual([422, 'idempotency_mismatch']);
    expect((await send(await testServer.user(), { message: 'Outra pessoa' }, PNG, key)).status).toBe(201);
  });
});

describe('what administrators do with feedback', () => {
  test('it is marked as dealt with and back, on record; the list leaves out what is done', async () => {
    const { body } = await send(await testServer.user(), { message: 'Resolva.' });
    const { id } = body.data;
    const listed = async (query: Record<string, string>) =>
      (await admin.get('/feedback', { query: { limit: '200', ...query } })).body.data.some(
        (one: { id: number }) => one.id === id,
      );
    const handled = await admin.patch(`/feedback/${id}`, { handled: true });
    expect([handled.status, handled.body.data]).toEqual([
      200,
      expect.objectContaining({ id, handled: true }),
    ]);
    await admin.patch(`/feedback/${id}`, { handled: true });
    expect([await listed({}), await listed({ include_handled: 'false' })]).toEqual([true, false]);
    expect((await admin.patch(`/feedback/${id}`, { handled: false })).body.data.handled).toBe(false);
    expect(await listed({ include_handled: 'false' })).toBe(true);
    const entries = await testServer.context.db
      .select()
      .from(audit_entries)
      .where(eq(audit_entries.object_id, id));
    expect(entries.map(({ action }) => action)).toEqual(['feedback.handled', 'feedback.reopened']);
  });

  test('a picture is saved, never shown: its type is found in it, its name is ours', async () => {
    const sent = form({ message: 'Veja.' }, JPEG, '"><script>.html');
    const { body } = await testServer.as(await testServer.user()).upload('/feedback', sent);
    const { status, headers } = await admin.get(`/feedback/${body.data.id}/screenshot`);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'image/jpeg',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
    });
    expect(headers['content-disposition']).toMatch(/^attachment; filename="feedback-\d+\.jpeg"/);
    const plain = await send(await testServer.user(), { message: 'Sem imagem.' });
    expect(said(await admin.get(`/feedback/${plain.body.data.id}/screenshot`))).toEqual([
      404,
      'feedback_not_found',
    ]);
  });

  test('nobody else reads it, and what is not there is not found', async () => {
    const ana = testServer.as(await testServer.user());
    for (const reply of [
      await ana.get('/feedback'),
      await ana.get('/feedback/1/screenshot'),
      await ana.patch('/feedback/1', { handled: true }),
    ])
      expect(said(reply)).toEqual([403, 'forbidden']);
    for (const id of ['999999', 'x', '0'])
      for (const reply of [
        await admin.get(`/feedback/${id}/screenshot`),
        await admin.patch(`/feedback/${id}`, { handled: true }),
      ])
        expect(said(reply)).toEqual([404, 'feedback_not_found']);
    expect((await admin.patch('/feedback/1', { handled: 'sim' })).status).toBe(422);
  });
});

test('without an address of the makers nothing is mailed (R-FB-01)', async () => {
  const quiet = await startTestServer();
  try {
    const ana = await quiet.user();
    expect((await quiet.as(ana).upload('/feedback', form({ message: 'Alô?' }))).status).toBe(201);
    const { rows: jobs } = await quiet.context.db.execute(
      `select from pgboss.job where name = 'feedback.letter'`,
    );
    expect(jobs).toEqual([]);
  } finally {
    await quiet.close();
  }
});

test('B13 feedback on a full disk is refused with its own sentence, and nothing is left of it', async () => {
  const before = await rows();
  const user = await testServer.user();
  await testServer.context.db.execute(sql`
    create function full_disk() returns trigger language plpgsql as $$ begin
      raise exception 'no space' using errcode = '53100'; end $$`);
  await testServer.context.db.execute(
    sql`create trigger full_disk before insert on feedback for each row execute function full_disk()`,
  );
  const reply = await send(user, { message: 'Gostei' }, PNG);
  expect(said(reply)).toEqual([507, 'storage_full']);
  expect(reply.body.detail).toBe('Não há espaço para guardar o arquivo. Avise o administrador do servidor.');
  expect(await rows()).toBe(before);
  await testServer.context.db.execute(sql`drop function full_disk() cascade`);
  expect((await send(user, { message: 'Gostei' }, PNG)).status).toBe(201);
});
