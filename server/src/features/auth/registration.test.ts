import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Reply, startTestServer, type TestServer } from '../../../test/test-server.ts';
import { users } from '../../db/tables/people.ts';
import { verifyPassword } from './credentials/passwords.ts';

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer({ env: { TRUST_PROXY: '127.0.0.1' } });
});
afterAll(() => testServer.close());

let count = 0;
const newAddress = () => {
  count += 1;
  return `nova${count}@exemplo.com.br`;
};
const form = (email: string, more: object = {}) => ({
  email,
  name: 'Ana Souza',
  password: 'uma senha boa',
  phone: '(11) 98765-4321',
  ...more,
});
const register = (email: string, more: object = {}) =>
  testServer.anyone().post('/auth/register', form(email, more));
const verify = (email: unknown, code: unknown) =>
  testServer.anyone().post('/auth/verify-email', { email, code });
const login = (username: string, password = 'uma senha boa') =>
  testServer.anyone().form('/auth/login', { username, password });
const codeFor = async (email: string) =>
  /\b\d{6}\b/.exec((await testServer.mailbox.next(email)).text)?.[0] ?? '';
const stored = async (email: string) => {
  const [row] = await testServer.context.db.select().from(users).where(eq(users.email, email));
  return row;
};
/** An answer without what is different in every one. */
const said = ({ status, body }: Reply) => ({ status, ...body, request_id: undefined });
const wrong = (code: string) => (code === '000000' ? '000001' : '000000');

async function registered() {
  const email = newAddress();
  expect((await register(email)).status).toBe(201);
  return { email, code: await codeFor(email) };
}

describe('registration', () => {
  test('R-AUTH-21 makes an unverified account of an ordinary user in the default group', async () => {
    const email = newAddress();
    const { status, body } = await register(email);
    expect(status).toBe(201);
    expect(body).toEqual({
      success: true,
      data: {
        id: expect.any(Number),
        email,
        name: 'Ana Souza',
        is_verified: false,
        registration_proof: expect.stringMatching(/^[\w-]{43}$/),
      },
      message: 'Cadastro realizado! Enviamos um código de verificação para o seu e-mail.',
    });
    expect(await stored(email)).toMatchObject({
      role: 'user',
      user_group_id: 1,
      token_limit: 100_000,
      token_used: 0,
      active: true,
      is_verified: false,
      phone: '11987654321',
      last_login: null,
      created_at: testServer.context.clock.now(),
    });
  });

  test('R-AUTH-22 R-AUTH-32 the account opens with the code that was mailed, and not before', async () => {
    const { email, code } = await registered();
    expect(said(await login(email))).toMatchObject({
      status: 403,
      detail: 'Email não verificado',
      code: 'email_not_verified',
    });
    expect(said(await verify(email, wrong(code)))).toMatchObject({
      status: 400,
      detail: 'Código inválido ou expirado.',
      code: 'invalid_code',
    });
    expect(said(await verify(`  ${email.toUpperCase()} `, ` ${code} `))).toMatchObject({
      status: 200,
      message: 'E-mail verificado com sucesso!',
      data: null,
    });
    expect((await login(email)).status).toBe(200);
  });

  test('R-AUTH-55 O-23 what is not allowed is refused with a sentence and the field', async () => {
    const refused: [object, string, string][] = [
      [{ email: 'abc' }, 'email', 'Por favor, insira um e-mail válido.'],
      [{ email: 'a@b' }, 'email', 'Por favor, insira um e-mail válido.'],
      [{ email: '' }, 'email', 'Por favor, insira um e-mail válido.'],
      [{ email: null }, 'email', 'Por favor, insira um e-mail válido.'],
      [{ email: ['a@b.co', 'c@d.co'] }, 'email', 'Por favor, insira um e-mail válido.'],
      [{ email: undefined }, 'email', 'Por favor, insira um e-mail válido.'],
      [{ email: `${'a'.repeat(250)}@b.co` }, 'email', 'Por favor, insira um e-mail válido.'],
      [{ email: `${'a'.repeat(100_000)}@b.co` }, 'email', 'Por favor, insira um e-mail válido.'],
      [{ email: 'ana@exemplo.com.br\nbcc: x@y.co' }, 'email', 'Por favor, insira um e-mail válido.'],
      [{ email: 'ana\u0000@exemplo.com.br' }, 'email', 'Por favor, insira um e-mail válido.'],
      [{ email: 'ana\u200b@exemplo.com.br' }, 'email', 'Por favor, insira um e-mail válido.'],
      [{ email: '<ana@exemplo.com.br>' }, 'email', 'Por favor, insira um e-mail válido.'],
      [{ email: 'ana@exemplo.com.br,eva@exemplo.com.br' }, 'email', 'Por favor, insira um e-mail válido.'],
      [{ password: '1234567' }, 'password', 'A senha deve ter no mínimo 8 caracteres.'],
      [{ password: '😀😀😀😀' }, 'password', 'A senha deve ter no mínimo 8 caracteres.'],
      [{ password: 'cafe\u0301\u0301\u0301\u0301' }, 'password', 'A senha deve ter no mínimo 8 caracteres.'],
      [{ password: 'x'.repeat(129) }, 'password', 'A senha deve ter no máximo 128 caracteres.'],
      [{ password: 'x'.repeat(500_000) }, 'password', 'A senha deve ter no máximo 128 caracteres.'],
      [{ password: null }, 'password', 'A senha deve ter no mínimo 8 caracteres.'],
      [{ password: 12345678 }, 'password', 'A senha deve ter no mínimo 8 caracteres.'],
      [{ name: '   ' }, 'name', 'Informe seu nome.'],
      [{ name: '\u200b\u200b' }, 'name', 'Informe seu nome.'],
      [{ name: null }, 'name', 'Informe seu nome.'],
      [{ name: 'x'.repeat(201) }, 'name', 'O nome deve ter no máximo 200 caracteres.'],
      [{ phone: '123' }, 'phone', 'Informe um telefone com DDD, com 10 ou 11 dígitos.'],
      [{ phone: 'meu telefone' }, 'phone', 'Informe um telefone com DDD, com 10 ou 11 dígitos.'],
      [{ phone: 11987654321 }, 'phone', 'Informe um telefone com DDD, com 10 ou 11 dígitos.'],
    ];
    for (const [more, field, message] of refused) {
      const { status, body } = await register(newAddress(), more);
      const label = JSON.stringify(more).slice(0, 80);
      expect([status, body.detail, body.errors], label).toEqual([422, message, [{ field, message }]]);
    }
    for (const body of [undefined, null, 'texto', [], 7, { '': 1 }])
      expect([400, 415, 422]).toContain((await testServer.anyone().post('/auth/register', body)).status);
  });

  test('counts characters, not bytes, and keeps every space of a password', async () => {
    const email = newAddress();
    expect((await register(email, { password: ' çãéíõúâ ' })).status).toBe(201);
    await verify(email, await codeFor(email));
    expect((await login(email, 'çãéíõúâ')).status).toBe(401);
    expect((await login(email, ' çãéíõúâ ')).status).toBe(200);
  });

  test('a phone may be left out, blank or a landline', async () => {
    for (const [phone, kept] of [
      [undefined, null],
      [null, null],
      ['', null],
      ['(11) 3456-7890', '1134567890'],
    ]) {
      const email = newAddress();
      expect((await register(email, { phone })).status).toBe(201);
      expect((await stored(email))?.phone).toBe(kept);
    }
  });

  test('a name keeps its accents and loses what nobody sees', async () => {
    const email = newAddress();
    const { body } = await register(email, { name: ' Zoe\u0308\u202e\n\tda  Silva\u0000 ' });
    expect(body.data.name).toBe('Zoë da Silva');
  });

  test('nobody gives themselves a role, a group, tokens or a verified address', async () => {
    const email = newAddress();
    const wished = {
      id: 1,
      role: 'superadmin',
      role_id: 4,
      user_group_id: 3,
      is_verified: true,
      token_limit: 99_999_999,
      active: false,
      password_hash: 'x',
      created_at: '2001-01-01T00:00:00.000Z',
    };
    expect((await register(email, wished)).status).toBe(201);
    expect(await stored(email)).toMatchObject({
      role: 'user',
      user_group_id: 1,
      is_verified: false,
      token_limit: 100_000,
      active: true,
    });
    const polluted = `{"email":"${newAddress()}","name":"Ana","password":"uma senha boa","__proto__":{"role":"superadmin"}}`;
    const { status } = await testServer
      .anyone()
      .post('/auth/register', polluted, { headers: { 'content-type': 'application/json' } });
    expect(status).toBe(400);
  });

  test('O-21 an address that is taken is refused with a conflict, and its password stays', async () => {
    const { email, code } = await registered();
    expect(said(await register(email, { password: 'outra senha boa' }))).toMatchObject({
      status: 409,
      code: 'email_taken_unverified',
      detail:
        'Este e-mail já está cadastrado, mas ainda não foi verificado. Entre com sua senha para receber um novo código.',
    });
    await verify(email, code);
    expect(said(await register(email, { password: 'outra senha boa' }))).toMatchObject({
      status: 409,
      code: 'email_taken',
      detail: 'Este e-mail já está cadastrado.',
    });
    expect((await login(email, 'outra senha boa')).status).toBe(401);
    expect((await login(email)).status).toBe(200);
  });

  test('twins in case, spaces and composed accents are one address', async () => {
    const email = `joão${newAddress()}`;
    expect((await register(email)).status).toBe(201);
    const wide = email.replace('@', '＠').replace('exemplo', 'ｅｘｅｍｐｌｏ');
    for (const twin of [email.toUpperCase(), `  ${email} `, email.normalize('NFD'), wide])
      expect((await register(twin)).status, twin).toBe(409);
  });

  test('R-AUTH-55 common passwords, the own name or address and control characters are refused', async () => {
    const email = newAddress();
    for (const [password, message] of [
      ['senha123', 'Esta senha é muito comum. Escolha outra.'],
      ['12345678', 'Esta senha é muito comum. Escolha outra.'],
      [email, 'A senha não pode ser o seu nome ou o seu e-mail.'],
      ['Ana Souza', 'A senha não pode ser o seu nome ou o seu e-mail.'],
      ['uma senha\tboa', 'A senha não pode ter caracteres de controle.'],
    ]) {
      const { status, body } = await register(email, { password });
      expect([status, body.detail, body.errors?.[0]?.field], password).toEqual([422, message, 'password']);
    }
    expect((await register(email)).status).toBe(201);
  });

  test('fifty at once for one address make one account and one letter', async () => {
    const email = newAddress();
    const replies = await Promise.all(Array.from({ length: 50 }, () => register(email)));
    const of = (status: number) => replies.filter((reply) => reply.status === status).length;
    expect([of(201), of(409), of(429)]).toEqual([1, 4, 45]);
    await codeFor(email);
    // Jobs of one kind run one after the other: when a later letter is here, no second one is on its way.
    await registered();
    expect(testServer.mailbox.emails.filter(({ to }) => to === email)).toHaveLength(1);
  });

  test('O-107 five tries an hour for an address', async () => {
    const email = newAddress();
    for (let round = 0; round < 5; round += 1) await register(email);
    const { status, body, headers } = await register(email);
    expect([status, body.code, body.detail]).toEqual([
      429,
      'too_many_requests',
      'Muitas tentativas. Aguarde um pouco e tente de novo.',
    ]);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    testServer.clock.advance(3_600_000);
    expect((await register(email)).status).toBe(409);
  });
});

describe('from one place', () => {
  const from = (ip: string) => ({ headers: { 'x-forwarded-for': ip } });

  test('twenty registrations an hour, of whatever addresses', async () => {
    const knock = (ip: string) => testServer.anyone().post('/auth/register', form(newAddress()), from(ip));
    for (let round = 0; round < 20; round += 1) expect((await knock('2001:db8:7::1')).status).toBe(201);
    expect((await knock('2001:db8:7::2')).body.code).toBe('too_many_requests');
    expect((await knock('2001:db8:8::1')).status).toBe(201);
  });

  test('codes are limited to a hundred from one network, whatever the addresses', async () => {
    const { email } = await testServer.user();
    const ask = () =>
      testServer.anyone().post('/auth/verify-email', { email, code: '000000' }, from('198.51.100.77'));
    for (let round = 0; round < 5; round += 1) await Promise.all(Array.from({ length: 20 }, ask));
    expect((await ask()).body.code).toBe('too_many_requests');
  });
});

test('the stored hash is of the password that was typed', async () => {
  const { email } = await registered();
  expect(await verifyPassword('uma senha boa', (await stored(email))?.password_hash)).toBe(true);
});

test('the same registration sent again under its key is one account and one code', async () => {
  const email = 'duas-vezes@exemplo.com.br';
  const body = { email, name: 'Duas Vezes', password: 'uma senha boa' };
  const under = (key: string) => ({ headers: { 'idempotency-key': key } });
  const replies = await Promise.all(
    [1, 2, 3].map(() => testServer.anyone().post('/auth/register', body, under('mesma'))),
  );
  expect(replies.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(new Set(replies.map((reply) => reply.body.data.id)).size).toBe(1);
  await testServer.mailbox.next(email);
  expect(
    (await testServer.anyone().post('/auth/register', { ...body, name: 'Outra' }, under('mesma'))).body.code,
  ).toBe('idempotency_mismatch');
  expect((await testServer.anyone().post('/auth/register', body, under('outra'))).status).toBe(409);
});
