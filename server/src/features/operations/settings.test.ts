import { afterEach, expect, test } from 'vitest';
import { modelCatalogue } from '#contract/model-catalogue.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { systemClock } from '../../adapters/clock.ts';
import type { SqlReader } from '../../adapters/content/sql-reader.ts';
import { openLog } from '../../adapters/log.ts';
import { openModels } from '../../adapters/models/open-models.ts';
import { connections } from '../../db/tables/data-sources.ts';
import { parseEnv } from '../../env.ts';
import { version } from '../../version.ts';

let testServer: TestServer;
afterEach(() => testServer.close());

const settings = async () => {
  const admin = await testServer.user({ role: 'admin' });
  const { status, body, text } = await testServer.as(admin).get('/admin/settings');
  expect(status).toBe(200);
  return { data: body.data, text };
};

test('A-09 administrators read what is configured, in its local form', async () => {
  testServer = await startTestServer();
  const { data } = await settings();
  expect(data).toMatchObject({
    version,
    node_version: process.versions.node,
    started_at: expect.any(String),
    local_models: true,
    embeddings: { model: null, host: null, available: false },
    content_database: { kind: 'none', problem: expect.stringContaining('não configurado') },
    connections: [],
    mail: { kind: 'mailbox', from: 'Prosa <nao-responda@localhost>' },
    payments: { kind: 'desk' },
    feedback_email: null,
    error_reports: false,
    ocr: { engine: null, version: null, language: 'por', ok: false },
    queue: { waiting: expect.any(Number), running: expect.any(Number), failed: expect.any(Number) },
    health: { ready: true, missing: [] },
  });
  expect(data.models.map(({ id }: { id: string }) => id)).toEqual(modelCatalogue.map(({ id }) => id));
  expect(data.models.every((model: { configured: boolean }) => !model.configured)).toBe(true);
  expect(data.database.kind).toBe('embedded');
  expect(data.database.version).toMatch(/^1[5-9]/);
  expect(data.database.size).toBeGreaterThan(1_000_000);
  expect((await testServer.as(await testServer.user()).get('/admin/settings')).status).toBe(403);
  testServer.readiness.draining = true;
  expect((await settings()).data.health).toEqual({ ready: false, missing: ['draining'] });
});

/** Every variable that is a secret, or holds one. */
const SECRETS = {
  DATABASE_URL: 'postgres://prosa:pw-database@db.internal/prosa',
  DATABASE_DIRECT_URL: 'postgres://prosa:pw-direct@primary.internal/prosa',
  DATABASE_READ_URL: 'postgres://prosa:pw-read@replica.internal/prosa',
  DATASOURCE_DATABASE_URL: 'postgres://leitor:pw-content@content.internal/conteudo',
  JWT_SECRET: 'pw-jwt-that-is-longer-than-thirty-two-bytes',
  ADMIN_EMAIL: 'pw-admin@exemplo.com.br',
  ADMIN_PASSWORD: 'pw-admin-password',
  SMTP_URL: 'smtp://correio:pw-smtp@mail.internal:587',
  OPENAI_API_KEY: 'sk-pw-openai',
  OPENAI_BASE_URL: 'https://pw-openai.internal/v1',
  ANTHROPIC_API_KEY: 'sk-pw-anthropic',
  ANTHROPIC_BASE_URL: 'https://pw-anthropic.internal',
  GOOGLE_GENERATIVE_AI_API_KEY: 'pw-google',
  GOOGLE_BASE_URL: 'https://pw-google.internal',
  STRIPE_SECRET_KEY: 'sk_test_pw',
  STRIPE_WEBHOOK_SECRET: 'whsec_pw',
  SENTRY_DSN: 'https://pw-dsn@sentry.internal/1',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'https://pw-otel.internal',
  OTEL_EXPORTER_OTLP_HEADERS: 'authorization=pw-otel-key',
};

test('A-09 no secret of the environment is in the answer, whichever is set', async () => {
  const variables = {
    ...SECRETS,
    MAIL_FROM: 'Prosa <oi@exemplo.com.br>',
    FEEDBACK_EMAIL: 'casa@exemplo.com.br',
    EMBEDDING_MODEL: 'openai/text-embedding-3-small',
    EMBEDDING_BASE_URL: 'https://vetores.internal:8443/v1?token=pw-vectors',
    MODEL_OVERRIDES: JSON.stringify({
      'gpt-5': { retired_successor: 'claude-4-sonnet' },
      nosso: { base_url: 'https://pw-compatible.internal/v1', provider_model: 'llama', name: 'Nosso' },
    }),
  };
  const env = parseEnv({ NODE_ENV: 'test', LOG_LEVEL: 'info', ...variables });
  const content = {
    read: () => Promise.reject(new Error('away')),
    problem: async () => Object.assign(new Error('connect pw-content@content.internal'), { kind: 'away' }),
    close: async () => {},
  } as unknown as SqlReader;
  const models = openModels(env, { log: openLog('silent'), clock: systemClock, variables: {} });
  testServer = await startTestServer({ env, models, content });
  const { data, text } = await settings();
  expect(data).toMatchObject({
    local_models: false,
    embeddings: { model: 'openai/text-embedding-3-small', host: null, available: false },
    database: { kind: 'external' },
    content_database: { kind: 'external', problem: 'O banco de dados de consulta não respondeu.' },
    mail: { kind: 'smtp', from: 'Prosa <oi@exemplo.com.br>' },
    payments: { kind: 'stripe' },
    feedback_email: 'casa@exemplo.com.br',
    error_reports: true,
  });
  const modelOf = (id: string) => data.models.find((model: { id: string }) => model.id === id);
  expect(modelOf('gpt-5')).toMatchObject({ configured: true, successor: 'claude-sonnet-5-5' });
  expect(modelOf('nosso')).toMatchObject({
    provider: 'compatible',
    provider_model: 'llama',
    configured: true,
  });
  for (const value of Object.values(SECRETS)) expect(text).not.toContain(value);
  expect(text).not.toMatch(/pw[-_]|internal|sk_|whsec/);
  const boss = testServer.as(await testServer.user({ role: 'superadmin' }));
  const { embeddings } = (await boss.get('/admin/settings')).body.data;
  expect(embeddings.host).toBe('vetores.internal:8443');
});

test('A-09 R-TBL-47 each connection says whether it can be read, and not where it is', async () => {
  testServer = await startTestServer();
  const now = new Date();
  await testServer.context.db.insert(connections).values(
    (['postgres', 'mysql'] as const).map((kind) => ({
      name: `Obras ${kind}`,
      kind,
      host: '127.0.0.1',
      port: 1,
      database_name: 'banco_interno',
      user_name: 'leitor_interno',
      tls: 'off' as const,
      created_at: now,
      updated_at: now,
    })),
  );
  const { data, text } = await settings();
  const problem = 'O banco de dados de consulta não respondeu.';
  expect(data.connections).toEqual([
    { name: 'Obras postgres', kind: 'postgres', problem },
    { name: 'Obras mysql', kind: 'mysql', problem },
  ]);
  expect(text).not.toMatch(/127\.0\.0\.1|interno/);
});

test('A-09 the queue says what waits, what runs and what has failed for good', async () => {
  testServer = await startTestServer();
  const before = (await settings()).data.queue;
  await testServer.context.db.execute(`
    insert into pgboss.job (name, data, state) values
      ('maintenance.cleanup', '{}', 'failed'), ('maintenance.cleanup', '{}', 'failed'), ('dead', '{}', 'created')`);
  const { queue } = (await settings()).data;
  expect(queue.failed).toBe(before.failed + 2);
  // The copy of a job that failed waits for nobody.
  expect(queue.waiting).toBe(before.waiting);
});
