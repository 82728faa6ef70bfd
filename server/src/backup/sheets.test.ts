import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestContent, type TestContent } from '../../test/content/test-content.ts';
import { createEmptyDatabase, dropEmptyDatabases, withClient } from '../../test/test-databases.ts';
import { startTestServer, TEST_SEALING_KEYS, type TestServer } from '../../test/test-server.ts';
import { formWith } from '../../test/uploads.ts';
import { backup } from './backup.ts';
import { restore } from './restore.ts';

let content: TestContent;
let other: TestContent;
let testServer: TestServer;
let folder: string;

beforeAll(async () => {
  content = await openTestContent();
  other = await openTestContent();
  testServer = await startTestServer({ content: content.reader, sheets: content.sheets });
  folder = await mkdtemp(join(tmpdir(), 'prosa-sheets-'));
});
afterAll(async () => {
  await testServer.close();
  await content.close();
  await other.close();
  await dropEmptyDatabases();
  await rm(folder, { recursive: true, force: true });
});

const storageOf = ({ sheets }: TestContent) => {
  if (!sheets.address) throw new Error('this content database holds no sheets');
  return { address: sheets.address, reader: undefined };
};

test('R-TBL-45 a backup takes loaded spreadsheets along, and a restore brings them into another content database', async () => {
  const admin = testServer.as(await testServer.user({ role: 'superadmin' }));
  const file = 'obra;valor;dia;feita\nPonte \\N \\.;"1.234,56";05/03/2026;sim\nPraça;-2;;não\n';
  const { body } = await admin.upload('/data-sources/sheets', formWith('obras.csv', file));
  const { name, header_row, columns } = body.data.sheets[0];
  const confirmed = await admin.post(`/data-sources/sheets/${body.data.upload_id}/confirm`, {
    name: 'Obras',
    sheet: name,
    header_row,
    columns: columns.map((column: Record<string, unknown>) => ({
      name: column.name,
      label: column.label,
      kind: column.kind,
    })),
  });
  expect(confirmed.status).toBe(201);
  const query = confirmed.body.data.rag_config.document_search.base_sql_query;
  const copy = join(folder, 'copia.prosa');
  const keys = TEST_SEALING_KEYS;
  await backup(testServer.address, copy, { keys, sheets: storageOf(content) });

  const empty = await createEmptyDatabase();
  await expect(restore(empty, copy, { keys })).rejects.toThrow(
    'A cópia tem uma planilha, e não há onde guardá-las.',
  );
  await withClient(empty, async (client) => {
    const { rows } = await client.query(
      "select count(*)::int as count from pg_class where relname = 'users'",
    );
    expect(rows).toEqual([{ count: 0 }]);
  });
  await restore(empty, copy, { keys, sheets: storageOf(other) });
  const read = (from: TestContent) =>
    from.reader.read(query, ({ base, rows, columns: types }) =>
      rows(`select * from ${base}`).then((found) => ({ types, found })),
    );
  expect(await read(other)).toEqual(await read(content));
  expect((await read(other)).found).toMatchObject([
    { obra: 'Ponte \\N \\.', valor: '1234.56' },
    { valor: '-2' },
  ]);
  // Once more over what is there: the tables are replaced, not doubled.
  await restore(empty, copy, { keys, replace: true, sheets: storageOf(other) });
  expect((await read(other)).found).toHaveLength(2);
});
