import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { beforeEach, expect, test, vi } from 'vitest';
import { startCertifiedProvider } from '../../server/test/identity/certified-provider.ts';
import { begin, finish } from '../../server/test/identity/sign-on.ts';
import { startTestServer } from '../../server/test/test-server.ts';
import { register, SLUG } from './provider.ts';

const dev = (wish: string, env: Record<string, string> = {}) =>
  promisify(execFile)(process.execPath, ['scripts/dev/dev.ts', wish], {
    env: { PATH: process.env.PATH, ...env },
  }).then(
    () => expect.fail('it started'),
    (error: { code: number; stderr: string }) => error,
  );

// It warns that its keys are for development; they are.
beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.spyOn(console, 'info').mockImplementation(() => {});
});

test('who develops enters by the provider that npm run dev adds, which is added once', async () => {
  const testServer = await startTestServer();
  const provider = await startCertifiedProvider(
    new URL(`/entrar/retorno/${SLUG}`, testServer.context.env.APP_URL).href,
  );
  try {
    await register(testServer.context, provider.issuer);
    await register(testServer.context, provider.issuer);
    const { body } = await testServer.anyone().get('/config');
    expect(body.data.sign_in.providers).toEqual([{ slug: SLUG, name: 'Provedor local', kind: 'oidc' }]);
    const began = await begin(testServer, SLUG);
    const query = await provider.authorize(began.authorization_url, 'ana');
    const { data } = (await finish(testServer, SLUG, began, query)).body;
    const me = await testServer.as({ token: data.access_token }).get('/users/me');
    expect(me.body.data).toMatchObject({ email: 'ana@exemplo.gov.br', name: 'Ana Lima' });
  } finally {
    await provider.close();
    await testServer.close();
  }
});

test('npm run dev names what it does not know, and adds no provider in production', async () => {
  expect(await dev('provedor')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('npm run dev -- provider'),
  });
  expect(await dev('provider', { NODE_ENV: 'production' })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('não existe em produção'),
  });
});
