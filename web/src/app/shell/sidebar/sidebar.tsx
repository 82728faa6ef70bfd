/** The sidebar: the conversations, or the sections of the administration. */

import { SquarePen } from 'lucide-react';
import { Suspense } from 'react';
import { Link, useLocation } from 'react-router';
import { SessionList } from '../../../features/chat/sidebar/session-list.tsx';
import { isHeldUp } from '../../../features/session/held-up.ts';
import { useMe } from '../../../features/session/use-me.tsx';
import { fetched } from '../../../lib/fetched.tsx';
import { formatCompact, formatNumber } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { classes } from '../../../ui/classes.ts';
import { buttonLook } from '../../../ui/controls/button.tsx';
import { cardLook } from '../../../ui/display/card.tsx';
import { ProgressBar } from '../../../ui/display/progress-bar.tsx';
import type { SearchPlace } from '../../search-place.ts';
import { texts } from '../../texts.ts';

const admin = fetched(async () => (await import('./admin-sidebar.tsx')).AdminSidebar);
const isInAdmin = (pathname: string) => pathname === paths.admin || pathname.startsWith(`${paths.admin}/`);
// Beside the screen and not after it.
if (isInAdmin(window.location.pathname)) void admin.fetch();

type SidebarProps = { search: SearchPlace };

export function Sidebar({ search }: SidebarProps) {
  const { pathname } = useLocation();
  if (!isInAdmin(pathname)) return <ChatSidebar search={search} />;
  return (
    <Suspense>
      <admin.Component search={search} />
    </Suspense>
  );
}

function ChatSidebar({ search }: SidebarProps) {
  // Until a temporary password is replaced, the server opens no conversation.
  const open = !isHeldUp(useMe());
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

function NewChatLink() {
  return (
    <Link to={paths.chat} className={classes(buttonLook(), 'justify-start')}>
      <SquarePen /> {texts.newChat}
    </Link>
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
