import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../../test/test-server.ts';
import { textArray } from './wire-array.ts';

const testServer = await startTestServer();

test('texts reach the database as they are, whatever is in them, as letters or as bytes', async () => {
  const texts = ['', 'NULL', 'C:\\pasta {a,"b"}', 'não é; é 😀', '  dois\n'];
  const { rows } = await testServer.context.db.execute<{
    texts: string[];
    bytes: string[];
    none: string[];
  }>(sql`
    select ${textArray(texts)}::text[] texts, ${textArray(texts.map((text) => Buffer.from(text)))}::text[] bytes,
      ${textArray([])}::text[] none`);
  expect(rows).toEqual([{ texts, bytes: texts, none: [] }]);
  // Bytes that are no UTF-8 are refused by the database.
  const broken = testServer.context.db.execute(sql`select ${textArray([Buffer.from([0xff])])}::text[]`);
  await expect(broken).rejects.toMatchObject({ cause: { code: '22021' } });
});
