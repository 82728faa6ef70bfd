/** One run: how far it is, what it did, its items, and the question of a run that stopped before withdrawing much. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { SyncRun } from '#contract/sync-runs.ts';
import type { Sync } from '#contract/syncs.ts';
import { LoadFailure } from '../../../../api/load-failure.tsx';
import { formatDateTime, formatNumber } from '../../../../lib/format.ts';
import { Button } from '../../../../ui/controls/button.tsx';
import { Modal } from '../../../../ui/dialogs/modal.tsx';
import { Alert } from '../../../../ui/display/alert.tsx';
import { ProgressBar } from '../../../../ui/display/progress-bar.tsx';
import { Skeleton } from '../../../../ui/display/skeleton.tsx';
import { refreshAfterRun, syncRun } from '../queries.ts';
import { texts as all, outcomes } from '../texts.ts';
import { ConfirmWithdrawal } from './confirm-withdrawal.tsx';
import { RunItems } from './run-items.tsx';

const texts = all.run_view;

type RunDialogProps = {
  baseId: number;
  sync: Sync;
  runId: number;
  mayConfirm: boolean;
  onClose: () => void;
};

export function RunDialog({ baseId, sync, runId, mayConfirm, onClose }: RunDialogProps) {
  const run = useQuery(syncRun(baseId, sync.id, runId));
  useRefreshAtEnd(baseId, run.data);
  return (
    <Modal
      open
      size="large"
      title={texts.title(sync.name)}
      onClose={onClose}
      footer={<Button onClick={onClose}>{texts.close}</Button>}
    >
      {run.isPending && <Skeleton className="h-40" />}
      {run.isError && <LoadFailure query={run} text={texts.loadFailed} />}
      {run.data && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <Progress run={run.data} />
          {run.data.outcome === 'needs_confirmation' && run.data.to_withdraw > 0 && (
            <ConfirmWithdrawal baseId={baseId} syncId={sync.id} run={run.data} mayConfirm={mayConfirm} />
          )}
          {run.data.error && <Alert title={run.data.error.detail} />}
          {run.data.outcome === 'done' && run.data.listing_complete === false && (
            <Alert tone="warn" title={texts.incomplete} />
          )}
          <Facts run={run.data} />
          {run.data.finished_at && <RunItems baseId={baseId} syncId={sync.id} />}
        </div>
      )}
    </Modal>
  );
}

/** The base shows other documents once a run has ended that was seen under way. */
function useRefreshAtEnd(baseId: number, run: SyncRun | undefined) {
  const cache = useQueryClient();
  const wasRunning = useRef(false);
  const isRunning = run !== undefined && !run.finished_at;
  useEffect(() => {
    if (wasRunning.current && !isRunning) void refreshAfterRun(cache, baseId);
    wasRunning.current = isRunning;
  }, [cache, baseId, isRunning]);
}

function Progress({ run }: { run: SyncRun }) {
  if (run.finished_at) return null;
  const words =
    run.phase === 'reading'
      ? texts.progress(run.done, run.listed)
      : { listing: texts.listing, comparing: texts.comparing, withdrawing: texts.withdrawing }[run.phase];
  return (
    <div className="grid gap-1.5">
      <p role="status" className="text-small tabular-nums">
        {words}
      </p>
      <ProgressBar
        label={all.running}
        value={run.done}
        max={Math.max(1, run.listed)}
        valueText={words}
        warnFrom={2}
      />
    </div>
  );
}

function Facts({ run }: { run: SyncRun }) {
  const facts: [string, string][] = [
    [texts.facts.outcome, run.outcome ? outcomes[run.outcome] : all.running],
    [texts.facts.started, formatDateTime(run.started_at)],
    ...(run.finished_at ? [[texts.facts.finished, formatDateTime(run.finished_at)] as [string, string]] : []),
    ...(
      ['listed', 'added', 'changed', 'unchanged', 'missing', 'withdrawn', 'skipped', 'failed'] as const
    ).map((name): [string, string] => [texts.facts[name], formatNumber(run[name])]),
  ];
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-2 text-small sm:grid-cols-3">
      {facts.map(([term, value]) => (
        <div key={term}>
          <dt className="text-ink-2">{term}</dt>
          <dd className="font-medium tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
