/** The tab Knowledge Base. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Library } from 'lucide-react';
import { useState } from 'react';
import { agentLinksApi, type LinkedKnowledgeBase } from '#contract/agent-links.ts';
import type { Agent } from '#contract/agents.ts';
import type { KnowledgeBase } from '#contract/knowledge.ts';
import { AGENT_PICKER_PAGE, SEARCH_DEBOUNCE_MS } from '#contract/limits.ts';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../api/error-message.ts';
import { keepAnswer } from '../../../api/query-client.ts';
import { paths } from '../../../lib/paths.ts';
import { formatTokens } from '../../../lib/text/figures.ts';
import { matching } from '../../../lib/text/matching.ts';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { PickDialog } from '../../../ui/dialogs/pick-dialog.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { NameList } from '../name-list.tsx';
import { refreshAround } from '../queries.ts';
import { LinkedList } from './linked-list.tsx';
import { allBases, linkedBases } from './queries.ts';
import { picker, bases as words } from './texts.ts';

export function LinkedBases({ agent }: { agent: Agent }) {
  const linked = useQuery(linkedBases(agent.id));
  const keep = useKeepBases(agent.id);
  const left = linked.data?.filter(({ has_left }) => has_left) ?? [];
  return (
    <>
      {left.length > 0 && (
        <Alert tone="warn" title={words.haveLeft} className="mb-4">
          <NameList names={left.map(({ name }) => name)} />
        </Alert>
      )}
      <LinkedList
        words={words}
        linked={linked}
        icon={<Library />}
        pathOf={paths.adminDatabase}
        factsOf={Facts}
        onRemove={async (kbId) =>
          keep(await call(agentLinksApi.removeKnowledgeBase, { params: { id: agent.id, kbId } }))
        }
        pickerOf={(onClose) => <BasePicker agent={agent} onClose={onClose} />}
      />
    </>
  );
}

/** Every change answers with what is linked now; it makes a new version of the agent as well. */
function useKeepBases(id: number) {
  const cache = useQueryClient();
  return async (linked: LinkedKnowledgeBase[]) => {
    await keepAnswer(cache, linkedBases(id), linked);
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
  const found = all.data && matching(all.data.data, settled);
  const free = linked.data && found?.filter(({ id }) => !taken.has(id));
  const more = free !== undefined && free.length > shown;
  return (
    <PickDialog
      words={{ ...picker, ...words.picker }}
      term={term}
      onTerm={(next) => {
        setTerm(next);
        setShown(AGENT_PICKER_PAGE);
      }}
      rows={free?.slice(0, shown)}
      some={found !== undefined && found.length > 0}
      loading={all.isFetching}
      failure={all.isError && !all.data ? failureText(all.error, words.loadFailed) : null}
      onRetry={() => void all.refetch()}
      onMore={more ? () => setShown(shown + AGENT_PICKER_PAGE) : null}
      factsOf={Facts}
      onAdd={async (kbId) =>
        keep(await call(agentLinksApi.addKnowledgeBase, { params: { id: agent.id, kbId } }))
      }
      addFailed={(failure) => ({
        title: words.addFailed,
        line: failureText(failure, words.addContext),
      })}
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
