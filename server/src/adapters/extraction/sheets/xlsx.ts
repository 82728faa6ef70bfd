/** Excel workbooks: stored values with their number formats; formulas are not computed. */

import { type Attributes, readXml } from '../packed/xml.ts';
import {
  builtInFormat,
  codeText,
  dayOfSerial,
  formatOf,
  type NumberFormat,
  timeOfSerial,
} from './number-format.ts';
import { RowCollector } from './row-collector.ts';
import {
  MERGES_MAX,
  type Merge,
  placeOfCell,
  type SheetCell,
  type SheetData,
  SheetProblem,
  type SheetRules,
  type Workbook,
} from './sheet-cells.ts';

type Parts = Map<string, Buffer>;
type Styles = NumberFormat[];
type Context = { shared: string[]; styles: Styles; uses1904: boolean; columns_max: number };

export function readXlsx(parts: Parts, { columns_max }: SheetRules): Workbook {
  const { sheets, uses1904 } = readBook(partOf(parts, 'xl/workbook.xml'));
  const targets = readRelations(partOf(parts, 'xl/_rels/workbook.xml.rels'));
  let context: Context | undefined;
  return sheets.flatMap(({ name, relation, isHidden }) => {
    const part = parts.get(targets.get(relation) ?? '');
    if (!part) return [];
    const read = () => {
      context ??= {
        shared: readShared(parts.get('xl/sharedStrings.xml')),
        styles: readStyles(parts.get('xl/styles.xml')),
        uses1904,
        columns_max,
      };
      return readSheet(part, context);
    };
    return [{ name, isHidden, read }];
  });
}

function partOf(parts: Parts, name: string): Buffer {
  const part = parts.get(name);
  if (!part) throw new SheetProblem('corrupt');
  return part;
}

function readBook(part: Buffer) {
  const sheets: { name: string; relation: string; isHidden: boolean }[] = [];
  let uses1904 = false;
  readXml(part, {
    open(name, { name: title = '', id = '', date1904 = '', state = 'visible' }) {
      if (name === 'sheet') sheets.push({ name: title, relation: id, isHidden: state !== 'visible' });
      if (name === 'workbookPr') uses1904 = isTrue(date1904);
    },
  });
  return { sheets, uses1904 };
}

const isTrue = (text: string) => text === '1' || text === 'true';

/** Worksheets only: a sheet of the workbook may also be a chart. */
function readRelations(part: Buffer): Map<string, string> {
  const targets = new Map<string, string>();
  readXml(part, {
    open(name, { Id = '', Type = '', Target = '' }) {
      if (name !== 'Relationship' || !Type.endsWith('/worksheet')) return;
      targets.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`);
    },
  });
  return targets;
}

function readShared(part: Buffer | undefined): string[] {
  const shared: string[] = [];
  if (!part) return shared;
  let text = '';
  let isText = false;
  let phonetic = 0;
  readXml(part, {
    open(name) {
      if (name === 'si') text = '';
      if (name === 'rPh') phonetic += 1;
      isText = name === 't' && phonetic === 0;
    },
    close(name) {
      if (name === 'si') shared.push(withoutEscapes(text));
      if (name === 'rPh') phonetic -= 1;
      isText = false;
    },
    text: (piece) => {
      if (isText) text += piece;
    },
  });
  return shared;
}

/** Excel writes control characters as `_x000D_`. */
const withoutEscapes = (text: string) =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-F]{4})_/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;

function readStyles(part: Buffer | undefined): Styles {
  const formats = new Map<number, NumberFormat>();
  const styles: Styles = [];
  if (!part) return styles;
  let inCells = false;
  readXml(part, {
    open(name, { numFmtId = '0', formatCode = '' }) {
      if (name === 'numFmt') formats.set(Number(numFmtId), formatOf(formatCode));
      if (name === 'cellXfs') inCells = true;
      if (name === 'xf' && inCells)
        styles.push(formats.get(Number(numFmtId)) ?? builtInFormat(Number(numFmtId)));
    },
    close(name) {
      if (name === 'cellXfs') inCells = false;
    },
  });
  return styles;
}

function readSheet(part: Buffer, context: Context): SheetData {
  const collected = new RowCollector(context.columns_max);
  const merges: Merge[] = [];
  let row = 0;
  let isHidden = false;
  let column = -1;
  let cells: SheetCell[] = [];
  let cell: Attributes = {};
  let text = '';
  let isText = false;
  readXml(part, {
    open(name, attributes) {
      if (name === 'row') {
        row = Number(attributes.r ?? row + 1);
        isHidden = isTrue(attributes.hidden ?? '');
        column = -1;
        cells = [];
      } else if (name === 'c') {
        cell = attributes;
        text = '';
        column = placeOfCell(attributes.r ?? '')?.column ?? column + 1;
      } else if (name === 'mergeCell') {
        const merge = mergeOf(attributes.ref ?? '');
        if (merge && merges.length < MERGES_MAX) merges.push(merge);
      }
      isText = name === 'v' || name === 't';
    },
    close(name) {
      if (name === 'c') {
        const value = cellValue(cell, text, context);
        // Columns beyond the last one that a table may have are kept only as a sign that there are some.
        if (value !== null) cells[Math.min(column, context.columns_max)] = value;
      } else if (name === 'row')
        collected.add(
          row,
          Array.from(cells, (value) => value ?? null),
          { isHidden },
        );
      isText = false;
    },
    text: (piece) => {
      if (isText) text += piece;
    },
  });
  return { rows: collected.rows, merges };
}

function mergeOf(reference: string): Merge | null {
  const [from, to] = reference.split(':').map((name) => placeOfCell(name));
  if (!from || !to) return null;
  return { ...from, rows: to.row - from.row + 1, columns: to.column - from.column + 1 };
}

function cellValue({ t: type = 'n', s: style = '0' }: Attributes, text: string, context: Context): SheetCell {
  if (text === '') return null;
  if (type === 's') return context.shared[Number(text)] ?? null;
  if (type === 'str' || type === 'inlineStr') return withoutEscapes(text);
  if (type === 'b') return text === '1';
  if (type === 'e') return { error: text };
  if (type === 'd') return { day: text.slice(0, 19).replace(/T00:00:00$/, '') };
  const number = Number(text);
  if (!Number.isFinite(number)) return text;
  return formatted(number, context.styles[Number(style)], context.uses1904);
}

function formatted(number: number, format: NumberFormat | undefined, uses1904: boolean): SheetCell {
  switch (format?.shows) {
    case 'date': {
      const day = dayOfSerial(number, uses1904);
      return day === null ? number : { day };
    }
    case 'time':
      return timeOfSerial(number);
    case 'percent':
    case 'money':
      return { number, format: format.shows };
    case 'text':
      return String(number);
    case 'code':
      return codeText(number, format.pattern);
    default:
      return number;
  }
}
