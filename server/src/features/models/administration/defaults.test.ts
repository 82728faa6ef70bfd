import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { audit_entries } from '../../../db/tables/audit.ts';
import { parseEnv } from '../../../env.ts';

let server: TestServer;
let admin: ReturnType<TestServer['as']>;
let superadmin: ReturnType<TestServer['as']>;
beforeAll(async () => {
  const env = parseEnv({ NODE_ENV: 'test', OPENAI_API_KEY: 'k', ANTHROPIC_API_KEY: 'k' });
  server = await startTestServer({ env, now: new Date('2026-11-23T12:00:00.000Z') });
  admin = server.as(await server.user({ role: 'admin' }));
  superadmin = server.as(await server.user({ role: 'superadmin' }));
});
afterAll(() => server.close());

const wished = {
  default: 'gpt-6.1-terra',
  steps: 'gpt-6-luna',
  reserves: ['claude-sonnet-5-5'],
  follow_successor: false,
};

test('administrators read the defaults and superadmins change them, for every later answer', async () => {
  const nothing = { default: null, steps: null, reserves: [], follow_successor: true, local: false };
  expect((await admin.get('/models/defaults')).body.data).toEqual({ ...nothing, version: 0 });
  expect((await admin.put('/models/defaults', { ...wished, version: 0 })).status).toBe(403);
  const { status, body } = await superadmin.put('/models/defaults', { ...wished, version: 0 });
  expect(status).toBe(200);
  expect(body.data).toEqual({ ...wished, local: false, version: 1 });
  expect(server.context.models.defaults).toEqual(wished);
  expect(server.context.models.openSteps('claude-3-7-sonnet')[0]?.entry.id).toBe('gpt-6-luna');
  expect(server.context.models.refusal('claude-4-sonnet')).toBe('model_gone');
  const [entry] = await server.context.db
    .select()
    .from(audit_entries)
    .where(eq(audit_entries.action, 'model.defaults_changed'));
  expect(entry).toMatchObject({
    object_type: 'model',
    before: { default: null, steps: null, reserves: [], follow_successor: true },
    after: wished,
  });
});

test('when two superadmins save at once, the second gets stale_change', async () => {
  const { version } = (await superadmin.get('/models/defaults')).body.data;
  const change = { ...wished, follow_successor: true, version };
  const replies = await Promise.all([
    superadmin.put('/models/defaults', change),
    superadmin.put('/models/defaults', change),
  ]);
  expect(replies.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
  expect(replies.find(({ status }) => status === 409)?.body).toMatchObject({
    code: 'stale_change',
    detail: 'Outra pessoa mudou isto enquanto você editava. Recarregue e tente de novo.',
  });
});

test.each([
  [{ default: 'nenhum' }, 422, 'unknown_model'],
  [{ steps: 'claude-3-7-sonnet' }, 502, 'model_gone'],
  [{ reserves: ['gemini-3.8-flash'] }, 503, 'model_not_configured'],
  [{ reserves: ['gpt-4o', 'gpt-6-luna', 'gpt-6.2-sol'] }, 422, 'validation'],
])('a default that cannot run is refused: %j', async (change, status, code) => {
  const { version } = (await superadmin.get('/models/defaults')).body.data;
  const reply = await superadmin.put('/models/defaults', { ...wished, ...change, version });
  expect([reply.body.code, reply.status]).toEqual([code, status]);
});
