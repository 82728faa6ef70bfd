import { createHash } from 'node:crypto';
import { eq, inArray } from 'drizzle-orm';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildAgent } from '../../../test/builders.ts';
import { startTestServer, TEST_NOW, type TestServer } from '../../../test/test-server.ts';
import { agents } from '../../db/tables/agents.ts';
import { audit_entries } from '../../db/tables/audit.ts';
import { idempotency_keys } from '../../db/tables/idempotency.ts';
import { access_keys } from '../../db/tables/keys.ts';
import { users } from '../../db/tables/people.ts';
import { eraseDue } from '../privacy/erase-due.ts';
import { forgetRevokedKeys } from './records/store.ts';

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer();
});
afterAll(() => testServer.close());

const PATH = '/users/me/access-keys';

async function person() {
  const ana = await testServer.user();
  const as = testServer.as(ana);
  const list = async () => (await as.get(PATH)).body.data;
  return { ana, as, list };
}

/** The audit entries of a person's keys. */
async function entriesOf({ id }: { id: number }) {
  const { db } = testServer.context;
  const [one] = await db.select().from(users).where(eq(users.id, id));
  const rows = await db
    .select()
    .from(audit_entries)
    .where(eq(audit_entries.person_reference, one?.reference ?? ''))
    .orderBy(audit_entries.id);
  return rows.map(({ action, object_type, object_id, object_name, before, after }) => ({
    action,
    object: [object_type, object_id, object_name],
    before,
    after,
  }));
}

test('a key is made, shown once, kept as its hash, and its owner gets an e-mail', async () => {
  const { ana, as, list } = await person();
  const agent = await buildAgent(testServer.context);
  expect(await list()).toEqual([]);
  const { status, body } = await as.post(PATH, {
    name: '  Planilha de compras ',
    agent_ids: [agent.id, agent.id],
    token_cap: 50_000,
    expires_at: '2027-02-12T12:00:00-03:00',
  });
  expect(status).toBe(201);
  const { secret, ...made } = body.data;
  expect(secret).toMatch(/^prosa_[0-9A-Za-z]{49}$/);
  expect(made).toEqual({
    id: expect.any(Number),
    name: 'Planilha de compras',
    hint: secret.slice(-4),
    agent_ids: [agent.id],
    token_cap: 50_000,
    token_used: 0,
    expires_at: '2027-02-12T15:00:00.000Z',
    is_expired: false,
    last_used_at: null,
    last_used_ip: null,
    created_at: TEST_NOW.toISOString(),
  });
  expect(await list()).toEqual([made]);
  const [row] = await testServer.context.db.select().from(access_keys).where(eq(access_keys.user_id, ana.id));
  expect(row?.key_hash.equals(createHash('sha256').update(secret).digest())).toBe(true);
  expect(JSON.stringify(row)).not.toContain(secret.slice(6, -6));

  const letter = await testServer.mailbox.next(ana.email);
  expect(letter.subject).toBe('Uma chave de acesso foi criada na sua conta');
  expect(letter.text).toContain(`termina em ${made.hint}`);
  expect(letter.text).not.toMatch(/Planilha|prosa_/);
  expect(await entriesOf(ana)).toEqual([
    {
      action: 'access_key.created',
      object: ['access_key', made.id, null],
      before: null,
      after: {
        name: { length: 19, sha256: expect.any(String) },
        agent_ids: [agent.id],
        token_cap: 50_000,
        expires_at: '2027-02-12T15:00:00.000Z',
      },
    },
  ]);
  expect(testServer.logs.join('')).not.toContain(secret.slice(6));
});

test('making one asks for a fresh sign-in or the current password', async () => {
  const { ana, as, list } = await person();
  const make = (more: object = {}) => as.post(PATH, { name: 'Planilha', ...more });
  expect((await make()).status).toBe(201);
  const now = testServer.context.clock.now();
  testServer.clock.set(new Date(now.getTime() + 14 * 60_000 + 59_000));
  expect((await make()).status).toBe(201);
  // The access token is good for as long as the sign-in is fresh: another one comes from refreshing.
  const { body } = await testServer.anyone().post('/auth/refresh', { refresh_token: ana.refresh_token });
  testServer.clock.set(new Date(now.getTime() + 20 * 60_000));
  const later = testServer.as({ token: body.data.access_token });
  const code = async (more: object) => (await later.post(PATH, { name: 'Planilha', ...more })).body.code;
  expect(await code({})).toBe('reauthentication_required');
  expect(await code({ current_password: 'errada' })).toBe('wrong_current_password');
  expect(await code({ current_password: ana.password })).toBeUndefined();
  testServer.clock.set(now);
  expect(await list()).toHaveLength(3);
});

test('a repeat with the same idempotency key makes no second one and tells the same secret, which is stored nowhere', async () => {
  const { ana, as, list } = await person();
  const extra = { headers: { 'idempotency-key': 'uma vez' } };
  const [first, second] = await Promise.all([
    as.post(PATH, { name: 'Planilha' }, extra),
    as.post(PATH, { name: 'Planilha' }, extra),
  ]);
  expect([first.status, second.body]).toEqual([201, first.body]);
  expect(await list()).toHaveLength(1);
  const rows = await testServer.context.db
    .select()
    .from(idempotency_keys)
    .where(eq(idempotency_keys.user_id, ana.id));
  expect(JSON.stringify(rows)).not.toContain(first.body.data.secret.slice(6, -6));
  expect((await as.post(PATH, { name: 'Outra' }, extra)).body.code).toBe('idempotency_mismatch');
});

test('its name, agents, limit and end can be changed; what stays the same is not recorded', async () => {
  const { ana, as } = await person();
  const agent = await buildAgent(testServer.context);
  const { id } = (await as.post(PATH, { name: 'Planilha' })).body.data;
  const change = async (body: object) => (await as.patch(`${PATH}/${id}`, body)).body;
  expect((await change({ agent_ids: [agent.id], token_cap: 10 })).data).toMatchObject({
    name: 'Planilha',
    agent_ids: [agent.id],
    token_cap: 10,
    expires_at: null,
  });
  expect((await change({ name: 'Planilha nova' })).data).toMatchObject({
    name: 'Planilha nova',
    token_cap: 10,
  });
  expect((await change({ name: 'Planilha nova', token_cap: 10 })).success).toBe(true);
  expect((await change({ agent_ids: null, token_cap: null })).data).toMatchObject({
    agent_ids: null,
    token_cap: null,
  });
  expect((await change({})).detail).toBe('Informe o que mudar.');
  expect((await entriesOf(ana)).map(({ action, after }) => [action, Object.keys(after ?? {})])).toEqual([
    ['access_key.created', ['name', 'agent_ids', 'token_cap', 'expires_at']],
    ['access_key.updated', ['agent_ids', 'token_cap']],
    ['access_key.updated', ['name']],
    ['access_key.updated', ['agent_ids', 'token_cap']],
  ]);
});

test('what is wrong is refused in Portuguese, at its field', async () => {
  const { as } = await person();
  const foreign = await buildAgent(testServer.context, { groups: [2] });
  const draft = await buildAgent(testServer.context, { deploy_status: false });
  const refusal = async (body: object) => {
    const reply = await as.post(PATH, { name: 'Planilha', ...body });
    expect(reply.status).toBe(422);
    return [reply.body.errors[0].field, reply.body.detail];
  };
  expect(await refusal({ name: ' \0 ' })).toEqual(['name', 'Dê um nome à chave.']);
  expect((await refusal({ name: 'x'.repeat(101) }))[1]).toContain('100 caracteres');
  expect(await refusal({ agent_ids: [] })).toEqual(['agent_ids', 'Escolha ao menos um agente.']);
  for (const id of [foreign.id, draft.id, 1_999_999_999])
    expect((await refusal({ agent_ids: [id] }))[1]).toContain('não está disponível para você');
  expect(await refusal({ expires_at: TEST_NOW.toISOString() })).toEqual([
    'expires_at',
    'A validade deve estar no futuro.',
  ]);
  expect((await refusal({ token_cap: 0 }))[0]).toBe('token_cap');
});

test('a revoked key is gone from the list, stays revoked, and is forgotten after a month', async () => {
  const { ana, as, list } = await person();
  const { id } = (await as.post(PATH, { name: 'Planilha' })).body.data;
  expect((await as.delete(`${PATH}/${id}`)).status).toBe(200);
  expect((await as.delete(`${PATH}/${id}`)).body.code).toBe('key_not_found');
  expect((await as.patch(`${PATH}/${id}`, { name: 'x' })).body.code).toBe('key_not_found');
  expect(await list()).toEqual([]);
  expect((await entriesOf(ana)).at(-1)).toMatchObject({ action: 'access_key.revoked', after: null });
  const rows = () => testServer.context.db.select().from(access_keys).where(eq(access_keys.user_id, ana.id));
  const day = (days: number) => new Date(TEST_NOW.getTime() + days * 86_400_000);
  await forgetRevokedKeys(testServer.context.db, day(29));
  expect(await rows()).toHaveLength(1);
  await forgetRevokedKeys(testServer.context.db, day(31));
  expect(await rows()).toEqual([]);
});

test('nobody has more than twenty, however many they make at once', async () => {
  const { ana, as, list } = await person();
  const some = { user_id: ana.id, name: 'x', hint: 'aB3d' };
  const hashes = Array.from({ length: 18 }, (_, at) =>
    createHash('sha256').update(`${ana.id}.${at}`).digest(),
  );
  await testServer.context.db.insert(access_keys).values(hashes.map((key_hash) => ({ ...some, key_hash })));
  const replies = await Promise.all(Array.from({ length: 5 }, () => as.post(PATH, { name: 'Planilha' })));
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 409, 409, 409]);
  expect(replies.find(({ status }) => status === 409)?.body.detail).toBe(
    'Você já tem 20 chaves de acesso. Revogue alguma antes.',
  );
  expect(await list()).toHaveLength(20);
});

test('a person takes their keys along without what opens them, and they are erased with the person', async () => {
  const { ana, as } = await person();
  const { id, secret } = (await as.post(PATH, { name: 'Planilha de compras' })).body.data;
  await testServer.as({ token: secret }).get('/openai/models');
  const response = await testServer.app.inject({
    method: 'GET',
    url: '/api/v1/users/me/export',
    headers: { authorization: `Bearer ${ana.token}` },
  });
  const files = unzipSync(new Uint8Array(response.rawPayload));
  const data = JSON.parse(strFromU8(files['dados.json'] ?? new Uint8Array()));
  expect(data.access_keys).toMatchObject([{ id, name: 'Planilha de compras', last_used_ip: '127.0.0.1' }]);
  expect(JSON.stringify(data.access_keys)).not.toMatch(/key_hash|user_id/);
  expect(strFromU8(files['index.html'] ?? new Uint8Array())).toContain('Planilha de compras');

  await testServer.context.db.update(users).set({ deletion_due: TEST_NOW }).where(eq(users.id, ana.id));
  await eraseDue(testServer.context);
  expect(await testServer.context.db.select().from(access_keys).where(eq(access_keys.id, id))).toEqual([]);
  const { status, body } = await testServer.as({ token: secret }).get('/openai/models');
  expect([status, body.error.code]).toEqual([401, 'invalid_api_key']);
});

test('a key that names an agent which was withdrawn since is still renamed and capped; another such agent is not added', async () => {
  const { as } = await person();
  const [stays, withdrawn, other] = [
    (await buildAgent(testServer.context)).id,
    (await buildAgent(testServer.context)).id,
    (await buildAgent(testServer.context)).id,
  ];
  const made = (await as.post(PATH, { name: 'Planilha', agent_ids: [stays, withdrawn] })).body.data;
  const change = (body: object) => as.patch(`${PATH}/${made.id}`, body);
  await testServer.context.db
    .update(agents)
    .set({ deploy_status: false })
    .where(inArray(agents.id, [withdrawn, other]));

  const form = { name: 'Planilha nova', token_cap: 10, agent_ids: [withdrawn, stays] };
  expect((await change(form)).body.data).toMatchObject({ ...form, agent_ids: [stays, withdrawn] });
  const refused = await change({ agent_ids: [stays, withdrawn, other] });
  expect([refused.status, refused.body.errors[0].field]).toEqual([422, 'agent_ids']);
  expect((await change({ agent_ids: [stays] })).body.data.agent_ids).toEqual([stays]);
  expect((await change({ agent_ids: [stays, withdrawn] })).status).toBe(422);
});
