/** Everybody with an account: found by name or e-mail, twenty at a time. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { RefreshCw, Users } from 'lucide-react';
import { useState } from 'react';
import { SEARCH_DEBOUNCE_MS } from '#contract/limits.ts';
import { formatNumber } from '../../lib/format.ts';
import { rowsOf } from '../../lib/pages.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { cardLook } from '../../ui/card.tsx';
import { classes } from '../../ui/classes.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { told } from './failure-words.ts';
import { userList } from './queries.ts';
import { texts } from './texts.ts';
import { useUserChanges } from './use-user-changes.ts';
import { UserRowSkeletons, UserRows } from './user-rows.tsx';

export function UsersPanel() {
  const [term, setTerm] = useState('');
  const search = useDebounced(term.trim(), SEARCH_DEBOUNCE_MS);
  const found = useInfiniteQuery(userList(search));
  const changes = useUserChanges();
  const users = rowsOf(found.data);
  const total = found.data?.pages.at(-1)?.metadata.total;
  const refreshing = found.isRefetching && !found.isFetchingNextPage;

  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <SearchBox
          value={term}
          onChange={setTerm}
          label={texts.search}
          className="w-full desk:max-w-[360px]"
        />
        <div className="flex items-center gap-3 phone:w-full phone:justify-between">
          <span role="status" className="text-small text-ink-3 tabular-nums">
            {total !== undefined && texts.loaded(formatNumber(users.length), formatNumber(total))}
          </span>
          <Button icon={<RefreshCw />} busy={refreshing} onClick={() => void found.refetch()}>
            {texts.refresh}
          </Button>
        </div>
      </div>
      {changes.failure && <Alert title={changes.failure.title} line={changes.failure.line} />}
      {found.isError && (
        <Alert
          {...told(found.error, texts.loadFailed, texts.loadContext)}
          onRetry={() => void (found.isFetchNextPageError ? found.fetchNextPage() : found.refetch())}
          retrying={found.isFetching}
        />
      )}
      {found.isPending && <UserRowSkeletons />}
      {found.data && users.length === 0 && <Nobody searched={search !== ''} />}
      {users.length > 0 && (
        <div
          aria-busy={found.isFetching}
          className={classes('grid gap-5 transition-opacity', found.isPlaceholderData && 'opacity-60')}
        >
          <UserRows users={users} changes={changes} />
          {found.hasNextPage && (
            <div className="flex justify-center">
              <Button busy={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
                {texts.loadMore}
              </Button>
            </div>
          )}
        </div>
      )}
    </div>
  );
}

function Nobody({ searched }: { searched: boolean }) {
  return (
    <div className={cardLook}>
      {searched ? (
        <EmptyState icon={<Users />} title={texts.noMatch} line={texts.noMatchLine} />
      ) : (
        <EmptyState icon={<Users />} title={texts.none} line={texts.noneLine} />
      )}
    </div>
  );
}
