/** One sync: where it reads, when, what its last run did, and what can be done with it. */
import { useQueryClient } from '@tanstack/react-query';
import { Ellipsis, Folder, Globe, Pause, Pencil, Play, Search, Server, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { SyncKind } from '#contract/sync-sources.ts';
import { type Sync, syncsApi } from '#contract/syncs.ts';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../api/error-message.ts';
import { formatDateTime, formatRecent } from '../../../lib/format.ts';
import { useTask } from '../../../lib/use-task.ts';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { Menu, MenuItem } from '../../../ui/dialogs/menu.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { Badge } from '../../../ui/display/badge.tsx';
import { cardLook } from '../../../ui/display/card.tsx';
import { ProgressBar } from '../../../ui/display/progress-bar.tsx';
import { baseSyncs, keepSync } from './queries.ts';
import { placeWords } from './sync-draft.ts';
import { countWords, kinds, scheduleWords, texts } from './texts.ts';

export type SyncAction = 'edit' | 'remove' | 'preview' | 'see-run';
type SyncCardProps = { baseId: number; sync: Sync; mayChange: boolean; onOpen: (action: SyncAction) => void };

const icons: Record<SyncKind, ReactNode> = { folder: <Folder />, website: <Globe />, s3: <Server /> };

export function SyncCard({ baseId, sync, mayChange, onOpen }: SyncCardProps) {
  const { run, pause } = useSyncActions(baseId, sync, () => onOpen('see-run'));
  const isRunning = sync.last_run !== null && !sync.last_run.finished_at;
  const failure = run.failure ?? pause.failure;
  return (
    <li className={`${cardLook} grid grid-cols-[minmax(0,1fr)] gap-3 p-4`}>
      <div className="flex items-start gap-3">
        <SyncSummary sync={sync} />
        {mayChange && <ChangeMenu sync={sync} disabled={isRunning} onOpen={onOpen} />}
      </div>
      {failure !== null && <Alert title={failureText(failure, texts.actionFailed)} />}
      {sync.failing_since && (
        <Alert
          tone="warn"
          title={sync.last_run?.error?.detail ?? texts.failing}
          line={texts.failingSince(formatDateTime(sync.failing_since))}
        />
      )}
      {sync.secret === 'unreadable' && <Alert tone="warn" title={texts.secretUnreadable} />}
      <LastRun sync={sync} isRunning={isRunning} onSee={() => onOpen('see-run')} />
      <div className="flex flex-wrap gap-2.5">
        <Button size="small" icon={<Search className="size-4" />} onClick={() => onOpen('preview')}>
          {texts.preview}
        </Button>
        <Button
          size="small"
          icon={<Play className="size-4" />}
          busy={run.busy}
          disabled={isRunning}
          onClick={run.run}
        >
          {isRunning ? texts.running : texts.run}
        </Button>
        <Button size="small" icon={<Pause className="size-4" />} busy={pause.busy} onClick={pause.run}>
          {sync.paused ? texts.resume : texts.pause}
        </Button>
      </div>
    </li>
  );
}

function useSyncActions(baseId: number, sync: Sync, onStarted: () => void) {
  const cache = useQueryClient();
  const params = { id: baseId, syncId: sync.id };
  const run = useTask(async () => {
    await call(syncsApi.run, { params });
    await cache.invalidateQueries({ queryKey: baseSyncs(baseId).queryKey, exact: true });
    onStarted();
  });
  const pause = useTask(async () => {
    keepSync(cache, baseId, await call(sync.paused ? syncsApi.resume : syncsApi.pause, { params }));
  });
  return { run, pause };
}

/** Its kind, name and place, and how often it reads. */
function SyncSummary({ sync }: { sync: Sync }) {
  return (
    <>
      <span className="mt-0.5 grid size-9 shrink-0 place-items-center rounded-control bg-sunken text-ink-2 [&_.lucide]:size-[18px]">
        {icons[sync.settings.kind]}
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-semibold wrap-anywhere">
          {sync.name}
          <StateBadge sync={sync} />
        </p>
        <p className="text-small text-ink-2 wrap-anywhere">
          {kinds[sync.settings.kind]} · {placeWords(sync.settings)}
        </p>
        <p className="text-small text-ink-2">
          {scheduleWords(sync.schedule)} · {texts.documents(sync.documents)}
        </p>
      </div>
    </>
  );
}

type ChangeMenuProps = { sync: Sync; disabled: boolean; onOpen: (action: SyncAction) => void };

function ChangeMenu({ sync, disabled, onOpen }: ChangeMenuProps) {
  return (
    <Menu
      trigger={
        <IconButton label={texts.more(sync.name)}>
          <Ellipsis />
        </IconButton>
      }
    >
      <MenuItem icon={<Pencil className="size-4" />} disabled={disabled} onSelect={() => onOpen('edit')}>
        {texts.edit}
      </MenuItem>
      <MenuItem
        danger
        icon={<Trash2 className="size-4" />}
        disabled={disabled}
        onSelect={() => onOpen('remove')}
      >
        {texts.remove}
      </MenuItem>
    </Menu>
  );
}

function StateBadge({ sync }: { sync: Sync }) {
  if (sync.last_run?.outcome === 'needs_confirmation')
    return <Badge tone="danger">{texts.confirmBadge}</Badge>;
  if (sync.paused) return <Badge tone="warn">{texts.paused}</Badge>;
  return sync.failing_since ? <Badge tone="danger">{texts.failing}</Badge> : null;
}

function LastRun({ sync, isRunning, onSee }: { sync: Sync; isRunning: boolean; onSee: () => void }) {
  const { last_run, next_run_at, paused } = sync;
  const next = paused ? texts.nextPaused : next_run_at ? formatDateTime(next_run_at) : texts.noNextRun;
  return (
    <div className="grid gap-1.5 text-small">
      {last_run ? (
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="text-ink-2">{texts.lastRun}:</span>
          <span>
            {formatRecent(last_run.started_at)} —{' '}
            {last_run.outcome === 'failed' ? last_run.error?.detail : countWords(last_run)}
          </span>
          <button
            type="button"
            className="font-medium text-brand underline-offset-2 hover:underline phone:min-h-11"
            onClick={onSee}
          >
            {texts.seeRun}
          </button>
        </p>
      ) : (
        <p className="text-ink-2">{texts.neverRan}</p>
      )}
      {isRunning && last_run && (
        <ProgressBar
          label={texts.running}
          value={last_run.done}
          max={Math.max(1, last_run.listed)}
          valueText={texts.run_view.progress(last_run.done, last_run.listed)}
          warnFrom={2}
        />
      )}
      <p>
        <span className="text-ink-2">{texts.nextRun}:</span> {next}
      </p>
    </div>
  );
}
