/** Files that are no spreadsheet, or that would harm the reader of one. */
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bombOf } from '../../../../../tests/fixtures/bombs.ts';
import { openTestContent, type TestContent } from '../../../../test/content/test-content.ts';
import { csvOf, odsOf, xlsxOf, zipped } from '../../../../test/sheets/make-sheets.ts';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { formWith, leftFiles } from '../../../../test/uploads.ts';
import { sheet_uploads } from '../../../db/tables/data-sources.ts';

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

type File = string | Uint8Array<ArrayBuffer>;
const ROWS = [
  ['nome', 'valor'],
  ['Ana', 1],
  ['Rui', 2],
];
const sheet = { name: 'A', rows: ROWS };
const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));

/** An XLSX file whose part unpacks to the given text. */
const withPart = (name: string, text: string) => xlsxOf([sheet], { parts: { [name]: text } });

const OLE = Buffer.concat([
  Buffer.from('d0cf11e0a1b11ae1', 'hex'),
  Buffer.alloc(512),
  Buffer.from('EncryptedPackage', 'utf16le'),
]);

const refused: [string, string, () => File, string][] = [
  ['a file without content', 'a.csv', () => '', 'o arquivo não tem dados.'],
  ['a table without rows', 'a.csv', () => 'a;b\n', 'o arquivo não tem dados.'],
  [
    'binary content',
    'a.csv',
    () => bytes('\u0000\u0001\u0002'.repeat(300)),
    'o arquivo não é CSV, XLSX nem ODS.',
  ],
  [
    'a Word document',
    'a.xlsx',
    () => zipped({ 'word/document.xml': '<a/>' }),
    'o arquivo não é CSV, XLSX nem ODS.',
  ],
  ['a cut zip', 'a.xlsx', () => xlsxOf([sheet]).slice(0, 400), 'o arquivo está danificado.'],
  [
    'an old workbook',
    'a.xls',
    () => new Uint8Array(OLE.subarray(0, 512)),
    'é um arquivo .xls antigo; salve-o como .xlsx.',
  ],
  ['a workbook with a password', 'a.xlsx', () => new Uint8Array(OLE), 'o arquivo está protegido por senha.'],
  [
    'an ODS file with a password',
    'a.ods',
    () => odsOf([sheet], { 'META-INF/manifest.xml': '<manifest><encryption-data/></manifest>' }),
    'o arquivo está protegido por senha.',
  ],
  [
    'macros, whatever the file is called',
    'a.xlsx',
    () => withPart('xl/vbaProject.bin', 'x'),
    'o arquivo contém macros; salve-o sem elas.',
  ],
  [
    'macros of an ODS file',
    'a.ods',
    () => odsOf([sheet], { 'Basic/Standard/a.xml': '<a/>' }),
    'o arquivo contém macros; salve-o sem elas.',
  ],
  [
    'links to other files',
    'a.xlsx',
    () => withPart('xl/externalLinks/externalLink1.xml', '<externalLink/>'),
    'o arquivo depende de outros arquivos; cole os valores e salve-o de novo.',
  ],
  [
    'entities that unfold without end',
    'a.xlsx',
    () =>
      withPart(
        'xl/worksheets/sheet1.xml',
        '<!DOCTYPE a [<!ENTITY b "bbbb"><!ENTITY c "&b;&b;&b;">]><worksheet><sheetData><row><c t="str"><v>&c;</v></c></row></sheetData></worksheet>',
      ),
    'o arquivo está danificado.',
  ],
  [
    'an entity that names a file',
    'a.xlsx',
    () =>
      withPart(
        'xl/sharedStrings.xml',
        '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><sst><si><t>&x;</t></si></sst>',
      ),
    'o arquivo está danificado.',
  ],
  [
    'XML that is not well-formed',
    'a.xlsx',
    () => withPart('xl/worksheets/sheet1.xml', '<worksheet><row>'),
    'o arquivo está danificado.',
  ],
  [
    'a part that unpacks to more than may be read',
    'a.xlsx',
    () => bombOf('xl/worksheets/sheet1.xml', 210 * 1024 * 1024, ' '),
    'descompactado, o arquivo é grande demais.',
  ],
  [
    'too many columns',
    'a.csv',
    () => csvOf([Array.from({ length: 101 }, (_, at) => `c${at}`), Array.from({ length: 101 }, () => 'x')]),
    'a planilha tem mais de 100 colunas.',
  ],
  [
    'too many rows',
    'a.csv',
    () => `a;b\n${'1;2\n'.repeat(200_200)}`,
    'a planilha tem mais de 200.000 linhas.',
  ],
  [
    'a row that an ODS file repeats a million times',
    'a.ods',
    () =>
      zipped({
        mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
        'content.xml':
          '<d xmlns:table="t" xmlns:text="x" xmlns:office="o"><table:table table:name="A"><table:table-row table:number-rows-repeated="1000000"><table:table-cell office:value-type="string" table:number-columns-repeated="2"><text:p>x</text:p></table:table-cell></table:table-row></table:table></d>',
      }),
    'a planilha tem mais de 200.000 linhas.',
  ],
];

test.each(refused)(
  '%s is refused with a plain reason',
  { timeout: 120_000 },
  async (_, name, file, reason) => {
    const reply = await admin.upload('/data-sources/sheets', formWith(name, file()));
    expect(reply).toMatchObject({
      status: 422,
      body: { code: 'sheet_unreadable', detail: `Não foi possível ler esta planilha: ${reason}` },
    });
    expect(await testServer.context.db.select().from(sheet_uploads)).toEqual([]);
    expect(await leftFiles(testServer)).toEqual([]);
  },
);

test('a file over 25 MB is refused before it is read', async () => {
  const large = gzipSync(Buffer.alloc(10));
  const form = formWith('a.csv', new Uint8Array(Buffer.concat([large, Buffer.alloc(25 * 1024 * 1024)])));
  expect(await admin.upload('/data-sources/sheets', form)).toMatchObject({
    status: 413,
    body: { code: 'file_too_large' },
  });
});

test('cells that would be SQL, COPY commands or formulas are only text', async () => {
  const rows = [
    ['nome', 'nota', 'valor'],
    ["'); DROP TABLE sheets.x; --", '\\.', '1'],
    ['=cmd|calc', '\\N', '2'],
    ['linha\num', 'tab\taqui', '3'],
    ['\\', '"aspas"', '4'],
  ];
  const { body } = await admin.upload('/data-sources/sheets', formWith('a.csv', csvOf(rows)));
  const [described] = body.data.sheets;
  const confirmed = await admin.post(`/data-sources/sheets/${body.data.upload_id}/confirm`, {
    name: 'x'.repeat(20),
    sheet: described.name,
    header_row: described.header_row,
    columns: described.columns.map(({ name, label, kind }: Record<string, string>) => ({
      name,
      label,
      kind,
    })),
  });
  const { body: page } = await admin.post(`/data-sources/${confirmed.body.data.id}/execute?limit=10`);
  expect(page.data.results).toEqual([
    { nome: "'); DROP TABLE sheets.x; --", nota: '\\.', valor: '1' },
    { nome: '=cmd|calc', nota: '\\N', valor: '2' },
    { nome: 'linha\num', nota: 'tab\taqui', valor: '3' },
    { nome: '\\', nota: '"aspas"', valor: '4' },
  ]);
});
