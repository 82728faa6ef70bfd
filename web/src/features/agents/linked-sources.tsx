/** The tab Data Sources. */
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { Database, Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { agentLinksApi } from '#contract/agent-links.ts';
import type { Agent } from '#contract/agents.ts';
import type { DataSource } from '#contract/data-sources.ts';
import { SEARCH_DEBOUNCE_MS } from '#contract/limits.ts';
import { call } from '../../api/client.ts';
import { rowsOf } from '../../lib/pages.ts';
import { paths } from '../../lib/paths.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkPicker } from './link-picker.tsx';
import { LinkedList } from './linked-list.tsx';
import { linkedSources, pickableSources, refreshAround } from './queries.ts';
import { sources as words } from './texts-sources.ts';

export function LinkedSources({ agent }: { agent: Agent }) {
  const linked = useQuery(linkedSources(agent.id));
  const refresh = useSourceRefresh(agent.id);
  const [picking, setPicking] = useState(false);
  const add = (
    <Button icon={<Plus />} onClick={() => setPicking(true)}>
      {words.add}
    </Button>
  );
  const none = linked.data?.length === 0;
  return (
    <>
      <LinkedList
        words={words}
        rows={linked.data}
        error={linked.error}
        retrying={linked.isFetching}
        onRetry={() => void linked.refetch()}
        add={!none && add}
        empty={<EmptyState icon={<Database />} title={words.none} line={words.noneLine} action={add} />}
        pathOf={paths.adminDataSource}
        factsOf={Facts}
        onRemove={async (id) => {
          await call(agentLinksApi.removeDataSource, { params: { id, agentId: agent.id } });
          await refresh();
        }}
      />
      {picking && <SourcePicker agent={agent} onClose={() => setPicking(false)} />}
    </>
  );
}

/** Both calls answer with the data source; what the agent reads is asked for anew. */
function useSourceRefresh(id: number) {
  const cache = useQueryClient();
  return async () => {
    await Promise.all([
      cache.invalidateQueries({ queryKey: linkedSources(id).queryKey }),
      cache.invalidateQueries({ queryKey: ['data-sources'] }),
      refreshAround(cache, id),
    ]);
  };
}

function SourcePicker({ agent, onClose }: { agent: Agent; onClose: () => void }) {
  const [term, setTerm] = useState('');
  const found = useInfiniteQuery(pickableSources(useDebounced(term.trim(), SEARCH_DEBOUNCE_MS)));
  const linked = useQuery(linkedSources(agent.id));
  const refresh = useSourceRefresh(agent.id);
  const taken = new Set(linked.data?.map(({ id }) => id));
  const all = rowsOf(found.data);
  const rows = linked.data && found.data && all.filter(({ id }) => !taken.has(id));
  const { hasNextPage, isFetching, isError, fetchNextPage } = found;
  const onlyTaken = rows?.length === 0 && hasNextPage && !isFetching && !isError;
  useEffect(() => {
    // A whole page of linked ones would look like the end of the list.
    if (onlyTaken) void fetchNextPage();
  }, [onlyTaken, fetchNextPage]);
  return (
    <LinkPicker
      words={words}
      term={term}
      onTerm={setTerm}
      rows={rows}
      some={all.length > 0}
      error={found.error}
      loading={isFetching}
      onRetry={() => void (found.isFetchNextPageError ? fetchNextPage() : found.refetch())}
      onMore={hasNextPage ? () => void fetchNextPage() : null}
      factsOf={Facts}
      onAdd={async (id) => {
        await call(agentLinksApi.addDataSource, { params: { id, agentId: agent.id } });
        await refresh();
      }}
      onClose={onClose}
    />
  );
}

function Facts({ agents, rag_config: { document_search } }: DataSource) {
  const ready = document_search.base_sql_query.trim() && document_search.main_content_column.trim();
  return (
    <>
      {!ready && (
        <span title={words.notSetUpHint}>
          <Badge tone="warn">{words.notSetUp}</Badge>
        </span>
      )}
      <span>{words.agents(agents.length)}</span>
    </>
  );
}
