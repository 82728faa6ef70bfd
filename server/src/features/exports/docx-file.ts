/** The Word document of an exported document. */
import {
  AlignmentType,
  Document,
  ExternalHyperlink,
  type FileChild,
  HeadingLevel,
  LevelFormat,
  Packer,
  Paragraph,
  type ParagraphChild,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
} from 'docx';
import type { ExportDocument, ExportedRecord, ExportedSource } from './export-document.ts';
import { type FileBlock, fileBlocks, plainBlocks, type Run } from './file-blocks.ts';

const HEADINGS = [
  HeadingLevel.HEADING_1,
  HeadingLevel.HEADING_2,
  HeadingLevel.HEADING_3,
  HeadingLevel.HEADING_4,
  HeadingLevel.HEADING_5,
  HeadingLevel.HEADING_6,
];
/** Twentieths of a point. */
const INDENT = 360;
const QUIET = '57606A';
const LINK = '0B5CAD';
const LEVELS = 9;

/** `indent`: how deep in lists and quotations. */
type Place = { indent: number; colour?: string; below: number };

const TOP: Place = { indent: 0, below: 3 };
const ALIGNMENTS = { left: AlignmentType.LEFT, center: AlignmentType.CENTER, right: AlignmentType.RIGHT };

export async function docxFile(document: ExportDocument): Promise<Uint8Array> {
  const lists = new Lists();
  const children = partsOf(document, lists);
  const word = new Document({
    title: cleaned(document.title),
    creator: 'Prosa',
    styles: {
      default: {
        document: { run: { font: 'Calibri', size: 22, language: { value: 'pt-BR' } } },
      },
    },
    numbering: { config: lists.config() },
    sections: [{ children }],
  });
  return Packer.toBuffer(word);
}

function partsOf(document: ExportDocument, lists: Lists): FileChild[] {
  const { title, about, receipt, records, notice } = document;
  const quiet = { ...TOP, colour: QUIET };
  return [
    heading([{ text: title }], 1),
    ...about.map((line) => paragraph([{ text: line }], quiet)),
    ...(receipt
      ? [
          paragraph([{ text: `Comprovante ${receipt.code}`, bold: true }], TOP),
          paragraph([{ text: 'Confira em ' }, { text: receipt.url, url: receipt.url }], TOP),
        ]
      : []),
    ...records.flatMap((record) => recordParts(record, lists)),
    paragraph([{ text: notice }], quiet),
  ];
}

function recordParts(record: ExportedRecord, lists: Lists): FileChild[] {
  const cells = (texts: string[]) => texts.map((text): Run[] => [{ text }]);
  const blocks = (some: FileBlock[]) => some.flatMap((block) => blockParts(block, TOP, lists));
  return [
    heading([{ text: record.heading }], 2),
    ...(record.question === null
      ? []
      : [...blocks(plainBlocks(record.question)), heading([{ text: record.answer_heading }], 3)]),
    ...blocks(fileBlocks(record.answer)),
    ...record.tables.flatMap(({ caption, columns, head, rows }) => [
      paragraph([{ text: caption, bold: true }], TOP),
      ...blocks([{ kind: 'table', columns, head: cells(head), rows: rows.map(cells) }]),
    ]),
    ...record.notes.map((note) => paragraph([{ text: note, italic: true }], { ...TOP, colour: QUIET })),
    ...(record.sources.length
      ? [heading([{ text: 'Fontes' }], 4), ...record.sources.flatMap(sourceParts)]
      : []),
  ];
}

function sourceParts({ n, label, url, text }: ExportedSource): FileChild[] {
  const named: Run = { text: label, bold: true, ...(url ? { url } : {}) };
  return [
    paragraph([{ text: `[${n}] ` }, named], TOP),
    ...(text === null ? [] : plainBlocks(text)).flatMap((block) =>
      block.kind === 'paragraph' ? [paragraph(block.runs, { ...TOP, indent: 1, colour: QUIET })] : [],
    ),
  ];
}

function blockParts(block: FileBlock, place: Place, lists: Lists): FileChild[] {
  switch (block.kind) {
    case 'heading':
      return [heading(block.runs, place.below + block.level)];
    case 'paragraph':
      return [paragraph(block.runs, place)];
    case 'code':
      return [
        paragraph(
          block.text
            .split('\n')
            .flatMap((line, index): Run[] => [
              ...(index ? [{ text: '\n' }] : []),
              { text: line, code: true },
            ]),
          place,
        ),
      ];
    case 'quote':
      return block.blocks.flatMap((inner) =>
        blockParts(inner, { ...place, indent: place.indent + 1, colour: QUIET }, lists),
      );
    case 'list':
      return listParts(block, place, lists);
    case 'table':
      // Two tables that touch would be one.
      return [tableOf(block), new Paragraph({})];
    case 'rule':
      return [new Paragraph({ thematicBreak: true })];
  }
}

function listParts({ start, items }: FileBlock & { kind: 'list' }, place: Place, lists: Lists): FileChild[] {
  const reference = lists.begin(start);
  const level = Math.min(place.indent, LEVELS - 1);
  return items.flatMap(([first, ...rest]) => {
    const isText = first?.kind === 'paragraph';
    const runs = isText ? first.runs : [];
    const label = new Paragraph({
      numbering: { reference, level },
      children: runs.map((run) => childOf(run, place)),
    });
    const inner = { ...place, indent: place.indent + 1 };
    const others = isText || !first ? rest : [first, ...rest];
    return [label, ...others.flatMap((block) => blockParts(block, inner, lists))];
  });
}

function tableOf({ columns, head, rows }: FileBlock & { kind: 'table' }): Table {
  const row = (cells: Run[][], isHead: boolean) =>
    new TableRow({
      ...(isHead ? { tableHeader: true } : {}),
      children: head.map((_, place) => {
        const runs = (cells[place] ?? []).map((run): Run => (isHead ? { ...run, bold: true } : run));
        const alignment = ALIGNMENTS[columns[place] ?? 'left'];
        const children = runs.map((run) => childOf(run, TOP));
        return new TableCell({ children: [new Paragraph({ alignment, children })] });
      }),
    });
  return new Table({
    width: { size: 100, type: WidthType.PERCENTAGE },
    rows: [row(head, true), ...rows.map((cells) => row(cells, false))],
  });
}

const heading = (runs: Run[], level: number) =>
  new Paragraph({
    heading: HEADINGS[Math.min(level, HEADINGS.length) - 1] ?? HeadingLevel.HEADING_6,
    spacing: { before: 240, after: 80 },
    children: runs.map((run) => childOf(run, TOP)),
  });

const paragraph = (runs: Run[], place: Place) =>
  new Paragraph({
    spacing: { after: 120 },
    indent: { left: place.indent * INDENT },
    children: runs.map((run) => childOf(run, place)),
  });

function childOf({ text, url, bold, italic, code, strike }: Run, { colour }: Place): ParagraphChild {
  if (text === '\n') return new TextRun({ break: 1 });
  const style = {
    ...(bold ? { bold } : {}),
    ...(italic ? { italics: italic } : {}),
    ...(strike ? { strike } : {}),
    ...(code ? { font: 'Consolas' } : {}),
  };
  const written = cleaned(text);
  if (!url) return new TextRun({ ...style, text: written, ...(colour ? { color: colour } : {}) });
  return new ExternalHyperlink({
    link: url,
    children: [new TextRun({ ...style, text: written, color: LINK, underline: {} })],
  });
}

/** XML has no control characters and no halves of characters. */
const cleaned = (text: string): string =>
  text.toWellFormed().replace(/[\p{Cc}\ufffe\uffff]/gu, (one) => (one === '\t' || one === '\n' ? one : ''));

/** Every list counts for itself. */
class Lists {
  readonly #starts: (number | undefined)[] = [];

  begin(start: number | undefined): string {
    this.#starts.push(start);
    return referenceOf(this.#starts.length - 1);
  }

  config() {
    return this.#starts.map((start, place) => ({
      reference: referenceOf(place),
      levels: Array.from({ length: LEVELS }, (_, level) => ({
        level,
        format: start === undefined ? LevelFormat.BULLET : LevelFormat.DECIMAL,
        text: start === undefined ? '•' : `%${level + 1}.`,
        start: start ?? 1,
        alignment: AlignmentType.LEFT,
        style: { paragraph: { indent: { left: (level + 1) * INDENT, hanging: INDENT } } },
      })),
    }));
  }
}

const referenceOf = (place: number): string => `lista-${place}`;
