// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { authApi } from '#contract/auth.ts';
import { chatApi } from '#contract/chat.ts';
import { usersApi } from '#contract/users.ts';
import {
  cleanUp,
  data,
  failureOf,
  json,
  pair,
  signIn,
  testServer,
  unauthorized,
  unreachable,
} from '../../test/network.ts';

beforeEach(signIn);
afterEach(cleanUp);

describe('what is sent', () => {
  test('R-AUTH-12 login goes out form-encoded and without a bearer', async () => {
    const { call, heard } = await testServer({ '/auth/login': [data(pair(2))] });
    await call(authApi.login, { body: { username: 'ana@exemplo.com.br', password: 'a b&c' } });
    expect(String(heard[0]?.body)).toBe('username=ana%40exemplo.com.br&password=a+b%26c');
    expect(heard[0]?.headers.get('authorization')).toBeNull();
  });

  test('R-AUTH-49 every other call carries the bearer', async () => {
    const { call, heard } = await testServer({ '/users/me': [data({ id: 1 })] });
    await call(usersApi.me, {});
    expect(heard[0]?.headers.get('authorization')).toBe('Bearer access-1');
  });

  test('a query key may be repeated, and what is missing is left out', async () => {
    const { agentsApi } = await import('#contract/agents.ts');
    const path = '/agents/available?limit=10&tag_ids=1&tag_ids=2';
    const { call, to } = await testServer({
      [path]: [json(200, { success: true, data: [], metadata: {}, message: '' })],
    });
    await call(agentsApi.available, { query: { limit: 10, search: undefined, tag_ids: [1, 2] } });
    expect(to(path)).toHaveLength(1);
  });
});

describe('what comes back', () => {
  test('R-CALL-06 the data of the envelope is the answer; a list keeps its metadata', async () => {
    const metadata = { total: 7, has_more: true };
    const { call } = await testServer({
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
    const { call } = await testServer({ '/users/me': [reply] });
    expect(await failureOf(call(usersApi.me, {}))).toMatchObject({ kind: 'malformed', status: 200 });
  });

  test('a refusal carries its status, its code and its body', async () => {
    const body = { success: false, detail: 'Email não verificado', code: 'email_not_verified' };
    const { call } = await testServer({ '/auth/login': [json(403, body)] });
    const failure = await failureOf(call(authApi.login, { body: { username: 'a', password: 'b' } }));
    expect(failure).toMatchObject({ kind: 'http', status: 403, code: 'email_not_verified', body });
  });

  test('a call that its caller gave up ends as aborted, not as failed', async () => {
    const { call, heard } = await testServer({ '/users/me': [() => new Promise<Response>(() => {})] });
    const leaving = new AbortController();
    const answer = failureOf(call(usersApi.me, {}, { signal: leaving.signal }));
    await vi.waitFor(() => expect(heard).toHaveLength(1));
    leaving.abort();
    expect((await answer).name).toBe('AbortError');
  });
});

describe('the backup host', () => {
  const hosts = { api_url: 'https://um.test/', api_backup_url: 'https://dois.test' };
  const at = (host: string, path: string) => `https://${host}.test/api/v1${path}`;

  test('R-CALL-02 gets the same path, method, body and key when the first host does not answer', async () => {
    const { call, heard } = await testServer(
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
    const { call, heard } = await testServer({ [at('um', '/users/me')]: [json(500, {})] }, hosts);
    expect(await failureOf(call(usersApi.me, {}))).toMatchObject({ kind: 'http', status: 500 });
    expect(heard).toHaveLength(1);
  });

  test('is left alone when the first host is only slow', async () => {
    const { call, heard } = await testServer(
      { [at('um', '/users/me')]: [() => new Promise<Response>(() => {})] },
      hosts,
    );
    expect(await failureOf(call(usersApi.me, {}, { timeoutMs: 5 }))).toMatchObject({ kind: 'network' });
    expect(heard).toHaveLength(1);
  });

  test('R-ERR-03 when neither answers it is a network failure', async () => {
    const { call } = await testServer(
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
    const { openStream, to } = await testServer({
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
    const { openStream, to } = await testServer({ [path]: [answer] });
    await openStream(chatApi.ask, ask, { idempotencyKey: 'a mesma' });
    expect(to(path)[0]?.headers.get('idempotency-key')).toBe('a mesma');
  });

  test('is not sent with calls that are not repeated', async () => {
    const { call, heard } = await testServer({ '/users/me': [data({})] });
    await call(usersApi.me, {});
    expect(heard[0]?.headers.has('idempotency-key')).toBe(false);
  });
});

describe('a stream that is refused', () => {
  const id = '11111111-1111-4111-8111-111111111111';
  const ask = { params: { id }, body: { question: 'Oi?' } };
  const path = `/chat/sessions/${id}/messages`;

  test('says the detail of the answer', async () => {
    const { openStream } = await testServer({
      [path]: [json(409, { detail: 'Aguarde o fim da resposta atual.' })],
    });
    expect((await failureOf(openStream(chatApi.ask, ask))).message).toBe('Aguarde o fim da resposta atual.');
  });

  test('else its status and status text', async () => {
    const reply = () => new Response('{}', { status: 502, statusText: 'Bad Gateway' });
    const { openStream } = await testServer({ [path]: [reply] });
    const { messageOf } = await import('./error-message.ts');
    expect(messageOf(await failureOf(openStream(chatApi.ask, ask)), 'Falha ao enviar mensagem')).toBe(
      '502: Bad Gateway',
    );
  });
});
