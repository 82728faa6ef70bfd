/** The sidebar: the conversations, or the sections of the administration. */
import {
  ArrowLeft,
  Bot,
  Cpu,
  Database,
  LayoutDashboard,
  Library,
  type LucideIcon,
  MessageSquareHeart,
  ScrollText,
  Settings,
  SquarePen,
  Users,
} from 'lucide-react';
import { Link, NavLink, useLocation } from 'react-router';
import { HistorySearch } from '../../features/chat/sidebar/history-search.tsx';
import { SessionList } from '../../features/chat/sidebar/session-list.tsx';
import { texts as chat } from '../../features/chat/texts.ts';
import { isSuperadmin } from '../../features/session/role.ts';
import { useMe } from '../../features/session/use-me.tsx';
import { formatCompact, formatNumber } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { classes } from '../../ui/classes.ts';
import { buttonLook } from '../../ui/controls/button.tsx';
import { cardLook } from '../../ui/display/card.tsx';
import { ProgressBar } from '../../ui/display/progress-bar.tsx';
import type { SearchPlace } from '../search-place.ts';
import { texts } from '../texts.ts';

const sections: { to: string; label: string; Icon: LucideIcon }[] = [
  { to: paths.admin, label: texts.admin.dashboard, Icon: LayoutDashboard },
  { to: paths.adminUsers, label: texts.admin.users, Icon: Users },
  { to: paths.adminAgents, label: texts.admin.agents, Icon: Bot },
  { to: paths.adminDatabases, label: texts.admin.databases, Icon: Library },
  { to: paths.adminDataSources, label: texts.admin.dataSources, Icon: Database },
  { to: paths.adminModels, label: texts.admin.models, Icon: Cpu },
  { to: paths.adminSettings, label: texts.admin.settings, Icon: Settings },
];

/** After the sections that change something. */
const feedback = { to: paths.adminFeedback, label: texts.admin.feedback, Icon: MessageSquareHeart };

/** After the others: only superadmins read who changed what. */
const audit = { to: paths.adminAudit, label: texts.admin.audit, Icon: ScrollText };

type SidebarProps = { search: SearchPlace };

export function Sidebar({ search }: SidebarProps) {
  const { pathname } = useLocation();
  const inAdmin = pathname === paths.admin || pathname.startsWith(`${paths.admin}/`);
  if (!inAdmin) return <ChatSidebar search={search} />;
  return search.wanted ? <SearchInAdmin search={search} /> : <AdminSidebar />;
}

function ChatSidebar({ search }: SidebarProps) {
  // Until a temporary password is replaced, the server opens no conversation.
  const open = !useMe().must_change_password;
  return (
    <div className="flex h-full min-h-0 flex-col gap-3">
      {open && <NewChatLink />}
      <div className="flex min-h-0 flex-1 flex-col">
        {open && <SessionList searchBox={search.box} onLeaveSearch={search.leave} />}
      </div>
      <TokenCard />
    </div>
  );
}

/** Replaces the sections until Esc, or until a conversation is opened. */
function SearchInAdmin({ search }: SidebarProps) {
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

function NewChatLink() {
  return (
    <Link to={paths.chat} className={classes(buttonLook(), 'justify-start')}>
      <SquarePen /> {texts.newChat}
    </Link>
  );
}

const entryLook = 'flex h-9 items-center gap-2.5 rounded-control px-2.5 text-control font-medium phone:h-11';
const entryIdle = 'text-ink-2 hover:text-ink';

function AdminSidebar() {
  const shown = [...sections, feedback, ...(isSuperadmin(useMe()) ? [audit] : [])];
  return (
    <div className="flex h-full min-h-0 flex-col gap-3.5">
      <nav aria-label={texts.admin.navigation} className="grid gap-0.5 overflow-y-auto">
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

/** How much of the month's tokens is used. */
function TokenCard() {
  const { token_used, token_limit } = useMe();
  return (
    <div className={classes(cardLook, 'grid gap-2 px-3 pt-3 pb-2.5')}>
      <p className="flex flex-wrap justify-between gap-x-2 text-small">
        <span className="text-ink-2">{texts.tokens}</span>
        <span className="font-semibold tabular-nums">
          {formatNumber(token_used)}{' '}
          <span className="font-normal text-ink-3">/ {formatCompact(token_limit)}</span>
        </span>
      </p>
      <ProgressBar
        label={texts.tokens}
        value={token_used}
        max={token_limit}
        valueText={texts.tokensOf(formatNumber(token_used), formatNumber(token_limit))}
      />
    </div>
  );
}
