/** Documents that vanished from their source, for thirty days. */
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { ArchiveRestore } from 'lucide-react';
import { useState } from 'react';
import { syncsApi, type WithdrawnDocument } from '#contract/syncs.ts';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../api/error-message.ts';
import { LoadFailure } from '../../../api/load-failure.tsx';
import { formatDate } from '../../../lib/format.ts';
import { rowsOf } from '../../../lib/pages.ts';
import { useTask } from '../../../lib/use-task.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { Card, cardLook } from '../../../ui/display/card.tsx';
import { EmptyState } from '../../../ui/display/empty-state.tsx';
import { CardSkeleton } from '../../../ui/display/skeleton.tsx';
import { type Column, TableOrCards } from '../../../ui/page/table-or-cards.tsx';
import { refreshAfterRun, withdrawnDocuments } from './queries.ts';
import { texts as all } from './texts.ts';

const texts = all.withdrawn;

export function WithdrawnPanel({ baseId }: { baseId: number }) {
  const pages = useInfiniteQuery(withdrawnDocuments(baseId));
  const cache = useQueryClient();
  const [restored, setRestored] = useState<string | null>(null);
  const restore = useTask(async ({ id, original_filename }: WithdrawnDocument) => {
    setRestored(null);
    await call(syncsApi.restore, { params: { id: baseId, documentId: id } });
    setRestored(original_filename);
    await refreshAfterRun(cache, baseId);
  });
  if (pages.isPending) return <CardSkeleton lines={4} className="min-h-[220px]" />;
  if (pages.isError) return <LoadFailure query={pages} text={texts.loadFailed} />;
  const rows = rowsOf(pages.data);
  return (
    <Card title={texts.title} line={texts.line}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {restore.failure !== null && <Alert title={failureText(restore.failure, texts.failed)} />}
        <p role="status" className="text-small text-ink-2 empty:hidden">
          {restored !== null && texts.restored(restored)}
        </p>
        {rows.length === 0 ? (
          <EmptyState title={texts.empty} line={texts.emptyLine} />
        ) : (
          <Rows rows={rows} busy={restore.busy} onRestore={restore.run} />
        )}
        {pages.hasNextPage && (
          <Button
            className="justify-self-start"
            busy={pages.isFetchingNextPage}
            onClick={() => void pages.fetchNextPage()}
          >
            {texts.more}
          </Button>
        )}
      </div>
    </Card>
  );
}

type RowsProps = { rows: WithdrawnDocument[]; busy: boolean; onRestore: (row: WithdrawnDocument) => void };

function Rows({ rows, busy, onRestore }: RowsProps) {
  const action = (row: WithdrawnDocument) => (
    <Button
      size="small"
      icon={<ArchiveRestore className="size-4" />}
      aria-label={texts.restoreNamed(row.original_filename)}
      disabled={busy}
      onClick={() => onRestore(row)}
    >
      {texts.restore}
    </Button>
  );
  const day = (time: string) => (
    <span className="block px-3.5 py-2 text-ink-2 tabular-nums">{formatDate(time)}</span>
  );
  const columns: Column<WithdrawnDocument>[] = [
    {
      header: texts.name,
      isRowHeader: true,
      cell: (row) => (
        <span className="block px-3.5 py-2 font-medium wrap-anywhere">{row.original_filename}</span>
      ),
    },
    { header: texts.since, width: 'w-[130px]', cell: (row) => day(row.withdrawn_at) },
    { header: texts.until, width: 'w-[130px]', cell: (row) => day(row.deleted_at) },
    {
      header: texts.actions,
      width: 'w-[150px]',
      cell: (row) => <span className="block px-3.5 py-1.5">{action(row)}</span>,
    },
  ];
  return (
    <TableOrCards
      label={texts.table}
      width={620}
      columns={columns}
      rows={rows}
      rowLook="align-middle text-control"
      card={(row) => (
        <li className={`${cardLook} grid gap-2 px-4 py-3 text-control`}>
          <p className="font-medium wrap-anywhere">{row.original_filename}</p>
          <p className="text-small text-ink-2">
            {texts.since} {formatDate(row.withdrawn_at)} · {texts.until} {formatDate(row.deleted_at)}
          </p>
          {action(row)}
        </li>
      )}
    />
  );
}
