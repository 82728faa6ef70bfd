/** Builds the page to compare with and serves it. */
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize, resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import type { LongRecord } from './records.ts';

const LIBRARIES = ['react', 'react-dom', 'react-markdown', 'remark-gfm'];
const TYPES: Record<string, string> = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript' };

export async function openNaivePage(folder: string, records: LongRecord[]) {
  const root = join(folder, 'source');
  const outDir = join(folder, 'built');
  await mkdir(root, { recursive: true });
  await cp(resolve('bench/conversation/pages'), root, { recursive: true });
  await writeFile(
    join(root, 'index.html'),
    '<!doctype html><html lang="pt-BR"><body style="margin: 0"><div id="root"></div><script src="/records.js"></script><script type="module" src="./naive.jsx"></script></body></html>',
  );
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    plugins: [react()],
    resolve: {
      alias: [
        {
          find: new RegExp(`^(${LIBRARIES.join('|')})(?=/|$)`),
          replacement: `${resolve('node_modules')}/$1`,
        },
      ],
    },
    build: { outDir },
  });
  await writeFile(join(outDir, 'records.js'), `window.records = ${JSON.stringify(records)};`);

  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname);
    const file = path === '/' ? '/index.html' : path;
    readFile(join(outDir, file)).then(
      (content) =>
        response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'text/plain' }).end(content),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () =>
      new Promise<void>((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}
