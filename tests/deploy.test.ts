/** Facts in `deploy/` about the project and about itself; that a container engine accepts the files is tried by hand. */
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { UPLOAD_BYTES_MAX } from '#contract/limits.ts';

const root = new URL('../', import.meta.url);
const read = (name: string) => readFileSync(new URL(`deploy/${name}`, root), 'utf8');

test('the proxy knows every replica that is started, and asks each whether it is ready', () => {
  const started = [...read('compose.yaml').matchAll(/^ {2}([\w-]+): \*app$/gm)].map(([, name]) => name);
  expect(started.length).toBeGreaterThan(1);
  const lists = [...read('Caddyfile').matchAll(/reverse_proxy (?:@\w+ )?(.+) \{/g)].map(([, list]) => list);
  expect(lists).toEqual([started, started].map((names) => names.map((name) => `${name}:3000`).join(' ')));
  expect(read('Caddyfile')).toContain('health_uri /api/v1/ready');
});

test('the image is made of files that the project has', () => {
  const copied = read('Dockerfile')
    .split('\n')
    .filter((line) => line.startsWith('COPY ') && !line.includes('--from='))
    .flatMap((line) => line.split(' ').slice(1, -1));
  expect(copied).toContain('server/src');
  expect(copied.filter((path) => !existsSync(new URL(path, root)))).toEqual([]);
});

test('every setting that the example names is one that the server, the proxy or the compose file knows', () => {
  const known = readFileSync(new URL('server/src/env.ts', root), 'utf8') + read('compose.yaml');
  const named = [...read('example.env').matchAll(/^(?:# )?([A-Z][A-Z_]+)=/gm)].map(([, name = '']) => name);
  expect(named).toContain('JWT_SECRET');
  expect(named.filter((name) => !new RegExp(`\\b${name}\\b`).test(known))).toEqual([]);
});

test('the proxies let the largest file pass, with the envelope of its form', () => {
  const [, caddy] = /max_size (\d+)MB/.exec(read('Caddyfile')) ?? [];
  const [, nginx] = /client_max_body_size (\d+)m/.exec(read('README.md')) ?? [];
  for (const megabytes of [caddy, nginx])
    expect(Number(megabytes) * 1_000_000).toBeGreaterThan(UPLOAD_BYTES_MAX + 64 * 1024);
});
