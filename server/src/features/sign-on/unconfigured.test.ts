/** An installation without providers, directories and domains: everything about entering is as it was. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { COMPILED } from '../../../test/process/compile-cache.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer();
});
afterAll(() => testServer.close());

const login = (username: string, password: string) =>
  testServer.anyone().form('/auth/login', { username, password });

test('R-ACC-01 offers no other way in', async () => {
  const { sign_in, passkeys } = (await testServer.anyone().get('/config')).body.data;
  expect(passkeys).toBe(false);
  expect(sign_in).toEqual({
    ...{ providers: [], login_names: false, closed_domains: [] },
    ...{ registration: 'enters', password_door: 'shown' },
  });
});

test('R-ACC-01 replies to a sign-in and to a sign-out with what it always did', async () => {
  const person = await testServer.user();
  const { status, body } = await login(person.email, person.password);
  expect(status).toBe(200);
  expect(Object.keys(body.data).toSorted()).toEqual([
    'access_token',
    'expires_in',
    'refresh_token',
    'token_type',
  ]);
  const { access_token: token, refresh_token } = body.data;
  const out = await testServer.as({ token }).post('/auth/logout', { refresh_token });
  expect([out.status, out.body.data]).toEqual([200, null]);
});

test('R-ACC-01 refuses names without an address, wrong passwords and unknown people as it always did', async () => {
  const person = await testServer.user();
  for (const name of ['ana', person.email, 'ninguem@exemplo.com.br']) {
    const { status, body } = await login(name, 'outra senha');
    expect([status, body.code, body.detail]).toEqual([
      401,
      'invalid_credentials',
      'E-mail ou senha incorretos.',
    ]);
  }
});

test('R-ACC-01 loads no library of sign-on, directories or device keys, which take memory', async () => {
  const entry = new URL('../../process.ts', import.meta.url).href;
  const script = `
    import { registerHooks } from 'node:module';
    const loaded = [];
    registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context); } });
    await import('${entry}');
    const packages = loaded.map((url) => /node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url)?.[1]);
    process.stdout.write([...new Set(packages)].join(' '));`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--no-warnings', '--input-type=module', '-e', script],
    { cwd: fileURLToPath(new URL('../../../..', import.meta.url)), env: { ...process.env, ...COMPILED } },
  );
  const packages = stdout.split(' ');
  expect(packages).toContain('fastify');
  expect(packages.filter((name) => /openid-client|oauth4webapi|ldapts|simplewebauthn/.test(name))).toEqual(
    [],
  );
}, 60_000);
