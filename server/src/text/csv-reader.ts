/** The CSV reader: delimiter detection, and records as RFC 4180 has them. */

const DELIMITERS = [';', ',', '\t', '|'];
const DELIMITER_LINE = /^\ufeff?sep=(.)\n/;
/** Rows from which the delimiter is detected. */
const SNIFFED = 30;

/** `line` is the line of the text, counted from 1, on which the record begins. */
export type CsvRecord = {
  line: number;
  cells: string[];
  /** The text ended within a quoted cell. */
  is_unclosed?: true;
};

/** The delimiter that divides the first rows into most columns, and all of them into as many. */
export function delimiterOf(text: string): string {
  // Spreadsheets in Portuguese may say it themselves.
  const said = DELIMITER_LINE.exec(text.slice(0, 8))?.[1];
  if (said) return said;
  let best = { delimiter: ',', score: 0 };
  for (const delimiter of DELIMITERS) {
    const widths: number[] = [];
    for (const record of recordsOf(text.slice(0, 64_000), delimiter))
      if (isFilled(record) && widths.push(record.cells.length) >= SNIFFED) break;
    const width = widths[0] ?? 1;
    const alike = widths.filter((one) => one === width).length / Math.max(1, widths.length);
    const score = width > 1 ? (width - 1) * alike ** 3 : 0;
    if (score > best.score) best = { delimiter, score };
  }
  return best.delimiter;
}

export const isFilled = ({ cells }: CsvRecord): boolean => cells.length > 1 || Boolean(cells[0]?.trim());

/** Behind the line that says the delimiter. */
function firstRecord(text: string): { at: number; line: number } {
  const said = DELIMITER_LINE.exec(text.slice(0, 8));
  return said ? { at: said[0].length, line: 2 } : { at: 0, line: 1 };
}

/** Every record, blank ones too. Line ends are `\n`; a quote inside an unquoted cell is a letter like any other. */
export function* recordsOf(text: string, delimiter: string): Generator<CsvRecord, undefined> {
  let cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  let { at, line } = firstRecord(text);
  let begun = line;
  for (; at < text.length; at += 1) {
    const letter = text[at] as string;
    if (letter === '\n') line += 1;
    if (isQuoted) {
      if (letter !== '"') cell += letter;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (letter === '"' && !cell.trim()) {
      isQuoted = true;
      cell = '';
    } else if (letter === delimiter) {
      cells.push(cell);
      cell = '';
    } else if (letter === '\n') {
      cells.push(cell);
      yield { line: begun, cells };
      cells = [];
      cell = '';
      begun = line;
    } else cell += letter;
  }
  cells.push(cell);
  const last = { line: begun, cells, ...(isQuoted && { is_unclosed: true as const }) };
  if (isFilled(last)) yield last;
}
