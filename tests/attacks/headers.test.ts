/** Security headers of every reply, for every caller. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../server/test/test-server.ts';

let testServer: TestServer;
let origin: string;
beforeAll(async () => {
  testServer = await startTestServer({
    env: {
      production: true,
      APP_URL: 'https://prosa.exemplo.com.br',
      CORS_ORIGINS: ['https://app.exemplo.com.br'],
    },
  });
  await testServer.app.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(testServer.app.server.address() as AddressInfo).port}`;
});
afterAll(() => testServer.close());

const EVERYWHERE = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

const headersOf = async (path: string, init: RequestInit = {}) => {
  const response = await fetch(origin + path, { redirect: 'manual', ...init });
  await response.arrayBuffer();
  return Object.fromEntries(response.headers);
};

test.each([
  '/',
  '/login',
  '/api/v1/health',
  '/api/v1/users/me',
  '/api/nada',
  '/assets/nada.js',
  '/dev/mailbox',
])('what answers at %s may not be framed, sniffed, opened by others or reached without TLS', async (path) => {
  const headers = await headersOf(path);
  expect(headers).toMatchObject(EVERYWHERE);
  expect(headers['strict-transport-security']).toMatch(/^max-age=31536000; includeSubDomains/);
  expect(headers['permissions-policy']).toMatch(/camera=\(\).*microphone=\(\)/);
  expect(headers['x-powered-by']).toBeUndefined();
  expect(headers.server).toBeUndefined();
});

test('a page may run nothing but its own files, and make markup of nothing', async () => {
  const policy = (await headersOf('/'))['content-security-policy'] ?? '';
  expect(policy).not.toMatch(/unsafe-|\*|https?:(?!\/\/)/);
  const directives = Object.fromEntries(
    policy.split(';').map((directive) => {
      const [name = '', ...values] = directive.trim().split(' ');
      return [name, values.join(' ')];
    }),
  );
  expect(directives).toMatchObject({
    'default-src': "'self'",
    'script-src': "'self'",
    'style-src': "'self'",
    'object-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
    'require-trusted-types-for': "'script'",
    'trusted-types': "'none'",
  });
});

test('answers of the API are kept nowhere, and no foreign page reads them', async () => {
  const foreign = await headersOf('/api/v1/health', { headers: { origin: 'https://outro.example' } });
  expect(foreign['cache-control']).toBe('no-store');
  expect(foreign['access-control-allow-origin']).toBeUndefined();
  const ours = await headersOf('/api/v1/health', { headers: { origin: 'https://app.exemplo.com.br' } });
  expect(ours['access-control-allow-origin']).toBe('https://app.exemplo.com.br');
  expect(ours['access-control-allow-credentials']).toBeUndefined();
  for (const near of ['https://app.exemplo.com.br.outro.example', 'http://app.exemplo.com.br', 'null']) {
    const headers = await headersOf('/api/v1/health', { headers: { origin: near } });
    expect(headers['access-control-allow-origin'], near).toBeUndefined();
  }
});

test('in production the fake payment pages, the description of the API and source maps are closed', async () => {
  for (const path of [
    '/dev/desk',
    '/dev/desk/checkout/x',
    '/assets/index.js.map',
    '/.env',
    '/package.json',
  ]) {
    const response = await fetch(origin + path);
    expect([path, response.status, ((await response.json()) as { code?: string }).code]).toEqual([
      path,
      404,
      'not_found',
    ]);
  }
  for (const path of ['/api/docs', '/api/v1/openapi.json']) {
    const response = await fetch(origin + path);
    expect([path, response.status]).toEqual([path, 401]);
  }
});

test('no address leads away from here', async () => {
  for (const path of [
    '//outro.example/',
    '/%2f%2foutro.example',
    '/\\outro.example',
    '/login?next=//outro.example',
    '/chat/..//outro.example',
  ]) {
    const response = await fetch(origin + path, { redirect: 'manual' });
    await response.arrayBuffer();
    expect([path, response.status < 300 || response.status >= 400, response.headers.get('location')]).toEqual(
      [path, true, null],
    );
  }
});

/** As they go over the wire. */
async function say(bytes: string): Promise<string> {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  let text = '';
  socket.on('data', (piece) => {
    text += piece.toString();
  });
  socket.end(bytes);
  await once(socket, 'close');
  return text;
}

const wire = async (bytes: string) => {
  const [head = '', body = ''] = (await say(bytes)).split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), body: JSON.parse(body) as Record<string, unknown> };
};

test('what is no request, and an address that nobody can read, are refused in the agreed form', async () => {
  expect(await wire('GET / HTTP/9.9\r\n\r\n')).toMatchObject({
    status: 400,
    body: { success: false, code: 'bad_request', detail: 'Não foi possível entender a requisição.' },
  });
  expect(await wire(`GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`)).toMatchObject({
    status: 431,
    body: { success: false, code: 'headers_too_large' },
  });
  for (const id of ['%ff', '%E0%A4%A', 'x'.repeat(301)]) {
    const response = await fetch(`${origin}/api/v1/agents/${id}`);
    expect([id, response.status, await response.json()]).toMatchObject([
      id,
      404,
      { success: false, code: 'not_found', detail: 'Não encontrado.' },
    ]);
  }
});
