/**
 * Forty generated sheets with known kinds and sums, and a large one, from the file to the rows of the database. Most of
 * what a file costs is the start of its readers: workbooks hold most of the sheets.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DescribedSheet, SheetUpload } from '#contract/sheets.ts';
import { sampled } from '../../../../../tests/support/rounds.ts';
import { openTestContent, type TestContent } from '../../../../test/content/test-content.ts';
import { type KnownSheet, knownSheet } from '../../../../test/sheets/known-sheets.ts';
import { csvOf, odsOf, xlsxOf } from '../../../../test/sheets/make-sheets.ts';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { formWith } from '../../../../test/uploads.ts';

let content: TestContent;
let testServer: TestServer;
let admin: ReturnType<TestServer['as']>;

beforeAll(async () => {
  content = await openTestContent();
  testServer = await startTestServer({ content: content.reader, sheets: content.sheets });
  admin = testServer.as(await testServer.user({ role: 'admin' }));
});
afterAll(async () => {
  await testServer.close();
  await content.close();
});

type File = { name: string; content: string | Uint8Array<ArrayBuffer>; sheets: KnownSheet[] };

const numbers = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index);
const workbook = ({ name, cells }: KnownSheet) => ({ name, rows: cells });

/** One for each mark. */
const CSV_FILES = 3;

function files(): File[] {
  const marks = [';', ',', '\t'];
  const csv = sampled(numbers(1, 12), CSV_FILES).map((seed): File => {
    const sheet = knownSheet(seed);
    return {
      name: `${sheet.name}.csv`,
      content: csvOf(sheet.csv, { mark: marks[seed % 3] ?? ';' }),
      sheets: [sheet],
    };
  });
  const xlsx = [20, 40].map((from): File => {
    const sheets = numbers(from, 14).map(knownSheet);
    return { name: 'muitas.xlsx', content: xlsxOf(sheets.map(workbook), { uses1904: from === 40 }), sheets };
  });
  const sheets = numbers(60, 10).map(knownSheet);
  return [...csv, ...xlsx, { name: 'muitas.ods', content: odsOf(sheets.map(workbook)), sheets }];
}

async function uploaded({ name, content: bytes }: File): Promise<SheetUpload> {
  const { status, body } = await admin.upload('/data-sources/sheets', formWith(name, bytes));
  expect(body).toMatchObject({ data: expect.anything() });
  expect(status).toBe(201);
  return body.data;
}

/** The sums of the numeric columns of a loaded sheet, in hundredths. */
async function loadedSums(upload: SheetUpload, sheet: DescribedSheet): Promise<Map<string, number>> {
  const { status, body } = await admin.post(`/data-sources/sheets/${upload.upload_id}/confirm`, {
    name: sheet.name,
    sheet: sheet.name,
    header_row: sheet.header_row,
    columns: sheet.columns.map(({ name, label, kind }) => ({ name, label, kind })),
  });
  expect(status).toBe(201);
  const query = body.data.rag_config.document_search.base_sql_query;
  const sums = new Map<string, number>();
  for (const { name, label, kind } of sheet.columns) {
    if (kind !== 'number' && kind !== 'money') continue;
    const { rows } = await content.owner.query(
      `select round(sum("${name}") * 100) as sum from (${query}) as b`,
    );
    sums.set(label, Number(rows[0].sum));
  }
  return sums;
}

const labelIn = ({ columns }: DescribedSheet, place: number) => columns[place]?.label ?? '';

test('R-TBL-43 R-TBL-52 forty sheets in three formats: 95 % of the kinds are right, and every sum is exact', {
  timeout: 600_000,
}, async () => {
  const wrong: string[] = [];
  let columns = 0;
  let sheets = 0;
  for (const file of files()) {
    const upload = await uploaded(file);
    expect(upload.sheets).toHaveLength(file.sheets.length);
    for (const [place, known] of file.sheets.entries()) {
      const sheet = upload.sheets[place];
      if (!sheet) throw new Error('a sheet is missing');
      expect(sheet).toMatchObject({ name: known.name, rows: known.rows });
      known.columns.forEach(({ label, kind }, at) => {
        const found = sheet.columns[at]?.kind;
        if (found !== kind) wrong.push(`${file.name} ${known.name} ${label}: ${found}, not ${kind}`);
      });
      columns += known.columns.length;
      sheets += 1;
      // A file is confirmed once: the other sheets of a workbook are described only.
      if (place > 0) continue;
      const sums = await loadedSums(upload, sheet);
      known.columns.forEach(({ label, sum }, at) => {
        const found = sums.get(labelIn(sheet, at));
        if (sum !== null && found !== undefined && found !== sum)
          wrong.push(`${known.name} ${label}: sum ${found}, not ${sum}`);
        expect(`${known.name} ${label} ${sum !== null && found !== undefined ? found : sum}`).toBe(
          `${known.name} ${label} ${sum}`,
        );
      });
    }
  }
  expect(sheets).toBeGreaterThanOrEqual(40);
  expect(columns).toBeGreaterThan(200);
  expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(columns * 0.05);
});

test('a sheet of 100,000 rows is loaded whole', { timeout: 300_000 }, async () => {
  const rows = 100_000;
  const lines = ['obra;cidade;valor;dia'];
  for (let row = 0; row < rows; row += 1)
    lines.push(
      `obra ${row};cidade ${row % 50};R$ ${row % 1000},25;${String((row % 28) + 1).padStart(2, '0')}/03/2026`,
    );
  const upload = await uploaded({ name: 'grande.csv', content: lines.join('\n'), sheets: [] });
  const [sheet] = upload.sheets;
  if (!sheet) throw new Error('no sheet was described');
  expect(sheet.rows).toBe(rows);
  const began = performance.now();
  const sums = await loadedSums(upload, sheet);
  const seconds = (performance.now() - began) / 1_000;
  expect(sums.get('Valor')).toBe(numbers(0, 1_000).reduce((sum, value) => sum + value * 100 + 25, 0) * 100);
  // The bar is 20 s on an idle machine; a test machine may be busy.
  expect(seconds).toBeLessThan(60);
});
