/** Which agents a key is for. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { AGENT_SEARCH_DEBOUNCE_MS } from '#contract/limits.ts';
import { messageOf } from '../../api/error-message.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { Alert } from '../../ui/alert.tsx';
import { AgentAvatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { LoadNearEnd } from '../../ui/load-near-end.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { agentsOf, availableAgents } from '../agent-chooser/queries.ts';
import { texts as all } from './access-key-texts.ts';

const texts = all.chooser;

type KeyAgentsProps = {
  chosen: number[];
  /** None is chosen, and one should be. */
  missing: boolean;
  onChange: (chosen: number[]) => void;
};

export function KeyAgents({ chosen, missing, onChange }: KeyAgentsProps) {
  const [typed, setTyped] = useState('');
  const search = useDebounced(typed.trim(), AGENT_SEARCH_DEBOUNCE_MS);
  const query = useInfiniteQuery(availableAgents({ search, tag_ids: [] }));
  const agents = agentsOf(query.data);
  const toggle = (id: number) =>
    onChange(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);

  return (
    <div className="overflow-hidden rounded-card border border-line-strong bg-surface">
      <div className="border-b border-line p-2">
        <SearchBox label={texts.search} value={typed} onChange={setTyped} />
      </div>
      {query.isError && (
        <Alert
          title={texts.failed}
          line={messageOf(query.error, texts.failed)}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
          className="m-2"
        />
      )}
      {query.isPending && (
        <div role="status" className="grid h-[104px] content-start gap-3 p-3">
          <span className="sr-only">{texts.loading}</span>
          <Skeleton className="h-6" />
          <Skeleton className="h-6" />
          <Skeleton className="h-6" />
        </div>
      )}
      {query.data && (
        <ul aria-label={texts.list} className="max-h-[196px] min-h-[104px] overflow-y-auto p-1.5">
          {agents.length === 0 && <li className="px-2 py-3 text-small text-ink-2">{texts.none}</li>}
          {agents.map(({ id, name }) => (
            <li key={id}>
              <label className="flex min-h-10 cursor-pointer items-center gap-3 rounded-control px-2 py-1 hover:bg-sunken phone:min-h-11">
                <input
                  type="checkbox"
                  checked={chosen.includes(id)}
                  aria-invalid={missing || undefined}
                  onChange={() => toggle(id)}
                  className="size-4.5 shrink-0 accent-brand"
                />
                <AgentAvatar id={id} name={name} size="small" />
                <span className="min-w-0 truncate text-control">{name}</span>
              </label>
            </li>
          ))}
          {query.hasNextPage && (
            <li>
              <LoadNearEnd
                count={agents.length}
                loading={query.isFetchingNextPage}
                onReach={() => void query.fetchNextPage()}
              />
            </li>
          )}
        </ul>
      )}
      <p
        role="status"
        className="flex min-h-11 items-center justify-between gap-3 border-t border-line px-3 text-small"
      >
        <span className={missing ? 'text-danger' : 'text-ink-2'}>
          {missing ? texts.missing : texts.chosen(chosen.length)}
        </span>
        {chosen.length > 0 && (
          <Button variant="ghost" size="small" onClick={() => onChange([])}>
            {texts.clear}
          </Button>
        )}
      </p>
    </div>
  );
}
