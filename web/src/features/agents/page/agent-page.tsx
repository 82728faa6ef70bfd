/** One agent of the administration: what it is, whether people may use it, and four tabs. */
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Link, useLocation, useNavigate, useParams, useSearchParams } from 'react-router';
import type { Agent } from '#contract/agents.ts';
import { failureText } from '../../../api/error-message.ts';
import { failedWith } from '../../../api/failure.ts';
import { idOf, paths } from '../../../lib/paths.ts';
import { useTitle } from '../../../lib/title.ts';
import { buttonLook } from '../../../ui/controls/button.tsx';
import { LeaveQuestion, useLeaveGuard } from '../../../ui/dialogs/leave-guard.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { CardSkeleton, Skeleton, TabsSkeleton } from '../../../ui/display/skeleton.tsx';
import { DetailPage, NothingHere } from '../../../ui/page/detail-page.tsx';
import { TabPanel, Tabs } from '../../../ui/page/tabs.tsx';
import { Configuration } from '../configuration/configuration.tsx';
import { adminAgent } from '../queries.ts';
import { LinkedBases } from '../sources/linked-bases.tsx';
import { LinkedSources } from '../sources/linked-sources.tsx';
import { linkedBases, linkedSources } from '../sources/queries.ts';
import { texts as all } from '../texts.ts';
import { texts as configuration } from '../texts-configuration.ts';
import { AgentHeader } from './agent-header.tsx';

// Whoever only configures an agent need not load a whole conversation.
const TestTab = lazy(async () => ({ default: (await import('../test-chat/test-tab.tsx')).TestTab }));

const texts = all.page;
const EDITING_LOOK_MS = 20_000;

export function AgentScreen() {
  const id = idOf(useParams().id);
  return id === null ? <NotFound /> : <Loaded key={id} id={id} />;
}

function Loaded({ id }: { id: number }) {
  // While somebody edits, others may too: the agent is looked at again from time to time.
  const [editing, setEditing] = useState(false);
  const agent = useQuery({ ...adminAgent(id), refetchInterval: editing ? EDITING_LOOK_MS : false });
  useTitle(agent.data?.name ?? all.title);
  if (agent.isPending) return <PageSkeleton />;
  if (failedWith(agent.error, 'agent_not_found')) return <NotFound />;
  if (!agent.data) {
    return (
      <Frame crumb="…">
        <Alert
          title={failureText(agent.error, texts.loadFailed)}
          onRetry={() => void agent.refetch()}
          retrying={agent.isFetching}
        >
          <Link to={paths.adminAgents} className={buttonLook('secondary', 'small')}>
            {texts.toList}
          </Link>
        </Alert>
      </Frame>
    );
  }
  return <AgentTabs agent={agent.data} onEditing={setEditing} />;
}

const tabNames = ['configuration', 'knowledge', 'data-sources', 'test'] as const;
type TabName = (typeof tabNames)[number];

function AgentTabs({ agent, onEditing }: { agent: Agent; onEditing: (editing: boolean) => void }) {
  const navigate = useNavigate();
  const [dirty, setDirty] = useState(false);
  const guard = useLeaveGuard(dirty, (href) => void navigate(href));
  const [tab, setTab] = useTab();
  const bases = useQuery(linkedBases(agent.id));
  const sources = useQuery(linkedSources(agent.id));
  return (
    <Frame crumb={agent.name}>
      <AgentHeader agent={agent} around={guard.around} />
      <Tabs
        label={texts.tabs}
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'configuration', label: texts.configuration },
          { value: 'knowledge', label: texts.knowledge, count: bases.data?.length },
          { value: 'data-sources', label: texts.dataSources, count: sources.data?.length },
          { value: 'test', label: texts.test },
        ]}
      >
        <TabPanel value="configuration" keep>
          <Configuration agent={agent} onDirty={setDirty} onEditing={onEditing} />
        </TabPanel>
        <TabPanel value="knowledge">
          <LinkedBases agent={agent} />
        </TabPanel>
        <TabPanel value="data-sources">
          <LinkedSources agent={agent} />
        </TabPanel>
        <TabPanel value="test">
          <Suspense fallback={<Skeleton className="h-60 w-full" />}>
            <TestTab agent={agent} />
          </Suspense>
        </TabPanel>
      </Tabs>
      <LeaveQuestion
        guard={guard}
        text={configuration.leave}
        detail={configuration.leaveLine}
        stayLabel={configuration.stay}
        leaveLabel={configuration.leaveLabel}
      />
    </Frame>
  );
}

/** Kept in the address, without an entry of its own in the history: Back leaves the agent. */
function useTab(): [TabName, (tab: TabName) => void] {
  const [address, setAddress] = useSearchParams();
  const { state } = useLocation();
  const tab = tabNames.find((name) => name === address.get('tab')) ?? 'configuration';
  return [tab, (next) => setAddress(next === 'configuration' ? {} : { tab: next }, { replace: true, state })];
}

/** All states of the page have the ways back: to the list as it was left, filters and all. */
function Frame({ crumb, children }: { crumb: string; children: ReactNode }) {
  const { state } = useLocation();
  const from = (state as { from?: unknown } | null)?.from;
  const search = typeof from === 'string' && from ? `?${from}` : '';
  return (
    <DetailPage
      list={all.title}
      listLink={<Link to={paths.adminAgents}>{all.title}</Link>}
      crumb={crumb}
      backLink={<Link to={paths.adminAgents + search}>{texts.back}</Link>}
    >
      {children}
    </DetailPage>
  );
}

function NotFound() {
  useTitle(texts.notFound);
  return (
    <Frame crumb={texts.notFound}>
      <NothingHere
        title={texts.notFound}
        line={texts.notFoundLine}
        action={
          <Link to={paths.adminAgents} className={buttonLook('primary')}>
            {texts.toList}
          </Link>
        }
      />
    </Frame>
  );
}

function PageSkeleton() {
  return (
    <Frame crumb="…">
      <div aria-busy="true" data-skeleton className="grid gap-[22px]">
        <div className="flex items-center gap-3.5">
          <Skeleton className="size-11" />
          <div className="grid flex-1 gap-2">
            <Skeleton className="h-8 w-2/5" />
            <Skeleton className="h-4 w-3/5" />
          </div>
        </div>
        <TabsSkeleton count={tabNames.length} />
        <CardSkeleton lines={8} className="min-h-[420px]" />
      </div>
    </Frame>
  );
}
