import { afterEach, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { parseEnv } from '../../env.ts';

let testServer: TestServer;
afterEach(() => testServer.close());

const open = async (variables: Record<string, string>) => {
  testServer = await startTestServer({
    env: parseEnv({ NODE_ENV: 'test', LOG_LEVEL: 'info', ...variables }),
  });
  const page = await testServer.app.inject({ url: '/login' });
  const config = await testServer.anyone().get('/config');
  return { config: config.body.data, headers: page.headers };
};

test('R-FB-03 pages of an installation with a collector get its address, may be profiled and connect to no other host', async () => {
  const { config, headers } = await open({ SENTRY_DSN: 'https://chave@coletor.exemplo.com.br/7' });
  expect(config.sentry_dsn).toBe('https://chave@coletor.exemplo.com.br/7');
  expect(config.time_zone).toBe('America/Sao_Paulo');
  expect(headers['document-policy']).toBe('js-profiling');
  expect(headers['content-security-policy']).toContain("connect-src 'self' https://coletor.exemplo.com.br;");
});

test('R-FB-03 pages of an installation without a collector get none', async () => {
  const { config, headers } = await open({});
  expect(config.sentry_dsn).toBeNull();
  expect(headers['document-policy']).toBeUndefined();
});
