import { readFile } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { DOCUMENT_EXTENSIONS, DOCUMENT_TYPES } from '#contract/document-types.ts';
import { docxOf, paragraph } from '../../../../../tests/fixtures/docx.ts';
import { epubOf, odtOf, pptxOf, shape } from '../../../../../tests/fixtures/office.ts';
import { linesAt, pdfOf } from '../../../../../tests/fixtures/pdf.ts';
import { odsOf, xlsxOf } from '../../../../test/sheets/make-sheets.ts';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { formWith, leftFiles, rowsOf, settled } from '../../../../test/uploads.ts';
import { brokenDocuments } from '../invariants.ts';

let testServer: TestServer;
let admin: ReturnType<TestServer['as']>;
let base: number;
beforeAll(async () => {
  testServer = await startTestServer();
  admin = testServer.as(await testServer.user({ role: 'admin' }));
  base = (await admin.post('/knowledge-bases', { name: 'Regras' })).body.data.id;
});
afterEach(async () => {
  expect(await leftFiles(testServer)).toEqual([]);
  expect(await brokenDocuments(testServer.context.db)).toEqual([]);
});
afterAll(() => testServer.close());

const send = (form: FormData, headers: Record<string, string> = {}) =>
  admin.upload(`/knowledge-bases/${base}/documents`, form, { headers });
const search = async (question: string) =>
  (await admin.get(`/knowledge-bases/${base}/search`, { query: { q: question } })).body.data;
const word = (type: string) => `marcador${type}`;

/** One of each type that says its marker. */
async function fileOf(type: string): Promise<string | Uint8Array<ArrayBuffer>> {
  const sentence = `O ${word(type)} vale por trinta dias.`;
  if (type === 'pdf') return pdfOf([linesAt([sentence])]);
  if (type === 'docx') return docxOf([paragraph(sentence)]);
  if (type === 'doc') return new Uint8Array(await readFile('tests/fixtures/regulamento.doc'));
  if (type === 'csv') return `nome;texto\nregra;${sentence}\n`;
  if (type === 'json') return JSON.stringify({ regra: sentence });
  if (type === 'odt') return odtOf(`<text:p>${sentence}</text:p>`);
  if (type === 'ods') return odsOf([{ name: 'Regras', rows: [[sentence]] }]);
  if (type === 'xlsx') return xlsxOf([{ name: 'Regras', rows: [[sentence]] }]);
  if (type === 'pptx') return pptxOf([{ shapes: shape(null, sentence) }]);
  if (type === 'rtf') return `{\\rtf1\\ansi ${sentence}\\par}`;
  if (type === 'epub') return epubOf({ 'a.xhtml': `<p>${sentence}</p>` });
  if (type === 'eml') return `From: a@exemplo.com.br\r\nSubject: Regra\r\n\r\n${sentence}`;
  if (type === 'html' || type === 'htm') return `<p>${sentence}</p>`;
  return type === 'py' ? `# ${sentence}\nprazo = 30\n` : sentence;
}

const PAGED = ['pdf', 'pptx'];
/** Their text has to be recognised first (R-DOC-29). */
const PICTURES = new Set<string>(['png', 'jpeg', 'tiff']);

describe('an uploaded file', () => {
  test.each(DOCUMENT_EXTENSIONS.filter((type) => !PICTURES.has(DOCUMENT_TYPES[type].signature)))(
    'R-KB-22 R-KB-36 R-KB-37 R-DOC-28 of type %s is searchable when its 201 arrives',
    async (type) => {
      const content = await fileOf(type);
      const { status, body } = await send(formWith(`Regra é ${type}.${type.toUpperCase()}`, content));
      expect([status, body.success]).toEqual([201, true]);
      expect(body.data).toMatchObject({
        original_filename: `Regra é ${type}.${type.toUpperCase()}`,
        file_type: type,
        file_size: Buffer.from(content as string).length,
        status: 'ready',
        progress: 1,
        error: null,
        searchable: true,
        can_retry: true,
        pages: PAGED.includes(type) ? 1 : null,
      });
      expect(body.data.token_count).toBeGreaterThan(5);
      const marker = type === 'doc' ? 'Olinda' : word(type);
      const text = await admin.get(`/knowledge-bases/${base}/documents/${body.data.id}`);
      expect(text.body.data.original_filename).toBe(body.data.original_filename);
      expect(text.body.data.content_text).toContain(marker);
      for (const { start, end } of text.body.data.passages)
        expect(text.body.data.content_text.slice(start, end).trim()).not.toBe('');
      const { hits } = await search(marker);
      expect(hits[0]).toMatchObject({ document_id: body.data.id, page: PAGED.includes(type) ? 1 : null });
    },
  );

  test('says in its notes that its contents are not used, and keeps them with its text', async () => {
    const entries = ['Licenças', 'Férias', 'Perícia', 'Recursos', 'Prazos', 'Anexos'];
    const contents = entries.map((entry, index) => `${entry} ${'.'.repeat(40)} ${index + 2}`).join('\n');
    const { body } = await send(
      formWith('Regras.txt', `Sumário\n\n${contents}\n\nO prazo é de trinta dias.\n`),
    );
    expect(body.data.notes).toEqual([{ kind: 'contents', count: 6 }]);
    const text = await admin.get(`/knowledge-bases/${base}/documents/${body.data.id}`);
    expect(text.body.data.notes).toEqual(body.data.notes);
    expect(text.body.data.content_text).toContain('Recursos ....');
  });

  test('is saved again byte by byte, under its name, and never shown by the browser', async () => {
    const content = pdfOf([linesAt(['Ação e reação.'])]);
    const { body } = await send(formWith('Ação.pdf', content));
    const reply = await testServer.app.inject({
      url: `/api/v1/knowledge-bases/${base}/documents/${body.data.id}/file`,
      headers: { authorization: `Bearer ${(await testServer.user({ role: 'admin' })).token}` },
    });
    expect(reply.rawPayload.equals(content)).toBe(true);
    expect(reply.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="Ac_a_o.pdf"; filename*=UTF-8''A%C3%A7%C3%A3o.pdf`,
      'x-content-type-options': 'nosniff',
    });
  });

  test('may have the name of another one; names are data', async () => {
    const names = [
      ['../../etc/passwd.txt', 'passwd.txt'],
      ['C:\\pasta\\notas\u202efdp.txt', 'notasfdp.txt'],
      ['cafe\u0301 \t com\u0000 leite.txt', 'café com leite.txt'],
      [`${'longo'.repeat(80)}.txt`, `${'longo'.repeat(80).slice(0, 251)}.txt`],
      ['<img src=x onerror=alert(1)>.txt', '<img src=x onerror=alert(1)>.txt'],
      ['=1+1.txt', '=1+1.txt'],
    ];
    for (const [sent = '', kept] of names) {
      const { body } = await send(formWith(sent, 'Texto.'));
      expect(body.data.original_filename).toBe(kept);
    }
  });

  test('R-KB-38 goes with all that it consists of, and the totals shrink', async () => {
    const before = await rowsOf(testServer);
    const { body } = await send(formWith('some.txt', 'Um texto que some.'));
    const shown = (await admin.get(`/knowledge-bases/${base}`)).body.data;
    const { status, body: reply } = await admin.delete(`/knowledge-bases/${base}/documents/${body.data.id}`);
    expect([status, reply.data]).toEqual([200, null]);
    const after = (await admin.get(`/knowledge-bases/${base}`)).body.data;
    expect(after.total_storage).toBe(shown.total_storage - body.data.file_size);
    expect(after.total_tokens).toBe(shown.total_tokens - body.data.token_count);
    expect(await rowsOf(testServer)).toEqual(before);
    expect((await admin.delete(`/knowledge-bases/${base}/documents/${body.data.id}`)).status).toBe(404);
  });

  test('B24 R-KB-40 of 25 MB is taken; one byte more is refused, and so is a text beyond twelve million characters', async () => {
    const most = 25 * 1024 * 1024;
    const page = [linesAt(['No fim está a palavra desfecho.'])];
    const around = pdfOf(page, { padding: most - 2_000 }).length - (most - 2_000);
    const taken = await send(formWith('grande.pdf', pdfOf(page, { padding: most - around })));
    expect([taken.status, taken.body.data?.file_size, taken.body.data?.status]).toEqual([201, most, 'ready']);
    expect((await search('desfecho')).hits[0].document_id).toBe(taken.body.data.id);
    const over = await send(formWith('grande.pdf', pdfOf(page, { padding: most - around + 1 })));
    expect([over.status, over.body.detail]).toEqual([413, 'O arquivo excede o limite de 25 MB.']);
    const long = await send(formWith('longo.txt', 'palavra '.repeat(1_505_000)));
    // The call waits ten seconds for it; a machine that is slower tells it with the document.
    const left = long.status === 201 ? { knowledge_base_id: base, document_id: long.body.data.id } : null;
    expect(left ? (await settled(testServer, left))?.problem : long.body.code).toBe('file_text_too_long');
  });
});

describe('a file that cannot be read', () => {
  test.each([
    ['x.xls', 'Salve como .xlsx ou .csv e envie de novo.'],
    ['x.pages', 'Salve como .docx ou .pdf e envie de novo.'],
    ['x.key', 'Salve como .pptx e envie de novo.'],
    ['x.7z', 'Extraia os arquivos e envie cada um deles.'],
    ['x.exe', undefined],
  ])('R-DOC-29 «%s» is refused with what can be done about it', async (name, hint) => {
    const { status, body } = await send(formWith(name, 'MZ'));
    expect([status, body.code, body.hint]).toEqual([415, 'file_type_unsupported', hint]);
  });

  const twoPages = () => pdfOf([linesAt(['Página um.']), linesAt(['Página dois.'])]);
  const cases: [
    what: string,
    name: string,
    content: () => string | Uint8Array<ArrayBuffer>,
    status: number,
    detail: string,
  ][] = [
    ['R-KB-21 of another type', 'x.exe', () => 'MZ', 415, 'Tipo de arquivo não suportado.'],
    ['R-KB-21 without an extension', 'leiame', () => 'Texto.', 415, 'Tipo de arquivo não suportado.'],
    ['R-KB-21 with two extensions', 'a.pdf.exe', () => '%PDF-', 415, 'Tipo de arquivo não suportado.'],
    ['that is empty', 'a.txt', () => '', 422, 'O arquivo está vazio.'],
    [
      'that is no PDF',
      'a.pdf',
      () => 'Texto.',
      415,
      'O conteúdo do arquivo não corresponde à extensão .pdf.',
    ],
    [
      'that is a program',
      'a.txt',
      () => new Uint8Array(2_000),
      415,
      'O conteúdo do arquivo não corresponde à extensão .txt.',
    ],
    [
      'that is a PDF by another name',
      'a.docx',
      twoPages,
      415,
      'O conteúdo do arquivo não corresponde à extensão .docx.',
    ],
    [
      'that is a zip of something else',
      'a.docx',
      () => new Uint8Array(Buffer.from(`PK\x03\x04${'x'.repeat(50)}PK\x05\x06${'\0'.repeat(18)}`, 'latin1')),
      415,
      'O conteúdo do arquivo não corresponde à extensão .docx.',
    ],
    ['without a letter', 'a.md', () => '  \n---\n', 422, 'Não foi possível extrair texto deste arquivo.'],
    [
      'of scanned pages',
      'a.pdf',
      () => pdfOf([[], []], { pictures: true }),
      422,
      'Não foi possível extrair texto deste arquivo. As páginas parecem ser imagens digitalizadas.',
    ],
    [
      'with a password',
      'a.pdf',
      () => pdfOf([linesAt(['Oi.'])], { encrypted: true }),
      422,
      'Não foi possível extrair texto deste arquivo: ele está protegido por senha.',
    ],
    [
      'that was cut off (PDF)',
      'a.pdf',
      () => twoPages().subarray(0, 700),
      422,
      'Não foi possível extrair texto deste arquivo: ele está corrompido ou incompleto.',
    ],
    [
      'that was cut off (DOCX)',
      'a.docx',
      () => docxOf([paragraph('Oi.')]).subarray(0, 1_200),
      422,
      'Não foi possível extrair texto deste arquivo: ele está corrompido ou incompleto.',
    ],
  ];
  test.each(cases)(
    '%s is refused in one sentence, and nothing of it stays',
    async (_, name, content, status, detail) => {
      const before = await rowsOf(testServer);
      const reply = await send(formWith(name, content()));
      expect([reply.status, reply.body.success, reply.body.detail]).toEqual([status, false, detail]);
      expect(await rowsOf(testServer)).toEqual(before);
    },
  );
});

describe('a form that is not as it should be', () => {
  test('R-KB-36 without a file, with two, with a strange field or as JSON is refused with its sentence', async () => {
    const two = formWith('a.txt', 'Um.');
    two.append('file', new Blob(['Dois.']), 'b.txt');
    const text = new FormData();
    text.set('file', 'um texto');
    const replies = [
      await send(new FormData()),
      await send(text),
      await send(two),
      await send(formWith('a.txt', 'Um.', { cor: 'azul' })),
      await send(formWith('a.txt', 'Um.', { document_id: 'x' })),
      await send(formWith('a.txt', 'Um.', { __proto__x: '1' })),
      await admin.post(`/knowledge-bases/${base}/documents`, { file: 'x' }),
      await admin.post(`/knowledge-bases/${base}/documents`),
    ];
    expect(replies.map(({ status, body }) => [status, body.detail])).toEqual([
      [422, 'Envie um arquivo.'],
      [422, 'Envie um arquivo.'],
      [422, 'Envie um arquivo por vez.'],
      [422, 'Este campo não é esperado.'],
      [422, expect.any(String)],
      [422, 'Este campo não é esperado.'],
      [415, 'Tipo de conteúdo não suportado.'],
      [422, 'Envie um arquivo.'],
    ]);
  });

  test('B25 that is torn is refused', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=b' };
    for (const payload of [
      '',
      '--b',
      '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nTex',
    ]) {
      const reply = await testServer.app.inject({
        method: 'POST',
        url: `/api/v1/knowledge-bases/${base}/documents`,
        headers: { ...headers, authorization: `Bearer ${(await testServer.user({ role: 'admin' })).token}` },
        payload,
      });
      expect([422, 400]).toContain(reply.statusCode);
      expect(reply.json()).toMatchObject({ success: false, detail: expect.any(String) });
    }
  });
});

describe('an upload that is sent again', () => {
  test('joins the first one while it runs, and gets what it left afterwards', async () => {
    const before = await rowsOf(testServer);
    const key = { 'idempotency-key': 'envio-1' };
    const form = () => formWith('uma vez.txt', 'Só uma vez.');
    const replies = await Promise.all([send(form(), key), send(form(), key)]);
    replies.push(await send(form(), key));
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(replies.map(({ body }) => body.data.id)).size).toBe(1);
    expect((await rowsOf(testServer)).documents).toBe((before.documents ?? 0) + 1);
    expect((await send(formWith('uma vez.txt', 'Outro texto.'), key)).body.code).toBe('idempotency_mismatch');
  });

  test('after a refusal is refused alike', async () => {
    const key = { 'idempotency-key': 'envio-2' };
    const form = () => formWith('vazio.pdf', pdfOf([[]], { pictures: true }));
    const replies = await Promise.all([send(form(), key), send(form(), key)]);
    replies.push(await send(form(), key));
    for (const { status, body } of replies) expect([status, body.code]).toEqual([422, 'file_scanned']);
  });
});

test('what is uploaded, refused and deleted is recorded, without a word of the text', async () => {
  const { body } = await send(formWith('registro.txt', 'Um segredo do texto.'));
  await send(formWith('refugo.pdf', pdfOf([[]], { pictures: true })));
  await admin.delete(`/knowledge-bases/${base}/documents/${body.data.id}`);
  const { rows } = await testServer.context.db.execute<{ action: string; object_name: string }>(sql`
    select action, object_name, after::text from audit_entries where object_type = 'document' order by id desc limit 4`);
  expect(rows.map(({ action, object_name }) => [action, object_name])).toEqual([
    ['document.deleted', 'registro.txt'],
    ['document.refused', 'refugo.pdf'],
    ['document.created', 'refugo.pdf'],
    ['document.created', 'registro.txt'],
  ]);
  expect(JSON.stringify(rows)).not.toContain('segredo');
  expect(testServer.logs.join('')).not.toContain('segredo');
});
