/** Connections to databases: passwords, addresses, accounts that may write, and the sources that use them. */
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Connection } from '#contract/connections.ts';
import { openTcpBridge, type TcpBridge } from '../../../test/content/tcp-bridge.ts';
import { openTestContent, type TestContent } from '../../../test/content/test-content.ts';
import { startTestServer, type TestServer, type TestServerOptions } from '../../../test/test-server.ts';
import { audit_entries } from '../../db/tables/audit.ts';
import { connections } from '../../db/tables/data-sources.ts';
import { parseEnv } from '../../env.ts';
import { refreshProfile } from '../data-sources/profile/refresh-profile.ts';

const PASSWORD = 'Senha-que-ninguem-le-0123456789';
const MINUTE = 60_000;
const QUERY = 'select id, objeto from licitacoes order by id';

let content: TestContent;
let bridge: TcpBridge;
let testServer: TestServer;
let boss: Awaited<ReturnType<TestServer['user']>>;
beforeEach(async () => {
  content = await openTestContent();
  bridge = await openTcpBridge(content.address as { host: string; port: number });
});
afterEach(async () => {
  await testServer.close();
  await bridge.close();
  await content.close();
});

async function start(options: TestServerOptions = {}) {
  testServer = await startTestServer(options);
  boss = await testServer.user({ role: 'superadmin' });
}
const as = () => testServer.as(boss);

/** The database of the test as a connection would reach it. */
function typed(wishes: object = {}) {
  const { database, user } = content.address as { database: string; user: string };
  return {
    name: 'Obras',
    kind: 'postgres',
    host: '127.0.0.1',
    port: bridge.port,
    database,
    user,
    tls: 'off',
    password: PASSWORD,
    ...wishes,
  };
}
async function added(wishes: object = {}) {
  const { status, body } = await as().post('/connections', typed(wishes));
  expect([status, body.detail]).toEqual([201, undefined]);
  return body.data;
}
const change = ({ id, name, kind, settings }: Connection, wishes: object) => {
  const { password: _state, ...rest } = settings as NonNullable<Connection['settings']>;
  return as().put(`/connections/${id}`, { name, kind, ...rest, ...wishes });
};
async function sourceOn(connection_id: number) {
  const made = await as().post('/data-sources', { name: 'Obras', description: null });
  const { id, rag_config } = made.body.data;
  const document_search = {
    ...rag_config.document_search,
    base_sql_query: QUERY,
    main_content_column: 'objeto',
  };
  const saved = await as().put(`/data-sources/${id}`, {
    connection_id,
    rag_config: { ...rag_config, document_search },
  });
  expect([saved.status, saved.body.detail]).toEqual([200, undefined]);
  return saved.body.data;
}
const entries = () =>
  testServer.context.db
    .select()
    .from(audit_entries)
    .where(eq(audit_entries.object_type, 'connection'))
    .orderBy(audit_entries.id);
async function grownOld() {
  testServer.clock.advance(16 * MINUTE);
  const { refresh_token } = boss;
  const { body } = await testServer.anyone().post('/auth/refresh', { refresh_token });
  boss = { ...boss, token: body.data.access_token, refresh_token: body.data.refresh_token };
}

describe('R-TBL-47 connections', () => {
  test('a data source reads the database of its connection', async () => {
    await content.owner.query("update licitacoes set objeto = 'Ponte sobre o rio' where id = 1");
    await start();
    const { id } = await added();
    const source = await sourceOn(id);
    expect(source).toMatchObject({ connection_id: id, warning: null });
    const rows = await as().post(`/data-sources/${source.id}/execute?limit=1`, undefined);
    expect(rows.body.data.results).toEqual([{ id: 1, objeto: 'Ponte sobre o rio' }]);
    // The first connection has no content database in this server.
    const back = await as().put(`/data-sources/${source.id}`, { connection_id: 1 });
    expect(back.body.data.connection_id).toBe(1);
    const missing = await as().post(`/data-sources/${source.id}/execute?limit=1`, undefined);
    expect(missing.body.code).toBe('content_database_missing');
    const unknown = await as().put(`/data-sources/${source.id}`, { connection_id: 999 });
    expect([unknown.status, unknown.body.code]).toEqual([422, 'connection_not_found']);
  });

  test('another connection alone reads the values and the profile of a data source again', async () => {
    const other = await openTestContent();
    await other.owner.query("update licitacoes set modalidade = 'Diálogo Competitivo'");
    await start({ content: content.reader });
    const { id } = await added({ database: (other.address as { database: string }).database });
    const source = await sourceOn(1);
    const path = `/data-sources/${source.id}`;
    /** The different values of the column, once the computation that the queue holds has run. */
    const profiled = async (): Promise<number> => {
      for (;;) {
        const { body } = await as().get(`${path}/profile`);
        const modality = body.data.columns.find(({ name }: { name: string }) => name === 'modalidade');
        if (body.data.state === 'ready') return modality.distinct;
        await refreshProfile(testServer.context, source.id, { adopts_changes: true }).catch(() => {});
      }
    };
    const document_search = {
      ...source.rag_config.document_search,
      base_sql_query: 'select id, modalidade, objeto from licitacoes order by id',
    };
    const terminology_mapping = { modalidade: { regex_config: { enabled: true, include_pattern: '.*' } } };
    const rag_config = { ...source.rag_config, document_search, profile_extraction: { terminology_mapping } };
    const valuesOf = ({ body }: { body: { data: typeof source } }) =>
      body.data.rag_config.profile_extraction.terminology_mapping.modalidade.values;
    expect(valuesOf(await as().put(path, { rag_config })).length).toBeGreaterThan(1);
    expect(await profiled()).toBeGreaterThan(1);

    const moved = await as().put(path, { connection_id: id });
    expect([moved.status, moved.body.data.warning, valuesOf(moved)]).toEqual([
      200,
      null,
      ['Diálogo Competitivo'],
    ]);
    expect(await profiled()).toBe(1);
    testServer.context.content.forget(id);
    await other.close();
  });

  test('the columns and the patterns of an unsaved form are read from the connection that it names', async () => {
    await start();
    const { id } = await added();
    const columns = await as().post('/data-sources/columns', { base_sql_query: QUERY, connection_id: id });
    expect(columns.body.data.map(({ name }: { name: string }) => name)).toEqual(['id', 'objeto']);
    const tried = await as().post(`/data-sources/test-regex?connection_id=${id}`, {
      $base_sql_query: 'select situacao from licitacoes',
      situacao: { enabled: true, include_pattern: '^Aberta$' },
    });
    expect(tried.body.data.terminology_mapping.situacao.values).toEqual(['Aberta']);
  });

  test('the password comes back nowhere: not in replies, the table, the audit log or the log', async () => {
    await start();
    const made = await added();
    expect(made.settings).toMatchObject({ password: 'stored', user: 'prosa_leitor', version: 1 });
    const changed = await change(made, { name: 'Obras públicas', password: `${PASSWORD}-nova` });
    expect(changed.body.data.settings).toMatchObject({ password: 'stored', version: 2 });
    await as().post(`/connections/${made.id}/test`, undefined);
    const list = await as().get('/connections');
    const kept = await testServer.context.db.select().from(connections);
    const audited = await entries();
    expect(audited.map(({ action }) => action)).toEqual(['connection.created', 'connection.updated']);
    expect(audited[1]?.after).toEqual({ name: 'Obras públicas', password_changed: true });
    const told = JSON.stringify([made, changed.body, list.body, kept, audited, testServer.logs]);
    expect(told).not.toContain(PASSWORD);
    expect(kept[0]?.password_sealed).toMatch(/^v1\./);
  });

  test('administrators choose among them by name and kind; the address is for superadmins', async () => {
    await start();
    const { id } = await added();
    const admin = testServer.as(await testServer.user({ role: 'admin' }));
    expect((await admin.get('/connections')).body.data).toEqual([
      { id: 1, name: 'Banco desta instalação', kind: 'postgres', settings: null, data_sources: null },
      { id, name: 'Obras', kind: 'postgres', settings: null, data_sources: null },
    ]);
    expect((await admin.post('/connections', typed())).status).toBe(403);
    expect((await admin.post('/connections/test', typed())).status).toBe(403);
    await sourceOn(id);
    const [first, second] = (await as().get('/connections')).body.data;
    expect([first.settings, first.data_sources]).toEqual([null, 0]);
    expect([second.settings.host, second.data_sources]).toEqual(['127.0.0.1', 1]);
  });

  test('another server, database or user asks for the password again', async () => {
    await start();
    const made = await added();
    for (const elsewhere of [{ host: 'localhost' }, { port: 5 }, { database: 'outro' }, { user: 'outro' }]) {
      const refused = await change(made, elsewhere);
      expect([refused.status, refused.body.errors?.[0]?.field]).toEqual([422, 'password']);
    }
    expect((await change(made, { tls: 'off', name: 'Outro nome' })).status).toBe(200);
    const moved = await change(
      { ...made, settings: { ...made.settings, version: 2 } },
      {
        host: 'localhost',
        password: PASSWORD,
      },
    );
    expect(moved.body.data.settings).toMatchObject({ host: 'localhost', password: 'stored' });
  });

  test('a second editor gets stale_change, and each change asks for a fresh sign-in', async () => {
    await start();
    const made = await added();
    expect((await change(made, { name: 'Primeiro' })).status).toBe(200);
    const second = await change(made, { name: 'Segundo' });
    expect([second.status, second.body.code]).toEqual([409, 'stale_change']);
    await grownOld();
    for (const { body } of [
      await as().post('/connections', typed()),
      await change(made, { name: 'Terceiro' }),
      await as().delete(`/connections/${made.id}`),
    ])
      expect(body.code).toBe('reauthentication_required');
  });

  test('a connection that a data source uses stays; the first one can be neither changed nor removed', async () => {
    await start();
    const made = await added();
    const source = await sourceOn(made.id);
    const used = await as().delete(`/connections/${made.id}`);
    expect([used.status, used.body.code]).toEqual([409, 'connection_in_use']);
    expect(used.body.data_sources).toEqual([{ id: source.id, name: 'Obras' }]);
    await as().put(`/data-sources/${source.id}`, { connection_id: 1 });
    expect((await as().delete(`/connections/${made.id}`)).status).toBe(200);
    expect((await as().delete('/connections/1')).status).toBe(404);
    expect((await entries()).at(-1)).toMatchObject({ action: 'connection.deleted', object_name: 'Obras' });
  });

  test('a change reaches the next reading, and a password that no key opens is said', async () => {
    await start();
    const made = await added();
    const source = await sourceOn(made.id);
    const rows = () => as().post(`/data-sources/${source.id}/execute?limit=1`, undefined);
    expect((await rows()).status).toBe(200);
    await change(made, { port: 1, password: PASSWORD });
    expect((await rows()).body.code).toBe('content_database_away');
    await testServer.context.db
      .update(connections)
      .set({ password_sealed: 'v1.outra.AAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAAAAAAAA', version: 3 });
    const unreadable = await rows();
    expect(unreadable.body.detail).toContain('digite-a de novo');
    const [, listed] = (await as().get('/connections')).body.data;
    expect(listed.settings.password).toBe('unreadable');
    const tested = await as().post(`/connections/${made.id}/test`, undefined);
    expect(tested.body.data).toMatchObject({
      reachable: false,
      problems: ['A senha guardada não pode ser lida.'],
    });
  });
});

describe('R-TBL-47 addresses of databases', () => {
  const production = (hosts: string) => ({
    ...parseEnv({ NODE_ENV: 'test', CONNECTION_HOSTS: hosts }),
    production: true,
  });
  const refusals = async (host: string, wishes: object = {}) => {
    const { status, body } = await as().post('/connections/test', typed({ host, ...wishes }));
    return [status, body.code, body.errors?.[0]?.message];
  };

  test('link-local addresses and metadata are refused everywhere', async () => {
    await start();
    for (const host of ['169.254.169.254', '0.0.0.0', 'fe80::1', '[fd00:ec2::254]', '::ffff:169.254.169.254'])
      expect(await refusals(host)).toEqual([
        422,
        'address_refused',
        'Este endereço não é permitido: aponta para uma faixa reservada à própria máquina ou aos metadados da nuvem.',
      ]);
    expect((await as().post('/connections', typed({ host: '169.254.169.254' }))).body.code).toBe(
      'address_refused',
    );
  });

  test('this machine is refused in production unless it is listed; private networks are not', async () => {
    await start({ env: production('') });
    const words =
      'Este endereço não é permitido: fica nesta máquina. Libere-o em CONNECTION_HOSTS no servidor.';
    for (const host of ['127.0.0.1', 'localhost', '::1', '127.9.9.9'])
      expect(await refusals(host)).toEqual([422, 'address_refused', words]);
    expect((await refusals('10.255.255.1', { port: 1 }))[0]).toBe(200);
    await testServer.close();
    await start({ env: production('127.0.0.1') });
    const { body } = await as().post('/connections/test', typed());
    expect(body.data).toMatchObject({ reachable: true, reads_only: true });
  });

  test('a stored connection is judged again when it is connected to', async () => {
    await start({ env: production('127.0.0.1') });
    const { id } = await added();
    const source = await sourceOn(id);
    // As if the name had been made to resolve to another address.
    await testServer.context.db
      .update(connections)
      .set({ host: '127.0.0.2', version: 9, password_sealed: null });
    const rows = await as().post(`/data-sources/${source.id}/execute?limit=1`, undefined);
    expect(rows.body.code).toBe('content_database_away');
    const tested = await as().post(`/connections/${id}/test`, undefined);
    expect(tested.body.data.problems).toEqual([
      'Este endereço não é permitido: fica nesta máquina. Libere-o em CONNECTION_HOSTS no servidor.',
    ]);
  });

  test('outside of private networks a connection is encrypted', async () => {
    await start();
    expect((await refusals('93.184.216.34'))[2]).toBe(
      'Este endereço não é permitido: fora desta rede é preciso usar TLS.',
    );
  });

  test.each([['/var/run/postgresql'], ['postgres://leitor@banco'], ['banco:5432'], ['banco .exemplo'], ['']])(
    'a host is a name or an address: %s',
    async (host) => {
      await start();
      expect(await refusals(host)).toEqual([
        422,
        'validation',
        'Informe o nome ou o endereço do servidor, sem porta, como banco.exemplo.com.br.',
      ]);
    },
  );
});

describe('R-TBL-49 an account that may write', () => {
  test('is refused when it is saved, and when it reads', async () => {
    await start();
    const { id } = await added();
    const source = await sourceOn(id);
    await content.owner.query('grant insert on licitacoes to prosa_leitor');
    try {
      const tested = await as().post('/connections/test', typed());
      expect(tested.body.data).toMatchObject({
        reachable: true,
        reads_only: false,
        version: expect.stringMatching(/^PostgreSQL \d/),
        problems: ['A conta pode alterar a tabela public.licitacoes.'],
      });
      const refused = await as().post('/connections', typed({ name: 'Escreve' }));
      expect([refused.status, refused.body.code]).toEqual([422, 'connection_may_write']);
      expect(refused.body.detail).toBe(
        'Esta conta pode escrever. Use uma que só lê. A conta pode alterar a tabela public.licitacoes.',
      );
      testServer.context.content.forget(id);
      const rows = await as().post(`/data-sources/${source.id}/execute?limit=1`, undefined);
      expect(rows.body.code).toBe('content_database_refused');
    } finally {
      await content.owner.query('revoke insert on licitacoes from prosa_leitor');
    }
  });

  test('a test says what stands in the way', async () => {
    await start();
    const problems = async (wishes: object) =>
      (await as().post('/connections/test', typed(wishes))).body.data.problems;
    expect(await problems({ database: 'nenhum' })).toEqual(['Este banco de dados não existe no servidor.']);
    expect(await problems({ port: 1 })).toEqual(['Nada respondeu neste servidor e porta.']);
    expect(await problems({ host: 'nenhum.invalid' })).toEqual(['O nome do servidor não foi encontrado.']);
    expect(await problems({ tls: 'require' })).toEqual(['O servidor não aceita TLS.']);
    // A server that does not answer now may be saved.
    expect((await as().post('/connections', typed({ port: 1 }))).status).toBe(201);
  });
});
