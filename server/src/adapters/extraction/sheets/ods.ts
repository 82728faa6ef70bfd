/** OpenDocument spreadsheets: stored values with their types; formulas are not computed. */
import { type Attributes, readXml } from '../packed/xml.ts';
import { timeOfSerial } from './number-format.ts';
import { RowCollector } from './row-collector.ts';
import {
  MERGES_MAX,
  type Merge,
  type SheetCell,
  type SheetData,
  SheetProblem,
  type SheetRules,
  type Workbook,
} from './sheet-cells.ts';

/** Digits that a number format fills with zeros, and codes with their marks. */
const CODE = /^0\d+$|^\d{3}\.\d{3}\.\d{3}-\d{2}$|^\d{2}\.\d{3}\.\d{3}\/\d{4}-\d{2}$|^\d{5}-\d{3}$/;

export function readOds(parts: Map<string, Buffer>, rules: SheetRules): Workbook {
  const content = parts.get('content.xml');
  if (!content) throw new SheetProblem('corrupt');
  return sheetsOf(content, rules).map((sheet, place) => ({
    ...sheet,
    read: () => readTable(content, place, rules),
  }));
}

/** A sheet is hidden by its style. */
function sheetsOf(content: Buffer, { refuses_links }: SheetRules): { name: string; isHidden: boolean }[] {
  const sheets: { name: string; isHidden: boolean }[] = [];
  const hidden = new Set<string | undefined>();
  let style: string | undefined;
  let depth = 0;
  readXml(content, {
    open(name, attributes) {
      if (name === 'table-source' && refuses_links) throw new SheetProblem('external_links');
      if (name === 'style') style = attributes.name;
      if (name === 'table-properties' && attributes.display === 'false') hidden.add(style);
      if (name !== 'table') return;
      depth += 1;
      if (depth === 1)
        sheets.push({ name: attributes.name ?? '', isHidden: hidden.has(attributes['style-name']) });
    },
    close(name) {
      if (name === 'table') depth -= 1;
    },
  });
  return sheets;
}

/** Reads one table of the document; tables inside cells are left out. */
function readTable(content: Buffer, place: number, { columns_max }: SheetRules): SheetData {
  const reader = new TableReader(columns_max);
  let number = -1;
  let depth = 0;
  readXml(content, {
    open(name, attributes) {
      if (name === 'table') {
        depth += 1;
        if (depth === 1) number += 1;
      } else if (number === place && depth === 1) reader.open(name, attributes);
    },
    close(name) {
      if (name === 'table') depth -= 1;
      else if (number === place && depth === 1) reader.close(name);
    },
    text(piece) {
      if (number === place && depth === 1) reader.text(piece);
    },
  });
  return reader.data;
}

class TableReader {
  private readonly collected: RowCollector;
  private readonly columnsMax: number;
  private readonly merges: Merge[] = [];
  private next = 1;
  private cells: SheetCell[] = [];
  private column = 0;
  private row: Attributes = {};
  private cell: Attributes = {};
  private paragraphs: string[] = [];
  private isInParagraph = false;
  private annotations = 0;

  constructor(columns_max: number) {
    this.columnsMax = columns_max;
    this.collected = new RowCollector(columns_max);
  }

  get data(): SheetData {
    return { rows: this.collected.rows, merges: this.merges };
  }

  open(name: string, attributes: Attributes): void {
    if (name === 'annotation') this.annotations += 1;
    if (name === 'table-row') {
      this.row = attributes;
      this.cells = [];
      this.column = 0;
    } else if (name === 'table-cell' || name === 'covered-table-cell') {
      this.cell = attributes;
      this.paragraphs = [];
    } else if (this.annotations > 0) return;
    else if (name === 'p') {
      this.paragraphs.push('');
      this.isInParagraph = true;
    } else if (name === 's') this.text(' '.repeat(Math.min(100, Number(attributes.c ?? 1))));
    else if (name === 'tab') this.text('\t');
    else if (name === 'line-break') this.text('\n');
  }

  text(piece: string): void {
    if (!this.isInParagraph || this.annotations > 0) return;
    this.paragraphs[this.paragraphs.length - 1] += piece;
  }

  close(name: string): void {
    if (name === 'annotation') this.annotations -= 1;
    if (name === 'p' && this.annotations === 0) this.isInParagraph = false;
    if (name === 'table-cell' || name === 'covered-table-cell') this.endCell(name === 'covered-table-cell');
    if (name === 'table-row') {
      const times = repeated(this.row['number-rows-repeated']);
      const isHidden = /^(?:collapse|filter)$/.test(this.row.visibility ?? '');
      this.collected.add(this.next, this.cells, { times, isHidden });
      this.next += times;
    }
  }

  private endCell(isCovered: boolean): void {
    const times = repeated(this.cell['number-columns-repeated']);
    const value = isCovered ? null : cellValue(this.cell, this.paragraphs.join('\n'));
    const rows = Number(this.cell['number-rows-spanned'] ?? 1);
    const columns = Number(this.cell['number-columns-spanned'] ?? 1);
    if ((rows > 1 || columns > 1) && this.merges.length < MERGES_MAX)
      this.merges.push({ row: this.next, column: this.column, rows, columns });
    // One more than a table may have, so that too many are noticed.
    const kept = value === null ? 0 : Math.min(times, this.columnsMax + 1);
    for (let time = 0; time < kept; time += 1) this.cells[this.column + time] = value;
    this.column = Math.min(this.column + times, 100_000);
  }
}

const repeated = (text: string | undefined) => Math.max(1, Math.floor(Number(text ?? 1)) || 1);

function cellValue(attributes: Attributes, text: string): SheetCell {
  // LibreOffice marks cells with an error beside the type that they would have.
  if (/^(?:#[A-Z/0!?]+|Err:\d+)$/.test(text)) return { error: text };
  const type = attributes['value-type'];
  switch (type) {
    case 'float':
      return CODE.test(text) ? text : numberOf(attributes.value);
    case 'percentage':
      return formatted(attributes, 'percent');
    case 'currency':
      return formatted(attributes, 'money');
    case 'date':
      return dayOf(attributes['date-value']);
    case 'time':
      return timeOf(attributes['time-value'] ?? '') ?? text;
    case 'boolean':
      return attributes['boolean-value'] === 'true';
    default:
      return (attributes['string-value'] ?? text) || null;
  }
}

function formatted({ value }: Attributes, format: 'percent' | 'money'): SheetCell {
  const number = numberOf(value);
  return number === null ? null : { number, format };
}

const dayOf = (text = ''): SheetCell => ({ day: text.slice(0, 19).replace(/T00:00:00$/, '') });

function numberOf(text: string | undefined): number | null {
  const number = Number(text);
  return text && Number.isFinite(number) ? number : null;
}

/** `PT08H05M09S`. */
function timeOf(text: string): string | null {
  const [, hours, minutes, seconds] = /^PT(\d+)H(\d+)M([\d.]+)S$/.exec(text) ?? [];
  if (!hours || !minutes || !seconds) return null;
  return timeOfSerial((Number(hours) * 3_600 + Number(minutes) * 60 + Math.floor(Number(seconds))) / 86_400);
}
