import { afterAll, beforeAll, expect, test } from 'vitest';
import { agentReading, openCounter } from '../../../../test/counters.ts';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer();
  const boss = testServer.as(await testServer.user({ role: 'superadmin' }));
  const { id: agent_id } = await agentReading(testServer, { IPTU: 'O IPTU vence em março.' });
  const name = 'Cidade <b>"Alta"</b>';
  await openCounter(boss, { agent_id, name, slug: 'aberto', origins: ['https://www.cidade.gov.br'] });
  await openCounter(boss, { agent_id, slug: 'sozinho', origins: [] });
});
afterAll(() => testServer.close());

const page = async (url: string) => testServer.app.inject({ method: 'GET', url });

test('R-RCH-06 a counter stands in frames of its own origins, and no other page stands in any', async () => {
  const { headers } = await page('/balcao/aberto');
  expect(headers['content-security-policy']).toContain('frame-ancestors https://www.cidade.gov.br;');
  expect(headers['x-frame-options']).toBeUndefined();
  expect(headers['set-cookie']).toBeUndefined();
  expect((await page('/balcao/sozinho')).headers['content-security-policy']).toContain(
    "frame-ancestors 'none'",
  );
  const other = await page('/conferir');
  expect(other.headers['content-security-policy']).toContain("frame-ancestors 'none'");
  expect(other.headers['x-frame-options']).toBe('DENY');
});

test('without JavaScript the page says how the organisation is reached; nothing typed becomes markup', async () => {
  const { body, statusCode } = await page('/balcao/aberto');
  expect([200, 503]).toContain(statusCode);
  expect(body).toContain('Ouvidoria: 156');
  expect(body).toContain('&lt;b&gt;&quot;Alta&quot;&lt;/b&gt;');
  expect(body).not.toContain('<b>');
  // The second one is an address that the database refuses to look up.
  for (const url of ['/balcao/nenhum', '/balcao/%00']) {
    const unknown = await page(url);
    expect([unknown.statusCode, unknown.body.includes('Este balcão não existe.')]).toEqual([404, true]);
  }
});
