/** Plans, packs and sales, a tab each; which one is open stands in the address. */
import { useSearchParams } from 'react-router';
import { useTitle } from '../../lib/title.ts';
import { HeaderTitle } from '../../ui/page/header-slot.tsx';
import { Page } from '../../ui/page/page.tsx';
import { TabPanel, Tabs } from '../../ui/page/tabs.tsx';
import { PacksPanel } from './packs-panel.tsx';
import { PlansPanel } from './plans-panel.tsx';
import { SalesPanel } from './sales-panel.tsx';
import { texts } from './texts.ts';

const tabs = [
  { value: 'plans', label: texts.tab.plans },
  { value: 'packs', label: texts.tab.packs },
  { value: 'sales', label: texts.tab.sales },
] as const;

export function PlansAdminScreen() {
  useTitle(texts.title);
  const [address, setAddress] = useSearchParams();
  const open = tabs.find(({ value }) => value === address.get('tab'))?.value ?? 'plans';
  return (
    <Page title={texts.title}>
      <HeaderTitle>{texts.title}</HeaderTitle>
      <Tabs
        label={texts.tabs}
        value={open}
        tabs={tabs}
        onChange={(tab) => setAddress(tab === 'plans' ? {} : { tab }, { replace: true })}
      >
        <TabPanel value="plans">
          <PlansPanel />
        </TabPanel>
        <TabPanel value="packs">
          <PacksPanel />
        </TabPanel>
        <TabPanel value="sales">
          <SalesPanel />
        </TabPanel>
      </Tabs>
    </Page>
  );
}
