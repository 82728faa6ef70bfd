/** The agents that answer from this source. */
import {
  infiniteQueryOptions,
  keepPreviousData,
  useInfiniteQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { Bot, Plus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { agentLinksApi } from '#contract/agent-links.ts';
import { agentsApi } from '#contract/agents.ts';
import type { DataSource } from '#contract/data-sources.ts';
import { AGENT_PICKER_PAGE, SEARCH_DEBOUNCE_MS } from '#contract/limits.ts';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../api/error-message.ts';
import { nextSkip } from '../../../lib/pages.ts';
import { paths } from '../../../lib/paths.ts';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { useTask } from '../../../lib/use-task.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { PickDialog, useOffered } from '../../../ui/dialogs/pick-dialog.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { AgentAvatar } from '../../../ui/display/avatar.tsx';
import { Badge } from '../../../ui/display/badge.tsx';
import { Card } from '../../../ui/display/card.tsx';
import { EmptyState } from '../../../ui/display/empty-state.tsx';
import { keepSource } from '../queries.ts';
import { texts as all } from '../texts.ts';

const texts = all.agentsCard;

export function AssociatedAgents({ source }: { source: DataSource }) {
  const cache = useQueryClient();
  const [picking, setPicking] = useState(false);
  const [leaving, setLeaving] = useState<number | null>(null);
  const removal = useTask(async (agentId: number) => {
    setLeaving(agentId);
    await keepSource(
      cache,
      await call(agentLinksApi.removeDataSource, { params: { id: source.id, agentId } }),
    );
  });
  const associate = (
    <Button icon={<Plus />} onClick={() => setPicking(true)}>
      {texts.associate}
    </Button>
  );
  const none = source.agents.length === 0;
  return (
    <Card title={texts.title} line={texts.line} aside={!none && associate}>
      {removal.failure !== null && (
        <Alert
          title={texts.removeFailed}
          line={failureText(removal.failure, texts.removeContext)}
          className="mb-4"
        />
      )}
      {none ? (
        <EmptyState icon={<Bot />} title={texts.none} line={texts.noneLine} action={associate} />
      ) : (
        <ul aria-label={texts.list} className="-mx-5 -mb-5 divide-y divide-line border-t border-line">
          {source.agents.map((agent) => (
            <AgentRow
              key={agent.id}
              agent={agent}
              leaving={removal.busy && leaving === agent.id}
              disabled={removal.busy}
              onRemove={() => removal.run(agent.id)}
            />
          ))}
        </ul>
      )}
      {picking && <AgentPicker source={source} onClose={() => setPicking(false)} />}
    </Card>
  );
}

type AgentRowProps = {
  agent: DataSource['agents'][number];
  leaving: boolean;
  disabled: boolean;
  onRemove: () => void;
};

function AgentRow({ agent, leaving, disabled, onRemove }: AgentRowProps) {
  return (
    <li className="flex items-center gap-3 py-2.5 pr-3 pl-5">
      <AgentAvatar id={agent.id} name={agent.name} />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-0.5">
          <Link to={paths.adminAgent(agent.id)} className="link line-clamp-2 font-medium wrap-anywhere">
            {agent.name}
          </Link>
          <DeployBadge deployed={agent.deploy_status} />
        </div>
        {agent.description && (
          <p className="line-clamp-1 text-small wrap-anywhere text-ink-2">{agent.description}</p>
        )}
      </div>
      <Button
        variant="ghost"
        size="small"
        aria-label={texts.removeOne(agent.name)}
        busy={leaving}
        disabled={disabled}
        onClick={onRemove}
      >
        {leaving ? texts.removing : texts.remove}
      </Button>
    </li>
  );
}

const pickableAgents = (search: string) =>
  infiniteQueryOptions({
    queryKey: ['agents', 'picker', search] as const,
    queryFn: ({ pageParam: skip, signal }) =>
      call(
        agentsApi.list,
        { query: { skip, limit: AGENT_PICKER_PAGE, search: search || undefined, tag_ids: [] } },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: nextSkip,
    placeholderData: keepPreviousData,
  });

/** The dialog to find an agent that should use this source. */
function AgentPicker({ source, onClose }: { source: DataSource; onClose: () => void }) {
  const cache = useQueryClient();
  const [term, setTerm] = useState('');
  const found = useInfiniteQuery(pickableAgents(useDebounced(term.trim(), SEARCH_DEBOUNCE_MS)));
  return (
    <PickDialog
      words={{ ...all, ...texts, title: texts.associate }}
      term={term}
      onTerm={setTerm}
      {...useOffered(found, source.agents)}
      failure={found.isError ? failureText(found.error, texts.loadFailed) : null}
      badgeOf={({ deploy_status }) => <DeployBadge deployed={deploy_status} />}
      onAdd={async (agentId) =>
        keepSource(cache, await call(agentLinksApi.addDataSource, { params: { id: source.id, agentId } }))
      }
      addFailed={(failure) => ({
        title: texts.addFailed,
        line: failureText(failure, texts.addContext),
      })}
      onClose={onClose}
    />
  );
}

function DeployBadge({ deployed }: { deployed: boolean }) {
  return <Badge tone={deployed ? 'ok' : 'neutral'}>{deployed ? texts.deployed : texts.draft}</Badge>;
}
