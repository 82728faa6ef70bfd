import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { bombOf } from '../../../../../tests/fixtures/bombs.ts';
import { odtOf, pptxOf, shape } from '../../../../../tests/fixtures/office.ts';
import { odsOf, xlsxOf } from '../../../../test/sheets/make-sheets.ts';
import { extract } from '../extract.ts';

const read = (bytes: Uint8Array | string, type: string) => extract(Buffer.from(bytes as Uint8Array), type);
const textOf = async (bytes: Uint8Array | string, type: string) => (await read(bytes, type)).text;
const problemOf = (bytes: Uint8Array | string, type: string) =>
  read(bytes, type).then(
    () => null,
    ({ problem }) => problem,
  );

test('R-DOC-28 an OpenDocument text keeps its headings, lists, tables and notes', async () => {
  const body = `<text:p text:style-name="P1">Regimento</text:p>
    <text:list text:style-name="L9"><text:list-item><text:h text:outline-level="1">Prazos</text:h></text:list-item></text:list>
    <text:p>O recurso<text:note><text:note-citation>*</text:note-citation><text:note-body><text:p>Lei de 2020.</text:p></text:note-body></text:note> vale<text:s text:c="2"/>trinta<text:line-break/>dias.</text:p>
    <text:list text:style-name="L1"><text:list-item><text:p>Primeiro</text:p><text:list><text:list-item><text:p>Interno</text:p></text:list-item></text:list></text:list-item><text:list-item><text:p>Segundo</text:p></text:list-item></text:list>
    <table:table><table:table-header-rows><table:table-row><table:table-cell><text:p>Cargo</text:p></table:table-cell><table:table-cell><text:p>Vagas</text:p></table:table-cell></table:table-row></table:table-header-rows>
    <table:table-row><table:table-cell table:number-rows-spanned="2"><text:p>Analista</text:p></table:table-cell><table:table-cell><text:p>3</text:p></table:table-cell></table:table-row>
    <table:table-row><table:covered-table-cell/><table:table-cell><text:p>4</text:p></table:table-cell></table:table-row></table:table>
    <text:p># cp a b</text:p>`;
  const styles = `<style:style style:name="P1" style:parent-style-name="Title"/><text:list-style style:name="L1"><text:list-level-style-number text:level="1"/></text:list-style>`;
  expect(await textOf(odtOf(body, styles), 'odt')).toBe(
    `# Regimento

# Prazos

O recurso (nota 1) vale trinta
dias.

Nota 1: Lei de 2020.

1. Primeiro
  - Interno
2. Segundo

- Cargo: Analista; Vagas: 3
- Cargo: Analista; Vagas: 4

\`\`\`
# cp a b
\`\`\``,
  );
});

test('deleted, struck and commented wording of an OpenDocument text is not read', async () => {
  const body = `<text:tracked-changes><text:changed-region><text:deletion><text:p>apagado</text:p></text:deletion></text:changed-region></text:tracked-changes>
    <text:p>Vale <text:span text:style-name="T1">dez</text:span>vinte dias.<office:annotation><dc:creator>Ana</dc:creator><text:p>comentário</text:p></office:annotation></text:p>`;
  const styles = `<style:style style:name="T1"><style:text-properties style:text-line-through-style="solid"/></style:style>`;
  expect(await textOf(odtOf(body, styles), 'odt')).toBe('Vale vinte dias.');
});

test('R-DOC-28 R-DOC-30 a spreadsheet is read sheet by sheet, with days, amounts, merged cells and stored results, without what is hidden', async () => {
  const sheets = [
    {
      name: 'Obras de 2026',
      rows: [
        ['Relação de obras', null, null, null],
        ['Bairro', 'Obra', 'Início', 'Valor'],
        ['Centro', 'Ponte', { day: '2026-03-05' }, { number: 1240.5, format: 'R$ #,##0.00' }],
        [null, 'Praça', { day: '2026-04-01' }, { formula: '2*10', value: 20 }],
        ['Secreto', 'Túnel', null, 9],
        ['Norte', 'Escola', { error: '#REF!' }, { number: 0.25, format: '0%' }],
      ],
      merges: ['A3:A4'],
      hiddenRows: [5],
    },
  ];
  for (const [type, bytes] of [
    ['xlsx', xlsxOf(sheets)],
    ['ods', odsOf(sheets)],
  ] as const)
    expect(await textOf(bytes, type), type).toBe(`## Obras de 2026

Relação de obras

- Bairro: Centro; Obra: Ponte; Início: 05/03/2026; Valor: 1.240,50
- Bairro: Centro; Obra: Praça; Início: 01/04/2026; Valor: 20
- Bairro: Norte; Obra: Escola; Início: #REF!; Valor: 25 %`);
});

test('R-DOC-30 a hidden sheet is left out, and a sheet that claims millions of cells is read by those that it has', async () => {
  const book = xlsxOf(
    [
      {
        name: 'Visível',
        rows: [
          ['Nome', 'Idade'],
          ['Ana', 30],
        ],
      },
      { name: 'Oculta', rows: [['Senha'], ['abacaxi']] },
    ],
    {
      parts: {
        'xl/workbook.xml':
          '<workbook xmlns:r="r"><sheets><sheet name="Visível" sheetId="1" r:id="rId1"/><sheet name="Oculta" sheetId="2" state="veryHidden" r:id="rId2"/></sheets></workbook>',
        'xl/worksheets/sheet1.xml':
          '<worksheet><dimension ref="A1:XFD1048576"/><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>Nome</t></is></c><c r="B1" t="inlineStr"><is><t>Idade</t></is></c></row><row r="900000"><c r="A900000" t="inlineStr"><is><t>Ana</t></is></c><c r="B900000"><v>30</v></c></row></sheetData></worksheet>',
      },
    },
  );
  expect(await textOf(book, 'xlsx')).toBe('## Visível\n\n- Nome: Ana; Idade: 30');
});

test('R-DOC-30 a sheet is read that is wider than a table may be, and one that is linked to another file', async () => {
  const names = Array.from({ length: 150 }, (_, place) => `Item ${place + 1}`);
  const wide = { name: 'Orçamento', rows: [names, names.map((_, place) => place + 1)] };
  for (const [type, bytes] of [
    ['xlsx', xlsxOf([wide])],
    ['ods', odsOf([wide])],
  ] as const)
    expect(await textOf(bytes, type), type).toMatch(/^## Orçamento\n\n- Item 1: 1; .*; Item 150: 150$/);
  const linked = Buffer.from(
    odsOf([
      {
        name: 'Obras',
        rows: [
          ['Obra', 'Bairro'],
          ['Ponte', 'Centro'],
        ],
      },
    ]),
  );
  const content = strFromU8(unzipSync(linked)['content.xml'] as Uint8Array);
  const source = '<table:table-source xmlns:xlink="x" xlink:href="file:///etc/passwd" table:mode="copy"/>';
  const withLink = content.replace(/(<table:table\b[^>]*>)/, `$1${source}`);
  expect(withLink).not.toBe(content);
  expect(await textOf(odsOf([], { 'content.xml': withLink }), 'ods')).toBe(
    '## Obras\n\n- Obra: Ponte; Bairro: Centro',
  );
});

test('R-DOC-28 a presentation has a page for each slide in the order shown, its title, lists, tables and notes', async () => {
  const table = `<p:graphicFrame><a:tbl><a:tblPr firstRow="1"/><a:tr><a:tc><a:txBody><a:p><a:r><a:t>Ano</a:t></a:r></a:p></a:txBody></a:tc><a:tc><a:txBody><a:p><a:r><a:t>Total</a:t></a:r></a:p></a:txBody></a:tc></a:tr><a:tr><a:tc><a:txBody><a:p><a:r><a:t>2026</a:t></a:r></a:p></a:txBody></a:tc><a:tc><a:txBody><a:p><a:r><a:t>12</a:t></a:r></a:p></a:txBody></a:tc></a:tr></a:tbl></p:graphicFrame>`;
  const { text, pages, pages_without_text } = await read(
    pptxOf([
      {
        shapes: shape(null, 'Caixa solta') + shape('title', 'Abertura'),
        notes: shape('body', 'Dizer bom dia'),
      },
      { shapes: shape('title', 'Escondido'), isHidden: true },
      {
        shapes: `${shape('ctrTitle', 'Metas')}${shape('body', 'Reduzir filas', 'Atender mais')}${table}${shape('sldNum', '7')}`,
      },
      { shapes: '' },
    ]),
    'pptx',
  );
  expect(text.split('\f')).toEqual([
    '## Abertura\n\nCaixa solta\n\nNotas:\n\n- Dizer bom dia',
    '## Metas\n\n- Reduzir filas\n- Atender mais\n\n- Ano: 2026; Total: 12',
  ]);
  // The blank slide is at the end, where blank space is cut.
  expect([pages, pages_without_text]).toEqual([3, 1]);
});

test('R-DOC-28 Rich Text keeps headings, tables and notes, whatever encoding its letters have', async () => {
  const rtf = String.raw`{\rtf1\ansi\ansicpg1252\uc1{\fonttbl{\f0\fcharset0 Arial;}{\f1\fcharset204 Arial;}}{\stylesheet{\s0 Normal;}{\s1 heading 1;}}{\info{\title segredo}}
\pard\s1 T\'edtulo\par\pard O prazo \u233?\~de {\b trinta} dias{\footnote\pard Lei 1.}.\par
\pard A{\strike velho}\u8212\'97novo {\f1\'cf\'f0}.{\*\generator x;}\par
\trowd\cellx1\cellx2\pard\intbl Cargo\cell Vagas\cell Lota\'e7\'e3o\cell\row
\pard\intbl Analista\cell 3\cell Recife\cell\row\pard\outlinelevel1 Fim\par}`;
  expect(await textOf(rtf, 'rtf')).toBe(`# Título

O prazo é de trinta dias (nota 1).

Nota 1: Lei 1.

A—novo Пр.

- Cargo: Analista; Vagas: 3; Lotação: Recife

## Fim`);
});

test.each([
  ['nested ten thousand deep', `{\\rtf1 ${'{'.repeat(10_000)}`],
  ['with four gigabytes of binary data', '{\\rtf1 a\\bin4294967296 b}'],
])('R-DOC-28 Rich Text %s is corrupt', async (_, rtf) => {
  expect(await problemOf(rtf, 'rtf')).toBe('file_corrupt');
});

test('a document type of its own, and an encrypted file, are refused', async () => {
  const bomb = '<!DOCTYPE a [<!ENTITY b "cccc">]><office:text>&b;</office:text>';
  expect(await problemOf(zipSync({ 'content.xml': strToU8(bomb) }), 'odt')).toBe('file_corrupt');
  const locked = zipSync({
    'content.xml': strToU8('x'),
    'META-INF/manifest.xml': strToU8('<m><encryption-data/></m>'),
  });
  expect(await problemOf(locked, 'odt')).toBe('file_encrypted');
  expect(await problemOf(locked, 'ods')).toBe('file_encrypted');
  expect(await problemOf(zipSync({ 'ppt/slides/slide1.xml': strToU8('x') }), 'pptx')).toBe('file_corrupt');
});

test('a part that unpacks beyond two hundred megabytes is refused before it does', async () => {
  const bomb = bombOf('content.xml', 201 * 1024 * 1024);
  expect(await problemOf(bomb, 'odt')).toBe('file_unpacks_too_large');
});

test('R-DOC-28 of a slide the alternative texts of pictures, the values of charts and the words of diagrams are read', async () => {
  const points = (...values: string[]) =>
    values.map((value, idx) => `<c:pt idx="${idx}"><c:v>${value}</c:v></c:pt>`).join('');
  const series = (name: string, ...values: string[]) =>
    `<c:ser><c:tx><c:strRef><c:f>Plan1!B1</c:f><c:strCache><c:pt idx="0"><c:v>${name}</c:v></c:pt></c:strCache></c:strRef></c:tx><c:cat><c:strRef><c:strCache>${points('2025', '2026')}</c:strCache></c:strRef></c:cat><c:val><c:numRef><c:numCache><c:formatCode>0</c:formatCode>${points(...values)}</c:numCache></c:numRef></c:val></c:ser>`;
  const said = (text: string) =>
    `<c:title><c:tx><c:rich><a:p><a:r><a:t>${text}</a:t></a:r></a:p></c:rich></c:tx></c:title>`;
  const chart = `<c:chartSpace><c:chart>${said('Vacinas por ano')}<c:plotArea><c:barChart>${series('Gripe', '1200.5', '1310')}${series('Raiva', '80', '')}</c:barChart><c:valAx>${said('doses')}</c:valAx></c:plotArea></c:chart></c:chartSpace>`;
  const diagram =
    '<dgm:dataModel><dgm:ptLst><dgm:pt><dgm:t><a:p><a:r><a:t>Receber</a:t></a:r></a:p></dgm:t></dgm:pt><dgm:pt type="pres"><dgm:t><a:p/></dgm:t></dgm:pt><dgm:pt><dgm:t><a:p><a:r><a:t>Analisar</a:t></a:r></a:p></dgm:t></dgm:pt></dgm:ptLst></dgm:dataModel>';
  const picture =
    '<p:pic><p:nvPicPr><p:cNvPr id="4" name="Imagem 3" descr="Fila na porta do posto&#10;&#10;Descrição gerada automaticamente"/></p:nvPicPr></p:pic>';
  const { text } = await read(
    pptxOf([
      {
        shapes: shape('title', 'Metas') + picture,
        charts: [chart],
        diagrams: [diagram],
        notes: shape('body', 'Dizer bom dia'),
      },
      { shapes: shape('title', 'Fim'), charts: ['<c:chartSpace/>'] },
    ]),
    'pptx',
  );
  expect(text.split('\f')).toEqual([
    '## Metas\n\nImagem: Fila na porta do posto\n\nGráfico: Vacinas por ano\n\n- 2025; Gripe: 1200,5; Raiva: 80\n- 2026; Gripe: 1310\n\n- Receber\n- Analisar\n\nNotas:\n\n- Dizer bom dia',
    '## Fim',
  ]);
});
