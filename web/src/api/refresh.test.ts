// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { authApi } from '#contract/auth.ts';
import { usersApi } from '#contract/users.ts';
import {
  cleanUp,
  data,
  failureOf,
  json,
  pair,
  signIn,
  stored,
  testServer,
  unauthorized,
  unreachable,
} from '../../test/network.ts';

beforeEach(signIn);
afterEach(cleanUp);

describe('the refresh', () => {
  test('R-AUTH-46 three parallel 401s wait for one refresh and are each repeated once', async () => {
    const { call, to } = await testServer({
      '/users/me': [unauthorized, unauthorized, unauthorized, data({ id: 1 })],
      '/auth/refresh': [data(pair(2))],
    });
    const answers = await Promise.all([1, 2, 3].map(() => call(usersApi.me, {})));
    expect(answers).toEqual([{ id: 1 }, { id: 1 }, { id: 1 }]);
    expect(to('/auth/refresh')).toHaveLength(1);
    expect(to('/users/me').map(({ headers }) => headers.get('authorization'))).toEqual([
      ...Array(3).fill('Bearer access-1'),
      ...Array(3).fill('Bearer access-2'),
    ]);
    expect(stored()).toEqual({ token: 'access-2', refreshToken: 'refresh-2' });
  });

  test('R-AUTH-46 a 401 that speaks of an older token needs no refresh of its own', async () => {
    const { call, to } = await testServer({
      '/users/me': [
        () => {
          // Another tab was faster.
          localStorage.setItem('token', 'access-2');
          return unauthorized();
        },
        data({ id: 1 }),
      ],
    });
    expect(await call(usersApi.me, {})).toEqual({ id: 1 });
    expect(to('/auth/refresh')).toHaveLength(0);
    expect(to('/users/me')[1]?.headers.get('authorization')).toBe('Bearer access-2');
  });

  test('R-AUTH-47 a second 401 is not repeated again', async () => {
    const { call, to } = await testServer({ '/users/me': [unauthorized], '/auth/refresh': [data(pair(2))] });
    expect(await failureOf(call(usersApi.me, {}))).toMatchObject({ status: 401 });
    expect(to('/users/me')).toHaveLength(2);
  });

  test('R-AUTH-45 a 401 of the login starts no refresh', async () => {
    const { call, to } = await testServer({ '/auth/login': [unauthorized] });
    await failureOf(call(authApi.login, { body: { username: 'a', password: 'b' } }));
    expect(to('/auth/refresh')).toHaveLength(0);
  });

  test('R-AUTH-42 without a stored refresh token nothing is asked and the session ends', async () => {
    localStorage.removeItem('refreshToken');
    const { call, to, tokens } = await testServer({ '/users/me': [unauthorized] });
    expect((await failureOf(call(usersApi.me, {}))).message).toBe('Token de atualização inválido');
    expect(to('/auth/refresh')).toHaveLength(0);
    expect(stored()).toEqual({ token: null, refreshToken: null });
    expect(tokens.sessionWasLost()).toBe(true);
  });

  test.each([
    ['access_token', { refresh_token: 'r' }],
    ['refresh_token', { access_token: 'a' }],
  ])('R-AUTH-43 an answer without %s ends the session', async (_, lacking) => {
    const { call } = await testServer({ '/users/me': [unauthorized], '/auth/refresh': [data(lacking)] });
    expect((await failureOf(call(usersApi.me, {}))).message).toBe('Formato de resposta de token inválido');
    expect(stored()).toEqual({ token: null, refreshToken: null });
  });

  test('O-25 tokens at the top level of the answer are taken as well', async () => {
    const { call } = await testServer({
      '/users/me': [unauthorized, data({ id: 1 })],
      '/auth/refresh': [json(200, pair(2))],
    });
    await call(usersApi.me, {});
    expect(stored().token).toBe('access-2');
  });

  test('R-AUTH-48 a refused refresh token ends the session', async () => {
    const { call } = await testServer({ '/users/me': [unauthorized], '/auth/refresh': [unauthorized] });
    await failureOf(call(usersApi.me, {}));
    expect(stored()).toEqual({ token: null, refreshToken: null });
  });

  test.each([
    ['out of reach', unreachable],
    ['in trouble', json(503, {})],
  ])('a server %s during the refresh signs nobody out', async (_, reply) => {
    const { call } = await testServer({ '/users/me': [unauthorized], '/auth/refresh': [reply] });
    await failureOf(call(usersApi.me, {}));
    expect(stored()).toEqual({ token: 'access-1', refreshToken: 'refresh-1' });
  });

  test('R-SHELL-41 tokens that arrive after signing out are thrown away', async () => {
    const { call, tokens } = await testServer({
      '/users/me': [unauthorized],
      '/auth/refresh': [
        () => {
          localStorage.clear();
          return data(pair(2))();
        },
      ],
    });
    await failureOf(call(usersApi.me, {}));
    expect(stored()).toEqual({ token: null, refreshToken: null });
    expect(tokens.sessionWasLost()).toBe(false);
  });
});
