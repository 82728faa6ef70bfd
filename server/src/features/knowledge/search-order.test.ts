import { readdirSync, readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { createKnowledgeBase } from './documents/store.ts';
import { ingestText } from './ingest/replace-passages.ts';
import { brokenDocuments } from './invariants.ts';
import { removeDocument } from './removal.ts';
import { searchPassages } from './search/search-passages.ts';

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer();
});
afterAll(() => testServer.close());

/** Many documents say nearly the same, so that many passages get equal scores and the limits cut among them. */
const FILES = Array.from({ length: 45 }, (_, number) => ({
  original_filename: `ata-${number}.txt`,
  text: [
    `Ata número ${number}. O pregão foi adiado pela comissão.`,
    ...Array.from({ length: number % 4 }, () => 'CAPÍTULO I\n\nO pregão foi adiado pela comissão.'),
    'Assinam os presentes. '.repeat(1 + (number % 7)),
  ].join('\n\n'),
}));

async function baseOf(files: typeof FILES): Promise<number> {
  const { db } = testServer.context;
  const { id: knowledge_base_id } = await createKnowledgeBase(db, { name: 'Atas' });
  for (const file of files)
    await ingestText(db, { knowledge_base_id, file_type: 'txt', file_size: file.text.length, ...file });
  return knowledge_base_id;
}

const found = async (knowledge_base_id: number, question: string) =>
  (
    await searchPassages(testServer.context.db, {
      knowledge_base_ids: [knowledge_base_id],
      question,
      limit: 60,
    })
  ).map(({ title, start, score }) => [title, start, score]);

test('R-DOC-17 the same files give the same results in the same order, in whatever order they were uploaded', async () => {
  const one = await baseOf(FILES);
  const other = await baseOf(FILES.toReversed());
  for (const question of ['O pregão foi adiado?', 'Quem assina pela comissão?', 'Qual ata adiou o prégao?']) {
    const first = await found(one, question);
    expect(first.length).toBeGreaterThan(50);
    expect(await found(other, question)).toEqual(first);
    await testServer.context.db.execute(sql`vacuum analyze passages`);
    expect(await found(one, question)).toEqual(first);
  }
});

test('R-DOC-18 the sums of a base equal a recount after documents came, changed and went', async () => {
  const { db } = testServer.context;
  const knowledge_base_id = await baseOf(FILES.slice(0, 6));
  const sizes = async () =>
    (
      await db.execute(sql`
        select passage_count, lexeme_sum::int, (
          select json_build_array(count(*), sum(lexeme_count)) from passages where knowledge_base_id = b.id
        ) recounted from knowledge_bases b where id = ${knowledge_base_id}`)
    ).rows[0];
  const documents = await db.execute<{ id: number }>(
    sql`select id from documents where knowledge_base_id = ${knowledge_base_id} order by id`,
  );
  const [gone, replaced] = documents.rows.map(({ id }) => id);
  await removeDocument(testServer.context, null, { knowledge_base_id, document_id: gone ?? 0 });
  await ingestText(db, {
    knowledge_base_id,
    document_id: replaced ?? 0,
    original_filename: 'nova.txt',
    file_type: 'txt',
    file_size: 1,
    text: 'Uma ata inteiramente nova, com outras palavras.',
  });
  const { passage_count, lexeme_sum, recounted } = (await sizes()) ?? {};
  expect([passage_count, lexeme_sum]).toEqual(recounted);
  expect(passage_count).toBeGreaterThan(5);
  expect(await brokenDocuments(db)).toEqual([]);
});

test('R-DOC-17 no statement of the search has a limit without a total order', () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => ({ name, text: readFileSync(`${import.meta.dirname}/${name}`, 'utf8') }));
  const limits = files.flatMap(({ name, text }) =>
    [...text.matchAll(/\blimit (?=\$\{|\d)/g)].map(({ index }) => {
      const order = text.slice(text.lastIndexOf('order by', index), index).trim();
      return { name, order };
    }),
  );
  // The last key is unique among the rows that are limited.
  const isTotal = (order: string) => /^order by [^`]*(?:\bid|\b(?:lexeme|section) collate "C")$/.test(order);
  expect(limits.filter(({ order }) => !isTotal(order) || /\b(?:select|from)\b/.test(order))).toEqual([]);
  expect(limits.length).toBeGreaterThan(7);
});
