/** Who changed what, when and from where. For superadmins. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import { failureText } from '../../api/error-message.ts';
import { formatNumber } from '../../lib/format.ts';
import { rowsOf } from '../../lib/pages.ts';
import { useTitle } from '../../lib/title.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { cardLook } from '../../ui/card.tsx';
import { classes } from '../../ui/classes.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { HeaderTitle } from '../../ui/header-slot.tsx';
import { Page } from '../../ui/page.tsx';
import { isFiltered } from './audit-filters.ts';
import { EntryRowSkeletons, EntryRows } from './entry-rows.tsx';
import { FilterBar } from './filter-bar.tsx';
import { auditEntries } from './queries.ts';
import { RecordButtons, RecordNews, useRecordTools } from './record-tools.tsx';
import { texts } from './texts.ts';
import { useAuditFilters } from './use-audit-filters.ts';

export function AuditScreen() {
  useTitle(texts.title);
  const { filters, term, search, choose, clear } = useAuditFilters();
  const tools = useRecordTools(filters);
  const found = useInfiniteQuery(auditEntries(filters));
  const entries = rowsOf(found.data);
  const total = found.data?.pages.at(-1)?.metadata.total;

  return (
    <Page title={texts.title} line={texts.line} aside={<RecordButtons {...tools} />}>
      <HeaderTitle>{texts.title}</HeaderTitle>
      <RecordNews {...tools} />
      <FilterBar
        filters={filters}
        term={term}
        nameOf={(id) => entries.find(({ actor }) => actor?.id === id)?.actor?.name}
        onSearch={search}
        onChoose={choose}
        onClear={clear}
      />
      {found.isError && (
        <Alert
          title={failureText(found.error, texts.loadFailed)}
          onRetry={() => void (found.isFetchNextPageError ? found.fetchNextPage() : found.refetch())}
          retrying={found.isFetching}
        />
      )}
      {found.isPending && <EntryRowSkeletons />}
      {found.data && entries.length === 0 && <NoEntries filtered={isFiltered(filters)} />}
      {entries.length > 0 && (
        <div
          aria-busy={found.isFetching}
          className={classes('grid gap-5 transition-opacity', found.isPlaceholderData && 'opacity-60')}
        >
          <EntryRows entries={entries} onOnly={(actor) => choose({ actor })} />
          <div className="grid justify-items-center gap-2">
            {total !== undefined && (
              <span role="status" className="text-small text-ink-3 tabular-nums">
                {texts.loaded(formatNumber(entries.length), formatNumber(total))}
              </span>
            )}
            {found.hasNextPage && (
              <Button busy={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
                {texts.loadMore}
              </Button>
            )}
          </div>
        </div>
      )}
    </Page>
  );
}

function NoEntries({ filtered }: { filtered: boolean }) {
  return (
    <div className={cardLook}>
      {filtered ? (
        <EmptyState icon={<ScrollText />} title={texts.noMatch} line={texts.noMatchLine} />
      ) : (
        <EmptyState icon={<ScrollText />} title={texts.none} line={texts.noneLine} />
      )}
    </div>
  );
}
