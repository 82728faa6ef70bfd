/** Providers of models on the screen: keys, addresses, residency, and what may not happen to them. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { buildAgent } from '../../../test/builders.ts';
import { openProviderStub, type ProviderStub, STUB_TEXT } from '../../../test/providers/provider-stub.ts';
import { startTestServer, type TestServer, type TestServerOptions } from '../../../test/test-server.ts';
import { openModels } from '../../adapters/models/open-models.ts';
import { openProviderNetworks } from '../../adapters/models/provider-network.ts';
import { audit_entries } from '../../db/tables/audit.ts';
import { model_providers, models as modelRows } from '../../db/tables/models.ts';
import { parseEnv } from '../../env.ts';
import { parseHostList } from '../../network-address.ts';
import { readInstallationModels } from '../models/installation-models.ts';

const KEY = 'sk-Guardada-0123456789-wxyz';
const MINUTE = 60_000;

let stub: ProviderStub;
let testServer: TestServer;
let boss: Awaited<ReturnType<TestServer['user']>>;
beforeEach(async () => {
  stub = await openProviderStub();
  stub.knowsOnly('llama-3');
});
afterEach(async () => {
  await testServer.context.models.setup?.choosing;
  await testServer.close();
  await stub.close();
});

async function start(options: TestServerOptions = {}) {
  testServer = await startTestServer(options);
  boss = await testServer.user({ role: 'superadmin' });
}
const as = () => testServer.as(boss);
const ollama = (wishes: object = {}) => ({
  kind: 'compatible',
  name: 'Ollama',
  base_url: `${stub.url}/v1`,
  residency: 'local',
  ...wishes,
});
async function added(wishes: object = {}) {
  const { status, body } = await as().post('/model-providers', ollama(wishes));
  expect([status, body.detail]).toEqual([201, undefined]);
  await testServer.context.models.setup?.choosing;
  return body.data;
}
const change = (provider: Record<string, unknown>, wishes: object) => {
  const { name, base_url, residency, version } = provider;
  return as().put(`/model-providers/${String(provider.id)}`, {
    name,
    base_url,
    residency,
    version,
    ...wishes,
  });
};
/** The same person, whose sign-in is older than fifteen minutes. */
async function grownOld() {
  testServer.clock.advance(16 * MINUTE);
  const { refresh_token } = boss;
  const { body } = await testServer.anyone().post('/auth/refresh', { refresh_token });
  boss = { ...boss, token: body.data.access_token, refresh_token: body.data.refresh_token };
}
const entries = async () =>
  testServer.context.db
    .select()
    .from(audit_entries)
    .where(eq(audit_entries.object_type, 'provider'))
    .orderBy(audit_entries.id);

test('R-MDL-17 a server that is added answers questions without another start', async () => {
  await start();
  expect(testServer.context.models.local).toBe(true);
  const made = await added({ key: KEY });
  expect(made).toMatchObject({
    name: 'Ollama',
    built_in: false,
    key: { source: 'stored', hint: 'wxyz', readable: true, env_name: null },
    residency: 'local',
    version: 1,
  });
  const { models } = testServer.context;
  expect(models.local).toBe(false);
  const chosen = models.defaults.default ?? '';
  const opened = models.open(chosen);
  expect(opened?.provider).toMatchObject({ id: made.id, residency: 'local' });
  let text = '';
  const prompt = { instructions: '', passages: null, history: [], question: 'Oi' };
  const call = { prompt, temperature: 0, max_tokens: 50, signal: new AbortController().signal };
  await opened?.model(call, (more) => {
    text += more;
  });
  expect(text).toBe(STUB_TEXT);
  expect(stub.calls.at(-1)?.key).toBe(KEY);
});

test('R-MDL-18 a key is in no reply, log, audit entry, backup row or export', async () => {
  await start();
  const made = await added({ key: KEY });
  await change(made, { name: 'Outro', key: `${KEY}2` });
  await as().post('/model-providers/probe', { kind: 'compatible', base_url: stub.url, key: KEY });
  const replies = await Promise.all([
    as().get('/model-providers'),
    as().get('/models'),
    as().get('/admin/settings'),
    as().get('/admin/audit'),
    as().get('/users/me/export'),
  ]);
  for (const reply of replies) expect(reply.status).toBe(200);
  const { rows } = await testServer.context.db.execute(
    sql`select to_jsonb(p)::text stored from model_providers p
        union all select to_jsonb(a)::text from audit_entries a
        union all select to_jsonb(j)::text from pgboss.job j`,
  );
  const everywhere = [...replies.map(({ text }) => text), JSON.stringify(rows), ...testServer.logs].join(
    '\n',
  );
  expect(everywhere).not.toContain(KEY);
  expect(everywhere).not.toContain(Buffer.from(KEY).toString('base64').slice(0, 20));
  expect(everywhere).not.toContain('Guardada');
});

describe('R-MDL-19 the address of a stored key', () => {
  test('changes only with a fresh sign-in, and only with the key typed again', async () => {
    await start();
    const made = await added({ key: KEY });
    await grownOld();
    const elsewhere = { base_url: 'http://127.0.0.1:9/v1' };
    expect((await change(made, { ...elsewhere, key: KEY })).body.code).toBe('reauthentication_required');
    expect((await change(made, elsewhere)).body.code).toBe('reauthentication_required');
    expect((await change(made, { key: KEY })).body.code).toBe('reauthentication_required');
    await as().post('/auth/confirm', { password: boss.password });
    expect((await change(made, elsewhere)).body).toMatchObject({
      code: 'validation',
      errors: [{ field: 'key', message: 'O endereço mudou: digite a chave de novo.' }],
    });
    expect((await change(made, { ...elsewhere, key: KEY })).status).toBe(200);
  });

  test('stays with its key when only the name changes, also of an old sign-in', async () => {
    await start();
    const made = await added({ key: KEY });
    await grownOld();
    const { body } = await change(made, { name: 'Servidor da casa', base_url: `${stub.url}/v1/` });
    expect(body.data).toMatchObject({
      name: 'Servidor da casa',
      version: 2,
      key: { source: 'stored', hint: 'wxyz', readable: true },
    });
  });

  test('adding a server asks for a fresh sign-in too', async () => {
    await start();
    await grownOld();
    expect((await as().post('/model-providers', ollama())).body).toMatchObject({
      code: 'reauthentication_required',
      detail: 'Confirme sua senha atual.',
    });
  });
});

describe('R-MDL-20 an address', () => {
  test.each([
    ['http://169.254.169.254/latest', 'reservada'],
    ['http://[::ffff:169.254.169.254]', 'reservada'],
    ['http://2852039166', 'reservada'],
    ['http://[fd00:ec2::254]/v1', 'reservada'],
    ['file:///etc/passwd', 'http ou https'],
    ['gopher://127.0.0.1:70', 'http ou https'],
    ['http://ana:senha@127.0.0.1/v1', 'usuário'],
    ['http://127.0.0.1/v1#x', 'fragmento'],
    ['http://127.0.0.1/v1?key=1', 'parâmetros'],
    [`http://127.0.0.1/${'a'.repeat(500)}`, 'longo'],
    ['http://1.1.1.1/v1', 'https'],
  ])('such as %s is refused when it is saved and when it is tried', async (base_url, words) => {
    await start();
    for (const path of ['/model-providers', '/model-providers/probe']) {
      const { status, body } = await as().post(path, ollama({ base_url, residency: 'exterior' }));
      expect([status, body.code]).toEqual([422, 'address_refused']);
      expect(body.detail).toMatch(/^Este endereço não é permitido: /);
      expect(body.detail).toContain(words);
    }
  });

  test('that is no URL is wrong input', async () => {
    await start();
    const { body } = await as().post('/model-providers', ollama({ base_url: 'não é' }));
    expect(body).toMatchObject({
      code: 'validation',
      errors: [{ field: 'base_url', message: 'Informe um endereço, como http://127.0.0.1:11434/v1.' }],
    });
  });

  test('that is private needs to be listed in production', async () => {
    await start({ env: { production: true } });
    const refused = await as().post('/model-providers', ollama());
    expect(refused.body.code).toBe('address_refused');
    expect(refused.body.detail).toContain('MODEL_PRIVATE_HOSTS');
    await testServer.close();
    const MODEL_PRIVATE_HOSTS = parseHostList('127.0.0.0/8');
    if (!MODEL_PRIVATE_HOSTS) throw new Error('no list');
    await start({ env: { production: true, MODEL_PRIVATE_HOSTS } });
    expect((await as().post('/model-providers', ollama())).status).toBe(201);
  });

  test('whose name is rebound after it was saved gets neither key nor question', async () => {
    const env = parseEnv({ NODE_ENV: 'test' });
    let address = '127.0.0.1';
    const networks = openProviderNetworks(env, async () => [{ address, family: 4 }]);
    const { port } = new URL(stub.url);
    let models: ReturnType<typeof openModels> | undefined;
    const opening = (): TestServerOptions => {
      const clock = { now: () => new Date('2026-11-14T12:00:00.000Z') };
      const log = { warn() {}, info() {}, error() {} } as never;
      models = openModels(env, { log, clock, variables: {}, networks });
      return { models };
    };
    await start(opening());
    await added({ base_url: `http://modelos.exemplo:${port}/v1`, key: KEY });
    const before = stub.calls.length;
    address = '169.254.169.254';
    // The kept connection of the choice is closed.
    networks.typed.close();
    const opened = models?.open(models.defaults.default ?? '');
    const prompt = { instructions: '', passages: null, history: [], question: 'Oi' };
    const call = { prompt, temperature: 0, max_tokens: 50, signal: new AbortController().signal };
    expect(await opened?.model(call, () => {})).toMatchObject({ type: 'failed', code: 'model_failed' });
    expect(stub.calls.length).toBe(before);
    const probe = { kind: 'compatible', base_url: `http://modelos.exemplo:${port}/v1` };
    expect((await as().post('/model-providers/probe', probe)).body.code).toBe('address_refused');
    // The state of the provider says why, once its list was asked for.
    await as().post('/models/discover', {});
    expect(stub.calls.length).toBe(before);
    const listed = (await as().get('/model-providers')).body.data.at(-1);
    expect(listed.list_error).toContain('Este endereço não é permitido');
  });
});

describe('the connection test', () => {
  const probe = async (base_url: string, more: object = {}) =>
    (await as().post('/model-providers/probe', { kind: 'compatible', base_url, ...more })).body;

  async function answering(status: number, headers: Record<string, string>, text: string) {
    const server = createServer((_, response) => void response.writeHead(status, headers).end(text));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      close: () => {
        server.closeAllConnections();
        server.close();
      },
    };
  }

  test('lists the chat models of a server', async () => {
    await start();
    const { data } = await probe(stub.url, { key: KEY });
    expect(data).toEqual({ reachable: true, speaks: true, models: ['llama-3'], error: null });
  });

  test.each([
    [302, { location: 'http://127.0.0.1:9/' }, '', 'O endereço redireciona.'],
    [401, {}, '{"error":"invalid"}', 'O servidor recusou a chave.'],
    [404, {}, '{"detail":"Not Found"}', 'O endereço respondeu, mas não com uma lista de modelos.'],
    [200, {}, '<html>entre</html>', 'O endereço respondeu, mas não com uma lista de modelos.'],
    [200, {}, '{"data":[]}', 'O servidor respondeu, mas não listou nenhum modelo.'],
    [500, {}, 'segredo do servidor', 'O servidor respondeu com o código 500.'],
    [200, {}, `["${'x'.repeat(1_100_000)}"]`, 'A lista de modelos é grande demais.'],
  ])('says what a server that answers %i has wrong', async (status, headers, text, sentence) => {
    await start();
    const server = await answering(status, headers as Record<string, string>, text);
    const body = await probe(server.url);
    server.close();
    expect(body.data.reachable).toBe(true);
    expect(body.data.error).toContain(sentence);
    expect(JSON.stringify(body)).not.toContain('segredo');
  });

  test('says that nothing answers, and stops after twenty tries a minute', async () => {
    await start();
    const server = await answering(200, {}, '');
    server.close();
    expect((await probe(server.url)).data).toMatchObject({
      reachable: false,
      speaks: false,
      models: [],
      error: 'Nada respondeu neste endereço.',
    });
    for (let tries = 1; tries < 20; tries += 1) await probe(server.url);
    expect((await probe(server.url)).code).toBe('too_many_requests');
  });
});

describe('residency', () => {
  test('is local only at a loopback, private or listed address', async () => {
    await start();
    const refused = await as().post('/model-providers', ollama({ base_url: 'https://1.1.1.1/v1' }));
    expect([refused.status, refused.body.code]).toEqual([422, 'residency_refused']);
    expect(refused.body.errors).toMatchObject([{ field: 'residency' }]);
    const [openai] = (await as().get('/model-providers')).body.data;
    expect((await change(openai, { residency: 'local' })).body.code).toBe('residency_refused');
    expect((await change(openai, { residency: 'brasil' })).status).toBe(200);
  });

  test('is audited, with the host and without the key', async () => {
    await start();
    const made = await added({ key: KEY, residency: 'exterior' });
    await change(made, { residency: 'local' });
    const host = new URL(stub.url).host;
    expect(await entries()).toMatchObject([
      {
        action: 'provider.created',
        object_id: made.id,
        object_name: 'Ollama',
        after: { address: host, residency: 'exterior', key_changed: true },
      },
      {
        action: 'provider.updated',
        before: { residency: 'exterior' },
        after: { residency: 'local', key_changed: false },
      },
    ]);
  });
});

describe('what the environment defines', () => {
  test('is shown with its variable and cannot be changed on the screen', async () => {
    await start({ env: { OPENAI_API_KEY: KEY, OPENAI_BASE_URL: stub.url } });
    await readInstallationModels(testServer.context);
    const [openai, anthropic] = (await as().get('/model-providers')).body.data;
    expect(openai).toMatchObject({
      built_in: true,
      base_url: stub.url,
      base_url_env: 'OPENAI_BASE_URL',
      key: { source: 'env', hint: null, readable: true, env_name: 'OPENAI_API_KEY' },
    });
    expect(openai.models).toBeGreaterThan(3);
    expect(anthropic).toMatchObject({
      base_url: null,
      base_url_env: null,
      key: { source: 'none', env_name: 'ANTHROPIC_API_KEY' },
    });
    expect((await change(openai, { key: 'sk-outra' })).body).toMatchObject({
      code: 'provider_locked',
      detail: 'Este provedor é definido nas variáveis de ambiente do servidor.',
    });
    expect((await change(openai, { base_url: 'https://outro.exemplo' })).body.code).toBe('provider_locked');
    expect((await as().delete(`/model-providers/${openai.id}`)).body.code).toBe('provider_locked');
  });
});

test('R-MDL-21 a key that another secret sealed is shown as unreadable and typed again', async () => {
  await start();
  const made = await added({ key: KEY });
  await testServer.context.db
    .update(model_providers)
    .set({ key_sealed: `v1.outra.${'A'.repeat(16)}.${'A'.repeat(40)}` })
    .where(eq(model_providers.id, made.id));
  await readInstallationModels(testServer.context);
  const shown = (await as().get('/model-providers')).body.data.at(-1);
  expect(shown.key).toMatchObject({ source: 'stored', readable: false });
  expect((await change(shown, { key: KEY })).body.data.key).toMatchObject({ readable: true, hint: 'wxyz' });
});

test('two superadmins: the later save is refused', async () => {
  await start();
  const made = await added();
  expect((await change(made, { name: 'Um' })).status).toBe(200);
  expect((await change(made, { name: 'Dois' })).body).toMatchObject({
    code: 'stale_change',
    detail: 'Outra pessoa mudou isto enquanto você editava. Recarregue e tente de novo.',
  });
});

test.each(['com espaço', 'linha\nnova', 'acentuação', 'x'.repeat(501)])(
  'the key %j fits in no header',
  async (key) => {
    await start();
    expect((await as().post('/model-providers', ollama({ key }))).body.errors).toEqual([
      { field: 'key', message: 'A chave tem caracteres que não cabem em um cabeçalho.' },
    ]);
  },
);

test('R-MDL-29 a provider in use is not removed and says where; one that nothing uses goes with its models', async () => {
  await start();
  const made = await added();
  const { db } = testServer.context;
  await db.insert(modelRows).values({ id: 'llama', provider_id: made.id, provider_model: 'llama' });
  const agent = await buildAgent(testServer.context, { name: 'Compras', model: 'llama' });
  await db.execute(sql`delete from models where id <> 'llama'`);
  await db.execute(sql`delete from installation where key = 'model_defaults'`);
  await readInstallationModels(testServer.context);
  expect((await as().delete(`/model-providers/${made.id}`)).body).toMatchObject({
    code: 'provider_in_use',
    detail: 'Modelos deste provedor estão em uso.',
    agents: [{ id: agent.id, name: 'Compras' }],
    data_sources: [],
    is_default: false,
  });
  await as().put(`/agents/${agent.id}`, { model: 'gpt-5' });
  expect((await as().delete(`/model-providers/${made.id}`)).status).toBe(200);
  expect(await db.select().from(modelRows).where(eq(modelRows.provider_id, made.id))).toEqual([]);
  const left: { id: number }[] = (await as().get('/model-providers')).body.data;
  expect(left.map(({ id }) => id)).not.toContain(made.id);
});

test('R-MDL-29 a provider of the default model is in use', async () => {
  await start();
  const made = await added();
  expect((await as().delete(`/model-providers/${made.id}`)).body).toMatchObject({
    code: 'provider_in_use',
    is_default: true,
  });
});

test('administrators see no provider', async () => {
  await start();
  const admin = testServer.as(await testServer.user({ role: 'admin' }));
  expect((await admin.get('/model-providers')).status).toBe(403);
  expect((await admin.post('/model-providers', ollama())).status).toBe(403);
});
