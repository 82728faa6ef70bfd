import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer();
});
afterAll(() => testServer.close());

test('a person corrects their name and their phone, each by itself, and takes the phone away', async () => {
  const ana = await testServer.user({ name: 'Ana', phone: '11987654321' });
  const as = testServer.as(ana);
  const corrected = async (body: unknown) => {
    const reply = await as.patch('/users/me', body);
    expect(reply.status).toBe(200);
    const { name, phone, email } = reply.body.data;
    expect(email).toBe(ana.email);
    return [name, phone];
  };
  expect(await corrected({ name: '  Ana\0 Prado ' })).toEqual(['Ana Prado', '11987654321']);
  expect(await corrected({ name: 'Zoe\u0308\u202e\n\tda  Silva' })).toEqual(['Zoë da Silva', '11987654321']);
  expect(await corrected({ name: 'Ana Prado' })).toEqual(['Ana Prado', '11987654321']);
  expect(await corrected({ phone: '(21) 3456-7890' })).toEqual(['Ana Prado', '2134567890']);
  expect(await corrected({})).toEqual(['Ana Prado', '2134567890']);
  expect(await corrected({ phone: null })).toEqual(['Ana Prado', null]);
  expect(await corrected({ name: 'Ana', phone: '' })).toEqual(['Ana', null]);
  expect((await as.get('/users/me')).body.data).toMatchObject({ name: 'Ana', phone: null });
});

test('what is no name or no phone is refused by its field, and nothing else of a person can be written', async () => {
  const ana = await testServer.user({ name: 'Ana' });
  const as = testServer.as(ana);
  for (const [body, field] of [
    [{ name: '   ' }, 'name'],
    [{ name: '\0' }, 'name'],
    [{ name: '...' }, 'name'],
    [{ name: null }, 'name'],
    [{ name: 'a'.repeat(201) }, 'name'],
    [{ phone: '123' }, 'phone'],
    [{ phone: '(11) 98765-432199' }, 'phone'],
  ] as const) {
    const { status, body: answer } = await as.patch('/users/me', body);
    expect([status, answer.errors[0].field]).toEqual([422, field]);
  }
  await as.patch('/users/me', {
    email: 'outra@exemplo.com.br',
    role: 'superadmin',
    token_limit: 9,
    active: false,
  });
  expect((await as.get('/users/me')).body.data).toMatchObject({
    email: ana.email,
    role: 'user',
    active: true,
  });
  expect((await testServer.anyone().patch('/users/me', { name: 'X' })).status).toBe(401);
});

test('R-LNG-04 a person chooses the language of their screens; the mixed ones are for administrators', async () => {
  const ana = await testServer.user();
  const as = testServer.as(ana);
  expect((await as.get('/users/me')).body.data.language).toBeNull();
  for (const language of ['en', 'pt-BR', null])
    expect((await as.patch('/users/me', { language })).body.data.language).toBe(language);
  const refused = await as.patch('/users/me', { language: 'mixed' });
  expect([refused.status, refused.body.code, refused.body.detail]).toEqual([
    422,
    'language_not_allowed',
    'Só quem administra pode escolher as telas mistas.',
  ]);
  expect((await as.patch('/users/me', { language: 'fr' })).body.errors).toEqual([
    { field: 'language', message: 'Escolha uma opção da lista.' },
  ]);
  const admin = testServer.as(await testServer.user({ role: 'admin' }));
  expect((await admin.patch('/users/me', { language: 'mixed' })).body.data.language).toBe('mixed');
  expect((await admin.get('/users/me')).body.data.language).toBe('mixed');
});
