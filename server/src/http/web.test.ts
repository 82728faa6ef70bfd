/** The built web app, as a folder of a test holds it. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerError } from './errors/error-replies.ts';
import { serveWeb } from './web.ts';

let folder = '';
let app: FastifyInstance;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'prosa-web-'));
  await mkdir(join(folder, 'assets'));
  const files = {
    'index.mixed.html': '<p>página</p>',
    'icon.svg': '<svg/>',
    'icon.svg.br': 'brotli',
    'assets/page-1a2b.js': 'script',
    'assets/page-1a2b.js.br': 'brotli',
    'assets/page-1a2b.js.gz': 'gzip',
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  app = Fastify();
  app.setErrorHandler(answerError);
  await serveWeb(app, async () => 'mixed', folder);
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

const get = (url: string, encoding?: string) =>
  app.inject({ url, headers: encoding ? { 'accept-encoding': encoding } : {} });

test('hashed files are kept for a year and sent in the smallest form that the browser takes', async () => {
  const plain = await get('/assets/page-1a2b.js');
  expect(plain).toMatchObject({ statusCode: 200, body: 'script' });
  expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  const small = await get('/assets/page-1a2b.js', 'gzip, br');
  expect(small).toMatchObject({ body: 'brotli', headers: { 'content-encoding': 'br' } });
  expect(await get('/assets/page-1a2b.js', 'gzip')).toMatchObject({ body: 'gzip' });
  const icon = await get('/icon.svg', 'br');
  expect(icon).toMatchObject({ body: 'brotli', headers: { 'cache-control': 'no-cache' } });
  expect((await get('/entrar')).body).toBe('<p>página</p>');
});

test.each(['/assets/none.js', '/assets//page-1a2b.js', '/assets/..%2ficon.svg', '/assets/%00'])(
  'P8 one route for all hashed files finds none at %s, and calls that no fault of ours',
  async (url) => {
    expect((await get(url)).statusCode).toBe(404);
  },
);
