/** The versions of an agent's configuration, newest first; each is compared with the present one on request. */
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { ChevronRight, History } from 'lucide-react';
import { useState } from 'react';
import type { AgentVersion } from '#contract/agent-configuration.ts';
import { type Agent, agentsApi } from '#contract/agents.ts';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../api/error-message.ts';
import { LoadFailure } from '../../../api/load-failure.tsx';
import { formatDateTime } from '../../../lib/format.ts';
import { nextSkip, rowsOf } from '../../../lib/pages.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { Badge } from '../../../ui/display/badge.tsx';
import { Card } from '../../../ui/display/card.tsx';
import { EmptyState } from '../../../ui/display/empty-state.tsx';
import { Skeleton } from '../../../ui/display/skeleton.tsx';
import { NameList } from '../name-list.tsx';
import { texts as frame } from '../texts.ts';
import { texts as all } from '../texts-configuration.ts';
import { authorOf, VersionDetail } from './version-detail.tsx';

const texts = all.versions;

const VERSIONS_PAGE = 20;

const agentVersions = (id: number) =>
  infiniteQueryOptions({
    queryKey: ['agents', 'one', id, 'versions'] as const,
    queryFn: ({ pageParam: skip, signal }) =>
      call(agentsApi.versions, { params: { id }, query: { skip, limit: VERSIONS_PAGE } }, { signal }),
    initialPageParam: 0,
    getNextPageParam: nextSkip,
  });

type VersionsProps = { agent: Agent; editing: boolean; onClose: () => void };

export function Versions({ agent, editing, onClose }: VersionsProps) {
  const [chosen, setChosen] = useState<AgentVersion | null>(null);
  /** Names that the last restoring could not link again. */
  const [missing, setMissing] = useState<string[] | null>(null);
  return (
    <Modal open onClose={onClose} size="large" title={texts.title} line={texts.line}>
      {chosen ? (
        <VersionDetail
          agent={agent}
          version={chosen}
          editing={editing}
          onBack={() => setChosen(null)}
          onRestored={(names) => {
            setChosen(null);
            setMissing(names);
          }}
        />
      ) : (
        <div className="grid gap-3.5">
          {missing && <Restored missing={missing} />}
          <VersionList agent={agent} onChoose={setChosen} />
        </div>
      )}
    </Modal>
  );
}

function Restored({ missing }: { missing: string[] }) {
  if (missing.length === 0) return <Alert tone="ok" title={texts.restored} />;
  return (
    <Alert tone="warn" title={texts.restored} line={texts.missing}>
      <NameList names={missing} />
    </Alert>
  );
}

function VersionList({ agent, onChoose }: { agent: Agent; onChoose: (version: AgentVersion) => void }) {
  const versions = useInfiniteQuery(agentVersions(agent.id));
  const rows = rowsOf(versions.data);
  if (versions.isPending) return <Skeleton className="h-48 w-full" />;
  if (versions.isError && !versions.data) {
    return <LoadFailure query={versions} text={texts.loadFailed} />;
  }
  if (rows.length === 0) return <EmptyState icon={<History />} title={texts.none} line={texts.noneLine} />;
  return (
    <>
      <ul aria-label={texts.list} className="divide-y divide-line rounded-card border border-line bg-surface">
        {rows.map((version) => (
          <VersionRow key={version.id} version={version} onChoose={() => onChoose(version)} />
        ))}
      </ul>
      {versions.isFetchNextPageError && <Alert title={failureText(versions.error, texts.loadFailed)} />}
      {versions.hasNextPage && (
        <div className="flex justify-center">
          <Button busy={versions.isFetchingNextPage} onClick={() => void versions.fetchNextPage()}>
            {frame.loadMore}
          </Button>
        </div>
      )}
    </>
  );
}

function VersionRow({ version, onChoose }: { version: AgentVersion; onChoose: () => void }) {
  const date = formatDateTime(version.created_at);
  return (
    <li>
      <button
        type="button"
        onClick={onChoose}
        className="flex min-h-14 w-full items-center gap-3 px-4 py-2.5 text-left -outline-offset-2 hover:bg-sunken"
      >
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <span className="font-medium tabular-nums">
              <span className="sr-only">{texts.compare} </span>
              {date}
            </span>
            {version.is_current && <Badge tone="ok">{texts.current}</Badge>}
          </span>
          <span className="block truncate text-small text-ink-2">{authorOf(version)}</span>
        </span>
        <span className="shrink-0 text-small text-ink-2 tabular-nums">
          {texts.answers(version.answers_count)}
        </span>
        <ChevronRight className="text-ink-3" />
      </button>
    </li>
  );
}

export function VersionsCard({ agent, editing }: { agent: Agent; editing: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <Card title={texts.title} titleSize="small" line={texts.line}>
      <Button icon={<History className="size-4" />} onClick={() => setOpen(true)} className="w-full">
        {texts.open}
      </Button>
      {open && <Versions agent={agent} editing={editing} onClose={() => setOpen(false)} />}
    </Card>
  );
}
