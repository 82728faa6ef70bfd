/** Figures as a table to read, with the bar of each and whether it is reached. */

export type Figure = { value: number | null; bar?: number };
export type Row = {
  name: string;
  figure: Figure;
  /** Times are to stay below their bar, shares to reach it. */
  isTime?: boolean;
};

const HEAD = ['', 'measured', 'bar', ''];

export const isMissed = ({ figure: { value, bar }, isTime }: Row): boolean =>
  bar !== undefined && (value === null || (isTime ? value > bar : value < bar));

export function tableOf(rows: Row[]): string {
  const cells = [
    HEAD,
    ...rows.map((row) => [
      row.name,
      row.figure.value?.toFixed(2) ?? '–',
      row.figure.bar === undefined ? '' : `${row.isTime ? '≤' : '≥'} ${row.figure.bar.toFixed(2)}`,
      row.figure.bar === undefined ? '' : isMissed(row) ? 'MISSED' : 'holds',
    ]),
  ];
  const widths = HEAD.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  return cells
    .map((row) =>
      row
        .map((cell, column) => (column ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[0] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
