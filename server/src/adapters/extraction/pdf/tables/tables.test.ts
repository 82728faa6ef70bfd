import { describe, expect, test } from 'vitest';
import { keptCells, RULED, SIZE, UNRULED } from '../../../../../../tests/fixtures/drawn-tables.ts';
import { gridAt, type PdfText, pdfOf } from '../../../../../../tests/fixtures/pdf.ts';
import { extract } from '../../extract.ts';

const read = async (pdf: Buffer<ArrayBuffer>) => (await extract(pdf, 'pdf')).text;

describe('cells in their row and column', () => {
  test('of twenty tables with rules, 98 % (R-DOC-08)', async () => {
    const { share, tables, wrong } = await keptCells(RULED, read);
    expect(tables).toBe(20);
    expect(share, wrong.join('\n\n')).toBeGreaterThanOrEqual(0.98);
  });

  test('of twenty tables without rules between their rows, 85 %', async () => {
    const { share, tables, wrong } = await keptCells(UNRULED, read);
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
