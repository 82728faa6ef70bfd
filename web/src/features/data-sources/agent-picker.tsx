/** The dialog in which one finds an agent that should read this source: search, ten at a time, added with one press. */
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { agentLinksApi } from '#contract/agent-links.ts';
import type { Agent } from '#contract/agents.ts';
import type { DataSource } from '#contract/data-sources.ts';
import { SEARCH_DEBOUNCE_MS } from '#contract/limits.ts';
import { call } from '../../api/client.ts';
import { failureText } from '../../api/error-message.ts';
import { rowsOf } from '../../lib/pages.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { useTask } from '../../lib/use-task.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Modal } from '../../ui/modal.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { DeployBadge } from './deploy-badge.tsx';
import { keepSource, pickableAgents } from './queries.ts';
import { texts as all } from './texts.ts';

const texts = all.agentsCard;

export function AgentPicker({ source, onClose }: { source: DataSource; onClose: () => void }) {
  const cache = useQueryClient();
  const box = useRef<HTMLInputElement>(null);
  const [term, setTerm] = useState('');
  const [adding, setAdding] = useState<number | null>(null);
  const { rows, found, loadMore } = useOffered(source, useDebounced(term.trim(), SEARCH_DEBOUNCE_MS));
  const add = useTask(async (agentId: number) => {
    setAdding(agentId);
    await keepSource(cache, await call(agentLinksApi.addDataSource, { params: { id: source.id, agentId } }));
    // Its row is gone: the next one is looked for.
    box.current?.focus();
  });
  return (
    <Modal
      open
      onClose={onClose}
      title={texts.associate}
      initialFocus={box}
      footer={<Button onClick={onClose}>{texts.done}</Button>}
    >
      <div className="sticky -top-1 z-10 grid gap-3 bg-paper pt-1 pb-3">
        <SearchBox ref={box} value={term} onChange={setTerm} label={texts.search} />
        {add.failure !== null && (
          <Alert title={texts.addFailed} line={failureText(add.failure, texts.addContext)} />
        )}
      </div>
      <div aria-busy={found.isFetching} className="min-h-[300px] phone:min-h-[46dvh]">
        {found.isError && (
          <Alert
            title={failureText(found.error, texts.loadFailed)}
            onRetry={() => void (found.isFetchNextPageError ? found.fetchNextPage() : found.refetch())}
            retrying={found.isFetching}
          />
        )}
        {found.isPending && <Skeleton className="h-48 w-full" />}
        {rows?.length === 0 && !found.isFetching && !loadMore && (
          <Nothing searched={term.trim() !== ''} some={rowsOf(found.data).length > 0} />
        )}
        {rows && rows.length > 0 && (
          <ul aria-label={texts.associate} className="grid gap-0.5">
            {rows.map((agent) => (
              <AgentRow
                key={agent.id}
                agent={agent}
                busy={add.busy && adding === agent.id}
                disabled={add.busy}
                onAdd={() => add.run(agent.id)}
              />
            ))}
          </ul>
        )}
        {loadMore && (
          <div className="mt-2 flex justify-center">
            <Button variant="ghost" busy={found.isFetching} onClick={loadMore}>
              {all.loadMore}
            </Button>
          </div>
        )}
      </div>
    </Modal>
  );
}

/** All agents but those that read it already. */
function useOffered(source: DataSource, search: string) {
  const found = useInfiniteQuery(pickableAgents(search));
  const taken = new Set(source.agents.map(({ id }) => id));
  const rows = found.data && rowsOf(found.data).filter(({ id }) => !taken.has(id));
  const { hasNextPage, isFetching, isError, fetchNextPage } = found;
  const onlyTaken = rows?.length === 0 && hasNextPage && !isFetching && !isError;
  useEffect(() => {
    // A whole page of them would look like the end of the list.
    if (onlyTaken) void fetchNextPage();
  }, [onlyTaken, fetchNextPage]);
  return { rows, found, loadMore: hasNextPage ? () => void fetchNextPage() : null };
}

type AgentRowProps = { agent: Agent; busy: boolean; disabled: boolean; onAdd: () => void };

function AgentRow({ agent, busy, disabled, onAdd }: AgentRowProps) {
  return (
    <li className="flex items-center gap-3 rounded-card py-1.5">
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-2">
          <span className="line-clamp-1 font-medium wrap-anywhere" title={agent.name}>
            {agent.name}
          </span>
          <DeployBadge deployed={agent.deploy_status} />
        </p>
        <p className="line-clamp-1 text-small wrap-anywhere text-ink-2">
          {agent.description || all.noDescription}
        </p>
      </div>
      <Button
        size="small"
        icon={<Plus className="size-4" />}
        aria-label={texts.addOne(agent.name)}
        busy={busy}
        disabled={disabled}
        onClick={onAdd}
      >
        {busy ? texts.adding : texts.add}
      </Button>
    </li>
  );
}

function Nothing({ searched, some }: { searched: boolean; some: boolean }) {
  if (searched && !some) return <EmptyState title={texts.noMatch} line={texts.noMatchLine} />;
  return <EmptyState title={some ? texts.allTaken : texts.noneAtAll} />;
}
