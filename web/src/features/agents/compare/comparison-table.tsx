/** Checks as rows, models as columns; on a phone one model at a time. A row opens its answers side by side. */
import { Check, CircleAlert, X } from 'lucide-react';
import { useState } from 'react';
import type { AgentCheck, Comparison, ComparisonCell } from '#contract/agent-checks.ts';
import { plainText } from '#contract/markdown/plain-text.ts';
import { formatNumber } from '../../../lib/format.ts';
import { useMobile } from '../../../lib/use-mobile.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Segmented } from '../../../ui/controls/segmented.tsx';
import { Spinner } from '../../../ui/display/spinner.tsx';
import { formatMicroBRL, texts } from './texts.ts';
import { type ColumnSum, sumOf } from './use-comparison.ts';

type ComparisonTableProps = {
  comparison: Comparison;
  checks: AgentCheck[];
  /** The name of each column's model. */
  names: string[];
  isRunning: boolean;
  /** The model that the agent has now. */
  present: string;
  onUse: (column: number) => void;
};

const cellLook = 'border-t border-line px-3 py-2 text-left align-top';

export function ComparisonTable(props: ComparisonTableProps) {
  const { comparison, checks, names, isRunning, present, onUse } = props;
  const mobile = useMobile();
  const [shown, setShown] = useState(0);
  const all = comparison.columns.map((_, column) => column);
  const columns = mobile ? [shown] : all;
  return (
    <>
      {mobile && (
        <Segmented
          label={texts.shown}
          value={String(shown)}
          options={names.map((label, column) => ({ value: String(column), label }))}
          onChange={(column) => setShown(Number(column))}
        />
      )}
      <div className="overflow-x-auto rounded-card border border-line">
        <table className="w-full text-control">
          <thead>
            <tr className="bg-sunken text-label">
              <th scope="col" className="px-3 py-2 text-left font-medium">
                {texts.check}
              </th>
              {columns.map((column) => (
                <th key={column} scope="col" className="px-3 py-2 text-left font-medium">
                  {names[column]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {checks.map((check) => (
              <CheckRows
                key={check.id}
                check={check}
                columns={columns}
                cells={comparison.cells}
                isRunning={isRunning}
              />
            ))}
          </tbody>
          <tfoot className="bg-sunken tabular-nums">
            <Sums columns={columns} cells={comparison.cells} />
            {!isRunning && (
              <UseRow
                columns={columns}
                isOther={(column) => comparison.columns[column]?.model !== present}
                onUse={onUse}
              />
            )}
          </tfoot>
        </table>
      </div>
    </>
  );
}

type CellsProps = { columns: number[]; cells: ComparisonCell[] };

function CheckRows({
  check,
  columns,
  cells,
  isRunning,
}: CellsProps & { check: AgentCheck; isRunning: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const cellOf = (column: number) =>
    cells.find((cell) => cell.check_id === check.id && cell.column === column);
  return (
    <>
      <tr>
        <th scope="row" className={`${cellLook} font-normal`}>
          <button
            type="button"
            aria-expanded={isOpen}
            className="line-clamp-2 text-left wrap-anywhere hover:underline"
            onClick={() => setOpen(!isOpen)}
          >
            {check.question}
          </button>
        </th>
        {columns.map((column) => (
          <td key={column} className={cellLook}>
            <Outcome cell={cellOf(column)} isRunning={isRunning} />
          </td>
        ))}
      </tr>
      {isOpen && (
        <tr>
          <td className={`${cellLook} text-small text-ink-3`}>{texts.answers}</td>
          {columns.map((column) => (
            <td key={column} className={`${cellLook} max-w-[280px] text-small`}>
              <CellAnswer cell={cellOf(column)} />
            </td>
          ))}
        </tr>
      )}
    </>
  );
}

type UseRowProps = {
  columns: number[];
  /** Whether the column's model is not the one that the agent has. */
  isOther: (column: number) => boolean;
  onUse: (column: number) => void;
};

const UseRow = ({ columns, isOther, onUse }: UseRowProps) => (
  <tr>
    <td className={cellLook} />
    {columns.map((column) => (
      <td key={column} className={cellLook}>
        {isOther(column) && (
          <Button size="small" onClick={() => onUse(column)}>
            {texts.use}
          </Button>
        )}
      </td>
    ))}
  </tr>
);

const SUMS: [label: string, of: (sum: ColumnSum) => string][] = [
  [texts.heldLabel, ({ held, ended }) => texts.held(held, ended)],
  [texts.tokens, ({ tokens }) => formatNumber(tokens)],
  [texts.time, ({ ms }) => texts.seconds(ms)],
  [texts.cost, ({ cost }) => (cost === null ? '–' : formatMicroBRL(cost))],
];

function Sums({ columns, cells }: CellsProps) {
  const sums = columns.map((column) => sumOf(cells, column));
  return SUMS.map(([label, of]) => (
    <tr key={label}>
      <th scope="row" className={`${cellLook} font-medium`}>
        {label}
      </th>
      {columns.map((column, place) => {
        const sum = sums[place];
        return (
          <td key={column} className={cellLook}>
            {sum && of(sum)}
          </td>
        );
      })}
    </tr>
  ));
}

const marks = {
  held: <Check className="size-4 text-brand" />,
  failed: <X className="size-4 text-danger" />,
  error: <CircleAlert className="size-4 text-ipe-ink" />,
} as const;

function Outcome({ cell, isRunning }: { cell: ComparisonCell | undefined; isRunning: boolean }) {
  if (!cell) return isRunning ? <Spinner label={texts.asking} /> : <span className="text-ink-3">–</span>;
  return (
    <span className="inline-flex items-center gap-1.5" title={cell.reason ?? undefined}>
      {marks[cell.outcome]}
      {texts.outcomes[cell.outcome]}
    </span>
  );
}

const CellAnswer = ({ cell }: { cell: ComparisonCell | undefined }) => (
  <div className="grid max-h-64 gap-2 overflow-y-auto">
    <p className="whitespace-pre-wrap wrap-anywhere">{plainText(cell?.answer ?? '') || texts.noAnswer}</p>
    {cell?.reason && <p className="text-ink-2">{cell.reason}</p>}
  </div>
);
