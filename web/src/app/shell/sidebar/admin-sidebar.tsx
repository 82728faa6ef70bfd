/** The sections of the administration. Loaded when they are first needed: the chat has no room for them. */
import {
  ArrowLeft,
  BadgeDollarSign,
  Bell,
  Bot,
  Cable,
  ConciergeBell,
  Cpu,
  Database,
  Inbox,
  KeyRound,
  LayoutDashboard,
  Library,
  type LucideIcon,
  MessageSquareHeart,
  ScrollText,
  Settings,
  Users,
} from 'lucide-react';
import { Link, NavLink } from 'react-router';
import { HistorySearch } from '../../../features/chat/sidebar/history-search.tsx';
import { texts as chat } from '../../../features/chat/texts.ts';
import { isSuperadmin } from '../../../features/session/role.ts';
import { useMe } from '../../../features/session/use-me.tsx';
import { paths } from '../../../lib/paths.ts';
import { classes } from '../../../ui/classes.ts';
import type { SearchPlace } from '../../search-place.ts';
import { texts } from '../../texts.ts';
import { texts as admin } from '../../texts-admin.ts';

const entryLook = 'flex h-9 items-center gap-2.5 rounded-control px-2.5 text-control font-medium phone:h-11';
const entryIdle = 'text-ink-2 hover:text-ink';

const sections: { to: string; label: string; Icon: LucideIcon }[] = [
  { to: paths.admin, label: admin.dashboard, Icon: LayoutDashboard },
  { to: paths.adminUsers, label: admin.users, Icon: Users },
  { to: paths.adminAgents, label: admin.agents, Icon: Bot },
  { to: paths.adminDatabases, label: admin.databases, Icon: Library },
  { to: paths.adminDataSources, label: admin.dataSources, Icon: Database },
  { to: paths.adminModels, label: admin.models, Icon: Cpu },
  { to: paths.adminCounters, label: admin.counters, Icon: ConciergeBell },
  { to: paths.adminRequests, label: admin.requests, Icon: Inbox },
  { to: paths.adminSettings, label: admin.settings, Icon: Settings },
];

/** Before the settings: only superadmins decide what is sold. */
const plans = { to: paths.adminPlans, label: admin.plans, Icon: BadgeDollarSign };

/** After the sources that use them: only superadmins know their addresses. */
const connections = { to: paths.adminConnections, label: admin.connections, Icon: Cable };

/** After the settings: only superadmins decide how people enter. */
const access = { to: paths.adminAccess, label: admin.access, Icon: KeyRound };

/** After the access: only superadmins decide who hears of what. */
const alerts = { to: paths.adminAlerts, label: admin.alerts, Icon: Bell };

/** After the sections that change something. */
const feedback = { to: paths.adminFeedback, label: admin.feedback, Icon: MessageSquareHeart };

/** After the others: only superadmins read who changed what. */
const audit = { to: paths.adminAudit, label: admin.audit, Icon: ScrollText };

export function AdminSidebar({ search }: { search: SearchPlace }) {
  return search.wanted ? <SearchInAdmin search={search} /> : <Sections />;
}

/** Replaces the sections until Esc, or until a conversation is opened. */
function SearchInAdmin({ search }: { search: SearchPlace }) {
  return (
    <div className="flex h-full min-h-0 flex-col gap-3">
      <HistorySearch box={search.box} onLeave={search.leave} hinted={false}>
        <p className="flex-1 px-2.5 text-small text-ink-3">{chat.searchLine}</p>
      </HistorySearch>
      <button type="button" onClick={search.leave} className={classes(entryLook, entryIdle)}>
        <ArrowLeft /> {chat.closeSearch}
      </button>
    </div>
  );
}

/** A section with those that superadmins alone have beside it. */
function withOwn(section: (typeof sections)[number]) {
  if (section.to === paths.adminSettings) return [plans, section, access, alerts];
  return section.to === paths.adminDataSources ? [section, connections] : [section];
}

function Sections() {
  const isSuper = isSuperadmin(useMe());
  const own = sections.flatMap((one) => (isSuper ? withOwn(one) : [one]));
  const shown = [...own, feedback, ...(isSuper ? [audit] : [])];
  return (
    <div className="flex h-full min-h-0 flex-col gap-3.5">
      <nav aria-label={admin.navigation} className="grid gap-0.5 overflow-y-auto">
        {shown.map(({ to, label, Icon }) => (
          <NavLink
            key={to}
            to={to}
            end={to === paths.admin}
            className={({ isActive }) =>
              classes(entryLook, isActive ? 'bg-surface text-ink shadow-1' : entryIdle)
            }
          >
            <Icon /> {label}
          </NavLink>
        ))}
      </nav>
      <Link to={paths.chat} className={classes(entryLook, entryIdle, 'mt-auto')}>
        <ArrowLeft /> {texts.toChat}
      </Link>
    </div>
  );
}
