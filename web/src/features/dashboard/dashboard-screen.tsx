import { Bot, Database, Library, type LucideIcon, MessageSquareHeart, Settings, Users } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { TimeRange } from '#contract/stats.ts';
import { paths } from '../../lib/paths.ts';
import { choicesOf } from '../../lib/text/choices.ts';
import { useTitle } from '../../lib/title.ts';
import { buttonLook } from '../../ui/controls/button.tsx';
import { Segmented } from '../../ui/controls/segmented.tsx';
import { Card } from '../../ui/display/card.tsx';
import { HeaderTitle } from '../../ui/page/header-slot.tsx';
import { Page } from '../../ui/page/page.tsx';
import { OpenQuestions } from '../open-questions/open-questions.tsx';
import { SetupRoom } from '../setup/setup-room.tsx';
import { CostCard } from './cost-card.tsx';
import { Figures } from './figures.tsx';
import { texts } from './texts.ts';
import { TokenShares } from './token-shares.tsx';

const actions: { to: string; label: string; Icon: LucideIcon }[] = [
  { to: paths.adminUsers, label: texts.users, Icon: Users },
  { to: paths.adminAgents, label: texts.agents, Icon: Bot },
  { to: paths.adminDatabases, label: texts.databases, Icon: Library },
  { to: paths.adminDataSources, label: texts.dataSources, Icon: Database },
  { to: paths.adminSettings, label: texts.settings, Icon: Settings },
  { to: paths.adminFeedback, label: texts.feedback, Icon: MessageSquareHeart },
];

export function DashboardScreen() {
  useTitle(texts.tab);
  const [range, setRange] = useState<TimeRange>('week');
  return (
    <Page
      title={texts.headings[range]}
      aside={
        <Segmented label={texts.range} value={range} options={choicesOf(texts.ranges)} onChange={setRange} />
      }
    >
      <HeaderTitle>{texts.tab}</HeaderTitle>
      <SetupRoom>
        <Figures range={range} />
        <CostCard range={range} />
        <Card title={texts.actions}>
          <div className="flex flex-wrap gap-2">
            {actions.map(({ to, label, Icon }) => (
              <Link key={to} to={to} className={buttonLook()}>
                <Icon /> {label}
              </Link>
            ))}
          </div>
        </Card>
        <TokenShares range={range} />
        <OpenQuestions range={range} />
      </SetupRoom>
    </Page>
  );
}
