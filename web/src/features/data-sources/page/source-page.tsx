/** One data source: how questions to it are read, and what its query gives. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation, useNavigate, useParams, useSearchParams } from 'react-router';
import type { DataSource } from '#contract/data-sources.ts';
import { failureText } from '../../../api/error-message.ts';
import { failedWith } from '../../../api/failure.ts';
import { idOf, paths } from '../../../lib/paths.ts';
import { useTitle } from '../../../lib/title.ts';
import { buttonLook } from '../../../ui/controls/button.tsx';
import { LeaveQuestion, useLeaveGuard } from '../../../ui/dialogs/leave-guard.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { DetailTitle } from '../../../ui/page/detail-page.tsx';
import { TabPanel, Tabs } from '../../../ui/page/tabs.tsx';
import { adminSource } from '../queries.ts';
import { Settings } from '../settings/settings.tsx';
import { texts as all } from '../texts.ts';
import { texts as settings } from '../texts-settings.ts';
import { DataViewer } from '../viewer/data-viewer.tsx';
import { SourceFrame, SourceNotFound, SourceSkeleton } from './source-frame.tsx';

const texts = all.page;
const EDITING_LOOK_MS = 20_000;

export function DataSourceScreen() {
  const id = idOf(useParams().id);
  return id === null ? <SourceNotFound /> : <Loaded key={id} id={id} />;
}

function Loaded({ id }: { id: number }) {
  // While somebody edits, others may too: the source is looked at again from time to time.
  const [editing, setEditing] = useState(false);
  const source = useQuery({ ...adminSource(id), refetchInterval: editing ? EDITING_LOOK_MS : false });
  useTitle(source.data?.name ?? all.title);
  if (source.isPending) return <SourceSkeleton />;
  if (failedWith(source.error, 'data_source_not_found')) return <SourceNotFound />;
  if (!source.data) {
    return (
      <SourceFrame crumb="…">
        <Alert
          title={failureText(source.error, texts.loadFailed)}
          onRetry={() => void source.refetch()}
          retrying={source.isFetching}
        >
          <Link to={paths.adminDataSources} className={buttonLook('secondary', 'small')}>
            {texts.toList}
          </Link>
        </Alert>
      </SourceFrame>
    );
  }
  return <SourceTabs source={source.data} onEditing={setEditing} />;
}

const tabNames = ['settings', 'viewer'] as const;
type TabName = (typeof tabNames)[number];

function SourceTabs({ source, onEditing }: { source: DataSource; onEditing: (editing: boolean) => void }) {
  const navigate = useNavigate();
  const [dirty, setDirty] = useState(false);
  const guard = useLeaveGuard(dirty, (href) => void navigate(href));
  const [tab, setTab] = useTab();
  return (
    <SourceFrame crumb={source.name}>
      <header className="min-w-0">
        <DetailTitle name={source.name} description={source.description} noDescription={all.noDescription} />
      </header>
      <Tabs
        label={texts.tabs}
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'settings', label: texts.settings },
          { value: 'viewer', label: texts.viewer },
        ]}
      >
        <TabPanel value="settings" keep>
          <Settings source={source} onDirty={setDirty} onEditing={onEditing} />
        </TabPanel>
        <TabPanel value="viewer">
          <DataViewer source={source} dirty={dirty} onSettings={() => setTab('settings')} />
        </TabPanel>
      </Tabs>
      <LeaveQuestion
        guard={guard}
        text={settings.leave}
        detail={settings.leaveLine}
        stayLabel={settings.stay}
        leaveLabel={settings.leaveLabel}
      />
    </SourceFrame>
  );
}

/** Kept in the address, without an entry of its own in the history: Back leaves the data source. */
function useTab(): [TabName, (tab: TabName) => void] {
  const [address, setAddress] = useSearchParams();
  const { state } = useLocation();
  const tab = tabNames.find((name) => name === address.get('tab')) ?? 'settings';
  return [tab, (next) => setAddress(next === 'settings' ? {} : { tab: next }, { replace: true, state })];
}
