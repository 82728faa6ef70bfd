/** The items of a sync by their state, each with its reason; some can be asked for again. */
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { BROUGHT_AGAIN, ITEM_STATES, type ItemState, type SyncItem } from '#contract/sync-runs.ts';
import { syncsApi } from '#contract/syncs.ts';
import { call } from '../../../../api/client.ts';
import { failureText } from '../../../../api/error-message.ts';
import { LoadFailure } from '../../../../api/load-failure.tsx';
import { useTask } from '../../../../lib/use-task.ts';
import { Button } from '../../../../ui/controls/button.tsx';
import { NativeSelect } from '../../../../ui/controls/native-select.tsx';
import { Skeleton } from '../../../../ui/display/skeleton.tsx';
import { syncItems } from '../queries.ts';
import { texts as all, itemStates } from '../texts.ts';

const texts = all.run_view;

type ItemsProps = { baseId: number; syncId: number };
type Filter = ItemState | 'all';

export function RunItems({ baseId, syncId }: ItemsProps) {
  const [state, setState] = useState<Filter>('failed');
  const pages = useInfiniteQuery(syncItems(baseId, syncId, state === 'all' ? null : state));
  const rows = pages.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <NativeSelect
        label={texts.items}
        className="max-w-[260px] phone:max-w-none"
        value={state}
        options={[
          ...ITEM_STATES.map((value) => ({ value: value as Filter, label: itemStates[value] })),
          { value: 'all', label: texts.all },
        ]}
        onChange={setState}
      />
      {pages.isPending && <Skeleton className="h-24" />}
      {pages.isError && <LoadFailure query={pages} text={texts.loadFailed} />}
      {pages.data && rows.length === 0 && <p className="text-small text-ink-2">{texts.noItems}</p>}
      {rows.length > 0 && (
        <ul className="divide-y divide-line rounded-control border border-line">
          {rows.map((item) => (
            <Item key={item.external_id} baseId={baseId} syncId={syncId} item={item} />
          ))}
        </ul>
      )}
      {pages.hasNextPage && (
        <Button
          className="justify-self-start"
          busy={pages.isFetchingNextPage}
          onClick={() => void pages.fetchNextPage()}
        >
          {texts.moreItems}
        </Button>
      )}
    </section>
  );
}

const isByHand = ({ reason }: SyncItem) => BROUGHT_AGAIN.some((one) => one === reason);

function Item({ baseId, syncId, item }: ItemsProps & { item: SyncItem }) {
  const cache = useQueryClient();
  const [isAsked, setAsked] = useState(false);
  const ask = useTask(async () => {
    const body = { external_id: item.external_id };
    await call(syncsApi.bringAgain, { params: { id: baseId, syncId }, body });
    setAsked(true);
    await cache.invalidateQueries({ queryKey: ['knowledge-bases', baseId, 'syncs', syncId, 'items'] });
  });
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 text-small">
      <span className="min-w-0 flex-1 basis-52 wrap-anywhere">
        {item.external_id}
        <span className="text-ink-2"> — {item.detail ?? itemStates[item.state]}</span>
        {isAsked && (
          <span role="status" className="block text-ok">
            {texts.retryAsked}
          </span>
        )}
        {ask.failure !== null && (
          <span role="alert" className="block text-danger">
            {failureText(ask.failure, all.actionFailed)}
          </span>
        )}
      </span>
      {!isAsked && (item.state === 'failed' || isByHand(item)) && (
        <Button size="small" busy={ask.busy} onClick={ask.run}>
          {isByHand(item) ? texts.bring : texts.retry}
        </Button>
      )}
    </li>
  );
}
