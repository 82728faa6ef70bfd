/** The checks of an agent: written, run, and how each went the last time. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ListChecks, Play, Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { AgentCheck } from '#contract/agent-checks.ts';
import type { Agent } from '#contract/agents.ts';
import { failureText } from '../../../api/error-message.ts';
import { LoadFailure } from '../../../api/load-failure.tsx';
import { useTask } from '../../../lib/use-task.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Confirm } from '../../../ui/dialogs/confirm.tsx';
import { Card } from '../../../ui/display/card.tsx';
import { EmptyState } from '../../../ui/display/empty-state.tsx';
import { Skeleton } from '../../../ui/display/skeleton.tsx';
import { CheckForm } from './check-form.tsx';
import { CheckRow } from './check-row.tsx';
import { isWaiting, useCheckRun } from './check-run.ts';
import { CheckRunStatus } from './check-run-status.tsx';
import { ChecksFileMenu } from './import-checks.tsx';
import { agentChecks, removeCheck } from './queries.ts';
import { texts } from './texts.ts';

/** How often it is looked whether a run that somebody else started has ended. */
const LOOK_MS = 5_000;

/** Undefined: nothing is written; null: a new one. */
type Written = AgentCheck | null | undefined;

type ChecksProps = {
  agent: Agent;
  /** Stands beside the button that runs them. */
  compare: ReactNode;
};

export function Checks({ agent, compare }: ChecksProps) {
  const [written, setWritten] = useState<Written>();
  const [asked, setAsked] = useState<AgentCheck | null>(null);
  return (
    <Card
      title={texts.title}
      line={texts.line}
      aside={
        <div className="flex gap-2">
          <Button icon={<Plus className="size-4" />} onClick={() => setWritten(null)}>
            {texts.add}
          </Button>
          <ChecksFileMenu agentId={agent.id} />
        </div>
      }
    >
      <CheckList agentId={agent.id} compare={compare} onEdit={setWritten} onRemove={setAsked} />
      {written !== undefined && (
        <CheckForm agentId={agent.id} check={written ?? undefined} onClose={() => setWritten(undefined)} />
      )}
      {asked && <RemoveCheck agentId={agent.id} check={asked} onClose={() => setAsked(null)} />}
    </Card>
  );
}

type CheckListProps = {
  agentId: number;
  compare: ReactNode;
  onEdit: (check: AgentCheck) => void;
  onRemove: (check: AgentCheck) => void;
};

function CheckList({ agentId, compare, onEdit, onRemove }: CheckListProps) {
  const { state, start } = useCheckRun(agentId);
  const known = useQuery({
    ...agentChecks(agentId),
    refetchInterval: ({ state: { data } }) => (isWaiting(state, data?.last_run) ? LOOK_MS : false),
  });
  if (known.isPending) return <RowsSkeleton />;
  if (!known.data) {
    return <LoadFailure query={known} text={texts.loadFailed} />;
  }
  const { checks } = known.data;
  if (checks.length === 0)
    return <EmptyState icon={<ListChecks />} title={texts.none} line={texts.noneLine} />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button
          variant="primary"
          icon={<Play className="size-4" />}
          busy={state.reading}
          onClick={() => start(known.data)}
        >
          {state.reading ? texts.running : texts.run}
        </Button>
        {compare}
        <CheckRunStatus state={state} known={known.data} />
      </div>
      <ul aria-label={texts.list} className="divide-y divide-line rounded-card border border-line">
        {checks.map((check) => (
          <CheckRow
            key={check.id}
            check={check}
            asking={state.asking.includes(check.id)}
            onEdit={() => onEdit(check)}
            onRemove={() => onRemove(check)}
          />
        ))}
      </ul>
    </div>
  );
}

type RemoveCheckProps = { agentId: number; check: AgentCheck; onClose: () => void };

function RemoveCheck({ agentId, check, onClose }: RemoveCheckProps) {
  const client = useQueryClient();
  const remove = useTask(async () => {
    await removeCheck(client, agentId, check.id);
    onClose();
  });
  return (
    <Confirm
      open
      text={texts.confirmRemove}
      failure={remove.failure === null ? null : failureText(remove.failure, texts.removeFailed)}
      detail={<span className="line-clamp-4 wrap-anywhere">{check.question}</span>}
      cancelLabel={texts.form.cancel}
      confirmLabel={remove.busy ? texts.removing : texts.removeLabel}
      busy={remove.busy}
      onCancel={onClose}
      onConfirm={remove.run}
    />
  );
}

function RowsSkeleton() {
  return (
    <div aria-busy="true" data-skeleton className="grid gap-2">
      {[1, 2, 3].map((row) => (
        <Skeleton key={row} className="h-20 w-full" />
      ))}
    </div>
  );
}
