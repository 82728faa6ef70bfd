/** How people enter this installation, a tab each; for superadmins. The open one stands in the address. */
import { lazy, Suspense } from 'react';
import { useTitle } from '../../lib/title.ts';
import { CardSkeleton } from '../../ui/display/skeleton.tsx';
import { HeaderTitle } from '../../ui/page/header-slot.tsx';
import { Page } from '../../ui/page/page.tsx';
import { TabPanel, Tabs } from '../../ui/page/tabs.tsx';
import { useTabInAddress } from '../admin/detail-screen.tsx';
import { DomainsPanel } from './domains/domains-panel.tsx';
import { texts as domains } from './domains/texts.ts';
import { ProvidersPanel } from './providers/providers-panel.tsx';
import { texts as providers } from './providers/texts.ts';
import { SecondFactorPolicy } from './second-factor-policy.tsx';
import { texts as terms } from './terms/texts.ts';
import { texts } from './texts.ts';

const TermsCard = lazy(async () => ({ default: (await import('./terms/terms-card.tsx')).TermsCard }));
const Provisioning = lazy(async () => ({ default: (await import('./scim/provisioning.tsx')).Provisioning }));

const names = ['providers', 'domains', 'factor', 'scim', 'terms'] as const;

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
          { value: 'scim', label: texts.scim },
          { value: 'terms', label: terms.title },
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
        <TabPanel value="scim">
          <Suspense fallback={<CardSkeleton lines={4} className="h-[200px]" />}>
            <Provisioning onProviders={() => setTab('providers')} />
          </Suspense>
        </TabPanel>
        <TabPanel value="terms">
          <Suspense fallback={<CardSkeleton lines={4} className="h-[200px]" />}>
            <TermsCard />
          </Suspense>
        </TabPanel>
      </Tabs>
    </Page>
  );
}
