/** All agents of the installation: found by words and tags, twelve at a time. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { Bot, Plus, Tags } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { failureText } from '../../api/error-message.ts';
import { rowsOf } from '../../lib/pages.ts';
import { useTitle } from '../../lib/title.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { cardLook } from '../../ui/card.tsx';
import { classes } from '../../ui/classes.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { HeaderTitle } from '../../ui/header-slot.tsx';
import { Page } from '../../ui/page.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { AgentCard, AgentCardSkeletons } from './agent-card.tsx';
import { ImportAgent } from './import-agent.tsx';
import { addressOf, type ListFilters } from './list-filters.ts';
import { NewAgent } from './new-agent.tsx';
import { adminAgents } from './queries.ts';
import { TagFilter } from './tag-filter.tsx';
import { TagManager } from './tag-manager.tsx';
import { texts } from './texts.ts';
import { useAddressFilters } from './use-address-filters.ts';

export function AgentListScreen() {
  useTitle(texts.title);
  const { filters, term, search, chooseTags } = useAddressFilters();
  const [creating, setCreating] = useState(false);
  const [managingTags, setManagingTags] = useState(false);
  const newAgent = (
    <Button variant="primary" icon={<Plus />} onClick={() => setCreating(true)}>
      {texts.newAgent}
    </Button>
  );

  return (
    <Page
      title={texts.title}
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
        <TagFilter chosen={filters.tag_ids} onChange={chooseTags} />
      </div>
      <Found filters={filters} newAgent={newAgent} />
      {creating && <NewAgent onClose={() => setCreating(false)} />}
      {managingTags && <TagManager onClose={() => setManagingTags(false)} />}
    </Page>
  );
}

type FoundProps = { filters: ListFilters; newAgent: ReactNode };

function Found({ filters, newAgent }: FoundProps) {
  const found = useInfiniteQuery(adminAgents(filters));
  const agents = rowsOf(found.data);
  const filtered = filters.search !== '' || filters.tag_ids.length > 0;

  if (found.isPending) return <AgentCardSkeletons />;
  if (found.isError && !found.data) {
    return (
      <Alert
        title={failureText(found.error, texts.loadFailed)}
        onRetry={() => void found.refetch()}
        retrying={found.isFetching}
      />
    );
  }
  if (agents.length === 0) {
    return (
      <div className={cardLook}>
        {filtered ? (
          <EmptyState icon={<Bot />} title={texts.noMatch} line={texts.noMatchLine} />
        ) : (
          <EmptyState icon={<Bot />} title={texts.none} line={texts.noneLine} action={newAgent} />
        )}
      </div>
    );
  }
  return (
    <div
      aria-busy={found.isFetching}
      className={classes('grid gap-5 transition-opacity', found.isPlaceholderData && 'opacity-60')}
    >
      <ul
        aria-label={texts.list}
        className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,300px),1fr))] gap-4"
      >
        {agents.map((agent) => (
          <AgentCard key={agent.id} agent={agent} from={addressOf(filters).toString()} />
        ))}
      </ul>
      {found.isError && (
        <Alert
          title={failureText(found.error, texts.loadFailed)}
          onRetry={() => void (found.isFetchNextPageError ? found.fetchNextPage() : found.refetch())}
          retrying={found.isFetching}
        />
      )}
      {found.hasNextPage && (
        <div className="flex justify-center">
          <Button busy={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
            {texts.loadMore}
          </Button>
        </div>
      )}
    </div>
  );
}
