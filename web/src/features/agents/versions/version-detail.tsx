/** One version against the present configuration, and the way back to it. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import type { AgentConfiguration, AgentVersion } from '#contract/agent-configuration.ts';
import { type Agent, agentsApi } from '#contract/agents.ts';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../api/error-message.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { useTask } from '../../../lib/use-task.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Confirm } from '../../../ui/dialogs/confirm.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { Badge } from '../../../ui/display/badge.tsx';
import { Skeleton } from '../../../ui/display/skeleton.tsx';
import { draftOf } from '../draft.ts';
import { keepAgent } from '../queries.ts';
import { linkedBases, linkedSources } from '../sources/queries.ts';
import { texts as all } from '../texts-configuration.ts';
import { changesBetween } from './configuration-changes.ts';
import { VersionChanges } from './version-changes.tsx';

const texts = all.versions;

type VersionDetailProps = {
  agent: Agent;
  version: AgentVersion;
  /** Somebody is editing: restoring would pull the ground from under it. */
  editing: boolean;
  onBack: () => void;
  /** With the names of what could not be linked again. */
  onRestored: (missing: string[]) => void;
};

export function VersionDetail({ agent, version, editing, onBack, onRestored }: VersionDetailProps) {
  const [confirming, setConfirming] = useState(false);
  const present = usePresent(agent);
  const restore = useRestore({ agentId: agent.id, versionId: version.id, onRestored });
  const changes = present.data && changesBetween(present.data, version.configuration, onOff);

  return (
    <div className="grid gap-4">
      <Button
        size="small"
        variant="ghost"
        icon={<ArrowLeft className="size-4" />}
        onClick={onBack}
        className="-ml-2 w-fit"
      >
        {texts.back}
      </Button>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <VersionTitle version={version} />
        {changes && changes.length > 0 && (
          <Button
            variant="primary"
            icon={<RotateCcw className="size-4" />}
            disabled={editing}
            onClick={() => setConfirming(true)}
          >
            {texts.restore}
          </Button>
        )}
      </div>
      {editing && <Alert tone="info" title={texts.finishEditing} />}
      {restore.failure !== null && <Alert title={failureText(restore.failure, texts.restoreFailed)} />}
      {present.error !== null && (
        <Alert title={failureText(present.error, texts.loadFailed)} onRetry={present.retry} />
      )}
      {!present.data && present.error === null && <Skeleton className="h-40 w-full" />}
      {changes && <VersionChanges changes={changes} />}
      <Confirm
        open={confirming}
        text={texts.confirm}
        detail={texts.confirmLine}
        variant="primary"
        cancelLabel={all.cancel}
        confirmLabel={texts.restore}
        onCancel={() => setConfirming(false)}
        onConfirm={() => {
          setConfirming(false);
          restore.run();
        }}
      />
    </div>
  );
}

function VersionTitle({ version }: Pick<VersionDetailProps, 'version'>) {
  return (
    <div className="min-w-0">
      <p className="flex flex-wrap items-center gap-2.5 font-semibold tabular-nums">
        {formatDateTime(version.created_at)}
        {version.is_current && <Badge tone="ok">{texts.current}</Badge>}
      </p>
      <p className="text-small text-ink-2">
        {authorOf(version)}, {texts.answers(version.answers_count)}
      </p>
    </div>
  );
}

type Restoring = Pick<VersionDetailProps, 'onRestored'> & { agentId: number; versionId: number };

function useRestore({ agentId: id, versionId, onRestored }: Restoring) {
  const cache = useQueryClient();
  return useTask(async () => {
    const result = await call(agentsApi.restore, { params: { id, versionId } });
    await keepAgent(cache, result.agent);
    await Promise.all(
      [linkedBases(id), linkedSources(id)].map(({ queryKey }) => cache.invalidateQueries({ queryKey })),
    );
    onRestored(result.missing);
  });
}

export const onOff = (on: boolean) => (on ? texts.on : texts.off);

/** The agent as it stands, links included, in the shape in which versions are kept. */
export function usePresent(agent: Agent) {
  const bases = useQuery(linkedBases(agent.id));
  const sources = useQuery(linkedSources(agent.id));
  const data: AgentConfiguration | undefined = bases.data &&
    sources.data && { ...draftOf(agent), knowledge_bases: bases.data, data_sources: sources.data };
  return {
    data,
    error: data ? null : (bases.error ?? sources.error),
    retry: () => void Promise.all([bases.refetch(), sources.refetch()]),
  };
}

/** The author of a version; the installation itself where nobody saved it. */
export function authorOf({ created_by }: AgentVersion): string {
  return created_by ? texts.by(created_by.name) : texts.byNobody;
}
