/** Tables of invented lists, drawn in as many ways as offices draw them: their cells come out in their row and column. */
import { describe, expect, test } from 'vitest';
import { gridAt, linesAt, type PdfRule, type PdfText, pdfOf } from '../../../../../../tests/fixtures/pdf.ts';
import { extract } from '../../extract.ts';

type Drawn = { texts: PdfText[]; rules: PdfRule[] };
type Sheet = { head: string[]; rows: string[][]; widths: number[] };

const LISTS: Sheet[] = [
  {
    head: ['Órgão', 'Processo', 'Valor'],
    rows: [
      ['Secretaria da Fazenda', '018/2024', '12.400,00'],
      ['Câmara Municipal', '019/2024', '980,50'],
      ['Autarquia de Águas', '020/2024', '7.310,00'],
      ['Fundo de Saúde', '021/2024', '1.115,20'],
    ],
    widths: [180, 110, 90],
  },
  {
    head: ['Servidor', 'Lotação', 'Início', 'Dias'],
    rows: [
      ['Ana Prado', 'Arquivo Geral', '02/01/2025', '30'],
      ['Bento Sales', 'Almoxarifado', '10/03/2025', '15'],
      ['Célia Rocha', 'Protocolo', '05/06/2025', '20'],
    ],
    widths: [130, 130, 100, 60],
  },
  {
    head: ['Item', 'Descrição do material', 'Unidade', 'Quantidade', 'Preço'],
    rows: [
      ['1', 'Papel branco de gramatura comum', 'resma', '200', '24,90'],
      ['2', 'Caneta azul', 'caixa', '35', '18,00'],
      ['3', 'Grampeador de mesa', 'peça', '12', '41,30'],
      ['4', 'Pasta suspensa', 'pacote', '60', '55,70'],
      ['5', 'Envelope pardo', 'cento', '14', '37,00'],
    ],
    widths: [40, 190, 70, 80, 60],
  },
  {
    head: ['Tecla', 'Efeito'],
    rows: [
      ['F1', 'abre a ajuda do programa'],
      ['F5', 'lê a página outra vez'],
      ['F11', 'ocupa a tela inteira'],
      ['Esc', 'fecha a janela aberta'],
    ],
    widths: [90, 260],
  },
];

const SIZE = 10;
const PITCH = 12;
/** Points of Helvetica's letters, roughly. */
const fits = (width: number) => Math.max(6, Math.floor((width - 8) / (SIZE * 0.56)));

function wrapped(cell: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of cell.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && `${last} ${word}`.length <= fits(width))
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** Where each row begins, and the last one ends. */
function drawnAt(sheet: Sheet, top: number, pad: number): { texts: PdfText[]; xs: number[]; ys: number[] } {
  const xs = [70];
  for (const width of sheet.widths) xs.push((xs.at(-1) ?? 0) + width);
  const ys = [top];
  const texts: PdfText[] = [];
  for (const [place, row] of [sheet.head, ...sheet.rows].entries()) {
    const cells = row.map((cell, column) => wrapped(cell, sheet.widths[column] ?? 0));
    const y = ys.at(-1) ?? top;
    for (const [column, lines] of cells.entries())
      for (const [line, text] of lines.entries())
        texts.push({
          text,
          x: (xs[column] ?? 0) + 4,
          y: y + pad + SIZE + line * PITCH,
          size: SIZE,
          font: place === 0 ? 'bold' : 'regular',
        });
    ys.push(y + 2 * pad + Math.max(...cells.map(({ length }) => length)) * PITCH);
  }
  return { texts, xs, ys };
}

const RULED: Record<string, (sheet: Sheet) => Drawn> = {
  'a whole grid': (sheet) => {
    const { texts, xs, ys } = drawnAt(sheet, 100, 4);
    return { texts, rules: gridAt(xs, ys) };
  },
  'no outer edges': (sheet) => {
    const { texts, xs, ys } = drawnAt(sheet, 100, 4);
    const rules = gridAt(xs, ys).filter(({ x, right }) => x !== right || (x !== xs[0] && x !== xs.at(-1)));
    return { texts, rules };
  },
  'narrow columns with cells of several lines': (sheet) => {
    const narrow = { ...sheet, widths: sheet.widths.map((width) => Math.max(68, width * 0.7)) };
    const { texts, xs, ys } = drawnAt(narrow, 100, 3);
    return { texts, rules: gridAt(xs, ys) };
  },
  'rules that are drawn as thin bars of two strokes': (sheet) => {
    const { texts, xs, ys } = drawnAt(sheet, 100, 5);
    const grid = gridAt(xs, ys);
    return {
      texts,
      rules: [...grid, ...grid.map((rule) => ({ ...rule, x: rule.x + 0.4, right: rule.right + 0.4 }))],
    };
  },
  'a paragraph before and after': (sheet) => {
    const { texts, xs, ys } = drawnAt(sheet, 140, 4);
    const prose = linesAt(
      ['O quadro abaixo lista o que foi recebido até a data deste relatório de contas.'],
      { y: 90 },
    );
    const after = linesAt(['Os dados foram conferidos pela comissão nomeada por portaria.'], {
      y: (ys.at(-1) ?? 0) + 30,
    });
    return { texts: [...prose, ...texts, ...after], rules: gridAt(xs, ys) };
  },
};

const UNRULED: Record<string, (sheet: Sheet) => Drawn> = {
  'columns that are only aligned': (sheet) => ({ texts: drawnAt(sheet, 100, 2).texts, rules: [] }),
  'rules above and below the head and at the end': (sheet) => {
    const { texts, xs, ys } = drawnAt(sheet, 100, 3);
    const [left = 0, right = 0] = [xs[0], xs.at(-1)];
    const levels = [ys[0], ys[1], ys.at(-1)].map((y = 0) => ({ x: left, right, y, bottom: y }));
    return { texts, rules: levels };
  },
  'wide gaps': (sheet) => ({
    texts: drawnAt({ ...sheet, widths: sheet.widths.map((width) => width * 1.08) }, 100, 2).texts,
    rules: [],
  }),
  'a head in the letters of the rows': (sheet) => ({
    texts: drawnAt(sheet, 100, 2).texts.map((text) => ({ ...text, font: 'regular' as const })),
    rules: [],
  }),
  'a paragraph before and after': (sheet) => {
    const { texts, ys } = drawnAt(sheet, 140, 2);
    const prose = linesAt(
      ['O quadro abaixo lista o que foi recebido até a data deste relatório de contas.'],
      { y: 90 },
    );
    const after = linesAt(['Os dados foram conferidos pela comissão nomeada por portaria.'], {
      y: (ys.at(-1) ?? 0) + 40,
    });
    return { texts: [...prose, ...texts, ...after], rules: [] };
  },
};

/** How many cells of the body stand in a line of the text with all of their row, each after the name of its column. */
async function cellsKept(
  sheet: Sheet,
  { texts, rules }: Drawn,
): Promise<{ kept: number; all: number; text: string }> {
  const { text } = await extract(pdfOf([texts], { rules: [rules] }), 'pdf');
  const lines = text.split('\n');
  let [kept, all] = [0, 0];
  for (const row of sheet.rows) {
    const key = row[0] ?? '';
    const line = lines.find((one) => one.includes(`: ${key};`) || one.startsWith(`- ${key}:`)) ?? '';
    for (const [column, cell] of row.entries()) {
      all += 1;
      const named = `${sheet.head[column]}: ${cell}`;
      // Two columns without a head that is marked are a thing and what it is.
      const isThere =
        line.split('; ').some((part) => part.replace(/^- /, '') === named) ||
        (row.length === 2 && line === `- ${row.join(': ')}`);
      if (isThere) kept += 1;
    }
  }
  return { kept, all, text };
}

async function shareKept(ways: typeof RULED): Promise<{ share: number; tables: number; wrong: string[] }> {
  let [kept, all, tables] = [0, 0, 0];
  const wrong: string[] = [];
  for (const [way, draw] of Object.entries(ways))
    for (const sheet of LISTS) {
      const one = await cellsKept(sheet, draw(sheet));
      tables += 1;
      kept += one.kept;
      all += one.all;
      if (one.kept < one.all) wrong.push(`${way}, ${sheet.head[0]}: ${one.kept} of ${one.all}\n${one.text}`);
    }
  return { share: kept / all, tables, wrong };
}

describe('cells in their row and column', () => {
  test('of twenty tables with rules, 98 % (R-DOC-08)', async () => {
    const { share, tables, wrong } = await shareKept(RULED);
    expect(tables).toBe(20);
    expect(share, wrong.join('\n\n')).toBeGreaterThanOrEqual(0.98);
  });

  test('of twenty tables without rules between their rows, 85 %', async () => {
    const { share, tables, wrong } = await shareKept(UNRULED);
    expect(tables).toBe(20);
    expect(share, wrong.join('\n\n')).toBeGreaterThanOrEqual(0.85);
  });
});

describe('a head of two rows', () => {
  const XS = [70, 140, 260, 320, 380, 470];
  const YS = [100, 118, 136, 154, 172];
  const at = (text: string, column: number, row: number): PdfText => ({
    text,
    x: (XS[column] ?? 0) + 4,
    y: row === 0.5 ? 121 : (YS[row] ?? 0) + 12,
    size: SIZE,
  });
  const rules = [
    ...gridAt(XS, YS).filter(({ y, bottom }) => y !== 118 || bottom !== 118),
    { x: 260, right: 380, y: 118, bottom: 118 },
  ].filter(({ x, right }) => !(x === 320 && right === 320));
  const half = { x: 320, right: 320, y: 118, bottom: 172 };

  test('names its columns by both of them (R-DOC-08)', async () => {
    const texts = [
      at('Código', 0, 0.5),
      at('Disciplina', 1, 0.5),
      at('Quantidade de horas', 2, 0),
      at('Requisito', 4, 0.5),
      at('Teóricas', 2, 1),
      at('Práticas', 3, 1),
      ...['MAT25', 'Cálculo', '60', '30', 'MAT24'].map((cell, column) => at(cell, column, 2)),
      ...['CIC90', 'Dados', '30', '15', ''].map((cell, column) => at(cell, column, 3)),
    ];
    const { text } = await extract(
      pdfOf([texts.filter(({ text }) => text)], { rules: [[...rules, half]] }),
      'pdf',
    );
    expect(text.split('\n')).toEqual([
      '- Código: MAT25; Disciplina: Cálculo; Quantidade de horas Teóricas: 60; Quantidade de horas Práticas: 30; Requisito: MAT24',
      '- Código: CIC90; Disciplina: Dados; Quantidade de horas Teóricas: 30; Quantidade de horas Práticas: 15',
    ]);
  });

  test('stands above a double rule (R-DOC-08)', async () => {
    const columns = [70, 200, 300, 400];
    const cells = (row: string[], y: number) =>
      row.map((text, column) => ({ text, x: (columns[column] ?? 0) + 4, y: y + 12, size: SIZE }));
    const texts = [
      ...cells(['Órgão', 'Empenhado', 'Pago'], 100),
      ...cells(['Câmara', '120', '90'], 122),
      ...cells(['Fundo', '80', '75'], 140),
    ];
    const { text } = await extract(
      pdfOf([texts], {
        rules: [[...gridAt(columns, [82, 100, 118]), ...gridAt(columns, [121.5, 140, 158])]],
      }),
      'pdf',
    );
    expect(text.split('\n')).toEqual([
      '- Órgão: Câmara; Empenhado: 120; Pago: 90',
      '- Órgão: Fundo; Empenhado: 80; Pago: 75',
    ]);
  });
});
