/** The choices about an uploaded sheet before it is confirmed. */

import type { SheetColumn } from '#contract/sheet-columns.ts';
import type { ConfirmedSheet, DescribedSheet, DescribedSheetColumn } from '#contract/sheets.ts';
import type { ColumnKind } from '#contract/table-plan.ts';

export type DraftColumn = DescribedSheetColumn & { include: boolean; guessed: ColumnKind };

export type SheetDraft = {
  sheet: DescribedSheet;
  columns: DraftColumn[];
  keep_total_rows: boolean;
};

/**
 * `before`: the columns that are replaced. They keep the kinds and labels that somebody chose, and where all of them are
 * there, columns that were left out the last time are left out again.
 */
export function draftOfSheet(sheet: DescribedSheet, before: SheetColumn[] = []): SheetDraft {
  const known = new Map(before.map((column) => [column.name, column]));
  const names = new Set(sheet.columns.map(({ name }) => name));
  const isWhole = before.length > 0 && before.every(({ name }) => names.has(name));
  const columns = sheet.columns.map((column) => {
    const old = known.get(column.name);
    return {
      ...column,
      guessed: column.kind,
      kind: old?.kind ?? column.kind,
      label: old?.label ?? column.label,
      include: !isWhole || old !== undefined,
    };
  });
  return { sheet, columns, keep_total_rows: false };
}

/** The sheet with most rows: the others are more likely to be covers and notes. */
export const largestSheet = (sheets: DescribedSheet[]): DescribedSheet | undefined =>
  sheets.toSorted((one, other) => other.rows - one.rows)[0];

export function isReady({ columns }: SheetDraft): boolean {
  const chosen = columns.filter(({ include }) => include);
  return chosen.length > 0 && chosen.every(({ label }) => label.trim());
}

export const bodyOf = (
  { sheet, columns, keep_total_rows }: SheetDraft,
  named: Pick<ConfirmedSheet, 'name' | 'description'>,
) => ({
  ...named,
  sheet: sheet.name,
  header_row: sheet.header_row,
  keep_total_rows,
  columns: columns.map(({ name, label, kind, include }) => ({
    name,
    label: label.trim() || name,
    kind,
    include,
  })),
});
