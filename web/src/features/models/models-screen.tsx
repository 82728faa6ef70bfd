/** Models and what belongs to them, a tab each; which one is open stands in the address. */
import { type ComponentType, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { fetched } from '../../lib/fetched.tsx';
import { useTitle } from '../../lib/title.ts';
import { CardSkeleton } from '../../ui/display/skeleton.tsx';
import { HeaderTitle } from '../../ui/page/header-slot.tsx';
import { Page } from '../../ui/page/page.tsx';
import { TabPanel, Tabs } from '../../ui/page/tabs.tsx';
import { isSuperadmin } from '../session/role.ts';
import { useMe } from '../session/use-me.tsx';
import { texts } from './texts.ts';

type Tab = {
  /** As it stands in the address. */
  value: string;
  label: string;
  Content: ComponentType;
  /** Administrators do not see it. */
  superadmin?: true;
};

const tab = (value: string, label: string, load: () => Promise<ComponentType>): Tab => ({
  value,
  label,
  Content: fetched(load).Component,
});

const tabs: Tab[] = [
  tab('catalogo', texts.catalogue, async () => (await import('./catalogue/catalogue-tab.tsx')).CatalogueTab),
  {
    ...tab(
      'provedores',
      texts.providers,
      async () => (await import('./providers/providers-tab.tsx')).ProvidersTab,
    ),
    superadmin: true,
  },
  {
    ...tab('precos', texts.prices, async () => (await import('./prices/prices-tab.tsx')).PricesTab),
    superadmin: true,
  },
  {
    ...tab('dados-pessoais', texts.guard, async () => (await import('./guard/guard-tab.tsx')).GuardTab),
    superadmin: true,
  },
];

export function ModelsScreen() {
  useTitle(texts.title);
  const [address, setAddress] = useSearchParams();
  const mayAll = isSuperadmin(useMe());
  const shown = tabs.filter(({ superadmin }) => mayAll || !superadmin);
  const open = shown.find(({ value }) => value === address.get('tab')) ?? shown[0];
  const contents = shown.map(({ value, Content }) => {
    const content = (
      <Suspense key={value} fallback={<CardSkeleton lines={8} className="h-[420px]" />}>
        <Content />
      </Suspense>
    );
    // The panel that a tab names stands while its content is being fetched.
    return shown.length > 1 ? (
      <TabPanel key={value} value={value}>
        {content}
      </TabPanel>
    ) : (
      content
    );
  });
  return (
    <Page title={texts.title}>
      <HeaderTitle>{texts.title}</HeaderTitle>
      {shown.length > 1 && open ? (
        <Tabs
          label={texts.tabs}
          value={open.value}
          tabs={shown}
          onChange={(value) => setAddress(value === shown[0]?.value ? {} : { tab: value }, { replace: true })}
        >
          {contents}
        </Tabs>
      ) : (
        contents
      )}
    </Page>
  );
}
