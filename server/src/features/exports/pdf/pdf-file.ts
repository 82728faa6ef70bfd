/** The PDF of an exported document: tagged, with its fonts, and with a file inside that has the exact text. */
import PDFDocument from 'pdfkit';
import { encode } from 'uqr';
import { RECEIPT_ATTACHMENT } from '#contract/receipts.ts';
import type { ExportDocument, ExportedRecord, ExportedSource } from '../export-document.ts';
import { fileBlocks, plainBlocks, type Run } from '../file-blocks.ts';
import { markdownFile } from '../markdown-file.ts';
import { type Element, LINE_COLOUR, MARGIN, PageWriter, type Place, QUIET } from './page-writer.ts';
import { writeBlocks, writeHeading, writeLabel, writeParagraph } from './pdf-blocks.ts';
import { textLines } from './text-lines.ts';

const SMALL = 8.5;
const QR_SIZE = 92;
const INDENT = 22;
const CONVERSATION_ATTACHMENT = 'conversa.md';

export async function pdfFile(document: ExportDocument): Promise<Uint8Array> {
  const made_at = new Date(document.made_at);
  const pdf = new PDFDocument({
    size: 'A4',
    margin: 0,
    pdfVersion: '1.7',
    tagged: true,
    lang: 'pt-BR',
    displayTitle: true,
    bufferPages: true,
    info: { Title: document.title, Creator: 'Prosa', Producer: 'Prosa', CreationDate: made_at },
  });
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve) => pdf.on('end', resolve));
  const page = new PageWriter(pdf);
  const root = pdf.struct('Document');
  pdf.addStructure(root);
  writeDocument(page, document, root);
  root.end();
  attach(pdf, document, made_at);
  writeFeet(page, document);
  pdf.end();
  await ended;
  return Buffer.concat(chunks);
}

function writeDocument(page: PageWriter, document: ExportDocument, root: Element): void {
  const place: Place = { parent: root, x: MARGIN, width: page.width };
  const quiet = { ...place, colour: QUIET };
  writeHeading(page, [{ text: document.title }], place, 1);
  for (const line of document.about)
    writeParagraph(page, [{ text: line }], quiet, { size: SMALL + 0.5, gap: 1 });
  if (document.receipt) writeSeal(page, document.receipt, root);
  for (const record of document.records) writeRecord(page, record, place);
  page.space(6);
  writeParagraph(page, [{ text: document.notice }], quiet, { size: SMALL + 0.5 });
  const { missing } = page.fonts;
  if (!missing) return;
  const text =
    missing === 1
      ? '1 caractere não pôde ser desenhado; o texto exato está no anexo.'
      : `${missing} caracteres não puderam ser desenhados; o texto exato está no anexo.`;
  writeParagraph(page, [{ text }], quiet, { size: SMALL });
}

function writeRecord(page: PageWriter, record: ExportedRecord, place: Place): void {
  writeHeading(page, [{ text: record.heading }], place, 2);
  if (record.question !== null) {
    writeBlocks(page, plainBlocks(record.question), place);
    writeHeading(page, [{ text: record.answer_heading }], place, 3);
  }
  writeBlocks(page, fileBlocks(record.answer), place);
  for (const { caption, ...table } of record.tables) {
    writeParagraph(page, [{ text: caption, bold: true }], place, { gap: 2 });
    const cells = (texts: string[]) => texts.map((text): Run[] => [{ text }]);
    writeBlocks(
      page,
      [{ kind: 'table', ...table, head: cells(table.head), rows: table.rows.map(cells) }],
      place,
    );
  }
  for (const note of record.notes)
    writeParagraph(page, [{ text: note, italic: true }], { ...place, colour: QUIET });
  if (!record.sources.length) return;
  writeHeading(page, [{ text: 'Fontes' }], place, 4);
  const list = page.child(place.parent, 'L');
  for (const source of record.sources) writeSource(page, source, { ...place, parent: list });
  list.end();
}

function writeSource(page: PageWriter, source: ExportedSource, { parent, x, width }: Place): void {
  page.require(30);
  const item = page.child(parent, 'LI');
  writeLabel(page, item, `[${source.n}]`, x);
  const body = page.child(item, 'LBody');
  const place: Place = { parent: body, x: x + INDENT, width: width - INDENT };
  const label: Run = { text: source.label, bold: true, ...(source.url ? { url: source.url } : {}) };
  writeParagraph(page, [label], place, { size: 9.5, gap: 1 });
  if (source.text !== null)
    for (const block of plainBlocks(source.text))
      if (block.kind === 'paragraph')
        writeParagraph(page, block.runs, { ...place, colour: QUIET }, { size: 9, gap: 2 });
  body.end();
  item.end();
  page.space(4);
}

function writeSeal(page: PageWriter, { code, url }: { code: string; url: string }, root: Element): void {
  page.space(8);
  page.require(QR_SIZE + 8);
  const top = page.y;
  const left = MARGIN + QR_SIZE + 14;
  const place: Place = { parent: root, x: left, width: page.width - QR_SIZE - 14 };
  page.figure(root, `Código QR do endereço ${url}`, (pdf) => drawQr(pdf, url, MARGIN, top));
  page.y = top + 8;
  writeParagraph(page, [{ text: `Comprovante ${code}`, bold: true }], place, { size: 12, gap: 2 });
  writeParagraph(page, [{ text: 'Confira em ' }, { text: url, url }], place, { size: 9.5, gap: 2 });
  const text =
    'A assinatura mostra que o Prosa disse isto; não que seja verdade. O texto assinado e a assinatura estão no anexo deste arquivo.';
  writeParagraph(page, [{ text }], { ...place, colour: QUIET }, { size: SMALL + 0.5, gap: 0 });
  page.y = Math.max(page.y, top + QR_SIZE) + 10;
}

function drawQr(pdf: PDFKit.PDFDocument, url: string, x: number, y: number): void {
  const { data } = encode(url, { ecc: 'M', border: 2 });
  const module = QR_SIZE / data.length;
  for (const [row, cells] of data.entries())
    for (const [column, isDark] of cells.entries())
      if (isDark) pdf.rect(x + column * module, y + row * module, module, module);
  pdf.fill('#000000');
}

function attach(pdf: PDFKit.PDFDocument, document: ExportDocument, made_at: Date): void {
  const dates = { creationDate: made_at, modifiedDate: made_at };
  const { receipt } = document;
  if (receipt)
    pdf.file(Buffer.from(JSON.stringify(receipt.file)), {
      ...dates,
      name: RECEIPT_ATTACHMENT,
      type: 'application/json',
      description: 'Texto assinado e assinatura',
    });
  else
    pdf.file(Buffer.from(markdownFile(document)), {
      ...dates,
      name: CONVERSATION_ATTACHMENT,
      type: 'text/markdown',
      description: 'O mesmo texto em Markdown',
    });
}

/** Once all pages are there. */
function writeFeet(page: PageWriter, { notice }: ExportDocument): void {
  const { pdf, fonts } = page;
  const { count } = pdf.bufferedPageRange();
  for (let index = 0; index < count; index += 1) {
    pdf.switchToPage(index);
    const y = pdf.page.height - 36;
    pdf.markContent('Artifact', { type: 'Pagination', attached: ['Bottom'] } as never);
    pdf
      .moveTo(MARGIN, y - 12)
      .lineTo(MARGIN + page.width, y - 12)
      .lineWidth(0.5)
      .stroke(LINE_COLOUR);
    const write = (text: string, isRight: boolean) => {
      const [line = []] = textLines([{ text }], { fonts, size: SMALL, width: page.width });
      let x = isRight ? MARGIN + page.width - line.reduce((sum, { width }) => sum + width, 0) : MARGIN;
      for (const { text: drawn, font, width } of line) {
        pdf.font(font).fontSize(SMALL).fillColor(QUIET);
        pdf.text(drawn, x, y, { lineBreak: false, baseline: 'alphabetic' });
        x += width;
      }
    };
    write(notice, false);
    write(`Página ${index + 1} de ${count}`, true);
    pdf.endMarkedContent();
  }
}
