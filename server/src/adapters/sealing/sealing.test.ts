import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { readSealingState, resealSecrets } from './reseal.ts';
import { openSecret, sealSecret } from './seal.ts';
import { SEALED } from './sealed-columns.ts';
import { type SecretKeys, secretKeys } from './secret-keys.ts';

const SECRET = 'sk-muito-secreta-0123456789';
const column = SEALED.provider_key;
const row = { id: 4, base_url: 'https://modelos.exemplo/v1' };
const keys = secretKeys(undefined, 'the secret of one installation, of 32 bytes');
const key = (id: string) => ({ id, bytes: randomBytes(32) });

describe('a sealed secret', () => {
  const sealed = sealSecret(keys, column, row, SECRET);

  test('is text of the agreed form and opens again', () => {
    expect(sealed).toMatch(/^v1\.jwt\.[\w-]{16}\.[\w-]+$/);
    expect(sealed).not.toContain(SECRET);
    expect(openSecret(keys, column, row, sealed)).toBe(SECRET);
    expect(sealSecret(keys, column, row, SECRET)).not.toBe(sealed);
  });

  test.each([
    ['another row', { ...row, id: 5 }],
    ['another address', { ...row, base_url: 'https://ladrao.exemplo/v1' }],
    ['no address', { ...row, base_url: null }],
  ])('R-ACC-56 does not open in %s', (_, elsewhere) => {
    expect(openSecret(keys, column, elsewhere, sealed)).toBeNull();
  });

  test('does not open in another column', () => {
    const other = { ...column, column: 'key_hint' };
    expect(openSecret(keys, other, row, sealed)).toBeNull();
  });

  test('R-MDL-21 does not open under the secret of another installation', () => {
    const others = secretKeys(undefined, 'the secret of another one, of 32 bytes too');
    expect(openSecret(others, column, row, sealed)).toBeNull();
  });

  test.each([
    ['', 'nothing'],
    ['v1.jwt', 'half of it'],
    [`v1.jwt.${'A'.repeat(16)}.${'A'.repeat(4)}`, 'less than a tag'],
    [`v2.${sealed.slice(3)}`, 'another version'],
    [sealed.replace('v1.jwt', 'v1.outra'), 'an unknown key'],
    [`${sealed.slice(0, -2)}${sealed.endsWith('AA') ? 'BB' : 'AA'}`, 'a changed tag'],
    ['sk-em-claro', 'a clear text'],
  ])('does not open %s: %s', (text) => {
    expect(openSecret(keys, column, row, text)).toBeNull();
  });

  test('of the derived key opens after SECRETS_KEYS is set', () => {
    const rotated = secretKeys([key('2026a')], 'the secret of one installation, of 32 bytes');
    expect(openSecret(rotated, column, row, sealed)).toBe(SECRET);
    expect(sealSecret(rotated, column, row, SECRET)).toMatch(/^v1\.2026a\./);
  });
});

describe('rotation', () => {
  let testServer: TestServer;
  beforeAll(async () => {
    testServer = await startTestServer();
  });
  afterAll(() => testServer.close());
  beforeEach(() => testServer.context.db.execute(sql`delete from model_providers`));

  const ids = Array.from({ length: 1_001 }, (_, index) => index + 100);
  const old = key('2026a');
  const before = secretKeys([old], 'irrelevant here, but of 32 bytes or more');
  const after = secretKeys([key('2026b'), old], 'irrelevant here, but of 32 bytes or more');

  async function insert(sealing: SecretKeys, some: number[]) {
    const rows = some.map((id) => {
      const base_url = `https://modelos.exemplo/${id}`;
      const sealed = sealSecret(sealing, column, { id, base_url }, `sk-${id}`);
      return sql`(${id}::int, 'compatible', 'Servidor', ${base_url}::text, 'stored', ${sealed}::text)`;
    });
    await testServer.context.db.execute(sql`
      insert into model_providers (id, kind, name, base_url, key_source, key_sealed)
      values ${sql.join(rows, sql`, `)}`);
  }

  const stored = async () =>
    (
      await testServer.context.db.execute<{ id: number; base_url: string; key_sealed: string }>(
        sql`select id, base_url, key_sealed from model_providers order by id`,
      )
    ).rows;

  test('R-ACC-56 seals every value again, more than a batch of them, and each opens as before', async () => {
    const { db } = testServer.context;
    await insert(before, ids);
    expect(await readSealingState(db, after)).toEqual({ sealed: 1_001, outdated: 1_001, unreadable: 0 });
    expect(await resealSecrets(db, after)).toBe(1_001);
    expect(await readSealingState(db, after)).toEqual({ sealed: 1_001, outdated: 0, unreadable: 0 });
    const withoutOld = secretKeys([after[0]], 'irrelevant here, but of 32 bytes or more');
    for (const { id, base_url, key_sealed } of await stored())
      expect(openSecret(withoutOld, column, { id, base_url }, key_sealed)).toBe(`sk-${id}`);
    expect(await resealSecrets(db, after)).toBe(0);
  });

  test('R-MDL-21 leaves what no key opens as it is, counts it and goes on', async () => {
    const { db } = testServer.context;
    const strangers = secretKeys([key('2020')], 'of another installation, 32 bytes or more');
    await insert(strangers, [1, 3]);
    await insert(before, [2]);
    const untouched = (await stored()).filter(({ id }) => id !== 2);
    expect(await resealSecrets(db, after)).toBe(1);
    expect((await stored()).filter(({ id }) => id !== 2)).toEqual(untouched);
    expect(await readSealingState(db, after)).toEqual({ sealed: 3, outdated: 0, unreadable: 2 });
    const admin = await testServer.user({ role: 'admin' });
    const { body } = await testServer.as(admin).get('/admin/settings');
    expect(body.data.secrets).toEqual({ sealed: 3, outdated: 0, unreadable: 3 });
  });
});
