/** The audit trail, for superadmins: who changed what, when and from where. */
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import { auditApi } from '#contract/audit.ts';
import { AUDIT_PAGE } from '#contract/limits.ts';
import { call } from '../../api/client.ts';
import { failureWords } from '../../api/error-message.ts';
import { formatNumber } from '../../lib/format.ts';
import { nextSkip, rowsOf } from '../../lib/pages.ts';
import { useTitle } from '../../lib/title.ts';
import { useAddressFilters } from '../../lib/use-address-filters.ts';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { HeaderTitle } from '../../ui/page/header-slot.tsx';
import { Page } from '../../ui/page/page.tsx';
import { PagedRows } from '../../ui/page/paged-rows.tsx';
import { type AuditFilters, auditAddress, isFiltered, queryOf } from './audit-filters.ts';
import { EntryRowSkeletons, EntryRows } from './entry-rows.tsx';
import { FilterBar } from './filter-bar.tsx';
import { RecordButtons, RecordNews, useRecordTools } from './record-tools.tsx';
import { texts } from './texts.ts';

export function AuditScreen() {
  useTitle(texts.title);
  const { filters, term, search, change, clear } = useAddressFilters(auditAddress);
  const tools = useRecordTools(filters);
  const found = useInfiniteQuery(auditEntries(filters));
  const entries = rowsOf(found.data);
  const total = found.data?.pages.at(-1)?.metadata.total;

  return (
    <Page title={texts.title} line={texts.line} width="table" aside={<RecordButtons {...tools} />}>
      <HeaderTitle>{texts.title}</HeaderTitle>
      <RecordNews {...tools} />
      <FilterBar
        filters={filters}
        term={term}
        nameOf={(id) => entries.find(({ actor }) => actor?.id === id)?.actor?.name}
        onSearch={search}
        onChoose={(part) => change(() => part)}
        onClear={clear}
      />
      <PagedRows
        pages={found}
        failure={found.isError ? failureWords(found.error, texts.loadFailed) : null}
        count={entries.length}
        loaded={
          total === undefined ? undefined : texts.loaded(formatNumber(entries.length), formatNumber(total))
        }
        moreLabel={texts.loadMore}
        skeleton={<EntryRowSkeletons />}
        empty={<NoEntries filtered={isFiltered(filters)} />}
      >
        <EntryRows entries={entries} onOnly={(actor) => change(() => ({ actor }))} />
      </PagedRows>
    </Page>
  );
}

function NoEntries({ filtered }: { filtered: boolean }) {
  if (filtered) return <EmptyState icon={<ScrollText />} title={texts.noMatch} line={texts.noMatchLine} />;
  return <EmptyState icon={<ScrollText />} title={texts.none} line={texts.noneLine} />;
}

const auditEntries = (filters: AuditFilters) =>
  infiniteQueryOptions({
    queryKey: ['audit', filters] as const,
    queryFn: ({ pageParam: skip, signal }) =>
      call(auditApi.list, { query: { ...queryOf(filters), skip, limit: AUDIT_PAGE } }, { signal }),
    initialPageParam: 0,
    getNextPageParam: nextSkip,
    placeholderData: keepPreviousData,
    // Entries are added all the time: coming back to the screen reads them again.
    staleTime: 0,
  });
