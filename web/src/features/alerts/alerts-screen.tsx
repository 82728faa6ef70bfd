/** Alerts of the installation: rules, what happened, the webhooks that receive it, and banners; for superadmins. */
import { useQuery } from '@tanstack/react-query';
import { LoadFailure } from '../../api/load-failure.tsx';
import { formatDateTime } from '../../lib/format.ts';
import { useTitle } from '../../lib/title.ts';
import { Badge } from '../../ui/display/badge.tsx';
import { Card } from '../../ui/display/card.tsx';
import { HeaderTitle } from '../../ui/page/header-slot.tsx';
import { Page } from '../../ui/page/page.tsx';
import { TabPanel, Tabs } from '../../ui/page/tabs.tsx';
import { useTabInAddress } from '../admin/detail-screen.tsx';
import { BannersCard } from './banners-card.tsx';
import { RowsSkeleton } from './edited-list.tsx';
import { alertEvents } from './queries.ts';
import { RulesCard } from './rules-card.tsx';
import { texts } from './texts.ts';
import { WebhooksCard } from './webhooks-card.tsx';

const tabNames = ['rules', 'events', 'webhooks', 'banners'] as const;

export function AlertsScreen() {
  useTitle(texts.tab);
  const [tab, setTab] = useTabInAddress(tabNames);
  return (
    <Page title={texts.tab} line={texts.line}>
      <HeaderTitle>{texts.tab}</HeaderTitle>
      <Tabs
        label={texts.tab}
        value={tab}
        onChange={setTab}
        tabs={tabNames.map((name) => ({ value: name, label: texts.tabs[name] }))}
      >
        <TabPanel value="rules">
          <RulesCard />
        </TabPanel>
        <TabPanel value="events">
          <EventsCard />
        </TabPanel>
        <TabPanel value="webhooks">
          <WebhooksCard />
        </TabPanel>
        <TabPanel value="banners">
          <BannersCard />
        </TabPanel>
      </Tabs>
    </Page>
  );
}

function EventsCard() {
  const events = useQuery({ ...alertEvents(), refetchOnMount: 'always' });
  return (
    <Card title={texts.events.title}>
      {events.isPending && <RowsSkeleton />}
      {events.isError && <LoadFailure query={events} text={texts.events.loadFailed} />}
      {events.data?.length === 0 && <p className="text-ink-2">{texts.events.none}</p>}
      {events.data && events.data.length > 0 && (
        <ul aria-label={texts.events.title} className="divide-y divide-line">
          {events.data.map((event) => (
            <li key={event.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
              <div className="min-w-0 flex-1 basis-64">
                <p className="font-medium wrap-anywhere">
                  {texts.kinds[event.kind]}
                  {event.subject.name && <span className="text-ink-2"> · {event.subject.name}</span>}
                </p>
                <p className="text-small text-ink-2 tabular-nums">
                  <time dateTime={event.opened_at}>{formatDateTime(event.opened_at)}</time>
                  {event.reminded_at && ` · ${texts.events.reminded}`}
                </p>
              </div>
              <Badge tone={event.resolved_at ? 'neutral' : 'warn'}>
                {event.resolved_at
                  ? texts.events.ended(formatDateTime(event.resolved_at))
                  : texts.events.open}
              </Badge>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
