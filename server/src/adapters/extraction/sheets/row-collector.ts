/** Collects the rows of a sheet and refuses one that is larger than a table may be. */
import { SHEET_ROWS_MAX } from '#contract/limits.ts';
import { type SheetCell, SheetProblem, type SheetRow } from './sheet-cells.ts';

/** Titles, header lines and lines of totals do not count as rows of data. */
const SPARE_ROWS = 100;

export class RowCollector {
  readonly rows: SheetRow[] = [];
  readonly #columns_max: number;

  constructor(columns_max: number) {
    this.#columns_max = columns_max;
  }

  /** `times`: how often the file repeats the row. Blank rows take no room. */
  add(number: number, cells: SheetCell[], { times = 1, isHidden = false } = {}): void {
    let width = cells.length;
    while (width > 0 && isBlank(cells[width - 1])) width -= 1;
    if (width === 0) return;
    if (width > this.#columns_max) throw new SheetProblem('columns');
    if (this.rows.length + times > SHEET_ROWS_MAX + SPARE_ROWS) throw new SheetProblem('rows');
    // `map` would leave the holes of a sparse row.
    const kept = Array.from({ length: width }, (_, column) => cells[column] ?? null);
    for (let time = 0; time < times; time += 1) {
      const row: SheetRow = { number: number + time, cells: kept };
      this.rows.push(isHidden ? { ...row, isHidden } : row);
    }
  }
}

const isBlank = (cell: SheetCell | undefined): boolean =>
  cell === null || cell === undefined || (typeof cell === 'string' && !cell.trim());
