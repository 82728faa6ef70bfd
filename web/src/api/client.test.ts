// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { authApi } from '#contract/auth.ts';
import { chatApi } from '#contract/chat.ts';
import { usersApi } from '#contract/users.ts';
import type { ApiFailure } from './failure.ts';

type Heard = { url: string; method: string; headers: Headers; body: unknown };
type Reply = () => Response | Promise<Response>;

const json = (status: number, body: unknown) => () => new Response(JSON.stringify(body), { status });
const data = (value: unknown) => json(200, { success: true, data: value });
const unauthorized = json(401, { success: false, detail: 'Não autenticado.', code: 'not_authenticated' });
const unreachable: Reply = () => Promise.reject(new TypeError('Failed to fetch'));
const pair = (n: number) => ({ access_token: `access-${n}`, refresh_token: `refresh-${n}` });

/** The network as the browser sees it: every path answers from its own list, the last entry for ever. */
async function house(
  replies: Record<string, Reply[]>,
  hosts: { api_url?: string; api_backup_url?: string } = {},
) {
  vi.resetModules();
  const heard: Heard[] = [];
  const left = Object.fromEntries(Object.entries(replies).map(([key, list]) => [key, [...list]]));
  vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) => {
    if (url === '/api/v1/config') return Promise.resolve(data(hosts)());
    heard.push({ url, method: init.method ?? 'GET', headers: new Headers(init.headers), body: init.body });
    const list = left[url] ?? left[url.replace('/api/v1', '')];
    const reply = list && (list.length > 1 ? list.shift() : list[0]);
    if (!reply) throw new Error(`nobody answers at ${url}`);
    return new Promise((resolve, reject) => {
      const stop = () => reject(init.signal?.reason);
      if (init.signal?.aborted) return stop();
      init.signal?.addEventListener('abort', stop);
      Promise.resolve().then(reply).then(resolve, reject);
    });
  });
  const { call } = await import('./client.ts');
  const { openStream } = await import('./stream.ts');
  const tokens = await import('./tokens.ts');
  return {
    call,
    openStream,
    tokens,
    heard,
    to: (path: string) => heard.filter(({ url }) => url.endsWith(path)),
  };
}

const stored = () => ({
  token: localStorage.getItem('token'),
  refreshToken: localStorage.getItem('refreshToken'),
});
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => {
      throw new Error('it was expected to fail');
    },
    // The module was loaded anew, and with it the class: compare by what it carries.
    (failure: ApiFailure) => failure,
  );

beforeEach(() => {
  localStorage.setItem('token', 'access-1');
  localStorage.setItem('refreshToken', 'refresh-1');
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  localStorage.clear();
});

describe('what is sent', () => {
  test('R-AUTH-12 login goes out form-encoded and without a bearer', async () => {
    const { call, heard } = await house({ '/auth/login': [data(pair(2))] });
    await call(authApi.login, { body: { username: 'ana@exemplo.com.br', password: 'a b&c' } });
    expect(String(heard[0]?.body)).toBe('username=ana%40exemplo.com.br&password=a+b%26c');
    expect(heard[0]?.headers.get('authorization')).toBeNull();
  });

  test('R-AUTH-49 every other call carries the bearer', async () => {
    const { call, heard } = await house({ '/users/me': [data({ id: 1 })] });
    await call(usersApi.me, {});
    expect(heard[0]?.headers.get('authorization')).toBe('Bearer access-1');
  });

  test('a query key may be repeated, and what is missing is left out', async () => {
    const { agentsApi } = await import('#contract/agents.ts');
    const path = '/agents/available?limit=10&tag_ids=1&tag_ids=2';
    const { call, to } = await house({
      [path]: [json(200, { success: true, data: [], metadata: {}, message: '' })],
    });
    await call(agentsApi.available, { query: { limit: 10, search: undefined, tag_ids: [1, 2] } });
    expect(to(path)).toHaveLength(1);
  });
});

describe('what comes back', () => {
  test('R-CALL-06 the data of the envelope is the answer; a list keeps its metadata', async () => {
    const metadata = { total: 7, has_more: true };
    const { call } = await house({
      '/users/me': [data({ id: 1 })],
      '/chat/sessions': [json(200, { success: true, data: [1], metadata, message: '' })],
    });
    expect(await call(usersApi.me, {})).toEqual({ id: 1 });
    expect(await call(chatApi.sessions, {})).toEqual({ data: [1], metadata });
  });

  test.each([
    ['a 2xx that is no JSON', () => new Response('<html>', { status: 200 })],
    ['a 2xx with success false', json(200, { success: false })],
    ['a 2xx without success', json(200, { data: {} })],
  ])('%s is a failure', async (_, reply) => {
    const { call } = await house({ '/users/me': [reply] });
    expect(await failureOf(call(usersApi.me, {}))).toMatchObject({ kind: 'malformed', status: 200 });
  });

  test('a refusal carries its status, its code and its body', async () => {
    const body = { success: false, detail: 'Email não verificado', code: 'email_not_verified' };
    const { call } = await house({ '/auth/login': [json(403, body)] });
    const failure = await failureOf(call(authApi.login, { body: { username: 'a', password: 'b' } }));
    expect(failure).toMatchObject({ kind: 'http', status: 403, code: 'email_not_verified', body });
  });

  test('a call that its caller gave up ends as aborted, not as failed', async () => {
    const { call, heard } = await house({ '/users/me': [() => new Promise<Response>(() => {})] });
    const leaving = new AbortController();
    const answer = failureOf(call(usersApi.me, {}, { signal: leaving.signal }));
    await vi.waitFor(() => expect(heard).toHaveLength(1));
    leaving.abort();
    expect((await answer).name).toBe('AbortError');
  });
});

describe('the refresh', () => {
  test('R-AUTH-46 three parallel 401s wait for one refresh and are each repeated once', async () => {
    const { call, to } = await house({
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
    const { call, to } = await house({
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
    const { call, to } = await house({ '/users/me': [unauthorized], '/auth/refresh': [data(pair(2))] });
    expect(await failureOf(call(usersApi.me, {}))).toMatchObject({ status: 401 });
    expect(to('/users/me')).toHaveLength(2);
  });

  test('R-AUTH-45 a 401 of the login starts no refresh', async () => {
    const { call, to } = await house({ '/auth/login': [unauthorized] });
    await failureOf(call(authApi.login, { body: { username: 'a', password: 'b' } }));
    expect(to('/auth/refresh')).toHaveLength(0);
  });

  test('R-AUTH-42 without a stored refresh token nothing is asked and the session ends', async () => {
    localStorage.removeItem('refreshToken');
    const { call, to, tokens } = await house({ '/users/me': [unauthorized] });
    expect((await failureOf(call(usersApi.me, {}))).message).toBe('Token de atualização inválido');
    expect(to('/auth/refresh')).toHaveLength(0);
    expect(stored()).toEqual({ token: null, refreshToken: null });
    expect(tokens.sessionWasLost()).toBe(true);
  });

  test.each([
    ['access_token', { refresh_token: 'r' }],
    ['refresh_token', { access_token: 'a' }],
  ])('R-AUTH-43 an answer without %s ends the session', async (_, lacking) => {
    const { call } = await house({ '/users/me': [unauthorized], '/auth/refresh': [data(lacking)] });
    expect((await failureOf(call(usersApi.me, {}))).message).toBe('Formato de resposta de token inválido');
    expect(stored()).toEqual({ token: null, refreshToken: null });
  });

  test('O-25 tokens at the top level of the answer are taken as well', async () => {
    const { call } = await house({
      '/users/me': [unauthorized, data({ id: 1 })],
      '/auth/refresh': [json(200, pair(2))],
    });
    await call(usersApi.me, {});
    expect(stored().token).toBe('access-2');
  });

  test('R-AUTH-48 a refused refresh token ends the session', async () => {
    const { call } = await house({ '/users/me': [unauthorized], '/auth/refresh': [unauthorized] });
    await failureOf(call(usersApi.me, {}));
    expect(stored()).toEqual({ token: null, refreshToken: null });
  });

  test.each([
    ['out of reach', unreachable],
    ['in trouble', json(503, {})],
  ])('a server %s during the refresh signs nobody out', async (_, reply) => {
    const { call } = await house({ '/users/me': [unauthorized], '/auth/refresh': [reply] });
    await failureOf(call(usersApi.me, {}));
    expect(stored()).toEqual({ token: 'access-1', refreshToken: 'refresh-1' });
  });

  test('R-SHELL-41 tokens that arrive after signing out are thrown away', async () => {
    const { call, tokens } = await house({
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

describe('the backup host', () => {
  const hosts = { api_url: 'https://um.test/', api_backup_url: 'https://dois.test' };
  const at = (host: string, path: string) => `https://${host}.test/api/v1${path}`;

  test('R-CALL-02 gets the same path, method, body and key when the first host does not answer', async () => {
    const { call, heard } = await house(
      { [at('um', '/auth/register')]: [unreachable], [at('dois', '/auth/register')]: [data({ id: 1 })] },
      hosts,
    );
    await call(authApi.register, {
      body: { email: 'a@b.br', name: 'Ana', password: '12345678', phone: null },
    });
    expect(heard.map(({ url }) => url)).toEqual([at('um', '/auth/register'), at('dois', '/auth/register')]);
    const [first, second] = heard;
    expect(second).toMatchObject({ method: 'POST', body: first?.body });
    expect(first?.headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/);
    expect(second?.headers.get('idempotency-key')).toBe(first?.headers.get('idempotency-key'));
  });

  test('R-CALL-03 is left alone when the first host answers with an error', async () => {
    const { call, heard } = await house({ [at('um', '/users/me')]: [json(500, {})] }, hosts);
    expect(await failureOf(call(usersApi.me, {}))).toMatchObject({ kind: 'http', status: 500 });
    expect(heard).toHaveLength(1);
  });

  test('is left alone when the first host is only slow', async () => {
    const { call, heard } = await house(
      { [at('um', '/users/me')]: [() => new Promise<Response>(() => {})] },
      hosts,
    );
    expect(await failureOf(call(usersApi.me, {}, { timeoutMs: 5 }))).toMatchObject({ kind: 'network' });
    expect(heard).toHaveLength(1);
  });

  test('R-ERR-03 when neither answers it is a network failure', async () => {
    const { call } = await house(
      { [at('um', '/users/me')]: [unreachable], [at('dois', '/users/me')]: [unreachable] },
      hosts,
    );
    expect(await failureOf(call(usersApi.me, {}))).toMatchObject({ kind: 'network', status: 0 });
  });
});

describe('the idempotency key', () => {
  const id = '11111111-1111-4111-8111-111111111111';
  const ask = { params: { id }, body: { question: 'Oi?' } };
  const path = `/chat/sessions/${id}/messages`;
  const answer = () => new Response('data: {"content":"Olá","done":true,"message_id":1}\n\n');

  test('A-03 stays the same when the question is repeated after a refresh', async () => {
    const { openStream, to } = await house({
      [path]: [unauthorized, answer],
      '/auth/refresh': [data(pair(2))],
    });
    await openStream(chatApi.ask, ask);
    const [first, second] = to(path);
    expect(first?.headers.get('idempotency-key')).toBeTruthy();
    expect(second?.headers.get('idempotency-key')).toBe(first?.headers.get('idempotency-key'));
    expect(first?.headers.get('accept')).toBe('text/event-stream');
  });

  test('A-03 is the caller’s when the caller has one', async () => {
    const { openStream, to } = await house({ [path]: [answer] });
    await openStream(chatApi.ask, ask, { idempotencyKey: 'a mesma' });
    expect(to(path)[0]?.headers.get('idempotency-key')).toBe('a mesma');
  });

  test('is not sent with calls that are not repeated', async () => {
    const { call, heard } = await house({ '/users/me': [data({})] });
    await call(usersApi.me, {});
    expect(heard[0]?.headers.has('idempotency-key')).toBe(false);
  });
});

describe('a stream that is refused', () => {
  const id = '11111111-1111-4111-8111-111111111111';
  const ask = { params: { id }, body: { question: 'Oi?' } };
  const path = `/chat/sessions/${id}/messages`;

  test('says the detail of the answer', async () => {
    const { openStream } = await house({
      [path]: [json(409, { detail: 'Aguarde o fim da resposta atual.' })],
    });
    expect((await failureOf(openStream(chatApi.ask, ask))).message).toBe('Aguarde o fim da resposta atual.');
  });

  test('else its status and status text', async () => {
    const reply = () => new Response('{}', { status: 502, statusText: 'Bad Gateway' });
    const { openStream } = await house({ [path]: [reply] });
    const { messageOf } = await import('./error-message.ts');
    expect(messageOf(await failureOf(openStream(chatApi.ask, ask)), 'Falha ao enviar mensagem')).toBe(
      '502: Bad Gateway',
    );
  });
});
