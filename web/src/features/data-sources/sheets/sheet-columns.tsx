/** The columns of a sheet: whether they are kept, how they are called, their kind, and the cells that do not fit it. */
import type { ColumnKind } from '#contract/table-plan.ts';
import { NativeSelect } from '../../../ui/controls/native-select.tsx';
import type { DraftColumn } from './sheet-draft.ts';
import { texts } from './texts-sheets.ts';

type SheetColumnsProps = {
  columns: DraftColumn[];
  disabled: boolean;
  onChange: (columns: DraftColumn[]) => void;
};

const kindOptions = (Object.keys(texts.kinds) as ColumnKind[]).map((value) => ({
  value,
  label: texts.kinds[value],
}));

export function SheetColumns({ columns, disabled, onChange }: SheetColumnsProps) {
  const change = (name: string, fields: Partial<DraftColumn>) =>
    onChange(columns.map((column) => (column.name === name ? { ...column, ...fields } : column)));
  return (
    <section className="grid gap-2">
      <h3 className="text-label font-medium">{texts.columns}</h3>
      <ul
        aria-label={texts.columns}
        className="divide-y divide-line rounded-card border border-line bg-surface"
      >
        {columns.map((column) => (
          <li key={column.name} className="grid gap-1.5 px-3.5 py-2.5">
            <div className="grid grid-cols-[auto_minmax(0,1fr)_minmax(0,190px)] items-center gap-3 phone:grid-cols-[auto_minmax(0,1fr)]">
              <input
                type="checkbox"
                checked={column.include}
                disabled={disabled}
                aria-label={texts.include(column.label)}
                onChange={(event) => change(column.name, { include: event.target.checked })}
                className="size-[18px] accent-brand"
              />
              <input
                value={column.label}
                maxLength={100}
                disabled={disabled || !column.include}
                aria-label={texts.labelOf(column.name)}
                onChange={(event) => change(column.name, { label: event.target.value })}
                className="h-9 min-w-0 rounded-control border border-line bg-surface px-2.5 text-control focus-visible:outline-2 focus-visible:outline-brand/45 disabled:bg-sunken disabled:text-ink-3 phone:h-11 phone:text-[16px]"
              />
              <NativeSelect
                label={texts.kindOf(column.label)}
                labelHidden
                size="small"
                value={column.kind}
                disabled={disabled || !column.include}
                options={kindOptions}
                className="phone:col-start-2"
                onChange={(kind) => change(column.name, { kind })}
              />
            </div>
            {column.include && <Misfits column={column} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Misfits are known for the guessed kind; those of another kind are counted when the rows are loaded. */
function Misfits({ column: { misfits, misfit_count, kind, guessed } }: { column: DraftColumn }) {
  if (!misfit_count || kind !== guessed) return null;
  return (
    <details className="pl-[30px] text-small">
      <summary className="cursor-pointer text-ipe-ink">{texts.misfits(misfit_count)}</summary>
      <ul className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1 text-ink-2">
        {misfits.map(({ cell, value }) => (
          <li key={cell} className="wrap-anywhere">
            <span className="font-mono text-tiny text-ink-3">{cell}</span> {value}
          </li>
        ))}
      </ul>
    </details>
  );
}
