/** Facts in `deploy/` about the project and about itself; that a container engine accepts the files is tried by hand. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
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
  const [, ...backends] = read('haproxy.cfg').split(/^backend /m);
  for (const backend of backends)
    expect([...backend.matchAll(/^ {2}server ([\w-]+) (\S+)$/gm)].map(([, name, at]) => [name, at])).toEqual(
      started.map((name) => [name, `${name}:3000`]),
    );
  expect(backends).toHaveLength(2);
  expect(read('haproxy.cfg')).toContain('http-check send meth GET uri /api/v1/ready');
  const pooled = [...read('compose.pooled.yaml').matchAll(/^ {2}([\w-]+): \*pooled$/gm)].map(
    ([, name]) => name,
  );
  expect(pooled).toEqual(started);
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

test('every variable that the server reads stands in the example of the environment and in README', () => {
  const source = readFileSync(new URL('server/src/env.ts', root), 'utf8');
  // `APP_URL` stands in a type once more.
  const variables = [
    ...new Set([...source.matchAll(/^ {2}([A-Z][A-Z_]+): /gm)].map(([, name = '']) => name)),
  ];
  const example = readFileSync(new URL('.env.example', root), 'utf8');
  const shown = [...example.matchAll(/^(?:# ?)?([A-Z][A-Z_]+)=/gm)].map(([, name = '']) => name);
  expect(shown.toSorted()).toEqual(variables.toSorted());
  const readme = readFileSync(new URL('README.md', root), 'utf8');
  // `STRIPE_PRICE_PLUS_*` and `_HEADERS` are parts of names.
  const named = [...readme.matchAll(/`([A-Z_]+\*?)[`=]/g)].map(([, name = '']) => name);
  const isNamed = (name: string) =>
    named.some((one) =>
      one.endsWith('*')
        ? name.startsWith(one.slice(0, -1))
        : one.startsWith('_')
          ? name.endsWith(one)
          : one === name,
    );
  expect(variables.filter((name) => !isNamed(name))).toEqual([]);
});

test('R-LNG-01 who installs it by the examples reads Portuguese on every screen', () => {
  const example = readFileSync(new URL('.env.example', root), 'utf8');
  for (const text of [read('example.env'), example]) expect(text).toMatch(/^PROSA_LANGUAGE=pt-BR$/m);
  expect(read('helm/prosa/values.yaml')).toMatch(/^ {2}PROSA_LANGUAGE: pt-BR$/m);
});

test('the proxies let the largest file pass, with the envelope of its form', () => {
  const [, caddy] = /max_size (\d+)MB/.exec(read('Caddyfile')) ?? [];
  const [, nginx] = /client_max_body_size (\d+)m/.exec(read('README.md')) ?? [];
  const [, haproxy] = /content-length\) gt (\d+)000000/.exec(read('haproxy.cfg')) ?? [];
  const [, ingress] = /proxy-body-size: (\d+)m/.exec(read('helm/prosa/values.yaml')) ?? [];
  for (const megabytes of [caddy, nginx, haproxy, ingress])
    expect(Number(megabytes) * 1_000_000).toBeGreaterThan(UPLOAD_BYTES_MAX + 64 * 1024);
});

const SECRET = /(?:_KEY|_KEYS|_SECRET|_PASSWORD|_TOKEN|SMTP_URL|FILES_URL|DATABASE_\w*URL)$/;

test('the chart refuses every secret setting among its values', () => {
  const env = readFileSync(new URL('server/src/env.ts', root), 'utf8');
  const secrets = [...env.matchAll(/^ {2}([A-Z][A-Z_]+): /gm)]
    .map(([, name = '']) => name)
    .filter((name) => SECRET.test(name) && !['ALLOW_EMBEDDED_DATABASE', 'DEV_TOKEN'].includes(name));
  expect(secrets).toContain('JWT_SECRET');
  const { properties } = JSON.parse(read('helm/prosa/values.schema.json'));
  const refused: string[] = properties.config.propertyNames.not.enum;
  expect(secrets.filter((name) => !refused.includes(name))).toEqual([]);
});

test('the chart and the project have one release', () => {
  const { version } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));
  expect(read('helm/prosa/Chart.yaml')).toContain(`appVersion: "${version}"`);
});

const chart = fileURLToPath(new URL('deploy/helm/prosa', root));
const values = fileURLToPath(new URL('deploy/helm/example-values.yaml', root));
const helm = (...args: string[]) => spawnSync('helm', args, { encoding: 'utf8' });
const hasHelm = helm('version').status === 0;

// Helm is no package of npm or Debian: where it is not installed, the chart is not rendered.
test.skipIf(!hasHelm)('Helm lints the chart and renders it; without the public address it is refused', () => {
  expect(helm('lint', '--strict', chart, '-f', values)).toMatchObject({ status: 0 });
  const { stdout } = helm('template', 'prosa', chart, '-f', values);
  for (const kind of ['Deployment', 'Service', 'Ingress', 'PodDisruptionBudget', 'HorizontalPodAutoscaler'])
    expect(stdout).toContain(`kind: ${kind}\n`);
  expect(helm('template', 'prosa', chart).status).not.toBe(0);
});

test.skipIf(!hasHelm)('a large number among the settings is rendered with all its digits', () => {
  const settings = 'config: { LARGE: 26214400, SMALL: 30, ACTIVE: true, TEXT: "007" }';
  const args = ['template', 'prosa', chart, '-f', values, '-f', '-'];
  const { stdout } = spawnSync('helm', args, { encoding: 'utf8', input: settings });
  for (const line of ['LARGE: "26214400"', 'SMALL: "30"', 'ACTIVE: "true"', 'TEXT: "007"'])
    expect(stdout).toContain(`  ${line}\n`);
});
