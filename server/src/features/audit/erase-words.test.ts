/** An erasure takes a person's words out of the audit log, and the chain still tells what was tampered with. */
import { asc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestServer, TEST_NOW, type TestServer } from '../../../test/test-server.ts';
import { audit_entries } from '../../db/tables/audit.ts';
import { namedPerson } from '../privacy/person.ts';
import { digestWords, NO_HASH, seal, verifyChain } from './chain.ts';
import { eraseWords } from './erase-words.ts';
import { type Change, recordChange } from './record.ts';
import { sealingKey, sealingKeys, sealWith } from './sealing-keys.ts';

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer();
});
afterAll(() => testServer.close());
beforeEach(() => withoutTriggers('truncate audit_entries cascade'));

const withoutTriggers = (...statements: string[]) =>
  testServer.context.db.transaction(async (tx) => {
    await tx.execute(sql`alter table audit_entries disable trigger user`);
    for (const statement of statements) await tx.execute(sql.raw(statement));
    await tx.execute(sql`alter table audit_entries enable trigger user`);
  });

const record = (change: Partial<Change>) =>
  testServer.context.db.transaction((tx) =>
    recordChange(tx, null, { action: 'tag.updated', object_type: 'tag', ...change }, TEST_NOW),
  );
const person = (name: string, email = 'joao.goes@exemplo.com.br', phone: string | null = null) =>
  namedPerson({
    id: 1,
    reference: '00000000-0000-4000-8000-000000000000',
    name,
    email,
    phone,
    language: null,
  });
const JOAO = person('João D’Ávila Góes');
const erase = (who = JOAO) => testServer.context.db.transaction((tx) => eraseWords(tx, who));
const rows = () => testServer.context.db.select().from(audit_entries).orderBy(asc(audit_entries.id));
const verify = () => verifyChain(testServer.context.db);
const keyed = (text: string) => sealWith(sealingKey(), 'erased words', text);

test('a name or an address goes out of each field that holds it, whatever its spelling; the fields and a keyed hash stay', async () => {
  await record({
    object_name: 'Contratos JOAO D’AVILA GOES 2026',
    before: { name: 'Outra', owner: { mail: ['a@b.test', 'Para <Joao.Goes@exemplo.com.br>.'] } },
    after: { name: 'joao_d_avila_goes.pdf', 'João D’Ávila Góes': 3, count: 2 },
  });
  await record({ object_name: 'Mariajoao.goes@exemplo.com.br', after: { name: 'João Góes' } });
  const [before, untouched] = await rows();
  await erase();
  const [after, other] = await rows();
  expect(after).toEqual({
    ...before,
    object_name: null,
    before: { name: 'Outra', owner: { mail: ['a@b.test', null] } },
    after: null,
    words_salt: null,
    erased_words: {
      fields: {
        object_name: keyed('Contratos JOAO D’AVILA GOES 2026'),
        'before.owner.mail.1': keyed('Para <Joao.Goes@exemplo.com.br>.'),
        after: expect.stringMatching(/^[\da-f]{64}$/),
      },
      key_id: sealingKey().id,
      seal: expect.stringMatching(/^[\da-f]{64}$/),
    },
  });
  expect(other).toEqual(untouched);
  expect(await verify()).toEqual({ entries: 2, with_erased_words: 1, intact: true, broken_at: null });
  // A second erasure finds nothing of theirs and changes nothing.
  await erase();
  expect(await rows()).toEqual([after, other]);
});

test('a name of one word goes only where it is the whole text, and never out of a coded field', async () => {
  await record({ object_name: 'Admin', before: { role: 'admin' }, after: { text: 'Guia do admin' } });
  await erase(person('Admin', 'a@b.test'));
  const [row] = await rows();
  expect(row).toMatchObject({
    object_name: null,
    before: { role: 'admin' },
    after: { text: 'Guia do admin' },
  });
  expect(Object.keys(row?.erased_words?.fields ?? {})).toEqual(['object_name']);
});

test('two people are erased from one entry, a telephone number too', async () => {
  await record({ object_name: 'Ana Lima e Bia Reis', after: { a: 'Bia Reis', b: 'Ligue 11987654321.' } });
  await erase(person('Bia Reis', 'bia@b.test', '11987654321'));
  await erase(person('Ana Lima', 'ana@b.test'));
  expect(Object.keys((await rows())[0]?.erased_words?.fields ?? {}).toSorted()).toEqual([
    'after.a',
    'after.b',
    'object_name',
  ]);
  await record({ object_name: 'De Ana Lima', after: { by: 'Bia Reis' } });
  await erase(person('Ana Lima', 'ana@b.test'));
  await erase(person('Bia Reis', 'bia@b.test'));
  expect((await rows())[1]).toMatchObject({ object_name: null, after: { by: null } });
  expect(await verify()).toEqual({ entries: 2, with_erased_words: 2, intact: true, broken_at: null });
});

test.each(['release 1.0, without a key', 'a development build, with a key over the words'])(
  'entries that were sealed by %s stay verifiable',
  async (kind) => {
    for (const object_name of ['João D’Ávila Góes', 'Compras']) await record({ object_name });
    await sealOverWords(kind.startsWith('release') ? null : sealingKey().id);
    expect(await verify()).toMatchObject({ intact: true });
    await record({ object_name: 'joão d’ávila góes' });
    await erase();
    expect((await rows()).map(({ object_name }) => object_name)).toEqual([null, 'Compras', null]);
    expect(await verify()).toEqual({ entries: 3, with_erased_words: 2, intact: true, broken_at: null });
    const [first] = await rows();
    await withoutTriggers(`update audit_entries set action = 'tag.deleted' where id = ${first?.id}`);
    expect(await verify()).toMatchObject({ intact: false, broken_at: first?.id });
  },
);

test.each([
  ["update audit_entries set before = '{}' where object_id = 2"],
  [`update audit_entries set after = '{"name":null,"kept":"Outra"}' where object_id = 2`],
  ["update audit_entries set object_name = 'João D’Ávila Góes' where object_id = 2"],
  ['update audit_entries set object_id = 3 where object_id = 2'],
  ['update audit_entries set erased_words = null where object_id = 2'],
  [
    `update audit_entries set erased_words = jsonb_set(erased_words, '{fields,after.kept}', '"x"') where object_id = 2`,
  ],
  ["update audit_entries set erased_words = jsonb_set(erased_words, '{seal}', 'null') where object_id = 2"],
  ["update audit_entries set object_name = 'Outra' where object_id = 1"],
])('tampering with an entry after the erasure is found: %s', async (statement) => {
  for (const object_id of [1, 2])
    await record({
      object_id,
      object_name: object_id === 1 ? 'Compras' : 'João D’Ávila Góes',
      before: { name: 'Antes' },
      after: { name: object_id === 1 ? 'Uma' : 'Joao.Goes@exemplo.com.br', kept: 'Fica' },
    });
  await erase();
  expect(await verify()).toMatchObject({ intact: true, with_erased_words: 1 });
  await withoutTriggers(statement);
  expect(await verify()).toMatchObject({ intact: false });
});

test('an entry that had been tampered with is not made whole by the erasure', async () => {
  await record({ object_name: 'João D’Ávila Góes', after: { role: 'user' } });
  await withoutTriggers(`update audit_entries set after = '{"role":"admin"}'`);
  await erase();
  const [row] = await rows();
  expect(row).toMatchObject({ object_name: null, erased_words: { seal: null } });
  expect(await verify()).toMatchObject({ intact: false, broken_at: row?.id });
  await erase(person('Fulano de Tal'));
  expect(await verify()).toMatchObject({ intact: false, broken_at: row?.id });
});

test('the digest of erased words confirms no guess', async () => {
  await record({ object_name: 'João D’Ávila Góes' });
  const [before] = await rows();
  const words = { object_name: 'João D’Ávila Góes', before: null, after: null };
  expect(digestWords(before?.words_salt ?? '', words)).toBe(before?.words_digest);
  await erase();
  expect(JSON.stringify(await rows())).not.toContain(before?.words_salt ?? '');
});

test('the trigger lets an erasure of words pass and nothing else', async () => {
  await record({ object_name: 'Compras' });
  const { db } = testServer.context;
  const erased_words = { fields: {}, key_id: 'x', seal: null };
  for (const change of [
    { object_name: null },
    { erased_words: null, object_name: null },
    { erased_words, action: 'tag.deleted' },
    { erased_words, words_digest: null },
    { erased_words, key_id: null },
  ])
    await expect(db.update(audit_entries).set(change), JSON.stringify(change)).rejects.toMatchObject({
      cause: { message: 'audit_entries is append-only' },
    });
  await db.update(audit_entries).set({ erased_words, object_name: null });
});

/** Seals all entries anew, as former programs did: over the words themselves. */
async function sealOverWords(key_id: string | null): Promise<void> {
  let previous_hash = NO_HASH;
  for (const row of await rows()) {
    const hash = seal(previous_hash, { ...row, key_id, words_digest: null }, sealingKeys()) ?? '';
    const change = { previous_hash, hash, key_id, words_digest: null, words_salt: null };
    await testServer.context.db.transaction(async (tx) => {
      await tx.execute(sql`alter table audit_entries disable trigger user`);
      await tx.update(audit_entries).set(change).where(eq(audit_entries.id, row.id));
      await tx.execute(sql`alter table audit_entries enable trigger user`);
    });
    previous_hash = hash;
  }
}
