/** The result of a preview: its counts, and the items of each state. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PREVIEW_STATES, type PreviewItem, type PreviewState, type SyncRun } from '#contract/sync-runs.ts';
import { LoadFailure } from '../../../../api/load-failure.tsx';
import { formatNumber } from '../../../../lib/format.ts';
import { Segmented } from '../../../../ui/controls/segmented.tsx';
import { Alert } from '../../../../ui/display/alert.tsx';
import { Skeleton } from '../../../../ui/display/skeleton.tsx';
import { previewItems } from '../queries.ts';
import { texts as all, previewStates } from '../texts.ts';

const texts = all.previewed;

const countOf = (run: SyncRun): Record<PreviewState, number> => ({
  new: run.added,
  changed: run.changed,
  unchanged: run.unchanged,
  missing: run.missing,
  skipped: run.skipped,
});

export function PreviewResult({ baseId, run }: { baseId: number; run: SyncRun }) {
  if (!run.finished_at)
    return (
      <p role="status" className="text-small text-ink-2">
        {texts.looked(run.listed)}
      </p>
    );
  if (run.outcome === 'failed') return <Alert title={run.error?.detail ?? texts.failed} />;
  return <Found baseId={baseId} run={run} />;
}

function Found({ baseId, run }: { baseId: number; run: SyncRun }) {
  const counts = countOf(run);
  const [state, setState] = useState<PreviewState>(
    () => PREVIEW_STATES.find((one) => countOf(run)[one] > 0) ?? 'new',
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <p role="status" className="text-small text-ink-2">
        {texts.nothingWritten} {run.partial && texts.partial}
      </p>
      {!run.partial && run.listing_complete === false && <Alert tone="warn" title={texts.incomplete} />}
      <Segmented
        label={texts.state}
        value={state}
        options={PREVIEW_STATES.map((value) => ({
          value,
          label: `${previewStates[value]} ${formatNumber(counts[value])}`,
        }))}
        onChange={setState}
      />
      <Items key={state} baseId={baseId} runId={run.id} state={state} total={counts[state]} />
    </div>
  );
}

type ItemsProps = { baseId: number; runId: number; state: PreviewState; total: number };

function Items({ baseId, runId, state, total }: ItemsProps) {
  const pages = useInfiniteQuery(previewItems(baseId, runId, state));
  if (pages.isPending) return <Skeleton className="h-24" />;
  if (pages.isError) return <LoadFailure query={pages} text={texts.failed} />;
  const rows = pages.data.pages.flatMap(({ data }) => data);
  const left = total - rows.length;
  return (
    <div className="grid gap-2">
      {rows.length === 0 ? (
        <p className="text-small text-ink-2">{texts.none}</p>
      ) : (
        <ul
          tabIndex={0}
          aria-label={previewStates[state]}
          className="max-h-64 divide-y divide-line overflow-y-auto rounded-control border border-line"
        >
          {rows.map((row) => (
            <ItemRow key={row.external_id} row={row} />
          ))}
        </ul>
      )}
      {left > 0 && pages.hasNextPage && (
        <button
          type="button"
          className="justify-self-start text-small font-medium text-brand hover:underline phone:min-h-11"
          onClick={() => void pages.fetchNextPage()}
        >
          {texts.more(left)}
        </button>
      )}
      {left > 0 && !pages.hasNextPage && <p className="text-small text-ink-2">{texts.more(left)}</p>}
    </div>
  );
}

const ItemRow = ({ row }: { row: PreviewItem }) => (
  <li className="px-3 py-1.5 text-small wrap-anywhere">
    {row.external_id}
    {row.detail && <span className="text-ink-2"> — {row.detail}</span>}
  </li>
);
