/** Opens a CSV, XLSX or ODS file by its content; refuses what cannot or may not be read. */
import { delimiterOf, recordsOf } from '../../../text/csv-reader.ts';
import { Unreadable } from '../extracted.ts';
import { readZip } from '../packed/zip.ts';
import { decodeText } from '../text/encoding.ts';
import { readOds } from './ods.ts';
import { RowCollector } from './row-collector.ts';
import { asSheetProblem, SheetProblem, type SheetRules, TABLE_RULES, type Workbook } from './sheet-cells.ts';
import { readXlsx } from './xlsx.ts';

const OLE2 = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const ZIP = Buffer.from('504b0304', 'hex');
const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le');

const WANTED =
  /^(?:xl\/(?:workbook|sharedStrings|styles)\.xml|xl\/_rels\/workbook\.xml\.rels|xl\/worksheets\/[^/]+\.xml|content\.xml|META-INF\/manifest\.xml|mimetype)$/;
const MACROS = /vbaProject\.bin$|^(?:Basic|Scripts)\//i;
const EXTERNAL_LINKS = /^xl\/externalLinks\//i;

/** Throws `SheetProblem`; `read` of each sheet does too. */
export function readWorkbook(bytes: Buffer): Workbook {
  return withSheetProblems(() => workbookOf(bytes)).map((sheet) => ({
    ...sheet,
    read: () => withSheetProblems(sheet.read),
  }));
}

function withSheetProblems<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    throw error instanceof Unreadable
      ? new SheetProblem(asSheetProblem(error.problem), { cause: error })
      : error;
  }
}

function workbookOf(bytes: Buffer): Workbook {
  if (!bytes.length) throw new SheetProblem('empty');
  if (bytes.subarray(0, OLE2.length).equals(OLE2))
    throw new SheetProblem(bytes.includes(ENCRYPTED) ? 'password' : 'old_excel');
  if (!bytes.subarray(0, ZIP.length).equals(ZIP)) return csvWorkbook(bytes);
  const names: string[] = [];
  const parts = readZip(bytes, (name) => {
    names.push(name);
    return isSheetPart(name);
  });
  if (names.some((name) => MACROS.test(name))) throw new SheetProblem('macros');
  if (names.some((name) => EXTERNAL_LINKS.test(name))) throw new SheetProblem('external_links');
  if (parts.get('META-INF/manifest.xml')?.includes('encryption-data')) throw new SheetProblem('password');
  const workbook = packedWorkbook(parts, TABLE_RULES);
  if (!workbook) throw new SheetProblem('not_a_sheet');
  return workbook;
}

/** The parts of a packed spreadsheet that are read. */
export const isSheetPart = (name: string): boolean => WANTED.test(name);

/** Null for a zip that is neither an Excel nor an OpenDocument spreadsheet. */
export function packedWorkbook(parts: Map<string, Buffer>, rules: SheetRules): Workbook | null {
  if (parts.has('xl/workbook.xml')) return readXlsx(parts, rules);
  const type = parts.get('mimetype')?.toString('latin1') ?? '';
  return type.startsWith('application/vnd.oasis.opendocument.spreadsheet') ? readOds(parts, rules) : null;
}

/** A CSV file is a workbook of one sheet without a name. */
function csvWorkbook(bytes: Buffer): Workbook {
  const text = decodeText(bytes);
  const read = () => {
    const collected = new RowCollector(TABLE_RULES.columns_max);
    let number = 0;
    for (const { cells } of recordsOf(text, delimiterOf(text))) {
      number += 1;
      collected.add(
        number,
        cells.map((cell) => cell.trim() || null),
      );
    }
    return { rows: collected.rows, merges: [] };
  };
  return [{ name: '', isHidden: false, read }];
}
