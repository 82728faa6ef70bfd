/** Entering by a certified provider of OpenID Connect, as it comes. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { buildProvider } from '../../../test/identity/built-provider.ts';
import { startCertifiedProvider } from '../../../test/identity/certified-provider.ts';
import { CLIENT } from '../../../test/identity/oidc-provider.ts';
import { begin, finish } from '../../../test/identity/sign-on.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';

let testServer: TestServer;
let provider: Awaited<ReturnType<typeof startCertifiedProvider>>;
beforeAll(async () => {
  // It warns that its keys are for development; they are.
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.spyOn(console, 'info').mockImplementation(() => {});
  testServer = await startTestServer();
  provider = await startCertifiedProvider(
    new URL('/entrar/retorno/casa', testServer.context.env.APP_URL).href,
  );
  const settings = { issuer: provider.issuer, client_id: CLIENT.client_id };
  await buildProvider(testServer.context, { slug: 'casa', secret: CLIENT.secret, settings });
});
afterAll(async () => {
  await provider.close();
  await testServer.close();
});

test('R-ACC-03 R-ACC-05 somebody enters, and their claims come from UserInfo', async () => {
  const began = await begin(testServer, 'casa');
  const query = await provider.authorize(began.authorization_url, 'bia');
  const { status, body } = await finish(testServer, 'casa', began, query);
  expect(status).toBe(200);
  const { data } = (await testServer.as({ token: body.data.access_token }).get('/users/me')).body;
  expect(data).toMatchObject({ email: 'bia@exemplo.gov.br', name: 'Bia Lima' });
});
