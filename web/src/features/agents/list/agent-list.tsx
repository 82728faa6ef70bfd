/** All agents of the installation: found by words and tags, twelve at a time. */
import {
  infiniteQueryOptions,
  keepPreviousData,
  useInfiniteQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { Bot, Plus, Tags } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { agentLinksApi } from '#contract/agent-links.ts';
import { NEW_AGENT } from '#contract/agent-models.ts';
import { agentsApi } from '#contract/agents.ts';
import { ADMIN_CARDS_PAGE } from '#contract/limits.ts';
import { call } from '../../../api/client.ts';
import { failureText, failureWords } from '../../../api/error-message.ts';
import { nextSkip, rowsOf } from '../../../lib/pages.ts';
import { paths } from '../../../lib/paths.ts';
import { useTitle } from '../../../lib/title.ts';
import { useAddressFilters } from '../../../lib/use-address-filters.ts';
import { useTask } from '../../../lib/use-task.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { SearchBox } from '../../../ui/controls/search-box.tsx';
import { type NameAndDescription, NameDialog } from '../../../ui/dialogs/name-dialog.tsx';
import { useOpenedByLink } from '../../../ui/dialogs/use-opened-by-link.ts';
import { EmptyState } from '../../../ui/display/empty-state.tsx';
import { CardGridSkeleton } from '../../../ui/page/card-grid.tsx';
import { HeaderTitle } from '../../../ui/page/header-slot.tsx';
import { Page } from '../../../ui/page/page.tsx';
import { PagedCards } from '../../../ui/page/paged-cards.tsx';
import { keepAgent } from '../queries.ts';
import { TagFilter } from '../tags/tag-filter.tsx';
import { TagManager } from '../tags/tag-manager.tsx';
import { texts } from '../texts.ts';
import { AgentCard } from './agent-card.tsx';
import { ImportAgent } from './import-agent.tsx';
import { addressOf, type ListFilters, listAddress, withTag } from './list-filters.ts';

const adminAgents = ({ search, tag_ids }: ListFilters) =>
  infiniteQueryOptions({
    queryKey: ['agents', 'admin', search, tag_ids] as const,
    queryFn: ({ pageParam: skip, signal }) =>
      call(
        agentsApi.list,
        { query: { skip, limit: ADMIN_CARDS_PAGE, search: search || undefined, tag_ids } },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: nextSkip,
    placeholderData: keepPreviousData,
  });

export function AgentListScreen() {
  useTitle(texts.title);
  const { filters, term, search, change } = useAddressFilters(listAddress);
  const { state } = useLocation();
  const [creating, setCreating] = useState(useOpenedByLink());
  // The page of a base without agents led here.
  const [firstBase, setFirstBase] = useState(() => baseIn(state));
  const [managingTags, setManagingTags] = useState(false);
  const newAgent = (
    <Button variant="primary" icon={<Plus />} onClick={() => setCreating(true)}>
      {texts.newAgent}
    </Button>
  );

  return (
    <Page
      title={texts.title}
      line={texts.line}
      aside={
        <div className="flex flex-wrap gap-2.5">
          <ImportAgent />
          <Button icon={<Tags />} onClick={() => setManagingTags(true)}>
            {texts.manageTags}
          </Button>
          {newAgent}
        </div>
      }
    >
      <HeaderTitle>{texts.title}</HeaderTitle>
      <div className="grid gap-3.5">
        <SearchBox value={term} onChange={search} label={texts.search} className="desk:max-w-[420px]" />
        <TagFilter
          chosen={filters.tag_ids}
          onToggle={(id) => change((now) => withTag(now, id))}
          onClear={() => change(() => ({ tag_ids: [] }))}
        />
      </div>
      <Found filters={filters} newAgent={newAgent} />
      {creating && (
        <NewAgent
          firstBase={firstBase}
          onClose={() => {
            setCreating(false);
            setFirstBase(undefined);
          }}
        />
      )}
      {managingTags && <TagManager onClose={() => setManagingTags(false)} />}
    </Page>
  );
}

type FirstBase = { id: number; name: string };

const baseIn = (state: unknown): FirstBase | undefined => {
  const { base } = (state ?? {}) as { base?: Partial<FirstBase> };
  const { id, name } = base ?? {};
  return typeof id === 'number' && typeof name === 'string' ? { id, name } : undefined;
};

type FoundProps = { filters: ListFilters; newAgent: ReactNode };

function Found({ filters, newAgent }: FoundProps) {
  const found = useInfiniteQuery(adminAgents(filters));
  const filtered = filters.search !== '' || filters.tag_ids.length > 0;
  return (
    <PagedCards
      pages={found}
      label={texts.list}
      failure={found.isError ? failureWords(found.error, texts.loadFailed) : null}
      moreLabel={texts.loadMore}
      skeleton={<CardGridSkeleton badge="behind the name" />}
      empty={
        filtered ? (
          <EmptyState icon={<Bot />} title={texts.noMatch} line={texts.noMatchLine} />
        ) : (
          <EmptyState icon={<Bot />} title={texts.none} line={texts.noneLine} action={newAgent} />
        )
      }
    >
      {rowsOf(found.data).map((agent) => (
        <AgentCard key={agent.id} agent={agent} from={addressOf(filters).toString()} />
      ))}
    </PagedCards>
  );
}

type NewAgentProps = {
  /** The base that it reads from the beginning. */
  firstBase?: FirstBase | undefined;
  onClose: () => void;
};

export function NewAgent({ firstBase, onClose }: NewAgentProps) {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const create = useTask(async (fields: NameAndDescription) => {
    const agent = await call(agentsApi.create, {
      body: { ...fields, use_guided_prompt: true, use_security_prompt: true, ...NEW_AGENT },
    });
    await keepAgent(cache, agent);
    // The page of the agent says where nothing is linked.
    if (firstBase !== undefined)
      await call(agentLinksApi.addKnowledgeBase, { params: { id: agent.id, kbId: firstBase.id } }).catch(
        () => undefined,
      );
    onClose();
    await navigate(paths.adminAgent(agent.id));
  });
  return (
    <NameDialog
      title={texts.newAgent}
      line={firstBase ? texts.create.lineWithBase(firstBase.name) : texts.create.line}
      words={texts.create}
      busy={create.busy}
      failure={create.failure === null ? null : failureText(create.failure, texts.create.failed)}
      onSubmit={create.run}
      onClose={onClose}
    />
  );
}
