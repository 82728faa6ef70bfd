/** How people enter this installation, a tab each; for superadmins. The open one stands in the address. */
import { useTitle } from '../../lib/title.ts';
import { HeaderTitle } from '../../ui/page/header-slot.tsx';
import { Page } from '../../ui/page/page.tsx';
import { TabPanel, Tabs } from '../../ui/page/tabs.tsx';
import { useTabInAddress } from '../admin/detail-screen.tsx';
import { DomainsPanel } from './domains/domains-panel.tsx';
import { texts as domains } from './domains/texts.ts';
import { ProvidersPanel } from './providers/providers-panel.tsx';
import { texts as providers } from './providers/texts.ts';
import { SecondFactorPolicy } from './second-factor-policy.tsx';
import { texts } from './texts.ts';

const names = ['providers', 'domains', 'factor'] as const;

export function AccessScreen() {
  useTitle(texts.tab);
  const [tab, setTab] = useTabInAddress(names);
  return (
    <Page title={texts.tab} line={texts.line} width="narrow">
      <HeaderTitle>{texts.tab}</HeaderTitle>
      <Tabs
        label={texts.tabs}
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'providers', label: providers.tab },
          { value: 'domains', label: domains.tab },
          { value: 'factor', label: texts.factor.title },
        ]}
      >
        <TabPanel value="providers">
          <ProvidersPanel />
        </TabPanel>
        <TabPanel value="domains" keep>
          <DomainsPanel />
        </TabPanel>
        <TabPanel value="factor">
          <SecondFactorPolicy />
        </TabPanel>
      </Tabs>
    </Page>
  );
}
