import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import mammoth from 'mammoth';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { plainText } from '#contract/markdown/plain-text.ts';
import { PUBLISHED_KEYS_PATH } from '#contract/receipts.ts';
import { buildAgent, buildSession } from '../../../test/builders.ts';
import { scripted, scriptedModels } from '../../../test/providers/scripted-model.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { messages } from '../../db/tables/chat.ts';
import { docxFile } from './docx-file.ts';
import type { ExportDocument } from './export-document.ts';
import { pdfFile } from './pdf/pdf-file.ts';
import { writeFileInThread } from './write-file.ts';

const SCRIPT = fileURLToPath(new URL('../../../../web/public/conferir.mjs', import.meta.url));
const ODD = 'Ação de «João» — §1º, nº 2ª: ½ de R$ 1.234,50 (€), fim/efeito, “aspas”, → ≥ ✓ Ω.';
const SNIPPET = 'A senha temporária vale por trinta minutos e só pode ser usada uma vez.';

/** Every kind of block, each answer with words of its own. */
const answerOf = (n: number) => `## Resposta ${n}

${ODD} Vale por **trinta** minutos [1], veja [o manual ${n}](https://exemplo.gov.br/manual?pagina=${n}).

1. primeiro passo ${n}
2. segundo passo
   - um detalhe *curto*

> uma citação ${'com muitas palavras '.repeat(12)}

| Cidade | Valor |
|---|---:|
| São Paulo | ${n}.234,50 |
| Maceió | 7 |

\`\`\`js
const valor = ${n};
\`\`\`

Último parágrafo com uma palavra muito longa: ${'inconstitucionalissimamente'.repeat(6)}.`;

const documentOf = (answers: string[]): ExportDocument => ({
  title: 'Senha temporária',
  about: ['Conversa com Ajuda'],
  records: answers.map((answer, place) => ({
    heading: `Pergunta ${place + 1}`,
    question: `Por quanto tempo vale a senha ${place}?\nE depois?`,
    answer_heading: 'Resposta de Ajuda',
    answer,
    notes: [],
    tables: [],
    sources: [{ n: 1, label: 'manual.md, página 3', text: SNIPPET }],
  })),
  notice: 'Gerado por IA. Confira as fontes.',
  made_at: '2026-11-14T12:00:00.000Z',
  receipt: null,
});

const pdfText = async (bytes: Uint8Array): Promise<string> =>
  (await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true })).text;
const docxText = async (bytes: Uint8Array): Promise<string> =>
  (await mammoth.extractRawText({ buffer: Buffer.from(bytes) })).value;

const FOOT = /Gerado por IA\. Confira as fontes\.\s*Página \d+ de \d+/g;
const squeezed = (text: string) =>
  text
    .replace(FOOT, '')
    .replace(/\[\d+\]/g, '')
    .replace(/\s+/g, '');

/** The words of an answer that are not found in a text, each behind the one before. */
function lacking(text: string, answers: string[]): string[] {
  const read = squeezed(text);
  let at = 0;
  return answers
    .flatMap((answer) => plainText(answer).split(/\n| · /))
    .map(squeezed)
    .filter((words) => {
      const found = read.indexOf(words, at);
      if (found >= 0) at = found + words.length;
      return found < 0;
    });
}

describe('R-PRF-02 the text of a file, read back, is the answer', () => {
  const answers = Array.from({ length: 200 }, (_, n) => answerOf(n));
  const document = documentOf(answers);

  test('in a PDF, for two hundred answers with tables, lists and code', async () => {
    const text = await pdfText(await pdfFile(document));
    expect(lacking(text, answers)).toEqual([]);
    expect(squeezed(text).split(squeezed(SNIPPET))).toHaveLength(answers.length + 1);
    expect(text).not.toContain('não pôde');
  }, 60_000);

  test('in a Word document', async () => {
    const text = await docxText(await docxFile(document));
    expect(lacking(text, answers)).toEqual([]);
    expect(text.split(SNIPPET)).toHaveLength(answers.length + 1);
  }, 60_000);

  test('characters that no font has are counted, and the exact text is inside the file', async () => {
    const pdf = await getDocumentProxy(new Uint8Array(await pdfFile(documentOf(['日本 e 👩‍💻.']))));
    expect((await extractText(pdf, { mergePages: true })).text).toContain(
      '3 caracteres não puderam ser desenhados; o texto exato está no anexo.',
    );
    const [attached] = await attachmentsOf(pdf);
    expect(attached?.name).toBe('conversa.md');
    expect(attached?.text).toContain('日本 e 👩‍💻.');
  });
});

/** The files inside, by name. */
async function attachmentsOf(
  pdf: Awaited<ReturnType<typeof getDocumentProxy>>,
): Promise<{ name: string; text: string }[]> {
  const reader = pdf as unknown as {
    getAttachments(): Promise<Map<string, unknown>>;
    getAttachmentContent(name: string): Promise<Uint8Array>;
  };
  const names = [...(await reader.getAttachments()).keys()];
  return Promise.all(
    names.map(async (name) => ({
      name,
      text: Buffer.from(await reader.getAttachmentContent(name)).toString(),
    })),
  );
}

describe('a file of a person’s own', () => {
  let testServer: TestServer;
  let folder: string;
  beforeAll(async () => {
    testServer = await startTestServer({ models: scriptedModels(scripted([answerOf(1)])) });
    folder = await mkdtemp(join(tmpdir(), 'exports-'));
  });
  afterAll(async () => {
    await testServer.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function asked() {
    const agent = await buildAgent(testServer.context, { name: 'Ajuda' });
    const ana = await testServer.user();
    const as = testServer.as(ana);
    const session = await buildSession(testServer.context, {
      user_id: ana.id,
      agent_id: agent.id,
      chat_title: 'Senha temporária?',
    });
    const id = (await as.ask(session.id, 'Por quanto tempo vale a senha?')).events.at(-1)
      ?.message_id as number;
    return { ana, as, session: session.id, id };
  }

  /** The bytes of a reply, which the ordinary caller takes for text. */
  async function download(
    token: string,
    path: string,
  ): Promise<{ bytes: Buffer; headers: Record<string, unknown> }> {
    const { rawPayload, headers } = await testServer.app.inject({
      method: 'GET',
      url: `/api/v1${path}`,
      headers: { authorization: `Bearer ${token}` },
    });
    return { bytes: rawPayload, headers };
  }

  test('R-PRF-01 an answer and a conversation are saved as PDF, Word and Markdown', async () => {
    const { ana, session, id } = await asked();
    const called = {
      [`/chat/messages/${id}/export`]: 'prosa-Por-quanto-tempo-vale-a-senha.pdf',
      [`/chat/sessions/${session}/export`]: 'prosa-Senha-temporaria.pdf',
    };
    for (const [path, name] of Object.entries(called)) {
      const pdf = await download(ana.token, `${path}?format=pdf`);
      expect(pdf.headers['content-type']).toBe('application/pdf');
      expect(pdf.headers['content-disposition']).toContain(name);
      expect(lacking(await pdfText(pdf.bytes), [answerOf(1)])).toEqual([]);
      const docx = await download(ana.token, `${path}?format=docx`);
      expect(lacking(await docxText(docx.bytes), [answerOf(1)])).toEqual([]);
      const md = await download(ana.token, `${path}?format=md`);
      // No source was found that its marker could name.
      expect(md.bytes.toString()).toContain(answerOf(1).replace(' [1]', ''));
      expect(md.bytes.toString()).toContain('> Por quanto tempo vale a senha?');
    }
  }, 60_000);

  test('R-PRF-08 a PDF is tagged, and has its title, its language, its links and the receipt inside', async () => {
    const { ana, as, id } = await asked();
    const { code, url } = (await as.post(`/chat/messages/${id}/receipts`, { question: false })).body.data;
    const { bytes } = await download(ana.token, `/chat/messages/${id}/export?format=pdf&receipt=${code}`);
    const pdf = await getDocumentProxy(new Uint8Array(bytes));
    const { info } = await pdf.getMetadata();
    expect(info).toMatchObject({ Language: 'pt-BR', Title: 'Comprovante de resposta · localhost:3000' });
    expect(await pdf.getMarkInfo()).toMatchObject({ Marked: true });
    const page = await pdf.getPage(1);
    const tree = JSON.stringify(await page.getStructTree());
    for (const role of [
      'Document',
      'H1',
      'H2',
      'P',
      'L',
      'LI',
      'Lbl',
      'LBody',
      'Link',
      'Table',
      'TR',
      'TH',
      'TD',
    ])
      expect(tree).toContain(`"role":"${role}"`);
    expect(tree).toContain(`"alt":"Código QR do endereço ${url}"`);
    const links = (await page.getAnnotations()).map(({ url: to }: { url?: string }) => to);
    expect(links).toEqual(expect.arrayContaining([url, 'https://exemplo.gov.br/manual?pagina=1']));
    const text = await pdfText(bytes);
    expect(text).toContain(code);
    expect(text).not.toContain('Por quanto tempo vale');
    const [attached] = await attachmentsOf(pdf);
    expect(attached?.name).toBe('comprovante.json');
    expect(JSON.parse(attached?.text ?? '')).toEqual({
      canonical: (await as.get(`/receipts/${code}/check`)).body.data.canonical,
      signature: expect.any(String),
      key_id: expect.any(String),
    });
  }, 60_000);

  test('R-PRF-03 R-PRF-04 the script proves the PDF by itself, and one changed byte of what is inside fails', async () => {
    const { ana, as, id } = await asked();
    const { code } = (await as.post(`/chat/messages/${id}/receipts`, {})).body.data;
    const { bytes } = await download(ana.token, `/chat/messages/${id}/export?format=pdf&receipt=${code}`);
    const keys = join(folder, 'chaves.json');
    await writeFile(keys, (await testServer.app.inject({ method: 'GET', url: PUBLISHED_KEYS_PATH })).body);
    const proves = async (pdf: Buffer) => {
      const path = join(folder, 'comprovante.pdf');
      await writeFile(path, pdf);
      return new Promise<boolean>((resolve) => {
        execFile(process.execPath, [SCRIPT, path, keys], (error) => resolve(error === null));
      });
    };
    expect(await proves(bytes)).toBe(true);
    const start = bytes.indexOf('stream', bytes.indexOf('/EmbeddedFile')) + 'stream\n'.length;
    const length = Number(/\/Length (\d+)/.exec(bytes.subarray(start - 200, start).toString('latin1'))?.[1]);
    for (const share of [0.05, 0.3, 0.6, 0.95]) {
      const altered = Buffer.from(bytes);
      const place = start + Math.floor(length * share);
      altered[place] = (altered[place] ?? 0) ^ 1;
      expect(await proves(altered), `byte ${place}`).toBe(false);
    }
  }, 60_000);

  test('is of nobody else, and a receipt is of its own answer', async () => {
    const { as, id, session } = await asked();
    const other = await asked();
    for (const path of [`/chat/messages/${id}/export`, `/chat/sessions/${session}/export`])
      expect((await other.as.get(path, { query: { format: 'md' } })).status).toBe(404);
    const { code } = (await other.as.post(`/chat/messages/${other.id}/receipts`, {})).body.data;
    const refused = await as.get(`/chat/messages/${id}/export`, { query: { format: 'md', receipt: code } });
    expect([refused.status, refused.body.code]).toEqual([404, 'receipt_not_found']);
    expect((await as.get(`/chat/messages/${id}/export`, { query: { format: 'exe' } })).status).toBe(422);
  });

  test('has at most five hundred records', async () => {
    const { ana, as, session } = await asked();
    const { db } = testServer.context;
    const record = { user_id: ana.id, session_id: session, question: 'Oi?', answer: 'Oi.', model: 'gpt-5' };
    const rows = Array.from({ length: 500 }, () => ({ ...record, status: 'done' as const }));
    await db.insert(messages).values(rows.slice(1));
    expect((await as.get(`/chat/sessions/${session}/export`, { query: { format: 'md' } })).status).toBe(200);
    await db.insert(messages).values(rows.slice(0, 1));
    const refused = await as.get(`/chat/sessions/${session}/export`, { query: { format: 'md' } });
    expect([refused.status, refused.body.detail]).toEqual([422, 'Baixe no máximo 500 mensagens de uma vez.']);
  });

  test('is given up when it takes too long, and a third one of the same person does not wait', async () => {
    const document = documentOf(['Oi.']);
    await expect(writeFileInThread(1, { format: 'pdf', document }, 0)).rejects.toMatchObject({
      code: 'overloaded',
    });
    const two = [1, 2].map(() => writeFileInThread(1, { format: 'docx', document }));
    await expect(writeFileInThread(1, { format: 'docx', document })).rejects.toMatchObject({
      code: 'too_many_requests',
    });
    expect((await Promise.all(two)).every(({ length }) => length > 1_000)).toBe(true);
  }, 60_000);
});
