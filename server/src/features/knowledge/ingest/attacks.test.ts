/** Hostile files through the reader process, as uploads go: it ends by itself, with a text or with the right sentence. */
import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { bombOf } from '../../../../../tests/fixtures/bombs.ts';
import { epubOf, odtOf, pptxOf, shape } from '../../../../../tests/fixtures/office.ts';
import { linesAt, pdfOf } from '../../../../../tests/fixtures/pdf.ts';
import { odsOf, xlsxOf } from '../../../../test/sheets/make-sheets.ts';
import { readInProcess } from '../../../adapters/extraction/process/reader-process.ts';
import { sniff } from '../../../adapters/extraction/sniff.ts';

const READER = new URL('./file-reader.ts', import.meta.url);

/** The text, notes and passages of a file; or the problem that its reader found by itself. */
async function read(type: string, bytes: Uint8Array | string) {
  const content = (async function* () {
    yield Buffer.from(bytes as Uint8Array);
  })();
  return readInProcess({ reader: READER, task: type, content }, async ({ text, notes, passages }) => {
    const found: string[] = [];
    for await (const batch of passages) found.push(...batch.map(({ content }) => content.toString()));
    return { text: text.toString(), notes, passages: found };
  }).catch(({ problem }: { problem?: string }) => ({ text: `problem: ${problem}`, notes: [], passages: [] }));
}
const textOf = async (type: string, bytes: Uint8Array | string) => (await read(type, bytes)).text;
const bookOf = (parts: Record<string, string | Uint8Array>) =>
  zipSync(
    Object.fromEntries(
      Object.entries(parts).map(([name, part]) => [name, typeof part === 'string' ? strToU8(part) : part]),
    ),
  );

const MEGABYTE = 1024 * 1024;

test('a file that unpacks beyond the limit is refused as every kind of package; a package inside stays packed', {
  timeout: 60_000,
}, async () => {
  const bombs = {
    odt: 'content.xml',
    ods: 'content.xml',
    xlsx: 'xl/worksheets/sheet1.xml',
    pptx: 'ppt/slides/slide1.xml',
    epub: 'OEBPS/a.xhtml',
    docx: 'word/document.xml',
  };
  for (const [type, part] of Object.entries(bombs))
    expect(await textOf(type, bombOf(part, 201 * MEGABYTE)), type).toBe('problem: file_unpacks_too_large');
  const inner = bombOf('content.xml', 150 * MEGABYTE);
  const text = odtOf('<text:p>Um texto.</text:p>');
  expect(await textOf('odt', text)).toBe('Um texto.');
  const nested = bookOf({
    'content.xml': '<office:body><office:text><text:p>Um texto.</text:p></office:text></office:body>',
    'Object 1/inner.zip': inner,
  });
  expect(await textOf('odt', nested)).toBe('Um texto.');
});

const LAUGHS = `<!DOCTYPE lolz [<!ENTITY a "riso"><!ENTITY b "${'&a;'.repeat(10)}"><!ENTITY c "${'&b;'.repeat(10)}">]>`;
const OUTSIDE = '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>';

test.each([
  ['entities that unfold', LAUGHS, '&c;'],
  ['an entity of another file', OUTSIDE, '&a;'],
])('%s are refused, and nothing is fetched', async (_, doctype, entity) => {
  const relations = '<Relationships/>';
  const files: [string, Uint8Array][] = [
    ['odt', bookOf({ 'content.xml': `${doctype}<office:text>${entity}</office:text>` })],
    [
      'xlsx',
      bookOf({
        'xl/workbook.xml': `${doctype}<workbook>${entity}</workbook>`,
        'xl/_rels/workbook.xml.rels': relations,
      }),
    ],
    ['pptx', bookOf({ 'ppt/presentation.xml': `${doctype}<p:presentation>${entity}</p:presentation>` })],
    [
      'docx',
      bookOf({
        '[Content_Types].xml': '<Types/>',
        'word/document.xml': `${doctype}<w:document>${entity}</w:document>`,
      }),
    ],
    ['epub', bookOf({ 'META-INF/container.xml': `${doctype}<container>${entity}</container>` })],
  ];
  for (const [type, bytes] of files) expect(await textOf(type, bytes), type).toBe('problem: file_corrupt');
  // A chapter is a web page: of its entities only the letters are read, as they stand.
  const chapter = await textOf('epub', epubOf({ 'a.xhtml': `${doctype}<p>Um texto ${entity}</p>` }));
  expect(chapter).toContain('Um texto');
  expect(chapter).not.toMatch(/riso|root:/);
});

/** A sheet of the given XML, in a book of its own. */
const sheetOf = (xml: string) =>
  xlsxOf([{ name: 'A', rows: [['x']] }], {
    parts: { 'xl/worksheets/sheet1.xml': `<worksheet>${xml}</worksheet>` },
  });
const cell = (place: string, text: string) => `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`;

test('a sheet that claims billions of cells is read by those that it has', async () => {
  const claimed = sheetOf(
    `<dimension ref="A1:XFD1048576"/><sheetData><row r="1048576">${cell('A1048576', 'Fim')}</row></sheetData>`,
  );
  expect(await textOf('xlsx', claimed)).toBe('## A\n\n- Fim');
});

test('rows that repeat one long cell are refused before they fill the memory', {
  timeout: 60_000,
}, async () => {
  const row = `<table:table-row table:number-rows-repeated="150000"><table:table-cell table:number-columns-repeated="90" office:value-type="string"><text:p>${'longo '.repeat(20)}</text:p></table:table-cell></table:table-row>`;
  const content = `<office:body><office:spreadsheet><table:table table:name="A">${row}</table:table></office:spreadsheet></office:body>`;
  const wide = odsOf([{ name: 'A', rows: [['x']] }], { 'content.xml': content });
  expect(await textOf('ods', wide)).toBe('problem: file_text_too_long');
});

test('thousands of large merges cost no more than the cells of a sheet', { timeout: 60_000 }, async () => {
  const merges = Array.from({ length: 60_000 }, (_, index) => {
    const column =
      String.fromCharCode(65 + (index % 26)) + String.fromCharCode(65 + (Math.floor(index / 26) % 26));
    return `<mergeCell ref="${column}${1 + Math.floor(index / 676)}:${column}1048576"/>`;
  });
  const rows = `<sheetData><row r="1">${cell('A1', 'Nome')}${cell('B1', 'Cargo')}</row><row r="2">${cell('A2', 'Ana')}${cell('B2', 'Analista')}</row></sheetData>`;
  const began = performance.now();
  expect(await textOf('xlsx', sheetOf(`${rows}<mergeCells>${merges.join('')}</mergeCells>`))).toBe(
    '## A\n\n- Nome: Ana; Cargo: Analista',
  );
  expect(performance.now() - began).toBeLessThan(20_000);
  const small = sheetOf(
    `<sheetData><row r="1">${cell('A1', 'Nome')}${cell('B1', 'Cargo')}</row><row r="2">${cell('A2', 'Ana')}${cell('B2', 'Analista')}</row><row r="3">${cell('B3', 'Chefe')}</row></sheetData><mergeCells><mergeCell ref="A2:A3"/></mergeCells>`,
  );
  expect(await textOf('xlsx', small)).toContain('- Nome: Ana; Cargo: Chefe');
});

test('a page with a hundred thousand rules has no table, and its text stays', {
  timeout: 60_000,
}, async () => {
  const rules = Array.from({ length: 100_000 }, (_, index) => ({
    x: 50,
    right: 500,
    y: index / 125,
    bottom: index / 125,
  }));
  const { text } = await read(
    'pdf',
    pdfOf([linesAt(['O prazo é de trinta dias.', 'A multa é de dois por cento.'])], { rules: [rules] }),
  );
  expect(text).toContain('O prazo é de trinta dias.');
});

/** A file of these objects, numbered from 1, without a list of their places, which readers make by themselves. */
const pdfFrom = (objects: string[]) =>
  Buffer.from(
    `%PDF-1.4\n${objects.map((body, index) => `${index + 1} 0 obj\n${body}\nendobj\n`).join('')}trailer << /Root 1 0 R >>\nstartxref\n0\n%%EOF`,
    'latin1',
  );
const streamed = (dictionary: string, stream: string) =>
  `<< ${dictionary} /Length ${stream.length} >>\nstream\n${stream}\nendstream`;
const WORDS = 'BT /F1 12 Tf 72 700 Td (O prazo de entrega fica em trinta dias.) Tj ET';
/** One page; `catalog` and `resources` are added to theirs, `more` follows as objects 6, 7, … */
const onePage = (stream: string, { catalog = '', resources = '', more = [] as string[] } = {}) =>
  pdfFrom([
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> ${resources} >> >>`,
    streamed('', stream),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...more,
  ]);

test('drawings that draw themselves end, and the text of the page stays', { timeout: 60_000 }, async () => {
  const form = streamed(
    '/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Resources << /XObject << /X 6 0 R >> >>',
    '/X Do /X Do',
  );
  const endless = onePage(`${WORDS} /X Do`, { resources: '/XObject << /X 6 0 R >>', more: [form] });
  expect(await textOf('pdf', endless)).toContain('O prazo de entrega fica em trinta dias.');
});

test('bookmarks that lead back to themselves, and a hundred thousand of them, end', {
  timeout: 60_000,
}, async () => {
  const mark = (next: number) =>
    `<< /Title (O prazo de entrega) /Parent 6 0 R /Next ${next} 0 R /First 7 0 R /Last 8 0 R /Dest [3 0 R /XYZ 0 720 null] >>`;
  const root = '<< /Type /Outlines /First 7 0 R /Last 8 0 R >>';
  const cycle = onePage(WORDS, { catalog: '/Outlines 6 0 R', more: [root, mark(8), mark(7)] });
  expect(await textOf('pdf', cycle)).toContain('O prazo de entrega fica em trinta dias.');
  const many = Array.from(
    { length: 100_000 },
    (_, index) =>
      `<< /Title (Marca ${index}) /Parent 6 0 R /Next ${index + 8} 0 R /Dest [3 0 R /XYZ 0 720 null] >>`,
  );
  const long = onePage(WORDS, { catalog: '/Outlines 6 0 R', more: [root, ...many] });
  expect(await textOf('pdf', long)).toContain('O prazo de entrega fica em trinta dias.');
});

test('a page of two hundred inches, and one of none, give their text', async () => {
  for (const box of ['[0 0 14400 14400]', '[0 0 0 0]']) {
    const page = onePage(WORDS).toString('latin1').replace('[0 0 595 842]', box);
    expect(await textOf('pdf', Buffer.from(page, 'latin1')), box).toContain('O prazo de entrega');
  }
});

test('a package under the extension of another one is not what it says', async () => {
  const made: [string, Uint8Array][] = [
    ['xlsx', odtOf('<text:p>Um texto.</text:p>')],
    ['xlsx', pptxOf([{ shapes: shape('title', 'Metas') }])],
    ['pptx', xlsxOf([{ name: 'A', rows: [['x']] }])],
    ['odt', odsOf([{ name: 'A', rows: [['x']] }])],
    ['docx', epubOf({ 'a.xhtml': '<p>x</p>' })],
    ['html', pdfOf([linesAt(['Um texto.'])])],
  ];
  for (const [type, bytes] of made) {
    const file = Buffer.from(bytes);
    expect(() => sniff(file, file, type), type).toThrow('file_not_what_it_says');
  }
});

test('of a web page only the text is read, and nothing is followed', async () => {
  const page = `<html><head><base href="http://127.0.0.1:1/"><meta http-equiv="refresh" content="0; url=file:///etc/passwd"></head>
    <body onload="fetch('/x')"><p>Um texto.</p><svg><script>alert('xss')</script><text>desenho</text></svg>
    <a href="file:///etc/passwd">senha</a><iframe src="http://127.0.0.1:1/"></iframe><script>document.write('escrito')</script></body></html>`;
  const text = await textOf('html', page);
  expect(text).toContain('Um texto.');
  expect(text).toContain('senha');
  expect(text).not.toMatch(/root:|alert|desenho|escrito|refresh/);
});

test('a field of any name is read, and a value of a megabyte is cut, which is noted', async () => {
  const field = (name: string, value: string, y: number) => ({
    page: 0,
    name,
    type: 'Tx' as const,
    value,
    x: 72,
    y,
    right: 400,
    bottom: y + 16,
  });
  const fields = [
    field('__proto__', 'Ana Lima', 300),
    field('constructor', 'Recife', 330),
    field('obs', 'palavra '.repeat(125_000), 360),
  ];
  const { text, notes } = await read(
    'pdf',
    pdfOf([linesAt(['Ficha de inscrição do servidor público municipal'])], { fields }),
  );
  const values = text.replace(/\s+/g, ' ');
  expect(values).toContain('__proto__: Ana Lima constructor: Recife obs: palavra');
  expect(text.length).toBeLessThan(12_000);
  expect(notes).toEqual([
    { kind: 'form_fields', count: 3 },
    { kind: 'fields_cut', count: 1 },
  ]);
});
