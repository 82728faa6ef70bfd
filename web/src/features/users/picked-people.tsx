/** People of a narrowed list: picked one by one or all together, and kept out in one step. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { STATUS_CHANGES_MAX } from '#contract/limits.ts';
import { type User, usersApi } from '#contract/users.ts';
import { call } from '../../api/client.ts';
import { formatNumber } from '../../lib/format.ts';
import { useTask } from '../../lib/use-task.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Confirm } from '../../ui/dialogs/confirm.tsx';
import { Alert } from '../../ui/display/alert.tsx';
import { PickBox } from '../../ui/page/table-or-cards.tsx';
import { useMe } from '../session/use-me.tsx';
import { told } from './failure-words.ts';
import { whyStatusIsLocked } from './person-cells.tsx';
import { refreshUsers } from './queries.ts';
import { texts as all } from './texts.ts';

const texts = all.absent;

/** The people who are picked, and a way to pick or drop one. */
export type Picks = {
  has: (user: User) => boolean;
  mayPick: (user: User) => boolean;
  flip: (user: User) => void;
};

export function usePicks(users: User[]) {
  const me = useMe();
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  const mayPick = (user: User) => user.active && whyStatusIsLocked(me, user) === null;
  const open = users.filter(mayPick).slice(0, STATUS_CHANGES_MAX);
  // Somebody who is no longer shown is not picked either.
  const picked = open.filter(({ id }) => ids.has(id));
  return {
    picked,
    isAll: open.length > 0 && picked.length === open.length,
    clear: () => setIds(new Set()),
    pickAll: (isAll: boolean) => setIds(new Set(isAll ? open.map(({ id }) => id) : [])),
    picks: {
      has: ({ id }: User) => ids.has(id),
      mayPick,
      flip: ({ id }: User) =>
        setIds((before) => {
          const next = new Set(before);
          if (!next.delete(id)) next.add(id);
          return next;
        }),
    } satisfies Picks,
  };
}

type PickedActionsProps = Omit<ReturnType<typeof usePicks>, 'picks'>;

export function PickedActions({ picked, isAll, clear, pickAll }: PickedActionsProps) {
  const cache = useQueryClient();
  const [isAsked, setAsked] = useState(false);
  const [done, setDone] = useState<number | null>(null);
  const deactivating = useTask(async () => {
    setDone(null);
    const body = { ids: picked.map(({ id }) => id), active: false as const };
    const { deactivated } = await call(usersApi.setManyInactive, { body });
    clear();
    setDone(deactivated);
    await refreshUsers(cache);
  });
  const failure =
    deactivating.failure === null ? null : told(deactivating.failure, texts.failed, texts.failed);
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <label className="flex items-center gap-2.5 text-small text-ink-2 phone:min-h-11">
          <input
            type="checkbox"
            checked={isAll}
            onChange={(event) => pickAll(event.target.checked)}
            className="size-4 accent-brand"
          />
          {texts.pickAll}
        </label>
        <Button busy={deactivating.busy} disabled={!picked.length} onClick={() => setAsked(true)}>
          {texts.deactivate(formatNumber(picked.length))}
        </Button>
      </div>
      {failure && <Alert title={failure.title} line={failure.line} />}
      <p role="status" className="text-small text-ok empty:hidden">
        {done !== null && !picked.length ? texts.done(done) : ''}
      </p>
      <Confirm
        open={isAsked}
        text={texts.question(picked.length)}
        detail={texts.detail}
        confirmLabel={texts.label}
        onConfirm={() => {
          setAsked(false);
          deactivating.run();
        }}
        onCancel={() => setAsked(false)}
      />
    </div>
  );
}

export function Pick({ user, picks }: { user: User; picks: Picks }) {
  if (!picks.mayPick(user)) return null;
  return (
    <PickBox label={texts.pick(user.name)} checked={picks.has(user)} onChange={() => picks.flip(user)} />
  );
}
