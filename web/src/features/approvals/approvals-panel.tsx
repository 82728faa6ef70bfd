/** Registrations that wait for an administrator, and those that were refused and are not erased yet. */
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { UserCheck } from 'lucide-react';
import { useState } from 'react';
import { approvalsApi } from '#contract/approvals.ts';
import { call } from '../../api/client.ts';
import { failureText, failureWords } from '../../api/error-message.ts';
import { formatNumber } from '../../lib/format.ts';
import { rowsOf } from '../../lib/pages.ts';
import { choicesOf } from '../../lib/text/choices.ts';
import { useTask } from '../../lib/use-task.ts';
import { classes } from '../../ui/classes.ts';
import { Button } from '../../ui/controls/button.tsx';
import { NativeSelect } from '../../ui/controls/native-select.tsx';
import { Segmented } from '../../ui/controls/segmented.tsx';
import { Confirm } from '../../ui/dialogs/confirm.tsx';
import { Alert } from '../../ui/display/alert.tsx';
import { cardLook } from '../../ui/display/card.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { PagedRows } from '../../ui/page/paged-rows.tsx';
import { afterMove } from '../groups/queries.ts';
import { groupChoices } from '../users/queries.ts';
import { APPROVALS, waitingList } from './queries.ts';
import { texts } from './texts.ts';
import { WaitingRows } from './waiting-rows.tsx';

type Shown = 'waiting' | 'refused';
const NOBODY_PICKED: ReadonlySet<number> = new Set();

export function ApprovalsPanel() {
  const [shown, setShown] = useState<Shown>('waiting');
  const [picked, setPicked] = useState(NOBODY_PICKED);
  const [isAsked, setAsked] = useState(false);
  const [group, setGroup] = useState('');
  const found = useInfiniteQuery(waitingList(shown));
  const rows = rowsOf(found.data);
  const decide = useDecisions(picked, (id) => setPicked((ids) => without(ids, id)));
  const count = formatNumber(picked.size);
  const approve = () => decide.run('approve', group ? Number(group) : undefined);
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Head
        shown={shown}
        onShow={(next) => {
          setShown(next);
          setPicked(NOBODY_PICKED);
        }}
      />
      {decide.failure !== null && <Alert title={failureText(decide.failure, texts.decideFailed)} />}
      <PagedRows
        pages={found}
        failure={found.isError ? failureWords(found.error, texts.loadFailed) : null}
        count={rows.length}
        moreLabel={texts.loadMore}
        skeleton={<Skeletons />}
        empty={<Nobody shown={shown} />}
      >
        <div className="flex flex-wrap items-end justify-between gap-3">
          <GroupOfApproved group={group} onChange={setGroup} />
          <div className="flex flex-wrap gap-2.5">
            <Button variant="primary" disabled={!picked.size} busy={decide.busy} onClick={approve}>
              {texts.approve(count)}
            </Button>
            {shown === 'waiting' && (
              <Button disabled={!picked.size || decide.busy} onClick={() => setAsked(true)}>
                {texts.refuse(count)}
              </Button>
            )}
          </div>
        </div>
        <WaitingRows rows={rows} picked={picked} onPick={setPicked} />
      </PagedRows>
      <Confirm
        open={isAsked}
        text={texts.refuseQuestion(count, picked.size === 1)}
        detail={texts.refuseLine}
        confirmLabel={texts.refuseLabel}
        onConfirm={() => {
          setAsked(false);
          decide.run('refuse', undefined);
        }}
        onCancel={() => setAsked(false)}
      />
    </section>
  );
}

function Head({ shown, onShow }: { shown: Shown; onShow: (shown: Shown) => void }) {
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <h2 className="text-title">{texts.title}</h2>
        <p className="mt-1 text-small text-ink-2">{texts.line}</p>
      </div>
      <Segmented label={texts.show} value={shown} options={choicesOf(texts.shown)} onChange={onShow} />
    </header>
  );
}

const Nobody = ({ shown }: { shown: Shown }) =>
  shown === 'waiting' ? (
    <EmptyState icon={<UserCheck />} title={texts.none} line={texts.noneLine} />
  ) : (
    <EmptyState icon={<UserCheck />} title={texts.noneRefused} />
  );

/** One after the other: what was decided before a call failed stays decided, and the rest stays picked. */
function useDecisions(picked: ReadonlySet<number>, onDecided: (id: number) => void) {
  const cache = useQueryClient();
  return useTask(async (decision: 'approve' | 'refuse', user_group_id: number | undefined) => {
    try {
      for (const id of picked) {
        await call(approvalsApi.decide, { params: { id }, body: { decision, user_group_id } });
        onDecided(id);
      }
    } finally {
      await Promise.all([cache.invalidateQueries({ queryKey: APPROVALS }), afterMove(cache)]);
    }
  });
}

function without(ids: ReadonlySet<number>, id: number): ReadonlySet<number> {
  const rest = new Set(ids);
  rest.delete(id);
  return rest;
}

function GroupOfApproved({ group, onChange }: { group: string; onChange: (group: string) => void }) {
  const found = useQuery(groupChoices());
  if (found.isError)
    return (
      <Alert
        title={failureText(found.error, texts.groupsFailed)}
        onRetry={() => void found.refetch()}
        retrying={found.isFetching}
      />
    );
  const groups = found.data?.data ?? [];
  return (
    <NativeSelect
      label={texts.group}
      value={group}
      className="w-full desk:max-w-[360px]"
      options={[
        { value: '', label: texts.keepGroup },
        ...groups.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      onChange={onChange}
    />
  );
}

function Skeletons() {
  return (
    <div role="status" data-skeleton className={classes(cardLook, 'grid gap-3 p-4')}>
      <span className="sr-only">{texts.loading}</span>
      <Skeleton className="h-4" />
      <Skeleton className="h-4" />
      <Skeleton className="h-4" />
    </div>
  );
}
