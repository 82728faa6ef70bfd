import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { formWith, settled } from '../../../../test/uploads.ts';

let testServer: TestServer;
let admin: ReturnType<TestServer['as']>;
let base: number;
beforeAll(async () => {
  testServer = await startTestServer();
  admin = testServer.as(await testServer.user({ role: 'admin' }));
  base = (await admin.post('/knowledge-bases', { name: 'Regras' })).body.data.id;
  const text = [
    '# Férias\n\nO servidor tem direito a trinta dias de férias por ano de exercício.',
    '# Licenças\n\nA licença para tratamento de saúde depende de perícia médica oficial.',
    ...Array.from(
      { length: 30 },
      (_, index) => `# Anexo ${index}\n\nTabela de códigos do anexo número ${index}.`,
    ),
  ];
  const { body } = await admin.upload(
    `/knowledge-bases/${base}/documents`,
    formWith('Estatuto.md', text.join('\n\n')),
  );
  // A busy machine may take longer than the answer to an upload waits.
  await settled(testServer, { knowledge_base_id: base, document_id: body.data.id });
});
afterAll(() => testServer.close());

const search = async (query: Record<string, string>) =>
  admin.get(`/knowledge-bases/${base}/search`, { query });
const marked = ({ content, matches }: { content: string; matches: { start: number; end: number }[] }) =>
  matches.map(({ start, end }) => content.slice(start, end));

describe('a question to a base', () => {
  test('finds passages best first, each with its place, its section and the words that answer', async () => {
    const { status, body } = await search({ q: 'Quantos dias de ferias tem o servidor?' });
    expect([status, body.data.relevant]).toEqual([200, true]);
    const [hit] = body.data.hits;
    expect(hit).toMatchObject({
      original_filename: 'Estatuto.md',
      section: 'Férias',
      page: null,
      content: 'O servidor tem direito a trinta dias de férias por ano de exercício.',
      score: expect.any(Number),
    });
    expect(marked(hit)).toEqual(expect.arrayContaining(['servidor', 'dias', 'férias']));
    expect(marked(hit)).not.toContain('de');
    const scores = body.data.hits.map(({ score }: { score: number }) => score);
    expect(scores).toEqual(scores.toSorted((a: number, b: number) => b - a));
    const { data: text } = (await admin.get(`/knowledge-bases/${base}/documents/${hit.document_id}`)).body;
    expect(text.content_text.slice(hit.start, hit.end)).toBe(hit.content);
    expect(text.passages.find(({ id }: { id: number }) => id === hit.passage_id)).toEqual({
      id: hit.passage_id,
      start: hit.start,
      end: hit.end,
      section: 'Férias',
      page: null,
    });
  });

  test('marks other forms of its words, and what stands in for a word that was mistyped', async () => {
    const { body } = await search({ q: 'licensa médicas' });
    const hit = body.data.hits[0];
    expect(hit.section).toBe('Licenças');
    expect(marked(hit)).toEqual(['licença', 'médica']);
  });

  test('that no document answers shows the nearest, and says that an agent would say so', async () => {
    const { body } = await search({ q: 'Qual é a tabela de preços do estacionamento do aeroporto?' });
    expect(body.data.relevant).toBe(false);
    expect(body.data.hits.length).toBeGreaterThan(0);
    expect((await search({ q: 'xyzzy plugh' })).body.data).toEqual({ hits: [], relevant: false });
  });

  test('gets as many as it asks for, and ten without asking', async () => {
    expect((await search({ q: 'anexo' })).body.data.hits).toHaveLength(10);
    expect((await search({ q: 'anexo', limit: '3' })).body.data.hits).toHaveLength(3);
    expect((await search({ q: 'anexo', limit: '200' })).body.data.hits.length).toBeGreaterThan(25);
  });

  test('that is empty or too long is refused with a sentence', async () => {
    for (const [q, detail] of [
      ['', 'Digite uma pergunta.'],
      [' \0 ', 'Digite uma pergunta.'],
      ['x'.repeat(1_001), 'A pergunta deve ter no máximo 1.000 caracteres.'],
    ] as const) {
      const { status, body } = await search({ q });
      expect([status, body.detail]).toEqual([422, detail]);
    }
    expect((await search({})).status).toBe(422);
  });

  test('may hold whatever a query language would mind', async () => {
    for (const q of ["férias' | !(a) & :*", '"; drop table passages; --', '\\', '%', '<-> férias'])
      expect((await search({ q })).status).toBe(200);
  });
});

test('R-KB-31 R-KB-37 the list has all of a document but its text, the document has it', async () => {
  const { body } = await admin.get(`/knowledge-bases/${base}`);
  expect(Object.keys(body.data.documents[0])).not.toContain('content_text');
  expect(JSON.stringify(body)).not.toContain('trinta dias');
  const one = await admin.get(`/knowledge-bases/${base}/documents/${body.data.documents[0].id}`);
  const { content_text, passages, recognised_pages, ...rest } = one.body.data;
  expect(rest).toEqual(body.data.documents[0]);
  expect([content_text.includes('trinta dias'), passages.length, recognised_pages]).toEqual([true, 32, []]);
  for (const id of ['999999', 'x', '-1'])
    expect((await admin.get(`/knowledge-bases/${base}/documents/${id}`)).body.detail).toBe(
      'Documento não encontrado',
    );
});
