/** The figures as a person reads them. */
import type { Figure } from './figure.ts';

const HEADS = ['id', 'o quê', 'medido', 'referência', 'razão', 'deve', 'melhor', 'cumpre'];

export function tableOf(figures: Figure[]): string {
  const rows = [HEADS, ...figures.map(rowOf)];
  const widths = HEADS.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function rowOf({ id, what, value, unit, reference, must, stretch }: Figure): string[] {
  return [
    id,
    what,
    `${number(value)} ${unit}`.trim(),
    reference ? `${number(reference.value)} ${unit} (${reference.what})` : '–',
    // A difference of less than nothing is noise and has no ratio.
    reference && reference.value > 0 ? number(value / reference.value) : '–',
    must.text,
    stretch.text,
    must.holds ? (stretch.holds && stretch.text !== '–' ? 'sim, e o melhor' : 'sim') : 'não',
  ];
}

/** Three digits that count, with a comma. */
function number(value: number): string {
  if (!Number.isFinite(value)) return '–';
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString('pt-BR', { minimumFractionDigits: 0, maximumFractionDigits: digits });
}
