/** The built server, which `npm start` and the image run, and each program that it starts. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BUILT_SERVER, buildServer, isServerBuilt } from '../scripts/server/build-server.ts';
import { withBuiltPrograms } from '../scripts/server/built-programs.ts';
import type { ExportDocument } from '../server/src/features/exports/export-document.ts';
import { endAll, isUp, type Started, startProcess } from '../server/test/process/started-process.ts';

let folder = '';
let server: Started;

beforeAll(async () => {
  if (!isServerBuilt()) await buildServer(await import('vite'));
  folder = await mkdtemp(join(tmpdir(), 'prosa-built-'));
  server = await startProcess({ DATA_DIR: folder }, BUILT_SERVER);
  await server.says(isUp);
}, 180_000);
afterAll(async () => {
  await endAll();
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

type Answer = { status: number; data: never };

async function call(path: string, body?: FormData | URLSearchParams, token?: string): Promise<Answer> {
  const response = await fetch(`${server.url}/api/v1${path}`, {
    ...(body === undefined ? {} : { method: 'POST', body }),
    headers: token ? { authorization: `Bearer ${token}` } : {},
  });
  return { status: response.status, data: ((await response.json()) as { data: never }).data };
}

test('P8 the built server migrates, signs in, reads files and describes its calls as its sources do', async () => {
  const password = /Senha:\s+(\S+)/.exec(server.output())?.[1] ?? '';
  const { data: entered } = await call(
    '/auth/login',
    new URLSearchParams({ username: 'admin@exemplo.com.br', password }),
  );
  const { access_token: token } = entered as { access_token: string };

  const { data: bases } = await call('/knowledge-bases', undefined, token);
  const [base] = bases as { id: number }[];
  const form = new FormData();
  form.set('file', new File(['Nome;Cidade\nAna;Recife\n'], 'pessoas.csv', { type: 'text/csv' }));
  const { status, data: stored } = await call(`/knowledge-bases/${base?.id}/documents`, form, token);
  expect(status).toBe(201);
  expect(stored).toMatchObject({ status: 'ready' });

  const page = await fetch(`${server.url}/api/v1/openapi.json`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect((await page.json()) as object).toMatchObject({ info: { title: expect.any(String) } });
});

/** The first message of a thread that is none of `before`. */
async function answerOf(worker: Worker, ...before: unknown[]): Promise<unknown> {
  const answer = await new Promise((resolve, reject) => {
    worker.on('message', (message) => before.includes(message) || resolve(message));
    worker.once('error', reject);
  });
  await worker.terminate();
  return answer;
}

const built = (program: string) => new URL(`../server/dist/${program}.js`, import.meta.url);

test('P8 the built threads run: one writes files with the fonts of the sources, one runs patterns', async () => {
  const document: ExportDocument = {
    title: 'Férias',
    about: ['Uma conversa'],
    records: [],
    notice: 'Confira as fontes.',
    made_at: '2026-11-14T12:00:00.000Z',
    receipt: null,
  };
  const bytes = await answerOf(new Worker(built('file-worker'), { workerData: { format: 'pdf', document } }));
  expect(Buffer.from((bytes as Uint8Array).subarray(0, 5)).toString()).toBe('%PDF-');

  const patterns = new Worker(built('regex-worker'));
  patterns.postMessage({
    values: ['Recife', 'Olinda'],
    include: '^R',
    exclude: null,
    case_insensitive: false,
  });
  expect(await answerOf(patterns, 'ready')).toEqual({ kept: ['Recife'], included: 1 });
});

test('P8 each program that the sources start by its place is built beside the server', async () => {
  const sources = await readdir('server/src', { recursive: true });
  const started = await Promise.all(
    sources
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .map(async (file) => {
        const text = await readFile(join('server/src', file), 'utf8');
        return [...text.matchAll(/new URL\(\s*'[^']*?([\w-]+)\.ts'/g)].map(([, name]) => `${name}.js`);
      }),
  );
  expect(started.flat().length).toBeGreaterThan(4);
  expect(await readdir('server/dist')).toEqual(expect.arrayContaining(started.flat()));
});

test('P8 a module that names a program by its place starts the built one in `npm test`, and any other file as it stands', () => {
  const module = resolve('server/src/features/data-sources/sheets/run-sheet-program.ts');
  const naming = (place: string) => `const PROGRAM = new URL('${place}', import.meta.url);`;
  expect(withBuiltPrograms(naming('./read/sheet-program.ts'), module)).toBe(
    naming('../../../../dist/sheet-program.js'),
  );
  const other = naming('./read/describe-sheet.ts');
  expect(withBuiltPrograms(other, module)).toBe(other);
});
