/** The syncs of a base, and the documents that they withdrew. */
import { useQuery } from '@tanstack/react-query';
import { Plus, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import type { Sync } from '#contract/syncs.ts';
import { LoadFailure } from '../../../api/load-failure.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Segmented } from '../../../ui/controls/segmented.tsx';
import { Card } from '../../../ui/display/card.tsx';
import { EmptyState } from '../../../ui/display/empty-state.tsx';
import { CardSkeleton } from '../../../ui/display/skeleton.tsx';
import { baseSyncs, syncSettings } from './queries.ts';
import { RemoveSync } from './remove-sync.tsx';
import { RunDialog } from './runs/run-dialog.tsx';
import { PreviewDialog } from './runs/saved-preview.tsx';
import { type SyncAction, SyncCard } from './sync-card.tsx';
import { SyncForm } from './sync-form.tsx';
import { texts } from './texts.ts';
import { WithdrawnPanel } from './withdrawn-panel.tsx';

type View = 'syncs' | 'withdrawn';
type Opened = { action: 'add' } | { action: SyncAction; sync: Sync };

export function SyncsPanel({ baseId }: { baseId: number }) {
  const [view, setView] = useState<View>('syncs');
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div>
        <Segmented
          label={texts.views}
          value={view}
          options={[
            { value: 'syncs', label: texts.viewSyncs },
            { value: 'withdrawn', label: texts.viewWithdrawn },
          ]}
          onChange={setView}
        />
      </div>
      {view === 'syncs' ? <Syncs baseId={baseId} /> : <WithdrawnPanel baseId={baseId} />}
    </div>
  );
}

function Syncs({ baseId }: { baseId: number }) {
  const list = useQuery(baseSyncs(baseId));
  const folders = useQuery(syncSettings());
  const [opened, setOpened] = useState<Opened | null>(null);
  if (list.isPending || folders.isPending) return <CardSkeleton lines={4} className="min-h-[220px]" />;
  if (list.isError) return <LoadFailure query={list} text={texts.loadFailed} />;
  if (folders.isError) return <LoadFailure query={folders} text={texts.loadFailed} />;
  // Only superadmins are shown the folders of the server.
  const roots = folders.data;
  const syncs = list.data;
  const add = roots !== null && (
    <Button variant="primary" icon={<Plus className="size-4" />} onClick={() => setOpened({ action: 'add' })}>
      {texts.add}
    </Button>
  );
  return (
    <>
      <Card title={texts.title} line={texts.line} aside={syncs.length > 0 && add}>
        {syncs.length === 0 ? (
          <EmptyState
            icon={<RefreshCw />}
            title={texts.empty}
            line={texts.emptyLine}
            action={add || <p className="text-small text-ink-2">{texts.superadminsOnly}</p>}
          />
        ) : (
          <SyncList baseId={baseId} syncs={syncs} mayChange={roots !== null} onOpen={setOpened} />
        )}
      </Card>
      {opened && (
        <OpenedDialog
          baseId={baseId}
          opened={opened}
          syncs={syncs}
          roots={roots}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
}

type SyncListProps = {
  baseId: number;
  syncs: Sync[];
  mayChange: boolean;
  onOpen: (opened: Opened) => void;
};

function SyncList({ baseId, syncs, mayChange, onOpen }: SyncListProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {syncs.map((sync) => (
          <SyncCard
            key={sync.id}
            baseId={baseId}
            sync={sync}
            mayChange={mayChange}
            onOpen={(action) => onOpen({ action, sync })}
          />
        ))}
      </ul>
      {!mayChange && <p className="text-small text-ink-2">{texts.superadminsOnly}</p>}
    </div>
  );
}

type OpenedDialogProps = {
  baseId: number;
  opened: Opened;
  syncs: Sync[];
  roots: string[] | null;
  onClose: () => void;
};

function OpenedDialog({ baseId, opened, syncs, roots, onClose }: OpenedDialogProps) {
  const form = { baseId, roots: roots ?? [], onClose };
  if (opened.action === 'add') return <SyncForm {...form} known={null} />;
  // The list is asked for anew while a run is under way: what is open shows its newest state.
  const sync = syncs.find(({ id }) => id === opened.sync.id) ?? opened.sync;
  if (opened.action === 'edit') return <SyncForm {...form} known={sync} />;
  if (opened.action === 'remove') return <RemoveSync baseId={baseId} sync={sync} onClose={onClose} />;
  if (opened.action === 'preview') return <PreviewDialog baseId={baseId} sync={sync} onClose={onClose} />;
  if (!sync.last_run) return null;
  return (
    <RunDialog
      baseId={baseId}
      sync={sync}
      runId={sync.last_run.id}
      mayConfirm={roots !== null}
      onClose={onClose}
    />
  );
}
