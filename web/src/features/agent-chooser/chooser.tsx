/** The dialog in which one finds the agent to talk to: search, tags, ten agents at a time. */
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import type { AgentSummary } from '#contract/agents.ts';
import { AGENT_SEARCH_DEBOUNCE_MS } from '#contract/limits.ts';
import { messageOf } from '../../api/error-message.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Modal } from '../../ui/modal.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { texts as uiTexts } from '../../ui/texts.ts';
import { AgentDetail } from './agent-detail.tsx';
import { AgentRow, AgentRowSkeletons } from './agent-row.tsx';
import { agentsOf, availableAgents } from './queries.ts';
import { TagFilter } from './tag-filter.tsx';
import { texts } from './texts.ts';

type ChooserProps = {
  onClose: () => void;
  onChoose: (agent: AgentSummary) => void;
  chosenId: number | undefined;
  footer?: ReactNode;
};

/** Mounted while it is open, so that each opening begins without a filter. */
export function Chooser({ onClose, onChoose, chosenId, footer }: ChooserProps) {
  const [term, setTerm] = useState('');
  const [tagIds, setTagIds] = useState<number[]>([]);
  const [about, setAbout] = useState<AgentSummary | undefined>();
  const search = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);

  const filter = { search: useDebounced(term.trim(), AGENT_SEARCH_DEBOUNCE_MS), tag_ids: tagIds };
  const found = useInfiniteQuery({ ...availableAgents(filter), placeholderData: keepPreviousData });
  const agents = agentsOf(found.data);

  return (
    <>
      <Modal open onClose={onClose} title={texts.title} size="large" initialFocus={search} footer={footer}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys between what is focusable itself */}
        <div onKeyDown={(event) => moveFocus(event, search.current, list.current)}>
          <div className="sticky -top-1 z-10 grid grid-cols-[minmax(0,1fr)] gap-3 bg-paper pt-1 pb-3">
            <SearchBox ref={search} value={term} onChange={setTerm} label={texts.search} />
            <TagFilter chosen={tagIds} onChange={setTagIds} />
          </div>
          <div
            ref={list}
            aria-busy={found.isFetching}
            className={classes(
              '-mx-2 min-h-[340px] phone:min-h-[50dvh]',
              found.isPlaceholderData && 'opacity-60',
            )}
          >
            {found.isPending && <AgentRowSkeletons />}
            {found.isError && !found.data && (
              <Alert
                title={messageOf(found.error, texts.loadFailed)}
                onRetry={() => void found.refetch()}
                retrying={found.isFetching}
                className="mx-2"
              />
            )}
            {found.data && agents.length === 0 && <EmptyState title={texts.none} line={texts.noneLine} />}
            <ul aria-label={texts.agents} className="grid gap-0.5">
              {agents.map((agent) => (
                <AgentRow
                  key={agent.id}
                  agent={agent}
                  chosen={agent.id === chosenId}
                  onChoose={() => onChoose(agent)}
                  onAbout={() => setAbout(agent)}
                />
              ))}
            </ul>
            {found.isFetchNextPageError && (
              <Alert title={messageOf(found.error, texts.loadFailed)} className="m-2" />
            )}
            {found.hasNextPage && (
              <div className="mt-1.5 flex justify-center">
                <Button
                  variant="ghost"
                  busy={found.isFetchingNextPage}
                  onClick={() => void found.fetchNextPage()}
                >
                  {uiTexts.loadMore}
                </Button>
              </div>
            )}
          </div>
        </div>
      </Modal>
      <AgentDetail agent={about} onClose={() => setAbout(undefined)} onChoose={onChoose} />
    </>
  );
}

/** Down from the search into the list, up and down within it, and back up into the search. */
function moveFocus(event: KeyboardEvent, search: HTMLElement | null, list: HTMLElement | null) {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  const inList = list?.contains(document.activeElement);
  if (step === 0 || event.nativeEvent.isComposing || (document.activeElement !== search && !inList)) return;
  const rows = [...(list?.querySelectorAll<HTMLElement>('[data-agent-row]') ?? [])];
  const at = rows.findIndex((row) => row.closest('li')?.contains(document.activeElement));
  const next = rows[at + step];
  if (!next && !(at === 0 && step === -1)) return;
  event.preventDefault();
  (next ?? search)?.focus();
}
