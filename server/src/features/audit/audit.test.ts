import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { asc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AuditEntry } from '#contract/audit.ts';
import { startTestServer, TEST_NOW, type TestServer } from '../../../test/test-server.ts';
import { audit_entries, audit_origins } from '../../db/tables/audit.ts';
import { users } from '../../db/tables/people.ts';
import { anchorHead, readAnchor } from './anchor.ts';
import { digestWords, NO_HASH, seal, verifyChain } from './chain.ts';
import { type Actor, type Change, recordChange } from './record.ts';
import { parseSealingKeys } from './sealing-keys.ts';

let testServer: TestServer;
let root: Awaited<ReturnType<TestServer['user']>>;
beforeAll(async () => {
  testServer = await startTestServer();
});
afterAll(() => testServer.close());

/** A record of its own for every test: what only a hand in the database can do. */
beforeEach(async () => {
  testServer.clock.set(TEST_NOW);
  await withoutTriggers('delete from audit_origins', 'delete from audit_entries');
  root = await testServer.user({ role: 'superadmin', name: 'Rita Raiz' });
  await withoutTriggers('delete from audit_origins', 'delete from audit_entries');
});

const withoutTriggers = (...statements: string[]) =>
  testServer.context.db.transaction(async (tx) => {
    await tx.execute(sql`alter table audit_entries disable trigger user`);
    for (const statement of statements) await tx.execute(sql.raw(statement));
    await tx.execute(sql`alter table audit_entries enable trigger user`);
  });

const by = (user_id: number, from: Partial<Actor> = {}): Actor => ({
  user_id,
  ip: '203.0.113.7',
  user_agent: 'Navegador',
  ...from,
});
const record = (
  change: Partial<Change> = {},
  actor: Actor | null = by(root.id),
  now = testServer.context.clock.now(),
) =>
  testServer.context.db.transaction((tx) =>
    recordChange(tx, actor, { action: 'tag.created', object_type: 'tag', ...change }, now),
  );
const list = async (query: Record<string, string> = {}): Promise<AuditEntry[]> => {
  const reply = await testServer.as(root).get('/admin/audit', { query });
  expect(reply.status).toBe(200);
  return reply.body.data;
};
const verify = async () => (await testServer.as(root).get('/admin/audit/verify')).body.data;

describe('the record of administration', () => {
  test('says who did what to whom, when and from where, newest first', async () => {
    const ana = await testServer.user({ name: 'Ana', email: 'ana@registro.test' });
    await record({
      action: 'user.role_changed',
      object_type: 'user',
      person: ana.id,
      before: { role: 'user' },
      after: { role: 'admin' },
    });
    testServer.clock.advance(1_000);
    await record({ object_id: 5, object_name: 'Jurídico' }, null);
    const [second, first] = await list();
    expect(first).toEqual({
      id: expect.any(Number),
      created_at: TEST_NOW.toISOString(),
      action: 'user.role_changed',
      actor: { id: root.id, name: 'Rita Raiz', email: root.email },
      by_system: false,
      object_type: 'user',
      object_id: null,
      object_name: null,
      person: { id: ana.id, name: 'Ana', email: 'ana@registro.test' },
      before: { role: 'user' },
      after: { role: 'admin' },
      erased_fields: [],
      ip: '203.0.113.7',
      user_agent: 'Navegador',
      hash: expect.stringMatching(/^[\da-f]{64}$/),
    });
    expect(second).toMatchObject({
      actor: null,
      by_system: true,
      object_id: 5,
      object_name: 'Jurídico',
      ip: null,
      before: null,
    });
  });

  test('knows nobody any more who is erased, and stays intact', async () => {
    const ana = await testServer.user({ name: 'Ana Apagada' });
    await record({ action: 'user.deactivated', object_type: 'user', person: ana.id });
    await record({}, by(ana.id));
    await testServer.context.db.execute(sql`
      delete from audit_origins where entry_id in (select id from audit_entries where actor_reference = (
        select reference from users where id = ${ana.id}))`);
    await testServer.context.db.delete(users).where(eq(users.id, ana.id));
    expect(await list()).toMatchObject([
      { actor: null, by_system: false, ip: null, user_agent: null },
      { actor: { id: root.id }, person: null },
    ]);
    const rows = await testServer.context.db.select().from(audit_entries);
    expect(JSON.stringify(rows)).not.toContain('Apagada');
    expect((await verify()).intact).toBe(true);
  });

  test('is there with its change or not at all', async () => {
    const failing = testServer.context.db.transaction(async (tx) => {
      await recordChange(tx, by(root.id), { action: 'tag.created', object_type: 'tag' }, TEST_NOW);
      throw new Error('after all not');
    });
    await expect(failing).rejects.toThrow('after all not');
    expect(await list()).toEqual([]);
    expect(await verify()).toEqual({ entries: 0, with_erased_words: 0, intact: true, broken_at: null });
  });

  test('an address that is none, and odd characters, break nothing', async () => {
    await record({ object_name: 'a\0b\ud800' }, by(root.id, { ip: 'unknown', user_agent: null }));
    await record({}, by(root.id, { ip: 'fe80::1%eth0' }));
    const [second, first] = await list();
    expect([first?.ip, first?.object_name, second?.ip]).toEqual([null, 'ab', 'fe80::1']);
    expect(await testServer.context.db.select().from(audit_origins)).toHaveLength(1);
  });
});

describe('the chain', () => {
  test('links each entry to the one before, also when ten are written at once', async () => {
    await Promise.all(
      Array.from({ length: 10 }, (_, n) => record({ object_id: n + 1, object_name: `Tag ${n}` })),
    );
    const rows = await testServer.context.db.select().from(audit_entries).orderBy(asc(audit_entries.id));
    for (const [place, row] of rows.entries())
      expect(row.previous_hash).toBe(rows[place - 1]?.hash ?? '0'.repeat(64));
    expect(await verify()).toEqual({ entries: 10, with_erased_words: 0, intact: true, broken_at: null });
  });

  test('refuses every change of an entry, by whatever statement', async () => {
    await record();
    for (const statement of [
      sql`update audit_entries set action = 'x.y'`,
      sql`delete from audit_entries`,
      sql`truncate audit_entries cascade`,
    ])
      await expect(testServer.context.db.execute(statement)).rejects.toMatchObject({
        cause: { message: 'audit_entries is append-only' },
      });
    expect(await verify()).toMatchObject({ entries: 1, intact: true });
  });

  test.each([
    ['update audit_entries set after = \'{"role":"user"}\' where object_id = 2'],
    ["update audit_entries set action = 'tag.deleted' where object_id = 2"],
    ["update audit_entries set created_at = created_at - interval '1 day' where object_id = 2"],
    ['update audit_entries set actor_reference = null where object_id = 2'],
    ["update audit_entries set object_name = 'Outra' where object_id = 2"],
    ["update audit_entries set hash = repeat('a', 64) where object_id = 2"],
  ])('finds the entry that was changed behind its back: %s', async (statement) => {
    for (const object_id of [1, 2, 3])
      await record({ object_id, object_name: 'Uma', after: { role: 'admin' } });
    expect((await verify()).intact).toBe(true);
    await withoutTriggers(statement);
    const middle = (await list()).find(({ object_id }) => object_id === 2);
    expect(await verify()).toEqual({
      entries: 2,
      with_erased_words: 0,
      intact: false,
      broken_at: middle?.id,
    });
  });

  test('finds that one is missing, at the beginning and in the middle', async () => {
    for (const object_id of [1, 2, 3, 4]) await record({ object_id });
    const idOf = async (wanted: number) => (await list()).find(({ object_id }) => object_id === wanted)?.id;
    await withoutTriggers('delete from audit_origins', 'delete from audit_entries where object_id = 3');
    expect(await verify()).toMatchObject({ intact: false, broken_at: await idOf(4) });
    await withoutTriggers('delete from audit_entries where object_id = 1');
    expect(await verify()).toMatchObject({ intact: false, broken_at: await idOf(2) });
  });

  test('cannot be rewritten without the key: neither one entry with a hash of its own, nor as release 1.0 sealed', async () => {
    for (const object_id of [1, 2]) await record({ object_id, object_name: 'Uma' });
    const { db } = testServer.context;
    const rows = await db.select().from(audit_entries).orderBy(asc(audit_entries.id));
    const last = rows[1] as (typeof rows)[number];
    const others = parseSealingKeys('a key of somebody else, of more than 32 bytes');
    const words = { ...last, object_name: 'Outra' };
    const forged = { ...words, words_digest: digestWords(last.words_salt ?? '', words) };
    const foreign = { ...forged, key_id: others[0]?.id ?? null };
    const unkeyed = { ...words, key_id: null, words_digest: null };
    const forgeries = [
      { ...forged, hash: seal(last.previous_hash, foreign, others) },
      { ...foreign, hash: seal(last.previous_hash, foreign, others) },
      { ...unkeyed, hash: seal(last.previous_hash, unkeyed, []) },
    ];
    const text = (value: string | null) => (value === null ? 'null' : `'${value}'`);
    for (const { key_id, hash, words_digest } of forgeries) {
      await withoutTriggers(
        `update audit_entries set object_name = 'Outra', hash = ${text(hash)}, key_id = ${text(key_id)},
          words_digest = ${text(words_digest)} where id = ${last.id}`,
      );
      expect(await verify()).toEqual({ entries: 2, with_erased_words: 0, intact: false, broken_at: last.id });
    }
  });

  test('goes on from entries of release 1.0, which have no key', async () => {
    await record({ object_id: 1 });
    const { db } = testServer.context;
    const [first] = await db.select().from(audit_entries);
    const hash = first && seal(NO_HASH, { ...first, key_id: null, words_digest: null }, []);
    await withoutTriggers(`update audit_entries set key_id = null, words_digest = null, hash = '${hash}'`);
    await record({ object_id: 2 });
    expect(await verify()).toEqual({ entries: 2, with_erased_words: 0, intact: true, broken_at: null });
  });

  test('is anchored each hour in DATA_DIR and in the log: cut at its end or rewritten as a whole it no longer fits', async () => {
    const { context } = testServer;
    for (const object_id of [1, 2, 3]) await record({ object_id });
    await mkdir(context.env.DATA_DIR, { recursive: true });
    await anchorHead(context);
    const rows = await context.db.select().from(audit_entries).orderBy(asc(audit_entries.id));
    const head = rows[2] as (typeof rows)[number];
    expect(testServer.logs.at(-1)).toContain(`"hash":"${head.hash}"`);
    expect(await verify()).toEqual({ entries: 3, with_erased_words: 0, intact: true, broken_at: null });
    await withoutTriggers('delete from audit_origins', `delete from audit_entries where id = ${head.id}`);
    expect(await verify()).toEqual({ entries: 2, with_erased_words: 0, intact: false, broken_at: head.id });
    await record({ object_id: 4 });
    expect(await verify()).toMatchObject({ intact: false });

    let previous = NO_HASH;
    for (const row of await context.db.select().from(audit_entries).orderBy(asc(audit_entries.id))) {
      const hash = seal(previous, { ...row, key_id: null, words_digest: null }, []) ?? '';
      await withoutTriggers(
        `update audit_entries set key_id = null, words_digest = null, previous_hash = '${previous}', hash = '${hash}' where id = ${row.id}`,
      );
      previous = hash;
    }
    expect(await verifyChain(context.db)).toMatchObject({ intact: true });
    expect(await verify()).toMatchObject({ intact: false });
    // A file that was not written with the key is worth nothing, and says nothing either way.
    const file = join(context.env.DATA_DIR, 'audit-head.json');
    await writeFile(file, (await readFile(file, 'utf8')).replace(head.hash, previous));
    expect(await readAnchor(context.env.DATA_DIR)).toBeNull();
    await rm(file);
  });

  test('is walked to its end, in however many steps', async () => {
    for (let n = 1; n <= 5; n += 1) await record({ object_id: n });
    for (const perStep of [1, 2, 5, 6])
      expect(await verifyChain(testServer.context.db, { perStep })).toEqual({
        entries: 5,
        with_erased_words: 0,
        intact: true,
        broken_at: null,
      });
  });
});

describe('reading the record', () => {
  test('by kind of object, person, time and words, in pages', async () => {
    const bia = await testServer.user({ role: 'admin', name: 'Bía Bloco' });
    await withoutTriggers('delete from audit_origins', 'delete from audit_entries');
    await record({ object_id: 1, object_name: 'Licitação' });
    testServer.clock.advance(60_000);
    await record(
      { action: 'agent.updated', object_type: 'agent', object_id: 2, after: { model: 'gpt-5' } },
      by(bia.id),
    );
    testServer.clock.advance(60_000);
    await record({ action: 'user.deactivated', object_type: 'user', person: bia.id });
    const minute = (n: number) => new Date(TEST_NOW.getTime() + n * 60_000).toISOString();
    const cases: [Record<string, string>, string[]][] = [
      [{}, ['user.deactivated', 'agent.updated', 'tag.created']],
      [{ object_type: 'agent' }, ['agent.updated']],
      [{ actor_id: String(bia.id) }, ['agent.updated']],
      [{ actor_id: '1999999999' }, []],
      [{ from: minute(1) }, ['user.deactivated', 'agent.updated']],
      [{ to: minute(1) }, ['agent.updated', 'tag.created']],
      [{ from: minute(1), to: minute(1) }, ['agent.updated']],
      [
        { from: '0001-01-01T00:00:00Z', to: '9999-12-31T23:59:59+14:00' },
        ['user.deactivated', 'agent.updated', 'tag.created'],
      ],
      [{ search: 'licitacao' }, ['tag.created']],
      [{ search: 'BIA BLOCO' }, ['user.deactivated', 'agent.updated']],
      [{ search: 'gpt-5' }, ['agent.updated']],
      [{ search: 'updated' }, ['agent.updated']],
      [{ search: '%' }, []],
      [{ search: "' or true --" }, []],
    ];
    for (const [query, actions] of cases) {
      const reply = await testServer.as(root).get('/admin/audit', { query });
      expect(
        reply.body.data.map(({ action }: AuditEntry) => action),
        JSON.stringify(query),
      ).toEqual(actions);
      expect(reply.body.metadata).toEqual({ total: actions.length, has_more: false });
    }
    const page = (await testServer.as(root).get('/admin/audit', { query: { skip: '1', limit: '1' } })).body;
    expect([page.data[0].action, page.metadata]).toEqual(['agent.updated', { total: 3, has_more: true }]);
    const wrong: Record<string, string>[] = [{ object_type: 'x' }, { from: 'yesterday' }, { actor_id: '0' }];
    for (const query of wrong)
      expect((await testServer.as(root).get('/admin/audit', { query })).status).toBe(422);
  });

  test('as a file that runs nothing', async () => {
    const ana = await testServer.user({ name: '=HYPERLINK("http://mau.test","x")' });
    await record(
      { object_name: '@SUM(A1)', person: ana.id, after: { name: 'a;b' } },
      by(root.id, { user_agent: '-2+3' }),
    );
    const { status, text, headers } = await testServer
      .as(root)
      .get('/admin/audit/export', { query: { object_type: 'tag' } });
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'text/csv; charset=utf-8',
      'no-store',
    ]);
    expect(headers['content-disposition']).toContain('prosa-auditoria-2026-11-14.csv');
    const [header, line, end] = text.split('\r\n');
    expect(header).toBe(
      '\uFEFFid;created_at;action;actor;actor_email;object_type;object_id;object_name;person;person_email;before;after;ip;user_agent;hash;erased_fields',
    );
    expect(line).toContain(`;tag.created;Rita Raiz;${root.email};tag;;'@SUM(A1);`);
    expect(line).toContain(`"'=HYPERLINK(""http://mau.test"",""x"")"`);
    expect(line).toContain(`;;"{""name"":""a;b""}";203.0.113.7;'-2+3;`);
    expect(end).toBe('');
    const none = await testServer.as(root).get('/admin/audit/export', { query: { object_type: 'feedback' } });
    expect(none.text.split('\r\n')).toHaveLength(2);
  });

  test('as a file of any length, each entry once', async () => {
    await testServer.context.db.execute(sql`
      insert into audit_entries (action, object_type, object_id, previous_hash, hash)
      select 'tag.created', 'tag', n, repeat('0', 64), repeat('0', 64) from generate_series(1, 2500) n`);
    const { text } = await testServer.as(root).get('/admin/audit/export');
    const [header = [], ...lines] = text
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(';'));
    const ids = lines.map((cells) => Number(cells[header.indexOf('object_id')]));
    expect(ids).toEqual(Array.from({ length: 2_500 }, (_, n) => 2_500 - n));
  });

  test('is for superadmins', async () => {
    const admin = testServer.as(await testServer.user({ role: 'admin' }));
    for (const path of ['/admin/audit', '/admin/audit/export', '/admin/audit/verify'])
      expect((await admin.get(path)).status).toBe(403);
  });
});
