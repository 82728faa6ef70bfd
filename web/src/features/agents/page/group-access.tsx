/** Which groups see an agent, said and changed without leaving its page; a deployed agent that none sees asks for it. */
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import type { Agent } from '#contract/agents.ts';
import { groupsApi, type UserGroup } from '#contract/groups.ts';
import { GROUPS_PAGE, PAGE_SIZE_MAX, SEARCH_DEBOUNCE_MS } from '#contract/limits.ts';
import { call } from '../../../api/client.ts';
import { messageOf } from '../../../api/error-message.ts';
import { knownHosts } from '../../../api/hosts.ts';
import { nextSkip, retryOf, rowsOf } from '../../../lib/pages.ts';
import { paths } from '../../../lib/paths.ts';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { Button, buttonLook } from '../../../ui/controls/button.tsx';
import { SearchBox } from '../../../ui/controls/search-box.tsx';
import { Switch } from '../../../ui/controls/switch.tsx';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { OPENS_FORM } from '../../../ui/dialogs/use-opened-by-link.ts';
import { Alert } from '../../../ui/display/alert.tsx';
import { EmptyState } from '../../../ui/display/empty-state.tsx';
import { Skeleton } from '../../../ui/display/skeleton.tsx';
import { offeredPlans } from '../../subscriptions/queries.ts';
import { texts as all } from '../texts.ts';

const texts = all.access;

/** With more groups than these, one is found by its name. */
const MANY = 10;

const groupsToGive = (search: string) =>
  infiniteQueryOptions({
    queryKey: ['groups', 'to-give', search] as const,
    queryFn: ({ pageParam: skip, signal }) =>
      call(
        groupsApi.list,
        { query: { skip, limit: GROUPS_PAGE, search_term: search || undefined } },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: nextSkip,
    placeholderData: keepPreviousData,
  });

/** The ids of all of them, page by page: a switch must not show «off» because a page was not fetched. */
const groupsThatSee = (agent_id: number) =>
  queryOptions({
    queryKey: ['groups', 'that-see', agent_id] as const,
    queryFn: async ({ signal }) => {
      const ids = new Set<number>();
      for (let skip = 0; ; skip += PAGE_SIZE_MAX) {
        const page = await call(
          groupsApi.list,
          { query: { agent_id, skip, limit: PAGE_SIZE_MAX } },
          { signal },
        );
        for (const { id } of page.data) ids.add(id);
        if (page.data.length < PAGE_SIZE_MAX) return ids;
      }
    },
  });

export function AccessNews({ agent }: { agent: Agent }) {
  const [open, setOpen] = useState(false);
  const access = useGroupAccess(agent.id);
  const given = [...access.changed.values()].filter(({ isGiven }) => isGiven).map(({ name }) => name);
  const isNews = agent.deploy_status && given.length > 0;
  const isAsked = agent.deploy_status && agent.user_groups_count === 0 && !isNews;
  return (
    <>
      {!isAsked && !(isNews && !open) && (
        <div>
          <Button
            size="small"
            variant="ghost"
            icon={<Users />}
            className="-ml-2.5"
            onClick={() => setOpen(true)}
          >
            {texts.seenBy(agent.user_groups_count)}
          </Button>
        </div>
      )}
      {isNews && !open && (
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
      {isAsked && (
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
  const [term, setTerm] = useState('');
  const search = useDebounced(term.trim(), SEARCH_DEBOUNCE_MS);
  const found = useInfiniteQuery(groupsToGive(search));
  const seeing = useQuery(groupsThatSee(agent.id));
  const groups = rowsOf(found.data);
  const total = found.data?.pages.at(-1)?.metadata.total ?? 0;
  const has = ({ id }: Group) => access.changed.get(id)?.isGiven ?? seeing.data?.has(id) ?? false;
  const { along, set } = useGiving(groups, { has, set: access.set });
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
        {seeing.isError && !found.isError && (
          <Alert
            title={texts.loadFailed}
            line={messageOf(seeing.error, texts.loadContext)}
            onRetry={() => void seeing.refetch()}
            retrying={seeing.isFetching}
          />
        )}
        {(found.isPending || seeing.isPending) && <Skeleton className="h-40 w-full" />}
        {(term !== '' || total > MANY) && <SearchBox value={term} onChange={setTerm} label={texts.search} />}
        {found.data && groups.length === 0 && (
          <EmptyState title={search === '' ? texts.none : texts.noMatch} />
        )}
        {seeing.data && groups.length > 0 && <GroupSwitches groups={groups} has={has} onChange={set} />}
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
  has: (group: UserGroup) => boolean;
  onChange: (group: UserGroup, isGiven: boolean) => void;
};

function GroupSwitches({ groups, has, onChange }: GroupSwitchesProps) {
  return (
    <ul aria-label={texts.list} className="divide-y divide-line [&>li]:py-2.5">
      {groups.map((group) => (
        <li key={group.id} className="wrap-anywhere">
          <Switch
            label={group.name}
            line={lineOf(group)}
            checked={has(group)}
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
function useGiving(
  groups: UserGroup[],
  access: Pick<GroupAccess, 'set'> & { has: (group: UserGroup) => boolean },
) {
  const plans = useQuery(offeredPlans());
  const [along, setAlong] = useState<{ from: string; to: string[] } | null>(null);
  const paidGroups = ({ is_default }: UserGroup) => {
    const paid =
      plans.data?.plans.filter(({ prices }) => prices.length > 0).map((plan) => plan.user_group_id) ?? [];
    // A simulated provider takes nobody from one group to another unasked.
    return is_default && knownHosts().payments === 'stripe'
      ? groups.filter((each) => paid.includes(each.id) && !access.has(each))
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
  /** The groups that were given the agent here, or had it taken. */
  changed: ReadonlyMap<number, { name: string; isGiven: boolean }>;
  /** Shown at once, and taken back where the server refuses. */
  set: (group: Group, isGiven: boolean) => void;
  /** The failure of the last change; null while there is none. */
  failure: unknown;
};

/** The access that was given or taken on this page. */
export function useGroupAccess(agentId: number): GroupAccess {
  const cache = useQueryClient();
  const [changed, setChanged] = useState<GroupAccess['changed']>(new Map());
  const [failure, setFailure] = useState<unknown>(null);

  const show = ({ id, name }: Group, isGiven: boolean) =>
    setChanged((before) => new Map(before).set(id, { name, isGiven }));
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
  return { changed, set: (group, isGiven) => void set(group, isGiven), failure };
}
