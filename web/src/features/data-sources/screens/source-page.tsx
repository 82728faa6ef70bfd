/** The page of one data source: its settings and the rows of its query. */
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { DataSource } from '#contract/data-sources.ts';
import { paths } from '../../../lib/paths.ts';
import { LeaveQuestion, useLeaveGuard } from '../../../ui/dialogs/leave-guard.tsx';
import { CardSkeleton, Skeleton, TabsSkeleton } from '../../../ui/display/skeleton.tsx';
import { DetailTitle } from '../../../ui/page/detail-page.tsx';
import { TabPanel, Tabs } from '../../../ui/page/tabs.tsx';
import { DetailScreen, useTabInAddress } from '../../admin/detail-screen.tsx';
import { searchAddress } from '../list-address.ts';
import { adminSource } from '../queries.ts';
import { Settings } from '../settings/settings.tsx';
import { LoadedSheetCard } from '../sheets/loaded-sheet-card.tsx';
import { texts as all } from '../texts.ts';
import { texts as settings } from '../texts-settings.ts';
import { DataViewer } from '../viewer/data-viewer.tsx';

const texts = all.page;
const tabNames = ['settings', 'viewer'] as const;

export function DataSourceScreen() {
  return (
    <DetailScreen
      title={all.title}
      listPath={paths.adminDataSources}
      searchOf={(state) => searchAddress((state as { search?: unknown } | null)?.search)}
      texts={texts}
      query={adminSource}
      notFoundCode="data_source_not_found"
      skeleton={<PageSkeleton />}
    >
      {(source, onEditing) => <SourceTabs source={source} onEditing={onEditing} />}
    </DetailScreen>
  );
}

function SourceTabs({ source, onEditing }: { source: DataSource; onEditing: (editing: boolean) => void }) {
  const navigate = useNavigate();
  const [dirty, setDirty] = useState(false);
  const guard = useLeaveGuard(dirty, (href) => void navigate(href));
  const [tab, setTab] = useTabInAddress(tabNames);
  return (
    <>
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
          <div className="mb-[22px] empty:hidden">
            <LoadedSheetCard source={source} disabled={dirty} />
          </div>
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
    </>
  );
}

function PageSkeleton() {
  return (
    <>
      <div className="grid gap-2">
        <Skeleton className="h-8 w-2/5" />
        <Skeleton className="h-4 w-3/5" />
      </div>
      <TabsSkeleton count={2} />
      <CardSkeleton lines={2} className="min-h-40" />
      <CardSkeleton lines={6} className="min-h-[320px]" />
    </>
  );
}
