/** The tab Data Sources. */
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { Database } from 'lucide-react';
import { useState } from 'react';
import { agentLinksApi } from '#contract/agent-links.ts';
import type { Agent } from '#contract/agents.ts';
import type { DataSource } from '#contract/data-sources.ts';
import { SEARCH_DEBOUNCE_MS } from '#contract/limits.ts';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../api/error-message.ts';
import { paths } from '../../../lib/paths.ts';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { PickDialog, useOffered } from '../../../ui/dialogs/pick-dialog.tsx';
import { Badge } from '../../../ui/display/badge.tsx';
import { refreshAround } from '../queries.ts';
import { LinkedList } from './linked-list.tsx';
import { linkedSources, pickableSources } from './queries.ts';
import { picker, sources as words } from './texts.ts';

export function LinkedSources({ agent }: { agent: Agent }) {
  const linked = useQuery(linkedSources(agent.id));
  const refresh = useSourceRefresh(agent.id);
  return (
    <LinkedList
      words={words}
      linked={linked}
      icon={<Database />}
      pathOf={paths.adminDataSource}
      factsOf={Facts}
      onRemove={async (id) => {
        await call(agentLinksApi.removeDataSource, { params: { id, agentId: agent.id } });
        await refresh();
      }}
      pickerOf={(onClose) => <SourcePicker agent={agent} onClose={onClose} />}
    />
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
  return (
    <PickDialog
      words={{ ...picker, ...words.picker }}
      term={term}
      onTerm={setTerm}
      {...useOffered(found, linked.data)}
      failure={found.isError ? failureText(found.error, words.loadFailed) : null}
      factsOf={Facts}
      onAdd={async (id) => {
        await call(agentLinksApi.addDataSource, { params: { id, agentId: agent.id } });
        await refresh();
      }}
      addFailed={(failure) => ({
        title: words.addFailed,
        line: failureText(failure, words.addContext),
      })}
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
