/** Checks as rows, versions and models as columns; on a phone one column at a time. A row opens its answers side by side. */
import { Check, CircleAlert, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { AgentCheck } from '#contract/agent-checks.ts';
import type { Comparison, ComparisonCell } from '#contract/comparisons.ts';
import { plainText } from '#contract/markdown/plain-text.ts';
import { formatNumber } from '../../../lib/format.ts';
import { useMobile } from '../../../lib/use-mobile.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Segmented } from '../../../ui/controls/segmented.tsx';
import { Switch } from '../../../ui/controls/switch.tsx';
import { Badge } from '../../../ui/display/badge.tsx';
import { Spinner } from '../../../ui/display/spinner.tsx';
import { diffText } from '../text-diff.ts';
import { formatMicroBRL, texts } from './texts.ts';
import { type ColumnSum, sumOf, turnedChecks } from './use-comparison.ts';

type ComparisonTableProps = {
  comparison: Comparison;
  checks: AgentCheck[];
  /** The names of the columns, by their differences. */
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
  const [opened, setOpened] = useState<number | null>(null);
  const all = comparison.columns.map((_, column) => column);
  const columns = mobile ? [shown] : all;
  const turned = turnedChecks(comparison);
  const [turnedOnly, setTurnedOnly] = useState(false);
  const rows = turnedOnly ? checks.filter(({ id }) => turned.has(id)) : checks;
  const sums = all.map((column) => sumOf(comparison.cells, column));
  const cellOf = (check: AgentCheck, column: number) =>
    comparison.cells.find((cell) => cell.check_id === check.id && cell.column === column);
  return (
    <>
      {!isRunning && (
        <TurnedLine count={turned.size} of={checks.length} isChosen={turnedOnly} onChoose={setTurnedOnly} />
      )}
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
          <Head columns={columns} names={names} />
          <tbody>
            {rows.map((check) => (
              <CheckRows
                key={check.id}
                check={check}
                hasTurned={turned.has(check.id)}
                cells={columns.map((column) => ({
                  column,
                  cell: cellOf(check, column),
                  beside: cellOf(check, column === 0 && all.length === 2 ? 1 : 0),
                }))}
                isOpen={opened === check.id}
                isRunning={isRunning}
                onToggle={() => setOpened(opened === check.id ? null : check.id)}
              />
            ))}
          </tbody>
          <tfoot className="bg-sunken tabular-nums">
            <Sums columns={columns} sums={sums} />
            {!isRunning && (
              <UseRow columns={columns} comparison={comparison} present={present} onUse={onUse} />
            )}
          </tfoot>
        </table>
      </div>
    </>
  );
}

type TurnedLineProps = {
  count: number;
  of: number;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
};

/** Checks that came out otherwise in one column than in another, and the choice to see no others. */
function TurnedLine({ count, of, isChosen, onChoose }: TurnedLineProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p role="status">{count ? texts.turned(count) : texts.noneTurned}</p>
      {count > 0 && count < of && <Switch label={texts.turnedOnly} checked={isChosen} onChange={onChoose} />}
    </div>
  );
}

function Head({ columns, names }: { columns: number[]; names: string[] }) {
  return (
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
  );
}

type CheckRowsProps = {
  check: AgentCheck;
  /** One of each column that is shown. */
  cells: {
    column: number;
    cell: ComparisonCell | undefined;
    /** Words that this one does not have are marked. */
    beside: ComparisonCell | undefined;
  }[];
  hasTurned: boolean;
  /** The answers are shown below the outcomes. */
  isOpen: boolean;
  isRunning: boolean;
  onToggle: () => void;
};

function CheckRows({ check, cells, hasTurned, isOpen, isRunning, onToggle }: CheckRowsProps) {
  return (
    <>
      <tr>
        <th scope="row" className={`${cellLook} font-normal`}>
          <button
            type="button"
            aria-expanded={isOpen}
            className="line-clamp-2 text-left wrap-anywhere hover:underline"
            onClick={onToggle}
          >
            {check.question}
          </button>
          {hasTurned && (
            <span className="mt-1 block">
              <Badge tone="warn">{texts.turnedMark}</Badge>
            </span>
          )}
        </th>
        {cells.map(({ column, cell }) => (
          <td key={column} className={cellLook}>
            <Outcome cell={cell} isRunning={isRunning} />
          </td>
        ))}
      </tr>
      {isOpen && (
        <tr>
          <td className={`${cellLook} text-small text-ink-3`}>{texts.answers}</td>
          {cells.map(({ column, cell, beside }) => (
            <td key={column} className={`${cellLook} max-w-[280px] text-small`}>
              <CellAnswer cell={cell} beside={beside} />
            </td>
          ))}
        </tr>
      )}
    </>
  );
}

type UseRowProps = Pick<ComparisonTableProps, 'comparison' | 'present' | 'onUse'> & { columns: number[] };

/** A button for each model that the agent, as it is now, does not have yet. */
function UseRow({ columns, comparison, present, onUse }: UseRowProps) {
  const isOffered = (column: number): boolean => {
    const { model, is_current } = comparison.columns[column] ?? { model: present, is_current: false };
    return is_current && model !== present && model !== 'local';
  };
  if (!columns.some(isOffered)) return null;
  return (
    <tr>
      <td className={cellLook} />
      {columns.map((column) => (
        <td key={column} className={cellLook}>
          {isOffered(column) && (
            <Button size="small" onClick={() => onUse(column)}>
              {texts.use}
            </Button>
          )}
        </td>
      ))}
    </tr>
  );
}

function Sums({ columns, sums }: { columns: number[]; sums: ColumnSum[] }) {
  return (
    <>
      <Foot
        label={texts.heldLabel}
        columns={columns}
        of={(sum) => texts.held(sum.held, sum.ended)}
        sums={sums}
      />
      <Foot label={texts.tokens} columns={columns} of={(sum) => formatNumber(sum.tokens)} sums={sums} />
      <Foot label={texts.time} columns={columns} of={(sum) => texts.seconds(sum.ms)} sums={sums} />
      <Foot
        label={texts.cost}
        columns={columns}
        of={(sum) => (sum.cost === null ? '–' : formatMicroBRL(sum.cost))}
        sums={sums}
      />
    </>
  );
}

type FootProps = {
  label: string;
  columns: number[];
  sums: ColumnSum[];
  of: (sum: ColumnSum) => ReactNode;
};

const Foot = ({ label, columns, sums, of }: FootProps) => (
  <tr>
    <th scope="row" className={`${cellLook} font-medium`}>
      {label}
    </th>
    {columns.map((column) => {
      const sum = sums[column];
      return (
        <td key={column} className={cellLook}>
          {sum && of(sum)}
        </td>
      );
    })}
  </tr>
);

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

type CellAnswerProps = { cell: ComparisonCell | undefined; beside: ComparisonCell | undefined };

const CellAnswer = ({ cell, beside }: CellAnswerProps) => (
  <div className="grid max-h-64 gap-2 overflow-y-auto">
    <p className="whitespace-pre-wrap wrap-anywhere">
      {cell?.answer ? (
        <MarkedAnswer answer={cell.answer} beside={beside === cell ? undefined : beside?.answer} />
      ) : (
        texts.noAnswer
      )}
    </p>
    {cell?.reason && <p className="text-ink-2">{cell.reason}</p>}
  </div>
);

/** The words that the answer beside it does not have are marked. */
function MarkedAnswer({ answer, beside }: { answer: string; beside: string | undefined }) {
  const text = plainText(answer);
  if (beside === undefined) return text;
  return diffText(plainText(beside), text)
    .filter(({ kind }) => kind !== 'removed')
    .map((piece, place) =>
      piece.kind === 'added' ? (
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text have no other name, and are never moved.
        <mark key={place} className="rounded-[3px] bg-ipe-soft px-0.5 text-ink">
          {piece.text}
        </mark>
      ) : (
        piece.text
      ),
    );
}
