/** The tab Knowledge Base. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Library, Plus } from 'lucide-react';
import { useState } from 'react';
import { agentLinksApi } from '#contract/agent-links.ts';
import type { Agent } from '#contract/agents.ts';
import type { KnowledgeBase } from '#contract/knowledge.ts';
import { AGENT_PICKER_PAGE, SEARCH_DEBOUNCE_MS } from '#contract/limits.ts';
import { call } from '../../api/client.ts';
import { formatTokens } from '../../lib/format.ts';
import { matching } from '../../lib/matching.ts';
import { paths } from '../../lib/paths.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkPicker } from './link-picker.tsx';
import { LinkedList } from './linked-list.tsx';
import { allBases, linkedBases, refreshAround } from './queries.ts';
import { bases as words } from './texts-sources.ts';

export function LinkedBases({ agent }: { agent: Agent }) {
  const linked = useQuery(linkedBases(agent.id));
  const keep = useKeepBases(agent.id);
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
        empty={<EmptyState icon={<Library />} title={words.none} line={words.noneLine} action={add} />}
        pathOf={paths.adminDatabase}
        factsOf={Facts}
        onRemove={async (kbId) =>
          keep(await call(agentLinksApi.removeKnowledgeBase, { params: { id: agent.id, kbId } }))
        }
      />
      {picking && <BasePicker agent={agent} onClose={() => setPicking(false)} />}
    </>
  );
}

/** Every change answers with what is linked now; it makes a new version of the agent as well. */
function useKeepBases(id: number) {
  const cache = useQueryClient();
  return async (linked: KnowledgeBase[]) => {
    cache.setQueryData(linkedBases(id).queryKey, linked);
    await refreshAround(cache, id);
  };
}

/** All bases come at once; they are searched and shown ten at a time here. */
function BasePicker({ agent, onClose }: { agent: Agent; onClose: () => void }) {
  const all = useQuery(allBases());
  const linked = useQuery(linkedBases(agent.id));
  const keep = useKeepBases(agent.id);
  const [term, setTerm] = useState('');
  const [shown, setShown] = useState(AGENT_PICKER_PAGE);
  const settled = useDebounced(term, SEARCH_DEBOUNCE_MS);
  const taken = new Set(linked.data?.map(({ id }) => id));
  const found =
    linked.data && all.data && matching(all.data.data, settled).filter(({ id }) => !taken.has(id));
  const more = found !== undefined && found.length > shown;
  return (
    <LinkPicker
      words={words}
      term={term}
      onTerm={(next) => {
        setTerm(next);
        setShown(AGENT_PICKER_PAGE);
      }}
      rows={found?.slice(0, shown)}
      some={(all.data?.data.length ?? 0) > 0}
      error={all.data ? null : all.error}
      loading={all.isFetching}
      onRetry={() => void all.refetch()}
      onMore={more ? () => setShown(shown + AGENT_PICKER_PAGE) : null}
      factsOf={Facts}
      onAdd={async (kbId) =>
        keep(await call(agentLinksApi.addKnowledgeBase, { params: { id: agent.id, kbId } }))
      }
      onClose={onClose}
    />
  );
}

function Facts({ documents_count, total_tokens }: KnowledgeBase) {
  return (
    <>
      <span>{words.documents(documents_count)}</span>
      <span>{formatTokens(total_tokens)}</span>
    </>
  );
}
