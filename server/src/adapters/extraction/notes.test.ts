import { expect, test } from 'vitest';
import { docxOf } from '../../../../tests/fixtures/docx.ts';
import { epubOf, odtOf, pptxOf, shape } from '../../../../tests/fixtures/office.ts';
import { linesAt, pdfOf } from '../../../../tests/fixtures/pdf.ts';
import { odsOf, xlsxOf } from '../../../test/sheets/make-sheets.ts';
import { extract } from './extract.ts';

const read = async (type: string, bytes: Uint8Array | string) => {
  const { text, notes } = await extract(Buffer.from(bytes as Uint8Array), type);
  return { text, notes };
};

test('R-DOC-62 struck wording is left out of every kind of text and counted', async () => {
  const word = docxOf([
    '<w:p><w:r><w:t xml:space="preserve">O prazo é de </w:t></w:r><w:r><w:rPr><w:strike/></w:rPr><w:t>dez</w:t></w:r><w:r><w:t>vinte dias.</w:t></w:r></w:p>',
  ]);
  const doubly = docxOf([
    '<w:p><w:r><w:t xml:space="preserve">O prazo é de </w:t></w:r><w:r><w:rPr><w:dstrike/></w:rPr><w:t>dez</w:t></w:r><w:r><w:t>vinte dias.</w:t></w:r></w:p>',
  ]);
  const odt = odtOf(
    '<text:p>O prazo é de <text:span text:style-name="T1">dez</text:span>vinte dias.</text:p>',
    '<style:style style:name="T1"><style:text-properties style:text-line-through-style="solid"/></style:style>',
  );
  const slide = `<p:sp><p:nvSpPr><p:nvPr/></p:nvSpPr><p:txBody><a:p><a:r><a:t>O prazo é de </a:t></a:r><a:r><a:rPr strike="sngStrike"/><a:t>dez</a:t></a:r><a:r><a:t>vinte dias.</a:t></a:r></a:p></p:txBody></p:sp>`;
  const page = '<p>O prazo é de <s>dez</s>vinte dias.</p>';
  const files: [string, Uint8Array | string][] = [
    ['docx', word],
    ['docx', doubly],
    ['odt', odt],
    ['pptx', pptxOf([{ shapes: slide }])],
    ['rtf', String.raw`{\rtf1\ansi O prazo \'e9 de {\strike dez}vinte dias.\par}`],
    ['html', page],
    [
      'html',
      page
        .replace('<s>', '<span style="color: red; text-decoration: line-through">')
        .replace('</s>', '</span>'),
    ],
    ['epub', epubOf({ 'a.xhtml': page })],
    ['eml', `From: a@exemplo.com.br\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${page}`],
  ];
  for (const [type, bytes] of files) {
    const { text, notes } = await read(type, bytes);
    expect(text, type).toContain('O prazo é de vinte dias.');
    expect(notes, type).toEqual([{ kind: 'struck', count: 1 }]);
  }
  expect((await read('html', '<p>O prazo é de dez dias.</p>')).notes).toEqual([]);
});

test('R-DOC-62 letters that a rule of a PDF crosses are left out and counted; those above a rule or below it are read', async () => {
  const lines = linesAt([
    'Art. 1º O prazo é de dez vinte dias úteis.',
    'Art. 2º O servidor entrega o pedido na sede.',
    'Art. 3º A multa de mora incide desde o primeiro dia.',
    'Art. 4º O recurso é julgado em uma semana.',
    'Art. 5º Cabe recurso.',
  ]);
  const at = (line: number, above: number) => {
    const y = (lines[line]?.y ?? 0) - above;
    return { y, bottom: y };
  };
  const rules = [
    // «dez» in Helvetica of 11 points.
    { x: 172, right: 189.7, ...at(0, 3) },
    { x: 72, right: 320, ...at(1, 3.2) },
    { x: 72, right: 340, ...at(2, -1.5) },
    { x: 72, right: 340, ...at(3, 9) },
    // A line of a drawing goes on beyond the letters.
    { x: 40, right: 550, ...at(4, 3) },
  ];
  const { text, notes } = await read('pdf', pdfOf([lines], { rules: [rules] }));
  expect(text.replace(/\s+/g, ' ')).toBe(
    'Art. 1º O prazo é de vinte dias úteis. Art. 3º A multa de mora incide desde o primeiro dia. Art. 4º O recurso é julgado em uma semana. Art. 5º Cabe recurso.',
  );
  expect(notes).toEqual([{ kind: 'struck', count: 2 }]);
});

test('hidden sheets and rows, attachments and form fields are counted', async () => {
  const sheets = [
    {
      name: 'Obras',
      rows: [
        ['Nome', 'Cargo'],
        ['Ana', 'Chefe'],
        ['Rui', 'Vice'],
      ],
      hiddenRows: [3],
    },
  ];
  for (const [type, bytes] of [
    ['xlsx', xlsxOf(sheets)],
    ['ods', odsOf(sheets)],
  ] as const)
    expect((await read(type, bytes)).notes, type).toEqual([{ kind: 'hidden_rows', count: 1 }]);
  const book = xlsxOf([...sheets, { name: 'B', rows: [['x']] }], {
    parts: {
      'xl/workbook.xml':
        '<workbook xmlns:r="r"><sheets><sheet name="A" sheetId="1" r:id="rId1"/><sheet name="B" sheetId="2" state="hidden" r:id="rId2"/></sheets></workbook>',
    },
  });
  expect((await read('xlsx', book)).notes).toEqual([
    { kind: 'hidden_sheets', count: 1 },
    { kind: 'hidden_rows', count: 1 },
  ]);
  const email = [
    'From: a@exemplo.com.br',
    'Content-Type: multipart/mixed; boundary=x',
    '',
    '--x',
    '',
    'Segue o edital.',
    '--x',
    'Content-Type: application/pdf; name=a.pdf',
    'Content-Disposition: attachment; filename=a.pdf',
    '',
    'JVBERi0=',
    '--x--',
  ].join('\r\n');
  expect((await read('eml', email)).notes).toEqual([{ kind: 'attachments', count: 1 }]);
  const field = {
    page: 0,
    name: 'nome',
    type: 'Tx' as const,
    value: 'Ana',
    x: 200,
    y: 100,
    right: 400,
    bottom: 116,
  };
  const form = pdfOf([linesAt(['Ficha de inscrição do servidor'])], { fields: [field] });
  expect((await read('pdf', form)).notes).toEqual([{ kind: 'form_fields', count: 1 }]);
  expect((await read('pptx', pptxOf([{ shapes: shape('title', 'Metas') }]))).notes).toEqual([]);
});

test('a torn page is counted, and the others are read', async () => {
  const pages = pdfOf([linesAt(['O prazo é de trinta dias.']), linesAt(['A multa é de dois por cento.'])]);
  const kid = /\/Kids \[\d+ 0 R (\d+) 0 R/.exec(pages.toString('latin1'))?.[1] ?? '';
  const lost = Buffer.from(
    pages.toString('latin1').replace(`${kid} 0 obj\n<< /Type /Page `, `${kid} 0 obj\n[[ /Type /Page `),
    'latin1',
  );
  const { text, notes } = await read('pdf', lost);
  expect(text).toContain('O prazo é de trinta dias.');
  expect(notes).toEqual([{ kind: 'unreadable_pages', count: 1 }]);
});
