/** People and their groups, a tab each; which one is open stands in the address. */
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { ApprovalsPanel } from '../../features/approvals/approvals-panel.tsx';
import { waitingCount } from '../../features/approvals/queries.ts';
import { texts as approvals } from '../../features/approvals/texts.ts';
import { GroupsPanel } from '../../features/groups/list/groups-panel.tsx';
import { ImportPanel } from '../../features/imports/import-panel.tsx';
import { texts as imports } from '../../features/imports/texts.ts';
import { InvitationsPanel } from '../../features/invitations/invitations-panel.tsx';
import { texts as invitations } from '../../features/invitations/texts.ts';
import { UsersPanel } from '../../features/users/users-panel.tsx';
import { useTitle } from '../../lib/title.ts';
import { HeaderTitle } from '../../ui/page/header-slot.tsx';
import { Page } from '../../ui/page/page.tsx';
import { TabPanel, Tabs } from '../../ui/page/tabs.tsx';
import { texts } from '../texts-admin.ts';

const tabs = [
  { value: 'users', label: texts.usersTab },
  { value: 'groups', label: texts.groupsTab },
  { value: 'invites', label: invitations.title },
  { value: 'import', label: imports.title },
  { value: 'waiting', label: approvals.title },
] as const;

export function AdminUsers() {
  useTitle(texts.users);
  const [address, setAddress] = useSearchParams();
  const waiting = useQuery(waitingCount()).data;
  const open = tabs.find(({ value }) => value === address.get('tab'))?.value ?? 'users';
  return (
    <Page title={texts.users}>
      <HeaderTitle>{texts.users}</HeaderTitle>
      <Tabs
        label={texts.usersTabs}
        value={open}
        tabs={tabs.map((tab) => (tab.value === 'waiting' && waiting ? { ...tab, count: waiting } : tab))}
        onChange={(tab) => setAddress(tab === 'users' ? {} : { tab }, { replace: true })}
      >
        {/* Stays behind the groups: it keeps its search, and follows what happens to people there. */}
        <TabPanel value="users" keep>
          <UsersPanel />
        </TabPanel>
        <TabPanel value="groups">
          <GroupsPanel />
        </TabPanel>
        <TabPanel value="invites">
          <InvitationsPanel />
        </TabPanel>
        <TabPanel value="import" keep>
          <ImportPanel />
        </TabPanel>
        <TabPanel value="waiting">
          <ApprovalsPanel />
        </TabPanel>
      </Tabs>
    </Page>
  );
}
