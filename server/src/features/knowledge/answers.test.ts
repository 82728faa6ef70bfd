/** From a file to the cited sentence: what is uploaded is what an agent answers from, with the right page. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Source } from '#contract/citations.ts';
import { docxOf, heading, paragraph, table } from '../../../../tests/fixtures/docx.ts';
import { linesAt, pdfOf } from '../../../../tests/fixtures/pdf.ts';
import { buildAgent, buildSession } from '../../../test/builders.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { formWith, settled } from '../../../test/uploads.ts';

let testServer: TestServer;
let admin: ReturnType<TestServer['as']>;
let ana: Awaited<ReturnType<TestServer['user']>>;
let base: number;
let agent: number;
beforeAll(async () => {
  testServer = await startTestServer();
  admin = testServer.as(await testServer.user({ role: 'admin' }));
  ana = await testServer.user();
  base = (await admin.post('/knowledge-bases', { name: 'Legislação' })).body.data.id;
  // Without a provider's key the local reader answers with what it finds, literally.
  agent = (await buildAgent(testServer.context, { knowledge_bases: [base] })).id;
});
afterAll(() => testServer.close());

async function upload(name: string, content: string | Uint8Array<ArrayBuffer>): Promise<number> {
  const { status, body } = await admin.upload(`/knowledge-bases/${base}/documents`, formWith(name, content));
  expect(status).toBe(201);
  await settled(testServer, { knowledge_base_id: base, document_id: body.data.id });
  return body.data.id;
}

async function ask(question: string): Promise<{ answer: string; source: Source; message_id: number }> {
  const session = await buildSession(testServer.context, { user_id: ana.id, agent_id: agent });
  const { events, answer } = await testServer.as(ana).ask(session.id, question);
  const end = events.at(-1);
  return { answer, source: end?.sources?.[0] as Source, message_id: end?.message_id as number };
}

const THEMES = ['diárias', 'licenças', 'férias', 'gratificações', 'promoções', 'remoções', 'aposentadorias'];
const CITIES = ['Olinda', 'Caruaru', 'Petrolina', 'Garanhuns', 'Igarassu'];
/** Each page has one fact of its own. */
function page(number: number) {
  const theme = THEMES[number % THEMES.length];
  const city = CITIES[number % CITIES.length];
  return [
    { text: 'Estatuto dos Servidores', x: 72, y: 36, size: 9 },
    ...linesAt([
      `Seção sobre ${theme} na unidade de ${city}.`,
      ...Array.from(
        { length: 30 },
        (_, line) => `O servidor observa o que a alínea ${line} dispõe a respeito do expe-`,
      )
        .flatMap((first) => [first, 'diente comum, sem prejuízo do que está nas demais normas da casa.'])
        .slice(0, 40),
      `O código de arquivo da portaria é PT${number * 37}, e vale por ${number + 2} meses.`,
    ]),
    { text: `${number}`, x: 290, y: 815, size: 9 },
  ];
}

test('R-AGT-45 R-KB-22 questions to a book of 300 pages are answered with the sentence and its page', {
  timeout: 120_000,
}, async () => {
  const book = pdfOf(Array.from({ length: 300 }, (_, index) => page(index + 1)));
  const id = await upload('Estatuto.pdf', book);
  const { body } = await admin.get(`/knowledge-bases/${base}/documents/${id}`);
  expect(body.data).toMatchObject({ status: 'ready', pages: 300, pages_without_text: 0 });
  expect(body.data.content_text.includes('expe-')).toBe(false);
  for (const number of [1, 17, 150, 299, 300]) {
    const { answer, source } = await ask(`Por quantos meses vale a portaria de código PT${number * 37}?`);
    expect(answer).toContain(`${number + 2} meses`);
    expect(source).toMatchObject({ kind: 'document', title: 'Estatuto.pdf', document_id: id, page: number });
    expect(source.snippet).toContain(`PT${number * 37}`);
    expect(body.data.content_text.slice(source.start, source.end)).toBe(source.snippet);
  }
  await admin.delete(`/knowledge-bases/${base}/documents/${id}`);
});

test('R-AGT-45 a row of a Word table and a note are found by what their columns and words say', async () => {
  const document = docxOf(
    [
      heading(1, 'Diárias'),
      table([
        ['Destino', 'Cargo', 'Valor'],
        ['Brasília', 'Analista', 'R$ 420,00'],
        ['Fortaleza', 'Motorista', 'R$ 190,00'],
      ]),
      heading(1, 'Afastamentos'),
      paragraph('O afastamento para estudo no exterior depende de autorização.', { note: 1 }),
    ],
    { footnotes: ['Decreto 1.387, de 1995, sobre o prazo de quatro anos.'] },
  );
  const id = await upload('Manual de Diárias.docx', document);
  const row = await ask('Qual é o valor da diária do motorista em Fortaleza?');
  expect(row.answer).toContain('R$ 190,00');
  expect(row.source).toMatchObject({ title: 'Manual de Diárias.docx', section: 'Diárias' });
  const note = await ask('Que decreto trata do prazo de quatro anos?');
  expect(note.answer).toContain('1.387');
  await admin.delete(`/knowledge-bases/${base}/documents/${id}`);
});

test('a citation of a document that was deleted says that its source was removed', async () => {
  const id = await upload('Avisos.txt', 'O estacionamento do anexo fecha às vinte e duas horas.');
  const { message_id, source } = await ask('A que horas fecha o estacionamento do anexo?');
  expect(source).toMatchObject({ document_id: id, title: 'Avisos.txt' });
  const view = async () =>
    (await testServer.as(ana).get(`/chat/messages/${message_id}/sources/${source.index}`)).body.data;
  expect(await view()).toMatchObject({ state: 'shown' });
  await admin.delete(`/knowledge-bases/${base}/documents/${id}`);
  expect(await view()).toMatchObject({ state: 'removed', text: null, source: { title: 'Avisos.txt' } });
  expect((await ask('A que horas fecha o estacionamento do anexo?')).answer).toContain('Não encontrei');
});
