/** Batches of embeddings, against servers with limits and with faults, on a real pgvector. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openVectorDatabase } from '../../../../test/pgvector.ts';
import { scripted, scriptedModels } from '../../../../test/providers/scripted-model.ts';
import { openLog } from '../../../adapters/log.ts';
import { BatchSize } from '../../../adapters/models/batch-size.ts';
import type { Embedder } from '../../../adapters/models/model.ts';
import { ProviderReplyError } from '../../../adapters/models/providers/fetch-json.ts';
import { createKnowledgeBase } from '../documents/store.ts';
import { ingestText } from '../ingest/replace-passages.ts';
import { embedPassages } from './embed-passages.ts';

const PASSAGES = 40;
const BAD = 'Este trecho traz uma palavra proibida, e também o resto que vem depois dela.';

let database: Awaited<ReturnType<typeof openVectorDatabase>>;
let calls: string[][];
beforeAll(async () => {
  database = await openVectorDatabase();
  const { id } = await createKnowledgeBase(database.db, { name: 'Regras' });
  const texts = Array.from({ length: PASSAGES - 1 }, (_, index) => `Regra número ${index} da casa.`);
  for (const [index, text] of texts.toSpliced(20, 0, BAD).entries())
    await ingestText(database.db, {
      knowledge_base_id: id,
      original_filename: `${index}.txt`,
      file_type: 'txt',
      file_size: text.length,
      text,
    });
}, 180_000);
beforeEach(async () => {
  calls = [];
  await database.db.execute(sql`drop table if exists passage_embeddings, passage_embedding_failures`);
});
afterAll(() => database.close());

/** `refuses` gives the status of a refusal, or a reply that is none; undefined for a call that goes well. */
function embedderThat(refuses: (texts: string[]) => number | null | undefined, width = () => 3): Embedder {
  return {
    name: 'compatible/limitado',
    floor: null,
    batch: new BatchSize(64),
    async embed(texts) {
      calls.push(texts);
      const status = refuses(texts);
      if (status !== undefined) throw new ProviderReplyError(status, 'refused');
      const length = width();
      return { vectors: texts.map((text) => Array.from({ length }, () => text.length)), tokens: 1 };
    },
  };
}
const embed = (embedder: Embedder) =>
  embedPassages({
    db: database.db,
    log: openLog('silent'),
    models: { ...scriptedModels(scripted(['oi'])), embedder },
  });
const count = async (table: string) => {
  const { rows } = await database.db.execute<{ count: number }>(
    sql`select count(*)::int count from ${sql.identifier(table)}`,
  );
  return rows[0]?.count;
};

test('R-DOC-23 a server that takes eight texts gets eight, and is asked for no more afterwards', async () => {
  const embedder = embedderThat((texts) => (texts.length > 8 ? 422 : undefined));
  expect(await embed(embedder)).toBe(PASSAGES);
  expect(await count('passage_embeddings')).toBe(PASSAGES);
  expect(calls.filter((texts) => texts.length > 8).length).toBeLessThanOrEqual(3);
  expect(embedder.batch?.size).toBeLessThanOrEqual(8);
  expect(await count('passage_embedding_failures')).toBe(0);
});

test('R-DOC-23 after twenty calls that went well the size grows by one half, up to that of the start', () => {
  const batch = new BatchSize(64);
  batch.refused(64);
  const good = (calls: number) => {
    for (let call = 0; call < calls; call += 1) batch.accepted();
    return batch.size;
  };
  expect([batch.size, good(19), good(1), good(20), good(20)]).toEqual([32, 32, 48, 64, 64]);
});

test('R-DOC-23 one bad text is tried with half and a quarter of its letters, then passed over until the model changes', async () => {
  const refuses = (texts: string[]) => (texts.some((text) => text.startsWith('Este')) ? 400 : undefined);
  expect(await embed(embedderThat(refuses))).toBe(PASSAGES - 1);
  expect(calls.filter(([first, ...others]) => first?.startsWith('Este') && !others.length)).toEqual([
    [BAD],
    [BAD.slice(0, BAD.length / 2)],
    [BAD.slice(0, BAD.length / 4)],
  ]);
  expect(await count('passage_embedding_failures')).toBe(1);
  calls = [];
  expect(await embed(embedderThat(refuses))).toBe(0);
  expect(calls).toEqual([]);
  expect(await embed({ ...embedderThat(() => undefined), name: 'compatible/outro' })).toBe(PASSAGES);
});

test('R-DOC-23 a text that is only too long has the vector of its beginning', async () => {
  expect(await embed(embedderThat((texts) => (texts.join('').length > 40 ? 413 : undefined)))).toBe(PASSAGES);
  expect(await count('passage_embedding_failures')).toBe(0);
});

test('R-DOC-23 attack 19: NaN, other widths and one vector too many are refusals of the batch', async () => {
  let good = 0;
  const odd = embedderThat(
    (texts) => (texts.length > 1 && texts.some((text) => text.startsWith('Este')) ? null : undefined),
    () => {
      good += 1;
      return good === 2 ? 4 : 3;
    },
  );
  expect(await embed(odd)).toBe(PASSAGES);
  const { rows } = await database.db.execute(
    sql`select distinct vector_dims(embedding) width from passage_embeddings`,
  );
  expect(rows).toEqual([{ width: 3 }]);
});

test('R-DOC-23 a server that refuses everything, the key, or is away ends the job, and nothing is passed over', async () => {
  for (const status of [400, 401, 404, 429, 503])
    await expect(embed(embedderThat(() => status))).rejects.toThrow('refused');
  expect(await count('passage_embedding_failures')).toBe(0);
});
