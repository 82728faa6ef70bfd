/** Letting in, shutting out, giving roles: seen at once, taken back when the server refuses. */
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { secondFactorApi } from '#contract/second-factor.ts';
import { ROLES, type Role, type User, usersApi } from '#contract/users.ts';
import { call } from '../../api/client.ts';
import { me } from '../session/queries.ts';
import { roleOf } from '../session/role.ts';
import { type Told, told } from './failure-words.ts';
import { keepUser, refreshUsers } from './queries.ts';
import { texts } from './texts.ts';

type Change = { active?: boolean; role?: Role };
export type Promotion = { user: User; role: Role };
type Pending = ReadonlyMap<number, Change>;

export type UserChanges = {
  /** The row as it will be once what is under way has succeeded. */
  expected: (user: User) => User;
  isBusy: (user: User) => boolean;
  setActive: (user: User, active: boolean) => void;
  /** A role with more rights is asked about first. */
  setRole: (user: User, role: Role) => void;
  asked: Promotion | null;
  answer: (isConfirmed: boolean) => void;
  /** The person whose second factor is asked about before it is taken away. */
  resetting: User | null;
  askReset: (user: User) => void;
  answerReset: (isConfirmed: boolean) => void;
  /** The person who is asked about before they become an emergency account, or stop being one. */
  marking: User | null;
  askEmergency: (user: User) => void;
  answerEmergency: (isConfirmed: boolean) => void;
  failure: Told | null;
};

export function useUserChanges(): UserChanges {
  const { pending, failure, run } = usePendingChanges();
  const [asked, setAsked] = useState<Promotion | null>(null);
  const [resetting, setResetting] = useState<User | null>(null);
  const [marking, setMarking] = useState<User | null>(null);

  const giveRole = (user: User, role: Role) =>
    void run(
      user,
      { role },
      () => call(usersApi.promote, { params: { userId: user.id, roleId: role } }),
      (cause) => told(cause, texts.roleFailed, texts.roleContext),
    );

  return {
    expected: (user) => ({ ...user, ...pending.get(user.id) }),
    isBusy: (user) => pending.has(user.id),
    setActive: (user, active) =>
      void run(
        user,
        { active },
        () => call(usersApi.setStatus, { params: { id: user.id }, body: { active } }),
        (cause) => told(cause, texts.statusFailed, texts.statusFailed),
      ),
    setRole: (user, role) => {
      if (ROLES[role].level > ROLES[roleOf(user)].level) setAsked({ user, role });
      else giveRole(user, role);
    },
    asked,
    answer: (isConfirmed) => {
      if (asked && isConfirmed) giveRole(asked.user, asked.role);
      setAsked(null);
    },
    resetting,
    askReset: setResetting,
    answerReset: (isConfirmed) => {
      if (resetting && isConfirmed)
        void run(
          resetting,
          {},
          () => call(secondFactorApi.reset, { params: { id: resetting.id } }),
          (cause) => told(cause, texts.reset.failed, texts.reset.failed),
        );
      setResetting(null);
    },
    marking,
    askEmergency: setMarking,
    answerEmergency: (isConfirmed) => {
      const body = { emergency: !marking?.emergency };
      if (marking && isConfirmed)
        void run(
          marking,
          {},
          () => call(usersApi.setEmergency, { params: { id: marking.id }, body }),
          (cause) => told(cause, texts.emergency.failed, texts.emergency.failed),
        );
      setMarking(null);
    },
    failure,
  };
}

/** Sends changes, and knows which are under way and how the last one failed. */
function usePendingChanges() {
  const cache = useQueryClient();
  const running = useRef(new Set<number>());
  const [pending, setPending] = useState<Pending>(new Map());
  const [failure, setFailure] = useState<Told | null>(null);

  const run = async (
    user: User,
    change: Change,
    send: () => Promise<User>,
    tell: (cause: unknown) => Told,
  ) => {
    // One change at a time for each person, whatever is pressed meanwhile.
    if (running.current.has(user.id)) return;
    running.current.add(user.id);
    setFailure(null);
    setPending((all) => new Map(all).set(user.id, change));
    try {
      await keep(cache, await send());
    } catch (cause) {
      setFailure(tell(cause));
      void refreshUsers(cache);
    } finally {
      running.current.delete(user.id);
      setPending((all) => without(all, user.id));
    }
  };
  return { pending, failure, run };
}

async function keep(cache: QueryClient, user: User): Promise<void> {
  await keepUser(cache, user);
  // A person who gave up their own role sees less from now on.
  if (cache.getQueryData(me().queryKey)?.id === user.id)
    await cache.invalidateQueries({ queryKey: me().queryKey });
}

function without(pending: Pending, id: number): Pending {
  const rest = new Map(pending);
  rest.delete(id);
  return rest;
}
