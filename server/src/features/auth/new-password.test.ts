import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { BuiltUser } from '../../../test/builders.ts';
import { type Reply, startTestServer, TEST_NOW, type TestServer } from '../../../test/test-server.ts';
import { rate_limits } from '../../db/tables/accounts.ts';
import { access_keys } from '../../db/tables/keys.ts';

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer({ env: { TRUST_PROXY: '127.0.0.1' } });
});
afterAll(() => testServer.close());
beforeEach(async () => {
  testServer.clock.set(TEST_NOW);
  await testServer.context.db.delete(rate_limits);
});

const MINUTE = 60_000;
const said = ({ status, body }: Reply) => ({ status, ...body, request_id: undefined });
const from = (ip: string) => ({ headers: { 'x-forwarded-for': ip } });
const requestReset = (email: string, ip = '203.0.113.7') =>
  testServer.anyone().post('/auth/request-reset', undefined, { query: { email }, ...from(ip) });
const login = (username: string, password: string) =>
  testServer.anyone().form('/auth/login', { username, password });
const refresh = (refresh_token: string) => testServer.anyone().post('/auth/refresh', { refresh_token });
const me = (token: string) => testServer.as({ token }).get('/users/me');
const setPassword = (token: string, body: unknown) =>
  testServer.as({ token }).post('/auth/reset-password', body);
const passwordIn = (text: string) => /Senha temporária:\s+(\S+)/.exec(text)?.[1] ?? '';

async function temporaryFor(user: { email: string }): Promise<string> {
  expect((await requestReset(user.email)).status).toBe(200);
  return passwordIn((await testServer.mailbox.next(user.email)).text);
}

describe('setting a password', () => {
  /** Signed in twenty minutes ago, with a token of now. */
  async function stale(): Promise<BuiltUser> {
    const ana = await testServer.user();
    testServer.clock.advance(20 * MINUTE);
    const { data } = (await refresh(ana.refresh_token)).body;
    return { ...ana, token: data.access_token, refresh_token: data.refresh_token };
  }

  test('R-AUTH-40 takes it from the query string: then only the new one signs in', async () => {
    const ana = await testServer.user();
    const reply = await testServer
      .as(ana)
      .post('/auth/reset-password', undefined, { query: { new_password: ' a senha nova & boa ' } });
    expect(said(reply)).toMatchObject({ status: 200, data: null, message: 'Senha atualizada com sucesso' });
    expect((await login(ana.email, ana.password)).status).toBe(401);
    expect((await login(ana.email, ' a senha nova & boa ')).status).toBe(200);
    expect((await login(ana.email, 'a senha nova & boa')).status).toBe(401);
  });

  test('W1 takes it from a JSON body; what is logged holds neither', async () => {
    const ana = await testServer.user();
    expect((await setPassword(ana.token, { new_password: 'segredo-no-corpo' })).status).toBe(200);
    await testServer
      .as(ana)
      .post('/auth/reset-password', undefined, { query: { new_password: 'segredo-no-endereco' } });
    expect(testServer.logs.join('')).toContain('/auth/reset-password');
    expect(testServer.logs.join('')).not.toContain('segredo');
  });

  test('R-AUTH-55 refuses what is absent, short, long, repeated or said twice differently', async () => {
    const ana = await testServer.user();
    const short = 'A nova senha deve ter pelo menos 8 caracteres.';
    const long = 'A senha deve ter no máximo 128 caracteres.';
    const post = (body: unknown, query?: Record<string, string | string[]>) =>
      testServer.as(ana).post('/auth/reset-password', body, query ? { query } : {});
    const cases: [Reply, string][] = [
      [await post(undefined), short],
      [await post({}), short],
      [await post(null), short],
      [await post({ new_password: null }), short],
      [await post({ new_password: '' }), short],
      [await post({ new_password: '1234567' }), short],
      [await post({ new_password: '😀😀😀😀' }), short],
      [await post({ new_password: 12345678 }), short],
      [await post({ new_password: ['uma senha boa'] }), short],
      [await post({ new_password: 'x'.repeat(129) }), long],
      [await post({ new_password: 'x'.repeat(100_000) }), long],
      [await post(undefined, { new_password: '' }), short],
      [await post(undefined, { new_password: '1234567' }), short],
      [await post(undefined, { new_password: ['uma senha boa', 'outra senha boa'] }), short],
      [await post({ new_password: 'uma senha boa' }, { new_password: 'outra senha boa' }), short],
    ];
    for (const [{ status, body }, message] of cases)
      expect([status, body.detail, body.errors?.[0]?.field]).toEqual([422, message, 'new_password']);
    expect((await post({ new_password: 'uma senha boa' }, { new_password: 'uma senha boa' })).status).toBe(
      200,
    );
  });

  test('R-AUTH-49 needs a bearer', async () => {
    const reply = await testServer.anyone().post('/auth/reset-password', { new_password: 'a senha nova' });
    expect(reply.status).toBe(401);
  });

  test('A-05 asks for the current one when the sign-in is older than fifteen minutes', async () => {
    const ana = await stale();
    expect(said(await setPassword(ana.token, { new_password: 'a senha nova' }))).toMatchObject({
      status: 403,
      code: 'reauthentication_required',
      detail: 'Confirme sua senha atual.',
    });
    for (const nothing of [null, ''])
      expect(
        (await setPassword(ana.token, { new_password: 'a senha nova', current_password: nothing })).body.code,
      ).toBe('reauthentication_required');
    expect(
      said(await setPassword(ana.token, { new_password: 'a senha nova', current_password: 'não é esta' })),
    ).toMatchObject({ status: 403, code: 'wrong_current_password', detail: 'A senha atual está incorreta.' });
    expect(
      (await setPassword(ana.token, { new_password: 'a senha nova', current_password: ana.password })).status,
    ).toBe(200);
    expect((await login(ana.email, 'a senha nova')).status).toBe(200);
  });

  test('A-05 within fifteen minutes needs none, but one that is given must be right', async () => {
    const ana = await testServer.user();
    testServer.clock.advance(15 * MINUTE - 1);
    const wrong = await setPassword(ana.token, {
      new_password: 'a senha nova',
      current_password: 'não é esta',
    });
    expect(wrong.body.code).toBe('wrong_current_password');
    expect((await setPassword(ana.token, { new_password: 'a senha nova' })).status).toBe(200);
  });

  test('guessing the current one is counted as signing in by guessing', async () => {
    const ana = await stale();
    const guess = () =>
      setPassword(ana.token, { new_password: 'a senha nova', current_password: 'não é esta' });
    const replies = await Promise.all(Array.from({ length: 30 }, guess));
    expect(replies.filter(({ status }) => status === 403)).toHaveLength(10);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(20);
    const right = await setPassword(ana.token, {
      new_password: 'a senha nova',
      current_password: ana.password,
    });
    expect(right.status).toBe(429);
    expect((await login(ana.email, ana.password)).status).toBe(429);
  });

  test('O-31 ends every other session, keeps this one, and tells the owner', async () => {
    const ana = await testServer.user();
    const phone = (await login(ana.email, ana.password)).body.data;
    const pending = await temporaryFor(ana);
    expect((await setPassword(ana.token, { new_password: 'a senha nova' })).status).toBe(200);

    expect((await me(ana.token)).status).toBe(200);
    expect((await refresh(ana.refresh_token)).status).toBe(200);
    expect((await me(phone.access_token)).status).toBe(401);
    expect((await refresh(phone.refresh_token)).status).toBe(401);
    expect((await login(ana.email, pending)).status).toBe(401);
    const letter = await testServer.mailbox.next(ana.email);
    expect(letter.subject).toBe('Sua senha foi alterada');
    expect(letter.text).not.toContain('a senha nova');
    expect(letter.text).not.toContain('chave');
  });

  test('refuses common passwords, the own name or address, control characters and the temporary password itself', async () => {
    const ana = await testServer.user({ name: 'Beatriz Prado' });
    const temporary = await temporaryFor(ana);
    const { access_token } = (await login(ana.email, temporary)).body.data;
    for (const [new_password, message] of [
      ['Senha@2026', 'Esta senha é muito comum. Escolha outra.'],
      ['beatriz prado', 'A senha não pode ser o seu nome ou o seu e-mail.'],
      [ana.email, 'A senha não pode ser o seu nome ou o seu e-mail.'],
      ['uma senha\u0007boa', 'A senha não pode ter caracteres de controle.'],
      [temporary, 'A nova senha deve ser diferente da senha temporária.'],
    ]) {
      const { status, body } = await setPassword(access_token, { new_password });
      expect([status, body.detail, body.errors?.[0]?.field]).toEqual([422, message, 'new_password']);
    }
    const { rows } = await testServer.context.db.execute(
      sql`select count(temporary_password_hash)::int kept from sign_ins where user_id = ${ana.id}`,
    );
    expect(rows).toEqual([{ kept: 1 }]);
    expect((await setPassword(access_token, { new_password: 'AbCdEfGhJk23' })).status).toBe(200);
    const { rows: after } = await testServer.context.db.execute(
      sql`select count(temporary_password_hash)::int kept from sign_ins where user_id = ${ana.id}`,
    );
    expect(after).toEqual([{ kept: 0 }]);
  });

  describe('access keys', () => {
    const days = (count: number) =>
      new Date(testServer.context.clock.now().getTime() + count * 24 * 60 * MINUTE);

    async function withKeys() {
      const ana = await testServer.user();
      const key = (name: string) => ({
        user_id: ana.id,
        name,
        key_hash: Buffer.from(ana.email + name),
        hint: 'abcd',
        created_at: days(-9),
      });
      const rows = await testServer.context.db
        .insert(access_keys)
        .values([
          key('planilha'),
          { ...key('painel'), expires_at: days(1) },
          { ...key('vencida'), expires_at: days(-1) },
          { ...key('revogada'), revoked_at: days(-1) },
        ])
        .returning({ id: access_keys.id });
      const names = async () => {
        const { body } = await testServer.as(ana).get('/users/me/access-keys');
        return body.data.map(({ name }: { name: string }) => name).toSorted();
      };
      return { ana, ids: rows.map(({ id }) => id), names };
    }

    test('go on working when a signed-in person changes the password, and the e-mail counts them', async () => {
      const { ana, ids, names } = await withKeys();
      const change = { new_password: 'a senha nova', keep_access_key_ids: [ids[0]] };
      expect((await setPassword(ana.token, change)).status).toBe(200);
      expect(await names()).toEqual(['painel', 'planilha', 'vencida']);
      expect((await testServer.mailbox.next(ana.email)).text).toContain(
        '2 chaves de acesso de programas da sua conta continuam funcionando',
      );
    });

    test('end with a recovery, each recorded, and the e-mails say so before and after', async () => {
      const { ana, names } = await withKeys();
      expect((await requestReset(ana.email)).status).toBe(200);
      const letter = await testServer.mailbox.next(ana.email);
      expect(letter.text).toContain('as 2 chaves de acesso de programas da sua conta serão encerradas');
      const recovered = (await login(ana.email, passwordIn(letter.text))).body.data;
      ana.token = recovered.access_token;
      expect(await names()).toEqual(['painel', 'planilha', 'vencida']);
      expect((await setPassword(ana.token, { new_password: 'a senha nova' })).status).toBe(200);
      expect(await names()).toEqual([]);
      expect((await testServer.mailbox.next(ana.email)).text).toContain(
        '3 chaves de acesso de programas foram encerradas',
      );
      const { rows } = await testServer.context.db.execute(sql`
        select action from audit_entries
        where action = 'access_key.revoked' and actor_reference = (select reference from users where id = ${ana.id})`);
      expect(rows).toHaveLength(3);
    });

    test('that the owner names outlive a recovery; those of somebody else are out of reach', async () => {
      const { ana, ids, names } = await withKeys();
      const eva = await withKeys();
      ana.token = (await login(ana.email, await temporaryFor(ana))).body.data.access_token;
      const change = { new_password: 'a senha nova', keep_access_key_ids: [ids[1], eva.ids[0]] };
      expect((await setPassword(ana.token, change)).status).toBe(200);
      expect(await names()).toEqual(['painel']);
      expect(await eva.names()).toEqual(['painel', 'planilha', 'vencida']);
      const { text } = await testServer.mailbox.next(ana.email);
      expect(text).toContain('2 chaves de acesso de programas foram encerradas');
      expect(text).toContain('Uma chave de acesso de programas da sua conta continua funcionando');
    });
  });

  test('no session that was opened with the old password outlives the change, whichever came first', async () => {
    for (let round = 0; round < 12; round += 1) {
      await testServer.context.db.delete(rate_limits);
      const ana = await testServer.user();
      const [changed, ...entered] = await Promise.all([
        setPassword(ana.token, { new_password: 'a senha nova' }),
        ...Array.from({ length: 5 }, () => login(ana.email, ana.password)),
      ]);
      expect(changed?.status).toBe(200);
      for (const { status, body } of entered) {
        expect([200, 401]).toContain(status);
        if (status === 200) expect((await me(body.data.access_token)).status).toBe(401);
      }
    }
  });

  test('of two sessions that set one at the same moment, one stays', async () => {
    const ana = await testServer.user();
    const phone = (await login(ana.email, ana.password)).body.data;
    const replies = await Promise.all([
      setPassword(ana.token, { new_password: 'a senha do computador' }),
      setPassword(phone.access_token, { new_password: 'a senha do telefone' }),
    ]);
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 401]));
    const winner = replies[0]?.status === 200 ? 'a senha do computador' : 'a senha do telefone';
    expect((await login(ana.email, winner)).status).toBe(200);
  });

  test('nobody sets the password of somebody else', async () => {
    const ana = await testServer.user();
    const eva = await testServer.user();
    await setPassword(eva.token, {
      new_password: 'a senha nova',
      user_id: ana.id,
      email: ana.email,
      id: ana.id,
    });
    expect((await login(ana.email, ana.password)).status).toBe(200);
  });
});
