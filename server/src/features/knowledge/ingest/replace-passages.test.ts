import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { createKnowledgeBase, findDocument } from '../documents/store.ts';
import { inBatches, passagesOf } from '../passages/chunks.ts';
import { removeDocument } from '../removal.ts';
import { searchPassages } from '../search/search-passages.ts';
import { ingestText, replaceText } from './replace-passages.ts';

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer();
});
afterAll(() => testServer.close());

const remove = (knowledge_base_id: number, document_id: number) =>
  removeDocument(testServer.context, null, { knowledge_base_id, document_id });

const base = async () => (await createKnowledgeBase(testServer.context.db, { name: 'Regras' })).id;
const put = (knowledge_base_id: number, text: string, document_id?: number) =>
  ingestText(testServer.context.db, {
    knowledge_base_id,
    original_filename: 'regras.txt',
    file_type: 'txt',
    file_size: Buffer.byteLength(text),
    text,
    ...(document_id === undefined ? {} : { document_id }),
  });
const find = async (knowledge_base_id: number, question: string) =>
  (await searchPassages(testServer.context.db, { knowledge_base_ids: [knowledge_base_id], question })).map(
    ({ content }) => content,
  );

/** The words of all bases, as they are kept and as they are. */
async function expectTermsToAddUp(): Promise<void> {
  const { rows } = await testServer.context.db.execute(sql`
    with counted as (
      select knowledge_base_id, lexeme, count(*)::int document_frequency
      from passages cross join lateral unnest(tsv) word
      group by 1, 2
    )
    (table passage_terms except table counted) union all (table counted except table passage_terms)`);
  expect(rows).toEqual([]);
}

test('a text whose tokens cannot be counted leaves nothing of itself, however much of it was on its way', async () => {
  const knowledge_base_id = await base();
  const { id: document_id } = await put(knowledge_base_id, 'O reembolso é pago em dez dias.');
  const text = Array.from({ length: 900 }, (_, day) => `No dia ${day} vence o prazo.\n\n`.repeat(20)).join(
    '',
  );
  const content_text = Buffer.from(text);
  content_text.subarray = () => {
    throw new Error('não se conta');
  };
  const taken = Promise.withResolvers<void>();
  async function* batches() {
    yield* inBatches(passagesOf(text, { fileType: 'txt' }));
    taken.resolve();
  }
  const file = { original_filename: 'regras.txt', file_type: 'txt', file_size: text.length };
  const unread = { file_id: null, indexed_file_id: null, pages: null, pages_without_text: null, notes: [] };
  const switching = testServer.context.db.transaction((transaction) =>
    replaceText(transaction, { knowledge_base_id, document_id }, batches(), {
      ...file,
      ...unread,
      content_text,
    }),
  );
  await expect(switching).rejects.toThrow('não se conta');
  await taken.promise;
  const { rows } = await testServer.context.db.execute(
    sql`select content from passages where knowledge_base_id = ${knowledge_base_id}`,
  );
  expect(rows).toEqual([{ content: 'O reembolso é pago em dez dias.' }]);
});

const textOf = (knowledge_base_id: number, document_id: number) =>
  findDocument(testServer.context.db, { knowledge_base_id, document_id }, testServer.context.clock.now());

describe('a document that is put into a base', () => {
  test('is ready, has its text and tokens, and is found by its words', async () => {
    const id = await base();
    const document = await put(id, 'O reembolso é pago em dez dias.');
    expect(document).toMatchObject({
      status: 'ready',
      progress: 1,
      error: null,
      original_filename: 'regras.txt',
    });
    expect(document.token_count).toBeGreaterThan(5);
    expect(document).not.toHaveProperty('content_text');
    expect((await textOf(id, document.id))?.content_text).toBe('O reembolso é pago em dez dias.');
    expect(await find(id, 'quando é o reembolso?')).toEqual(['O reembolso é pago em dez dias.']);
  });

  test('keeps passages that are spans of the stored text, whatever it holds', async () => {
    const id = await base();
    const text =
      'Prazo: 😀 dez dias.\r\n\r\nMulta \0de "2%" \uD800 ao mês; C:\\pasta {a,b} NULL.\r\n\r\n\'Fim\'';
    const { id: document } = await put(id, text);
    const stored = (await textOf(id, document))?.content_text ?? '';
    expect(stored).not.toContain('\0');
    const passages = await searchPassages(testServer.context.db, {
      knowledge_base_ids: [id],
      question: 'multa e prazo',
    });
    expect(passages.length).toBeGreaterThan(0);
    for (const { start, end, content } of passages) expect(stored.slice(start, end)).toBe(content);
  });

  test('without a word is kept and never found', async () => {
    const id = await base();
    expect(await put(id, '  \n\n ——— \n')).toMatchObject({
      status: 'ready',
      token_count: expect.any(Number),
    });
    expect(await find(id, 'prazo')).toEqual([]);
    await expectTermsToAddUp();
  });

  test('goes as a whole, with its words', async () => {
    const id = await base();
    const kept = 'O prazo do recurso é de cinco dias.';
    await put(id, kept);
    const gone = await put(id, 'O prazo da licença é de noventa dias.');
    await remove(id, gone.id);
    expect(await find(id, 'prazo da licença')).toEqual([kept]);
    expect(await textOf(id, gone.id)).toBeNull();
    await expectTermsToAddUp();
  });

  test('can be replaced, and is old or new but never both', async () => {
    const id = await base();
    const { id: document } = await put(id, 'A diária é de cem reais.');
    const replaced = await put(id, 'A diária é de duzentos reais e o pernoite de trezentos.', document);
    expect(replaced.id).toBe(document);
    expect(await find(id, 'valor da diária')).toEqual([
      'A diária é de duzentos reais e o pernoite de trezentos.',
    ]);
    await expectTermsToAddUp();
  });

  test('that is missing, or whose base is, says so', async () => {
    const id = await base();
    await expect(put(2_000_000_000, 'Texto.')).rejects.toMatchObject({ code: 'knowledge_base_not_found' });
    await expect(put(id, 'Texto.', 2_000_000_000)).rejects.toMatchObject({ code: 'document_not_found' });
    await expect(remove(id, 2_000_000_000)).rejects.toMatchObject({
      code: 'document_not_found',
    });
    const other = await base();
    const { id: document } = await put(other, 'De outra base.');
    await expect(remove(id, document)).rejects.toMatchObject({
      code: 'document_not_found',
    });
    await expectTermsToAddUp();
  });

  test('leaves nothing behind when it fails half-way', async () => {
    const id = await base();
    await testServer.context.db.execute(sql`
      create function refuse() returns trigger language plpgsql as $$ begin raise exception 'disco cheio'; end $$`);
    await testServer.context.db.execute(sql`
      create trigger refuse before insert on passages for each row when (new.ordinal = 700) execute function refuse()`);
    const text = Array.from(
      { length: 900 },
      (_, index) => `# Seção ${index}\n\nTexto número ${index} da seção.`,
    ).join('\n\n');
    await expect(put(id, text)).rejects.toThrow();
    await testServer.context.db.execute(sql`drop function refuse() cascade`);
    expect(await find(id, 'texto da seção')).toEqual([]);
    const { rows } = await testServer.context.db.execute(
      sql`select id from documents where knowledge_base_id = ${id}`,
    );
    expect(rows).toEqual([]);
    await expectTermsToAddUp();
  });
});

describe('the word counts of a base', () => {
  test('equal a recount after documents came, went and changed side by side', async () => {
    const ids = [await base(), await base()];
    const themes = ['férias', 'licença', 'multa', 'contrato', 'prazo', 'recurso', 'edital', 'pregão'];
    const text = (seed: number) =>
      Array.from({ length: 1 + (seed % 5) }, (_, index) => {
        const theme = (offset: number) => themes[(seed * (index + 3) + offset) % themes.length];
        return `# ${theme(1)} ${seed}\n\nO ${theme(0)} de ${theme(2)} depende do ${theme(3)} número ${seed % 4}.`;
      }).join('\n\n');
    const documents = await Promise.all(
      Array.from({ length: 12 }, async (_, seed) => {
        const id = ids[seed % 2] as number;
        return { base: id, id: (await put(id, text(seed))).id };
      }),
    );
    await expectTermsToAddUp();

    await Promise.all(
      documents.map(async ({ base: id, id: document }, index) => {
        if (index % 3 === 0) await remove(id, document);
        if (index % 3 === 1) await put(id, text(100 + index), document);
        if (index % 3 === 2) await put(id, text(200 + index));
      }),
    );
    await expectTermsToAddUp();
  });

  test('hold when one document is replaced from several sides at once', async () => {
    const id = await base();
    const { id: document } = await put(id, 'Férias, licenças e prazos dos servidores.');
    const texts = Array.from({ length: 6 }, (_, index) => `Férias e prazos, versão ${index}, de servidores.`);
    await Promise.all(texts.map((text) => put(id, text, document)));
    await expectTermsToAddUp();
    const found = await find(id, 'férias');
    expect(found).toHaveLength(1);
    expect(texts).toContain(found[0]);
  });

  test('survive that the base is deleted while it is being filled', async () => {
    const id = await base();
    const filling = Array.from({ length: 4 }, (_, index) => put(id, `Texto ${index} sobre férias e prazos.`));
    await testServer.context.db.execute(sql`delete from knowledge_bases where id = ${id}`);
    const outcomes = await Promise.allSettled(filling);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected')
        expect(outcome.reason).toMatchObject({ code: 'knowledge_base_not_found' });
    await testServer.context.db.execute(sql`delete from knowledge_bases where id = ${id}`);
    await expectTermsToAddUp();
  });
});

test('filling a base tells when it last changed', async () => {
  const id = await base();
  await testServer.context.db.execute(
    sql`update knowledge_bases set updated_at = '2020-01-01' where id = ${id}`,
  );
  await put(id, 'Texto novo.');
  const { rows } = await testServer.context.db.execute<{ is_new: boolean }>(
    sql`select updated_at > now() - interval '1 minute' is_new from knowledge_bases where id = ${id}`,
  );
  expect(rows[0]?.is_new).toBe(true);
});
