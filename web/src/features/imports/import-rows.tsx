import type { ImportAction, ImportRow } from '#contract/imports.ts';
import { formatNumber } from '../../lib/format.ts';
import { classes } from '../../ui/classes.ts';
import { cardLook } from '../../ui/display/card.tsx';
import { type Column, TableOrCards } from '../../ui/page/table-or-cards.tsx';
import { Address } from '../admin/address.tsx';
import { texts } from './texts.ts';

type Ticks = { ticked: ReadonlySet<number>; onTick: (user_id: number) => void };
type RowsProps = Ticks & { rows: ImportRow[]; action: ImportAction };

const names = texts.columns;

export function ImportRows({ rows, action, ...ticks }: RowsProps) {
  return (
    <TableOrCards
      key={action}
      label={texts.list}
      width={760}
      columns={columnsOf(action, ticks)}
      rows={rows}
      rowLook="[&>*]:px-3.5 [&>*]:py-2"
      card={(row) => (
        <li className={classes(cardLook, 'grid gap-1 p-4 text-small')}>
          <div className="flex items-start justify-between gap-3">
            <span className="min-w-0 text-control font-medium wrap-anywhere">
              <Address text={row.email} />
            </span>
            {row.line === null ? <Tick row={row} {...ticks} /> : <LineNumber row={row} worded />}
          </div>
          <span className="wrap-anywhere text-ink-2">
            {[row.name, row.phone, row.group_name].filter(Boolean).join(' · ')}
          </span>
          {row.problem && <span className="text-danger">{row.problem}</span>}
        </li>
      )}
    />
  );
}

const columnsOf = (action: ImportAction, ticks: Ticks): Column<ImportRow>[] => [
  action === 'absent'
    ? {
        header: texts.deactivate('').trim(),
        width: 'w-[112px]',
        cell: (row) => <Tick row={row} {...ticks} />,
      }
    : { header: names.line, width: 'w-[84px]', cell: (row) => <LineNumber row={row} /> },
  {
    header: names.email,
    isRowHeader: true,
    cell: ({ email }) => (
      <span className="block text-control font-medium wrap-anywhere">
        <Address text={email} />
      </span>
    ),
  },
  { header: names.name, cell: ({ name }) => <Text value={name} /> },
  ...(action === 'problem'
    ? [
        {
          header: names.problem,
          cell: ({ problem }: ImportRow) => <span className="text-small text-danger">{problem}</span>,
        },
      ]
    : [
        { header: names.phone, width: 'w-[128px]', cell: ({ phone }: ImportRow) => <Text value={phone} /> },
        {
          header: names.group,
          width: 'w-[160px]',
          cell: ({ group_name }: ImportRow) => <Text value={group_name} />,
        },
      ]),
];

const Text = ({ value }: { value: string | null }) =>
  value === null ? (
    <span className="text-small text-ink-3">{texts.stays}</span>
  ) : (
    <span className="text-small wrap-anywhere text-ink-2">{value}</span>
  );

const LineNumber = ({ row: { line }, worded }: { row: ImportRow; worded?: boolean }) => (
  <span className="text-small text-ink-3 tabular-nums">
    {worded ? `${names.line} ` : ''}
    {line === null ? '' : formatNumber(line)}
  </span>
);

function Tick({ row: { user_id, name, email }, ticked, onTick }: Ticks & { row: ImportRow }) {
  if (user_id === null) return null;
  return (
    <label className="flex items-center justify-end phone:min-h-11 phone:min-w-11">
      <span className="sr-only">{texts.deactivate(name ?? email)}</span>
      <input
        type="checkbox"
        checked={ticked.has(user_id)}
        onChange={() => onTick(user_id)}
        className="size-4 accent-brand"
      />
    </label>
  );
}
