/** The synonyms of one base: what they find, whom they hurt, and which are refused. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { ingestText } from './ingest/replace-passages.ts';
import { findPassages } from './search/find-passages.ts';

let testServer: TestServer;
let admin: ReturnType<TestServer['as']>;
let base: number;
let other: number;
beforeAll(async () => {
  testServer = await startTestServer();
  admin = testServer.as(await testServer.user({ role: 'admin' }));
  base = await baseOf('Regras');
  other = await baseOf('Outra');
});
afterAll(() => testServer.close());

/** In all but the first two passages stands «prazo». */
const TEXTS = [
  'O borderô semanal é assinado pela tesouraria.',
  'A folha de rosto acompanha cada remessa.',
  ...Array.from({ length: 110 }, (_, index) => `O prazo do item ${index} é contado em dias corridos.`),
];

async function baseOf(name: string): Promise<number> {
  const { id } = (await admin.post('/knowledge-bases', { name })).body.data;
  for (const [number, text] of TEXTS.entries())
    await ingestText(testServer.context.db, {
      knowledge_base_id: id,
      original_filename: `${number}.txt`,
      file_type: 'txt',
      file_size: text.length,
      text,
    });
  return id;
}

const stored = async (id = base) => (await admin.get(`/knowledge-bases/${id}/synonyms`)).body.data;
const put = async (
  entries: object[],
  { id = base, updated_at }: { id?: number; updated_at?: string | null } = {},
) =>
  admin.put(`/knowledge-bases/${id}/synonyms`, {
    updated_at: updated_at === undefined ? (await stored(id)).updated_at : updated_at,
    entries,
  });
const found = async (q: string, query: Record<string, string> = {}, id = base) =>
  (await admin.get(`/knowledge-bases/${id}/search`, { query: { q, limit: '3', ...query } })).body.data;
const entry = (word: string, ...others: string[]) => ({ word, others, weight: 1 });

test('R-DOC-20 a base begins with none of its own, beside the groups that all bases know', async () => {
  expect(await stored()).toEqual({ updated_at: null, entries: [], known: expect.any(Number) });
  expect((await stored()).known).toBeGreaterThan(250);
  expect((await admin.get('/knowledge-bases/999999/synonyms')).status).toBe(404);
});

test('R-DOC-20 a phrase of its own finds what says it otherwise, in its base and in no other', async () => {
  const question = 'Quem cuida do malote financeiro?';
  expect((await found(question)).hits).toEqual([]);
  const entries = [{ word: 'malote financeiro', others: ['borderô', 'romaneio'], weight: 0.6 }];
  const { status, body } = await put(entries);
  expect([status, body.data.entries]).toEqual([200, entries]);
  expect((await found(question)).hits[0]?.content).toBe(TEXTS[0]);
  expect((await found('Onde está o romaneio?')).hits[0]?.content).toBe(TEXTS[0]);
  expect((await found(question, { synonyms: 'false' })).hits).toEqual([]);
  expect((await found(question, {}, other)).hits).toEqual([]);
  // Lists of several bases are united.
  const { passages } = await findPassages(testServer.context, {
    knowledge_base_ids: [other, base],
    question,
    limit: 2,
  });
  expect(passages.map(({ content }) => content)).toEqual([TEXTS[0], TEXTS[0]]);
});

test('R-DOC-20 attack 17: a chain of synonyms is not followed', async () => {
  await put([entry('cachorro', 'malote'), entry('malote', 'borderô')]);
  expect((await found('Onde fica o malote?')).hits[0]?.content).toBe(TEXTS[0]);
  expect((await found('Onde fica o cachorro?')).hits).toEqual([]);
});

test.each(['de', 'a', 'o que', '—', 'prazo', 'prazos'])(
  'R-DOC-20 attack 17: «%s» is too common to be a synonym',
  async (word) => {
    const before = await stored();
    for (const one of [entry(word, 'limite'), entry('limite', word)]) {
      const { status, body } = await put([entry('malote', 'borderô'), one]);
      expect([status, body.code, body.detail]).toEqual([
        422,
        'synonym_too_common',
        `“${word}” aparece em quase todos os trechos e não pode ser sinônimo.`,
      ]);
    }
    expect(await stored()).toEqual(before);
  },
);

test('R-DOC-20 a phrase with a common word and a rare one is taken', async () => {
  expect((await put([entry('prazo do borderô', 'data do malote')])).status).toBe(200);
});

test('R-DOC-20 of two people who edit the same list, the second learns of the first', async () => {
  const { updated_at } = await stored();
  expect((await put([entry('malote', 'borderô')], { updated_at })).status).toBe(200);
  expect((await put([], { updated_at })).body.code).toBe('stale_change');
  expect((await put([], { updated_at: null })).status).toBe(409);
  expect((await stored()).entries).toHaveLength(1);
});

test('R-DOC-20 the list has at most 500 entries, each with one to five other words', async () => {
  const many = Array.from({ length: 501 }, (_, index) => entry(`termo${index}`, `nome${index}`));
  expect((await put(many)).status).toBe(422);
  expect((await put(many.slice(1))).status).toBe(200);
  for (const bad of [
    entry('malote'),
    entry('malote', 'a1', 'b2', 'c3', 'd4', 'e5', 'f6'),
    entry('malote', 'Malote'),
    entry(' ', 'borderô'),
    entry('x'.repeat(81), 'borderô'),
    { ...entry('malote', 'borderô'), weight: 0.5 },
  ])
    expect((await put([bad])).status).toBe(422);
  expect((await put([])).body.data.entries).toEqual([]);
});

test('R-DOC-20 the audit has how many there were and are, and no word of them', async () => {
  await put([entry('malote', 'segredo')]);
  const { rows } = await testServer.context.db.execute<{ entry: string; action: string }>(
    sql`select to_jsonb(a)::text entry, action from audit_entries a order by a.id desc limit 1`,
  );
  expect(rows[0]?.action).toBe('knowledge_base.synonyms_changed');
  expect(rows[0]?.entry).toContain('"synonyms": 1');
  expect(rows[0]?.entry).not.toContain('segredo');
});

test('R-DOC-20 synonyms go with their base', async () => {
  await put([entry('malote', 'borderô')], { id: other });
  expect((await admin.delete(`/knowledge-bases/${other}`)).status).toBe(200);
  const { rows } = await testServer.context.db.execute(
    sql`select from knowledge_base_synonyms where knowledge_base_id = ${other}`,
  );
  expect(rows).toEqual([]);
});
