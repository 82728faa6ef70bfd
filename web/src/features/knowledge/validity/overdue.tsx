/** Documents that hold no more, or whose review is due, with the answers of ninety days that cite them. */
import { useQuery } from '@tanstack/react-query';
import type { OverdueDocument } from '#contract/validity.ts';
import { shortDay } from '#contract/validity-state.ts';
import { LoadFailure } from '../../../api/load-failure.tsx';
import { Badge } from '../../../ui/display/badge.tsx';
import { Card, cardLook } from '../../../ui/display/card.tsx';
import { EmptyState } from '../../../ui/display/empty-state.tsx';
import { CardSkeleton } from '../../../ui/display/skeleton.tsx';
import { type Column, TableOrCards } from '../../../ui/page/table-or-cards.tsx';
import { texts as all } from './texts.ts';
import { overdueDocuments } from './validity-queries.ts';

const texts = all.overdue;

type Row = OverdueDocument & { id: number };

export function OverdueTable({ baseId }: { baseId: number }) {
  const list = useQuery(overdueDocuments(baseId));
  return (
    <Card title={texts.list} line={texts.line}>
      {list.isPending && <CardSkeleton lines={4} className="min-h-[220px]" />}
      {list.isError && <LoadFailure query={list} text={texts.loadFailed} />}
      {list.data?.length === 0 && <EmptyState title={texts.none} line={texts.noneLine} />}
      {list.data && list.data.length > 0 && (
        <TableOrCards
          label={texts.list}
          width={560}
          columns={columns}
          rows={list.data.map((document) => ({ ...document, id: document.document_id }))}
          rowLook="align-top text-control"
          card={(row) => (
            <li className={`${cardLook} grid grid-cols-[minmax(0,1fr)] gap-1.5 px-4 py-3 text-control`}>
              <Name row={row} />
              <Why row={row} />
              <p className="text-small text-ink-2">
                {texts.answers}: <span className="text-ink tabular-nums">{row.answers}</span>
              </p>
            </li>
          )}
        />
      )}
    </Card>
  );
}

function Name({ row: { name, original_filename } }: { row: Row }) {
  return (
    <>
      <span className="block font-medium wrap-anywhere">{name}</span>
      {name !== original_filename && (
        <span className="block text-small text-ink-2 wrap-anywhere">{original_filename}</span>
      )}
    </>
  );
}

function Why({ row: { reasons } }: { row: Row }) {
  return (
    <ul className="grid gap-1">
      {reasons.map(({ reason, since, by }) => (
        <li key={reason} className="flex flex-wrap items-center gap-x-2 text-small">
          <Badge tone={reason === 'review' ? 'warn' : 'danger'}>{texts.reasons[reason]}</Badge>
          <span className="text-ink-2 wrap-anywhere">
            {[since && texts.since(shortDay(since)), by].filter(Boolean).join(' · ')}
          </span>
        </li>
      ))}
    </ul>
  );
}

const columns: Column<Row>[] = [
  {
    header: texts.document,
    isRowHeader: true,
    cell: (row) => (
      <span className="block px-3.5 py-2">
        <Name row={row} />
      </span>
    ),
  },
  {
    header: texts.why,
    width: 'w-[42%]',
    cell: (row) => (
      <div className="px-3.5 py-2">
        <Why row={row} />
      </div>
    ),
  },
  {
    header: texts.answers,
    isFigure: true,
    width: 'w-[150px]',
    cell: ({ answers }) => <span className="block px-3.5 py-2 tabular-nums">{answers}</span>,
  },
];
