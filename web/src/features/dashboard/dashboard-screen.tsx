import { useQuery } from '@tanstack/react-query';
import { Bot, Database, Library, type LucideIcon, Settings, Users } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { TimeRange } from '#contract/stats.ts';
import { messageOf } from '../../api/error-message.ts';
import { formatNumber } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useTitle } from '../../lib/title.ts';
import { Alert } from '../../ui/alert.tsx';
import { buttonLook } from '../../ui/button.tsx';
import { Card, cardLook } from '../../ui/card.tsx';
import { classes } from '../../ui/classes.ts';
import { HeaderTitle } from '../../ui/header-slot.tsx';
import { Page } from '../../ui/page.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { userStats } from './queries.ts';
import { texts } from './texts.ts';

const figures = ['new_users', 'new_questions', 'new_sessions'] as const;

const actions: { to: string; label: string; Icon: LucideIcon }[] = [
  { to: paths.adminUsers, label: texts.users, Icon: Users },
  { to: paths.adminAgents, label: texts.agents, Icon: Bot },
  { to: paths.adminDatabases, label: texts.databases, Icon: Library },
  { to: paths.adminDataSources, label: texts.dataSources, Icon: Database },
  { to: paths.adminSettings, label: texts.settings, Icon: Settings },
];

export function DashboardScreen() {
  useTitle(texts.tab);
  const [range, setRange] = useState<TimeRange>('week');
  return (
    <Page
      title={texts.headings[range]}
      aside={<Segmented label={texts.range} value={range} options={texts.ranges} onChange={setRange} />}
    >
      <HeaderTitle>{texts.tab}</HeaderTitle>
      <Figures range={range} />
      <Card title={texts.actions}>
        <div className="flex flex-wrap gap-2">
          {actions.map(({ to, label, Icon }) => (
            <Link key={to} to={to} className={buttonLook()}>
              <Icon /> {label}
            </Link>
          ))}
        </div>
      </Card>
    </Page>
  );
}

function Figures({ range }: { range: TimeRange }) {
  const stats = useQuery(userStats(range));
  if (stats.isError) {
    return (
      <Alert
        title={texts.failed}
        line={messageOf(stats.error, texts.context)}
        onRetry={() => void stats.refetch()}
        retrying={stats.isFetching}
      />
    );
  }
  return (
    <dl aria-busy={stats.isFetching} className="grid gap-4 sm:grid-cols-3">
      {figures.map((figure) => (
        <div key={figure} className={classes(cardLook, 'p-[18px]')}>
          <dt className="text-small text-ink-2">{texts.figures[figure]}</dt>
          <dd
            className={classes(
              'mt-3 h-10 font-serif text-[36px] leading-10 font-medium transition-opacity',
              stats.isPlaceholderData && 'opacity-50',
            )}
          >
            {stats.data ? formatNumber(stats.data[figure]) : <Skeleton className="h-9 w-24" />}
          </dd>
        </div>
      ))}
    </dl>
  );
}
