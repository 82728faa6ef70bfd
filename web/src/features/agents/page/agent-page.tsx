/** One agent of the administration: what it is, whether people may use it, and four tabs. */
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Agent } from '#contract/agents.ts';
import { paths } from '../../../lib/paths.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { LeaveQuestion, useLeaveGuard } from '../../../ui/dialogs/leave-guard.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { CardSkeleton, Skeleton, TabsSkeleton } from '../../../ui/display/skeleton.tsx';
import { TabPanel, Tabs } from '../../../ui/page/tabs.tsx';
import { DetailScreen, useTabInAddress } from '../../admin/detail-screen.tsx';
import { GateBar } from '../care/gate-bar.tsx';
import { agentChecks } from '../checks/queries.ts';
import { Configuration } from '../configuration/configuration.tsx';
import { OpenersCard } from '../openers/openers-card.tsx';
import { adminAgent } from '../queries.ts';
import { LinkedBases } from '../sources/linked-bases.tsx';
import { LinkedSources } from '../sources/linked-sources.tsx';
import { linkedBases, linkedSources } from '../sources/queries.ts';
import { texts as all } from '../texts.ts';
import { texts as configuration } from '../texts-configuration.ts';
import { VerifiedCard } from '../verified/verified-card.tsx';
import { AgentHeader } from './agent-header.tsx';
import { CandidateLooks } from './candidate-looks.tsx';

// Configuring an agent needs no conversation: the test tab is fetched when it is opened.
const TestTab = lazy(async () => ({ default: (await import('../test-chat/test-tab.tsx')).TestTab }));

const texts = all.page;
const tabNames = ['configuration', 'knowledge', 'data-sources', 'test'] as const;

export function AgentScreen() {
  return (
    <DetailScreen
      title={all.title}
      listPath={paths.adminAgents}
      searchOf={listSearchIn}
      texts={texts}
      query={adminAgent}
      notFoundCode="agent_not_found"
      skeleton={<PageSkeleton />}
    >
      {(agent, onEditing) => <AgentTabs agent={agent} onEditing={onEditing} />}
    </DetailScreen>
  );
}

/** The filters by which the list found the agent. */
function listSearchIn(state: unknown): string {
  const from = (state as { from?: unknown } | null)?.from;
  return typeof from === 'string' && from ? `?${from}` : '';
}

function AgentTabs({ agent, onEditing }: { agent: Agent; onEditing: (editing: boolean) => void }) {
  const navigate = useNavigate();
  const [dirty, setDirty] = useState(false);
  const [dirtyOpeners, setDirtyOpeners] = useState(false);
  const guard = useLeaveGuard(dirty || dirtyOpeners, (href) => void navigate(href));
  const [tab, setTab] = useTabInAddress(tabNames);
  const bases = useQuery(linkedBases(agent.id));
  const sources = useQuery(linkedSources(agent.id));
  return (
    <>
      <AgentHeader agent={agent} around={guard.around} />
      <GateBar agent={agent} looks={<CandidateLooks agent={agent} />} />
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
          <div className="grid grid-cols-[minmax(0,1fr)] gap-[18px]">
            {bases.data?.length === 0 && sources.data?.length === 0 && agent.files === 'no' && (
              <ReadsNothing onTab={setTab} />
            )}
            {!agent.deploy_status && !!(bases.data?.length || sources.data?.length) && (
              <NeverChecked agentId={agent.id} onTest={() => setTab('test')} />
            )}
            <Configuration agent={agent} onDirty={setDirty} onEditing={onEditing} />
            <OpenersCard agent={agent} hasBase={!!bases.data?.length} onDirty={setDirtyOpeners} />
            <VerifiedCard agentId={agent.id} />
          </div>
        </TabPanel>
        <TabPanel value="knowledge">
          <LinkedBases agent={agent} />
        </TabPanel>
        <TabPanel value="data-sources">
          <LinkedSources agent={agent} />
        </TabPanel>
        <TabPanel value="test">
          <Suspense fallback={<TestSkeleton />}>
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
    </>
  );
}

function ReadsNothing({ onTab }: { onTab: (tab: 'knowledge' | 'data-sources') => void }) {
  return (
    <Alert tone="info" title={texts.readsNothing} line={texts.readsNothingLine}>
      <Button size="small" onClick={() => onTab('knowledge')}>
        {texts.giveBase}
      </Button>
      <Button size="small" onClick={() => onTab('data-sources')}>
        {texts.giveSource}
      </Button>
    </Alert>
  );
}

/** The next step of a draft that can answer. */
function NeverChecked({ agentId, onTest }: { agentId: number; onTest: () => void }) {
  const { data } = useQuery(agentChecks(agentId));
  if (data?.checks.length !== 0) return null;
  return (
    <Alert tone="info" title={texts.neverChecked} line={texts.neverCheckedLine}>
      <Button size="small" onClick={onTest}>
        {texts.test}
      </Button>
    </Alert>
  );
}

/** The test conversations, and the checks beside them where there is room. */
const TestSkeleton = () => (
  <div data-skeleton className="grid items-start gap-[18px] min-[1080px]:grid-cols-2">
    <CardSkeleton lines={3} />
    <CardSkeleton lines={9} className="min-h-[420px]" />
  </div>
);

function PageSkeleton() {
  return (
    <>
      <div className="flex items-center gap-3.5">
        <Skeleton className="size-11" />
        <div className="grid flex-1 gap-2">
          <Skeleton className="h-8 w-2/5" />
          <Skeleton className="h-4 w-3/5" />
        </div>
      </div>
      <TabsSkeleton count={tabNames.length} />
      <CardSkeleton lines={8} className="min-h-[420px]" />
    </>
  );
}
