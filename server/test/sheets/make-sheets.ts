/** Small workbooks for tests: CSV, XLSX and ODS files with exactly the cells that a test names. */
import { strToU8, zipSync } from 'fflate';

/** `date` is a serial of Excel in XLSX and a day in ODS; `style` names a number format. */
export type MadeCell =
  | null
  | string
  | number
  | boolean
  | { day: string }
  | { number: number; format: string }
  | { error: string }
  | { formula: string; value: number };

export type MadeSheet = {
  name: string;
  rows: MadeCell[][];
  /** Such as `A1:B1`; in ODS files over rows only. */
  merges?: string[];
  hiddenRows?: number[];
};

type Bytes = Uint8Array<ArrayBuffer>;

export const csvOf = (rows: (string | number | null)[][], { mark = ';', end = '\r\n' } = {}): string =>
  rows
    .map((row) =>
      row
        .map((cell) => {
          const text = cell === null ? '' : String(cell);
          return /["\n\r]/.test(text) || text.includes(mark) ? `"${text.replaceAll('"', '""')}"` : text;
        })
        .join(mark),
    )
    .join(end);

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

export function lettersOf(column: number): string {
  return column < 26
    ? String.fromCharCode(65 + column)
    : lettersOf(Math.floor(column / 26) - 1) + lettersOf(column % 26);
}

const DAY_MS = 86_400_000;
export const serialOf = (day: string, uses1904 = false): number => {
  const time = Date.parse(day.length === 10 ? `${day}T00:00:00Z` : `${day}Z`);
  return (time - (uses1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30))) / DAY_MS;
};

export type XlsxOptions = {
  uses1904?: boolean;
  /** Further parts of the file, such as `xl/vbaProject.bin`. */
  parts?: Record<string, string>;
};

export function xlsxOf(sheets: MadeSheet[], { uses1904 = false, parts = {} }: XlsxOptions = {}): Bytes {
  const formats: string[] = [];
  const styleOf = (format: string): number => {
    const known = formats.indexOf(format);
    return 1 + (known >= 0 ? known : formats.push(format) - 1);
  };
  const shared: string[] = [];
  const cellXml = (cell: MadeCell, name: string): string => {
    if (cell === null) return '';
    if (typeof cell === 'string') {
      const index = shared.includes(cell) ? shared.indexOf(cell) : shared.push(cell) - 1;
      return `<c r="${name}" t="s"><v>${index}</v></c>`;
    }
    if (typeof cell === 'number') return `<c r="${name}"><v>${cell}</v></c>`;
    if (typeof cell === 'boolean') return `<c r="${name}" t="b"><v>${cell ? 1 : 0}</v></c>`;
    if ('day' in cell)
      return `<c r="${name}" s="${styleOf('dd/mm/yyyy')}"><v>${serialOf(cell.day, uses1904)}</v></c>`;
    if ('error' in cell) return `<c r="${name}" t="e"><v>${cell.error}</v></c>`;
    if ('formula' in cell) return `<c r="${name}"><f>${escaped(cell.formula)}</f><v>${cell.value}</v></c>`;
    return `<c r="${name}" s="${styleOf(cell.format)}"><v>${cell.number}</v></c>`;
  };
  const sheetXml = ({ rows, merges = [], hiddenRows = [] }: MadeSheet) =>
    `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows
      .map((row, index) => {
        const hidden = hiddenRows.includes(index + 1) ? ' hidden="1"' : '';
        const cells = row.map((cell, column) => cellXml(cell, `${lettersOf(column)}${index + 1}`));
        return `<row r="${index + 1}"${hidden}>${cells.join('')}</row>`;
      })
      .join('')}</sheetData>${
      merges.length
        ? `<mergeCells>${merges.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>`
        : ''
    }</worksheet>`;
  const worksheets = sheets.map(sheetXml);
  const relations = sheets.map(
    (_, index) =>
      `<Relationship Id="rId${index + 1}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
  );
  const files: Record<string, string> = {
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    'xl/workbook.xml': `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><workbookPr${uses1904 ? ' date1904="1"' : ''}/><sheets>${sheets
      .map(
        ({ name }, index) => `<sheet name="${escaped(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relations.join('')}</Relationships>`,
    'xl/sharedStrings.xml': `<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${shared
      .map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`)
      .join('')}</sst>`,
    'xl/styles.xml': `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts>${formats
      .map((code, index) => `<numFmt numFmtId="${164 + index}" formatCode="${escaped(code)}"/>`)
      .join('')}</numFmts><cellXfs><xf numFmtId="0"/>${formats
      .map((_, index) => `<xf numFmtId="${164 + index}"/>`)
      .join('')}</cellXfs></styleSheet>`,
  };
  worksheets.forEach((xml, index) => {
    files[`xl/worksheets/sheet${index + 1}.xml`] = xml;
  });
  return zipped({ ...files, ...parts });
}

export function odsOf(sheets: MadeSheet[], parts: Record<string, string> = {}): Bytes {
  const cellXml = (cell: MadeCell, place: string, merges: string[]): string => {
    const merge = merges.find((ref) => ref.startsWith(`${place}:`));
    const [from, to] = (merge?.split(':') ?? []).map((name) => Number(name.replace(/\D/g, '')));
    const span = merge ? `table:number-rows-spanned="${(to ?? 0) - (from ?? 0) + 1}" ` : '';
    if (cell === null) return '<table:table-cell/>';
    const shown = (attributes: string, text: string) =>
      `<table:table-cell ${span}${attributes}><text:p>${escaped(text)}</text:p></table:table-cell>`;
    if (typeof cell === 'string') return shown('office:value-type="string"', cell);
    if (typeof cell === 'number')
      return shown(`office:value-type="float" office:value="${cell}"`, String(cell));
    if (typeof cell === 'boolean')
      return shown(
        `office:value-type="boolean" office:boolean-value="${cell}"`,
        cell ? 'VERDADEIRO' : 'FALSO',
      );
    if ('day' in cell)
      return shown(
        `office:value-type="date" office:date-value="${cell.day}"`,
        cell.day.slice(0, 10).split('-').reverse().join('/'),
      );
    if ('error' in cell) return shown('office:value-type="string" calcext:value-type="error"', cell.error);
    if ('formula' in cell)
      return shown(
        `table:formula="of:=${escaped(cell.formula)}" office:value-type="float" office:value="${cell.value}"`,
        String(cell.value),
      );
    const type = cell.format.includes('%') ? 'percentage' : cell.format.includes('$') ? 'currency' : 'float';
    const padded = /^0{2,}$/.test(cell.format)
      ? String(cell.number).padStart(cell.format.length, '0')
      : String(cell.number);
    return shown(`office:value-type="${type}" office:value="${cell.number}"`, padded);
  };
  const tables = sheets.map(
    ({ name, rows, merges = [], hiddenRows = [] }) =>
      `<table:table table:name="${escaped(name)}">${rows
        .map((row, index) => {
          const hidden = hiddenRows.includes(index + 1) ? ' table:visibility="collapse"' : '';
          const cells = row.map((cell, column) => cellXml(cell, `${lettersOf(column)}${index + 1}`, merges));
          return `<table:table-row${hidden}>${cells.join('')}</table:table-row>`;
        })
        .join(
          '',
        )}<table:table-row table:number-rows-repeated="1048000"><table:table-cell table:number-columns-repeated="16384"/></table:table-row></table:table>`,
  );
  return zipped({
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
    'content.xml': `<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:calcext="urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0"><office:body><office:spreadsheet>${tables.join('')}</office:spreadsheet></office:body></office:document-content>`,
    ...parts,
  });
}

export const zipped = (files: Record<string, string | Uint8Array>): Bytes =>
  zipSync(
    Object.fromEntries(
      Object.entries(files).map(([name, content]) => [
        name,
        // The type of an OpenDocument file stands uncompressed at its beginning.
        [typeof content === 'string' ? strToU8(content) : content, { level: name === 'mimetype' ? 0 : 6 }],
      ]),
    ),
  ) as Bytes;
