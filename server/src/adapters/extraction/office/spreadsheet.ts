/** Spreadsheets as text: a heading for each sheet, and a sentence for each row that names its columns. */
import { type Extracted, notesOf, type OnProgress, TEXT_MAX, Unreadable } from '../extracted.ts';
import { readZip } from '../packed/zip.ts';
import { isSheetPart, packedWorkbook } from '../sheets/read-workbook.ts';
import {
  DOCUMENT_RULES,
  type Merge,
  type SheetCell,
  type SheetData,
  SheetProblem,
  type SheetRow,
} from '../sheets/sheet-cells.ts';
import { withoutPages } from '../text/plain-text.ts';
import { rowSentence } from '../text/tables.ts';

/** Rows in which the line of column names is looked for; titles and notes stand above it. */
const HEADER_ROWS = 30;
/** The line of names has as many cells as this part of the widest row there. */
const HEADER_SHARE = 0.6;

/** Formulas are not computed: their stored values are read. Hidden sheets and rows are left out. */
export function readSpreadsheet(bytes: Buffer, onProgress: OnProgress = () => {}): Extracted {
  const parts = readZip(bytes, isSheetPart);
  if (parts.get('META-INF/manifest.xml')?.includes('encryption-data')) throw new Unreadable('file_encrypted');
  try {
    const workbook = packedWorkbook(parts, DOCUMENT_RULES);
    if (!workbook) throw new Unreadable('file_corrupt');
    const sheets = workbook.filter(({ isHidden }) => !isHidden);
    let hidden_rows = 0;
    const texts = sheets.map(({ name, read }, index) => {
      const data = read();
      onProgress(index + 1, sheets.length);
      hidden_rows += data.rows.filter(({ isHidden }) => isHidden).length;
      return [`## ${tidy(name)}`, ...linesOf(data)];
    });
    const written = texts.filter(({ length }) => length > 1).map((lines) => lines.join('\n\n'));
    const hidden_sheets = workbook.length - sheets.length;
    return withoutPages(written.join('\n\n'), notesOf({ hidden_sheets, hidden_rows }));
  } catch (error) {
    throw error instanceof SheetProblem ? new Unreadable(asFileProblem(error), { cause: error }) : error;
  }
}

const asFileProblem = ({ problem }: SheetProblem) =>
  problem === 'rows' || problem === 'columns' ? 'file_text_too_long' : 'file_corrupt';

/** Lines above the names of the columns stay as they are; the rows below become one list. */
function linesOf({ rows, merges }: SheetData): string[] {
  const merged = mergedCells(merges);
  const shown = rows.filter(({ isHidden }) => !isHidden);
  const wordsIn = ({ number, cells }: SheetRow) => filledDown(number, cells, merged).map(wordsOf);
  const first = shown.slice(0, HEADER_ROWS).map(wordsIn);
  const place = headerPlace(first);
  const header = first[place];
  const above = first.slice(0, Math.max(0, place)).map((cells) => cells.filter(Boolean).join('; '));
  const items: string[] = [];
  let letters = 0;
  for (let index = place + 1; index < shown.length; index += 1) {
    const item = rowSentence(header ?? [], first[index] ?? wordsIn(shown[index] as SheetRow));
    letters += item.length;
    // Rows that repeat one long cell would fill the memory before the text is measured.
    if (letters > TEXT_MAX) throw new Unreadable('file_text_too_long');
    if (item) items.push(`- ${item}`);
  }
  return [...above, items.length ? items.join('\n') : (header?.filter(Boolean).join('; ') ?? '')].filter(
    Boolean,
  );
}

/** The first row that is as wide as the table and holds words only; -1 where no row names the columns. */
function headerPlace(lines: string[][]): number {
  const filled = lines.map((cells) => cells.filter(Boolean));
  const width = Math.max(0, ...filled.map(({ length }) => length));
  if (width < 2) return -1;
  return filled.findIndex(
    (cells) =>
      cells.length >= Math.max(2, width * HEADER_SHARE) &&
      cells.every((cell) => /\p{L}{2}/u.test(cell) || YEAR.test(cell)),
  );
}

/** A year may name a column too. */
const YEAR = /^(?:19|20)\d\d$/;

/** Cells that share one value because they are merged downwards. */
type Merged = Map<string, { value: SheetCell | undefined }>;

/** Cells of all merges together; sheets that people make have far fewer. Beyond it merged cells stay empty. */
const MERGED_MAX = 200_000;

/** The shared value is kept under the place of each cell. */
function mergedCells(merges: Merge[]): Merged {
  const covered: Merged = new Map();
  for (const { row, column, rows } of merges) {
    // A merge of a whole column is a matter of looks; more rows than a sheet of people has are not filled.
    const filled = Math.min(rows, 10_000);
    if (covered.size + filled > MERGED_MAX) break;
    const shown = { value: undefined };
    for (let down = 0; down < filled; down += 1) covered.set(`${row + down}:${column}`, shown);
  }
  return covered;
}

function filledDown(number: number, cells: SheetCell[], merged: Merged): SheetCell[] {
  if (merged.size === 0) return cells;
  return cells.map((cell, column) => {
    const shown = merged.get(`${number}:${column}`);
    if (!shown) return cell;
    shown.value ??= cell ?? undefined;
    return shown.value ?? null;
  });
}

const decimals = new Intl.NumberFormat('pt-BR', { useGrouping: false, maximumFractionDigits: 10 });
const amounts = new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** A cell as it would be read aloud in Brazil: days, amounts and percentages in Brazilian notation. */
function wordsOf(cell: SheetCell): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return tidy(cell);
  if (typeof cell === 'number') return decimals.format(cell);
  if (typeof cell === 'boolean') return cell ? 'sim' : 'não';
  if ('error' in cell) return cell.error;
  if ('day' in cell) {
    const [, year, month, day, time = ''] = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d:\d\d))?/.exec(cell.day) ?? [];
    return year ? `${day}/${month}/${year}${time && ` ${time}`}` : cell.day;
  }
  return cell.format === 'money' ? amounts.format(cell.number) : `${decimals.format(cell.number * 100)} %`;
}

const tidy = (text: string): string => text.replace(/\s+/g, ' ').trim();
