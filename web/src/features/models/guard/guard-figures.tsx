import { queryOptions, useQuery } from '@tanstack/react-query';
import { type GuardFigure, guardApi } from '#contract/guard.ts';
import { call } from '../../../api/client.ts';
import { failureWords } from '../../../api/error-message.ts';
import { formatNumber } from '../../../lib/format.ts';
import { Alert } from '../../../ui/display/alert.tsx';
import { Card, cardLook } from '../../../ui/display/card.tsx';
import { CardSkeleton } from '../../../ui/display/skeleton.tsx';
import { type Column, TableOrCards } from '../../../ui/page/table-or-cards.tsx';
import { KIND_NAMES } from '../../admin/personal-data-kinds.tsx';
import { texts } from './texts.ts';

type Row = GuardFigure & { id: number };

const nameOf = ({ agent_name }: Row) => agent_name ?? texts.agentGone;

const columns: Column<Row>[] = [
  {
    header: texts.agent,
    isRowHeader: true,
    cell: (row) => <span className="block truncate px-3.5 font-medium">{nameOf(row)}</span>,
  },
  {
    header: texts.kind,
    width: 'w-[190px]',
    cell: ({ kind }) => <span className="px-3.5">{KIND_NAMES[kind]}</span>,
  },
  ...(['masked', 'blocked', 'warned'] as const).map((action) => ({
    header: texts[action],
    isFigure: true,
    width: 'w-[120px]',
    cell: (row: Row) => <span className="px-3.5 tabular-nums">{formatNumber(row[action])}</span>,
  })),
];

export function GuardFigures() {
  const found = useQuery(guardFigures());
  if (found.isError)
    return (
      <Alert
        {...failureWords(found.error, texts.figuresFailed)}
        onRetry={() => void found.refetch()}
        retrying={found.isFetching}
      />
    );
  if (!found.data) return <CardSkeleton lines={4} className="h-[200px]" />;
  const rows = found.data.map((figure, place) => ({ ...figure, id: place }));
  return (
    <Card title={texts.figures} line={texts.figuresLine}>
      {rows.length ? (
        <TableOrCards
          label={texts.figures}
          width={720}
          columns={columns}
          rows={rows}
          rowLook="h-11"
          card={(row) => <FigureCard row={row} />}
        />
      ) : (
        <p className="text-ink-2">{texts.nothing}</p>
      )}
    </Card>
  );
}

function FigureCard({ row }: { row: Row }) {
  return (
    <li className={`${cardLook} grid gap-1 p-4`}>
      <p className="font-medium wrap-anywhere">{nameOf(row)}</p>
      <p className="text-small text-ink-2">{KIND_NAMES[row.kind]}</p>
      <dl className="flex flex-wrap gap-x-4 gap-y-1 text-small">
        {(['masked', 'blocked', 'warned'] as const).map((action) => (
          <div key={action} className="flex gap-1">
            <dt className="text-ink-2">{texts[action]}:</dt>
            <dd className="tabular-nums">{formatNumber(row[action])}</dd>
          </div>
        ))}
      </dl>
    </li>
  );
}

/** Asked for anew at every visit. */
const guardFigures = () =>
  queryOptions({
    queryKey: ['guard', 'figures'] as const,
    queryFn: ({ signal }) => call(guardApi.stats, {}, { signal }),
    staleTime: 0,
  });
