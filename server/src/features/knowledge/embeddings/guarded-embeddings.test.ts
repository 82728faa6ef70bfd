/** The guard of personal data on the way to an embedder, on a real pgvector. */
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildAgent } from '../../../../test/builders.ts';
import { openVectorDatabase } from '../../../../test/pgvector.ts';
import { scripted, scriptedModels } from '../../../../test/providers/scripted-model.ts';
import { openLog } from '../../../adapters/log.ts';
import { guardModels } from '../../../adapters/models/guard/guarded-models.ts';
import type { Embedder } from '../../../adapters/models/model.ts';
import { agent_knowledge_bases, agents } from '../../../db/tables/agents.ts';
import { documents } from '../../../db/tables/knowledge.ts';
import { quotablePassages } from '../../verified-answers/quotable-passages.ts';
import { createKnowledgeBase } from '../documents/store.ts';
import { ingestText } from '../ingest/replace-passages.ts';
import { findPassages } from '../search/find-passages.ts';
import { embedPassages } from './embed-passages.ts';
import { basesThatLeft, passagesToEmbed } from './passage-embeddings.ts';

const CPF = '529.982.247-25';

let calls: string[] = [];
const embedder: Embedder = {
  name: 'openai/sentidos',
  floor: null,
  async embed(texts) {
    calls.push(...texts);
    return { vectors: texts.map(({ length }) => [1, length]), tokens: null };
  },
};

let database: Awaited<ReturnType<typeof openVectorDatabase>>;
let public_base: number;
let private_base: number;
const context = () => ({
  db: database.db,
  log: openLog('silent'),
  models: guardModels({ ...scriptedModels(scripted(['oi'])), embedder }),
});

async function baseWith(name: string, text: string): Promise<number> {
  const { id } = await createKnowledgeBase(database.db, { name });
  const file = { original_filename: 'a.txt', file_type: 'txt', file_size: text.length, text } as const;
  await ingestText(database.db, { knowledge_base_id: id, ...file });
  return id;
}

beforeAll(async () => {
  database = await openVectorDatabase();
  public_base = await baseWith('Aberta', `A ficha do servidor traz o CPF ${CPF}.`);
  private_base = await baseWith('Da casa', `O prontuário do paciente traz o CPF ${CPF}.`);
  const [agent] = await database.db
    .insert(agents)
    .values({
      name: 'Da casa',
      prompt_sections: {
        identity: '',
        goal: '',
        response_style: '',
        constraints: '',
        custom_instructions: '',
      },
      residency_max: 'local',
    })
    .returning({ id: agents.id });
  await database.db
    .insert(agent_knowledge_bases)
    .values({ agent_id: agent?.id ?? 0, knowledge_base_id: private_base });
}, 180_000);
beforeEach(() => {
  calls = [];
});
afterAll(() => database.close());

test('R-GRD-11: a base of an agent that does not leave is never sent; others are', async () => {
  expect(await embedPassages(context())).toBe(1);
  expect(calls).toEqual([`A ficha do servidor traz o CPF ${CPF}.`]);
});

test('R-GRD-11: with a rule passages are sent anew with marks, and the question too', async () => {
  const guarded = context();
  guarded.models.guard.rule = { mode: 'mask', kinds: ['cpf'] };
  expect(await embedPassages(guarded)).toBe(1);
  expect(calls).toEqual(['A ficha do servidor traz o CPF [CPF].']);
  const { rows } = await database.db.execute(sql`select distinct model from passage_embeddings`);
  expect(rows).toEqual([{ model: 'openai/sentidos+mask' }]);
  const search = { knowledge_base_ids: [public_base], question: `De quem é ${CPF}?` };
  const found = await findPassages(guarded, search);
  expect(calls.at(-1)).toBe('De quem é [CPF]?');
  // The ledger and the prices know the model by the name that the operator wrote.
  expect(found.embedding?.model).toBe('openai/sentidos');
});

test('a question of an agent with a rule of its own gets marks, whatever the installation does', async () => {
  const question = `De quem é ${CPF}?`;
  await findPassages(context(), { knowledge_base_ids: [public_base], question, masked_kinds: ['cpf'] });
  expect(calls).toEqual(['De quem é [CPF]?']);
});

test('R-GRD-08: a question of an agent that does not leave is searched for by words alone', async () => {
  const search = { knowledge_base_ids: [private_base], question: 'prontuário do paciente' };
  const found = await findPassages(context(), { ...search, residency_max: 'local' });
  expect([found.passages.length, found.embedding, calls]).toEqual([1, null, []]);
});

test('R-GRD-11: a base that was sent outside is marked for an agent that does not leave', async () => {
  await embedPassages(context());
  const { models } = context();
  const leftAt = (
    residency_max: 'local' | 'brasil' | 'exterior',
    of: Embedder | null = models.embedder ?? null,
  ) => basesThatLeft(database.db, of, { ids: [public_base, private_base], residency_max });
  expect([...(await leftAt('local'))]).toEqual([public_base]);
  expect([...(await leftAt('brasil'))]).toEqual([public_base]);
  expect([...(await leftAt('exterior'))]).toEqual([]);
  const own = { ...embedder, residency: 'local' as const };
  await database.db.execute(sql`update passage_embeddings set model = ${own.name}`);
  expect([...(await leftAt('local', own))]).toEqual([]);
  expect([...(await leftAt('local', null))]).toEqual([public_base]);
});

test('R-DOC-16 passages of documents that can be read again are counted where they would be sent', async () => {
  await embedPassages(context());
  const bases = [public_base, private_base];
  expect([...(await passagesToEmbed(database.db, embedder, bases))]).toEqual([]);
  const id = crypto.randomUUID();
  for (const knowledge_base_id of bases)
    await database.db
      .update(documents)
      .set({ reader_version: 1, file_id: id })
      .where(eq(documents.knowledge_base_id, knowledge_base_id));
  expect([...(await passagesToEmbed(database.db, embedder, bases))]).toEqual([[public_base, 1]]);
  const own = { ...embedder, residency: 'local' as const };
  expect((await passagesToEmbed(database.db, own, bases)).size).toBe(2);
  expect((await passagesToEmbed(database.db, null, bases)).size).toBe(0);
});

test('R-GRD-11: the search for a passage that a verified answer cites sends marks where its agent has a rule of its own', async () => {
  const asked = async (rules: object) => {
    const { id } = await buildAgent(database, { groups: [], knowledge_bases: [public_base], rules });
    calls = [];
    await quotablePassages(context(), id, `De quem é ${CPF}?`);
    return calls;
  };
  expect(await asked({ personal_data: 'mask', personal_data_kinds: ['cpf'] })).toEqual(['De quem é [CPF]?']);
  expect(await asked({})).toEqual([`De quem é ${CPF}?`]);
  expect(await asked({ residency_max: 'local' })).toEqual([]);
});
