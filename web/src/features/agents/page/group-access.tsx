/** A deployed agent that no group sees: which groups should, said without leaving its page. */
import { infiniteQueryOptions, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import type { Agent } from '#contract/agents.ts';
import { groupsApi, type UserGroup } from '#contract/groups.ts';
import { GROUPS_PAGE } from '#contract/limits.ts';
import { call } from '../../../api/client.ts';
import { messageOf } from '../../../api/error-message.ts';
import { knownHosts } from '../../../api/hosts.ts';
import { nextSkip, retryOf, rowsOf } from '../../../lib/pages.ts';
import { paths } from '../../../lib/paths.ts';
import { Button, buttonLook } from '../../../ui/controls/button.tsx';
import { Switch } from '../../../ui/controls/switch.tsx';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { OPENS_FORM } from '../../../ui/dialogs/use-opened-by-link.ts';
import { Alert } from '../../../ui/display/alert.tsx';
import { EmptyState } from '../../../ui/display/empty-state.tsx';
import { Skeleton } from '../../../ui/display/skeleton.tsx';
import { offeredPlans } from '../../subscriptions/queries.ts';
import { texts as all } from '../texts.ts';

const texts = all.access;

const groupsToGive = () =>
  infiniteQueryOptions({
    queryKey: ['groups', 'to-give'] as const,
    queryFn: ({ pageParam: skip, signal }) =>
      call(groupsApi.list, { query: { skip, limit: GROUPS_PAGE } }, { signal }),
    initialPageParam: 0,
    getNextPageParam: nextSkip,
  });

export function AccessNews({ agent }: { agent: Agent }) {
  const [open, setOpen] = useState(false);
  const access = useGroupAccess(agent.id);
  const given = [...access.given.values()];
  return (
    <>
      {agent.deploy_status && given.length > 0 && !open && (
        <Alert tone="ok" title={texts.done(given)}>
          <Button size="small" onClick={() => setOpen(true)}>
            {texts.change}
          </Button>
          <Link to={paths.adminInvitations} state={OPENS_FORM} className={buttonLook('secondary', 'small')}>
            {texts.invite}
          </Link>
          <AllGroups />
        </Alert>
      )}
      {agent.deploy_status && agent.user_groups_count === 0 && given.length === 0 && (
        <Alert tone="warn" title={texts.nobody}>
          <Button size="small" onClick={() => setOpen(true)}>
            {texts.give}
          </Button>
        </Alert>
      )}
      {open && <AccessDialog agent={agent} access={access} onClose={() => setOpen(false)} />}
    </>
  );
}

const AllGroups = () => (
  <Link to={paths.adminGroups} className={buttonLook('ghost', 'small')}>
    {texts.allGroups}
  </Link>
);

type AccessDialogProps = { agent: Agent; access: GroupAccess; onClose: () => void };

function AccessDialog({ agent, access, onClose }: AccessDialogProps) {
  const list = useRef<HTMLDivElement>(null);
  const found = useInfiniteQuery(groupsToGive());
  const groups = rowsOf(found.data);
  const { along, set } = useGiving(groups, access);
  return (
    <Modal
      open
      onClose={onClose}
      title={texts.title(agent.name)}
      line={texts.line}
      initialFocus={list}
      footer={
        <>
          <AllGroups />
          <Button variant="primary" onClick={onClose}>
            {texts.close}
          </Button>
        </>
      }
    >
      <div ref={list} tabIndex={-1} className="grid gap-3 outline-none">
        {access.failure !== null && (
          <Alert title={texts.failed} line={messageOf(access.failure, texts.context)} />
        )}
        {found.isError && (
          <Alert
            title={texts.loadFailed}
            line={messageOf(found.error, texts.loadContext)}
            {...retryOf(found)}
          />
        )}
        {found.isPending && <Skeleton className="h-40 w-full" />}
        {found.data && groups.length === 0 && <EmptyState title={texts.none} />}
        {groups.length > 0 && <GroupSwitches groups={groups} given={access.given} onChange={set} />}
        {along && <Alert tone="info" title={texts.along(along.to)} line={texts.alongLine(along.from)} />}
        {found.hasNextPage && (
          <Button
            variant="ghost"
            busy={found.isFetchingNextPage}
            onClick={() => void found.fetchNextPage()}
            className="justify-self-center"
          >
            {all.loadMore}
          </Button>
        )}
      </div>
    </Modal>
  );
}

/** The default group is named after a plan: who begins in it has to be said. */
const lineOf = ({ users_count, is_default }: UserGroup): string =>
  [texts.people(users_count), is_default ? texts.newcomers : ''].filter(Boolean).join(' · ');

type GroupSwitchesProps = {
  groups: UserGroup[];
  given: GroupAccess['given'];
  onChange: (group: UserGroup, isGiven: boolean) => void;
};

function GroupSwitches({ groups, given, onChange }: GroupSwitchesProps) {
  return (
    <ul aria-label={texts.list} className="divide-y divide-line [&>li]:py-2.5">
      {groups.map((group) => (
        <li key={group.id} className="wrap-anywhere">
          <Switch
            label={group.name}
            line={lineOf(group)}
            checked={given.has(group.id)}
            onChange={(isGiven) => onChange(group, isGiven)}
          />
        </li>
      ))}
    </ul>
  );
}

/**
 * Gives the agent to a group, and with the default group also to the groups of plans with a price: subscribing moves a
 * person from the one to the other, who must not lose an agent by it. `along` names those, for the last change.
 */
function useGiving(groups: UserGroup[], access: GroupAccess) {
  const plans = useQuery(offeredPlans());
  const [along, setAlong] = useState<{ from: string; to: string[] } | null>(null);
  const paidGroups = ({ is_default }: UserGroup) => {
    const paid =
      plans.data?.plans.filter(({ prices }) => prices.length > 0).map((plan) => plan.user_group_id) ?? [];
    // A simulated provider takes nobody from one group to another unasked.
    return is_default && knownHosts().payments === 'stripe'
      ? groups.filter(({ id }) => paid.includes(id) && !access.given.has(id))
      : [];
  };
  const set = (group: UserGroup, isGiven: boolean) => {
    const others = isGiven ? paidGroups(group) : [];
    setAlong(others.length > 0 ? { from: group.name, to: others.map(({ name }) => name) } : null);
    for (const each of [group, ...others]) access.set(each, isGiven);
  };
  return { along, set };
}

type Group = { id: number; name: string };

export type GroupAccess = {
  /** Names of the groups that were given the agent here. */
  given: ReadonlyMap<number, string>;
  /** Shown at once, and taken back where the server refuses. */
  set: (group: Group, isGiven: boolean) => void;
  /** The failure of the last change; null while there is none. */
  failure: unknown;
};

/** The access that was given on this page to an agent that no group had. */
export function useGroupAccess(agentId: number): GroupAccess {
  const cache = useQueryClient();
  const [given, setGiven] = useState<ReadonlyMap<number, string>>(new Map());
  const [failure, setFailure] = useState<unknown>(null);

  const show = ({ id, name }: Group, isGiven: boolean) =>
    setGiven((before) => {
      const next = new Map(before);
      if (isGiven) next.set(id, name);
      else next.delete(id);
      return next;
    });
  const set = async (group: Group, isGiven: boolean) => {
    setFailure(null);
    show(group, isGiven);
    const change = isGiven ? groupsApi.addAgents : groupsApi.removeAgents;
    try {
      await call(change, { params: { id: group.id }, body: { agent_ids: [agentId] } });
    } catch (cause) {
      show(group, !isGiven);
      setFailure(cause);
    }
    // Agents tell in how many groups they are, and groups how many agents they have.
    await Promise.all([
      cache.invalidateQueries({ queryKey: ['agents'] }),
      cache.invalidateQueries({ queryKey: ['groups'] }),
    ]);
  };
  return { given, set: (group, isGiven) => void set(group, isGiven), failure };
}
