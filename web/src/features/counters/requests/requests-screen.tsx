/** The inbox of citizens' requests: open ones by the day on which they are due, the others newest first. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Inbox } from 'lucide-react';
import { useLocation, useSearchParams } from 'react-router';
import { REQUEST_STATES } from '#contract/counters.ts';
import { failureWords } from '../../../api/error-message.ts';
import { formatNumber } from '../../../lib/format.ts';
import { rowsOf } from '../../../lib/pages.ts';
import { idOf } from '../../../lib/paths.ts';
import { choicesOf } from '../../../lib/text/choices.ts';
import { useTitle } from '../../../lib/title.ts';
import { classes } from '../../../ui/classes.ts';
import { NativeSelect } from '../../../ui/controls/native-select.tsx';
import { Segmented } from '../../../ui/controls/segmented.tsx';
import { cardLook } from '../../../ui/display/card.tsx';
import { EmptyState } from '../../../ui/display/empty-state.tsx';
import { places, Skeleton } from '../../../ui/display/skeleton.tsx';
import { HeaderTitle } from '../../../ui/page/header-slot.tsx';
import { Page } from '../../../ui/page/page.tsx';
import { PagedRows } from '../../../ui/page/paged-rows.tsx';
import { counterList } from '../administration/queries.ts';
import { type RequestFilter, requestList } from './queries.ts';
import { RequestRow } from './request-row.tsx';
import { texts } from './texts.ts';

export function RequestsScreen() {
  useTitle(texts.title);
  const [filter, change] = useFilter();
  const found = useInfiniteQuery({ ...requestList(filter), refetchOnMount: 'always' });
  const { search } = useLocation();
  const rows = rowsOf(found.data);
  const total = found.data?.pages.at(-1)?.metadata.total ?? 0;
  return (
    <Page title={texts.title} line={texts.line}>
      <HeaderTitle>{texts.title}</HeaderTitle>
      <div className="flex min-w-0 flex-wrap items-center justify-between gap-3">
        <Segmented
          label={texts.state}
          value={filter.state}
          options={choicesOf(texts.states)}
          onChange={(state) => change({ ...filter, state })}
        />
        <CounterChoice
          value={filter.counter_id}
          onChange={(counter_id) => change({ ...filter, counter_id })}
        />
      </div>
      <div className="min-w-0">
        <PagedRows
          pages={found}
          failure={found.isError ? failureWords(found.error, texts.loadFailed) : null}
          count={rows.length}
          loaded={texts.loaded(formatNumber(rows.length), formatNumber(total))}
          moreLabel={texts.loadMore}
          skeleton={<Skeletons />}
          empty={<EmptyState icon={<Inbox />} title={texts.none[filter.state]} line={texts.noneLine} />}
        >
          <ul aria-label={texts.title} className={classes(cardLook, 'divide-y divide-line')}>
            {rows.map((request) => (
              <RequestRow key={request.id} request={request} from={search} />
            ))}
          </ul>
        </PagedRows>
      </div>
    </Page>
  );
}

/** In the address, so that the card of a counter leads to its requests and Back comes back to them. */
function useFilter(): [RequestFilter, (next: RequestFilter) => void] {
  const [address, setAddress] = useSearchParams();
  const state = REQUEST_STATES.find((one) => one === address.get('situacao')) ?? 'open';
  const counter_id = idOf(address.get('balcao') ?? undefined) ?? undefined;
  const change = (next: RequestFilter) => {
    const written: Record<string, string> = {};
    if (next.state !== 'open') written.situacao = next.state;
    if (next.counter_id !== undefined) written.balcao = String(next.counter_id);
    setAddress(written, { replace: true });
  };
  return [{ state, counter_id }, change];
}

type CounterChoiceProps = { value: number | undefined; onChange: (id: number | undefined) => void };

/** Narrows by one counter; where their names do not come, all of them stay in sight. */
function CounterChoice({ value, onChange }: CounterChoiceProps) {
  const counters = useQuery(counterList());
  return (
    <NativeSelect
      label={texts.counter}
      labelHidden
      size="small"
      value={value === undefined ? '' : String(value)}
      options={[
        { value: '', label: texts.allCounters },
        ...(counters.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      onChange={(id) => onChange(id ? Number(id) : undefined)}
      className="w-[240px] max-w-full slim:w-full"
    />
  );
}

function Skeletons() {
  return (
    <div role="status" data-skeleton className={classes(cardLook, 'divide-y divide-line')}>
      <span className="sr-only">{texts.loading}</span>
      {places(4).map((place) => (
        <div key={place} className="grid gap-2.5 px-5 py-4">
          <Skeleton className="h-4 w-4/5" />
          <Skeleton className="h-5 w-56" />
        </div>
      ))}
    </div>
  );
}
