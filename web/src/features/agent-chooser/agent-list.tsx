/** The agents that fit the search and the tags, ten at a time, with the latest ones above when nothing is sought. */
import { keepPreviousData, type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import { type Ref, startTransition, useEffect, useState } from 'react';
import type { AgentSummary } from '#contract/agents.ts';
import { messageOf } from '../../api/error-message.ts';
import { rowsOf } from '../../lib/pages.ts';
import { classes } from '../../ui/classes.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Alert } from '../../ui/display/alert.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { texts as uiTexts } from '../../ui/texts.ts';
import { AgentRow, AgentRowSkeletons } from './agent-row.tsx';
import { type AgentFilter, availableAgents } from './queries.ts';
import { RecentAgents } from './recent-agents.tsx';
import { texts } from './texts.ts';

type AgentListProps = {
  filter: AgentFilter;
  chosenId: number | undefined;
  /** A choice is being checked. */
  busy: boolean;
  onChoose: (agent: AgentSummary) => void;
  onAbout: (agent: AgentSummary) => void;
  ref: Ref<HTMLDivElement>;
};

export function AgentList({ filter, chosenId, busy, onChoose, onAbout, ref }: AgentListProps) {
  const found = useInfiniteQuery({ ...availableAgents(filter), placeholderData: keepPreviousData });
  // The dialog is drawn first, its rows right after: they are most of the work of opening it.
  const drawn = useDrawn();
  const data = drawn ? found.data : undefined;
  const agents = rowsOf(data);
  // Agents that all stand on the first page need no shortcut.
  const severalPages = data?.pages[0]?.metadata.has_more === true;

  return (
    <div
      ref={ref}
      aria-busy={found.isFetching || busy}
      className={classes(
        '-mx-2 min-h-[340px] phone:min-h-[50dvh]',
        (found.isPlaceholderData || busy) && 'opacity-60',
      )}
    >
      {found.isPending && <AgentRowSkeletons />}
      {found.isLoadingError && (
        <Alert
          title={messageOf(found.error, texts.loadFailed)}
          onRetry={() => void found.refetch()}
          retrying={found.isFetching}
          className="mx-2"
        />
      )}
      {data && agents.length === 0 && <EmptyState title={texts.none} line={texts.noneLine} />}
      {severalPages && isUnfiltered(filter) && <RecentAgents known={agents} onChoose={onChoose} />}
      <ul aria-label={texts.agents} className="grid gap-0.5">
        {agents.map((agent) => (
          <AgentRow
            key={agent.id}
            agent={agent}
            chosen={agent.id === chosenId}
            onChoose={onChoose}
            onAbout={onAbout}
          />
        ))}
      </ul>
      {data && <NextPage found={found} />}
    </div>
  );
}

const isUnfiltered = ({ search, tag_ids }: AgentFilter) => search === '' && tag_ids.length === 0;

type NextPageProps = {
  found: Pick<
    UseInfiniteQueryResult,
    'isFetchNextPageError' | 'error' | 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'
  >;
};

function NextPage({ found }: NextPageProps) {
  return (
    <>
      {found.isFetchNextPageError && (
        <Alert title={messageOf(found.error, texts.loadFailed)} className="m-2" />
      )}
      {found.hasNextPage && (
        <div className="mt-1.5 flex justify-center">
          <Button variant="ghost" busy={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
            {uiTexts.loadMore}
          </Button>
        </div>
      )}
    </>
  );
}

/** False until the browser has drawn what stands without it. */
function useDrawn(): boolean {
  const [drawn, setDrawn] = useState(false);
  useEffect(() => {
    // A frame's callback comes before its drawing; what it starts as a transition comes after.
    const frame = requestAnimationFrame(() => startTransition(() => setDrawn(true)));
    return () => cancelAnimationFrame(frame);
  }, []);
  return drawn;
}
