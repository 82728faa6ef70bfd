/** The frame of every screen behind the sign-in: header above, sidebar at the left, the screen in the rest. */

import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useCallback, useEffect, useId, useRef } from 'react';
import { Outlet, useLocation } from 'react-router';
import { LatestAgents } from '../../features/agent-chooser/recent-agents.tsx';
import { lastAgents } from '../../features/chat/queries.ts';
import { isHeldUp } from '../../features/session/held-up.ts';
import { useMe } from '../../features/session/use-me.tsx';
import { fetchedDialog } from '../../lib/fetched.tsx';
import { classes } from '../../ui/classes.ts';
import { useFocusKept } from '../../ui/focus/use-focus-kept.ts';
import { Boundary } from '../boundary.tsx';
import { useSearchKey } from '../keyboard.ts';
import { LoadingScreen } from '../loading-screen.tsx';
import { useSearchPlace } from '../search-place.ts';
import { texts } from '../texts.ts';
import { AccountBanners } from './banners/account-banners.tsx';
import { deletionBanner, useBannersKnown } from './banners/use-banners-known.ts';
import { Header } from './header.tsx';
import { Sidebar } from './sidebar/sidebar.tsx';
import { useSidebar } from './use-sidebar.ts';

const SidebarDrawer = fetchedDialog(async () => (await import('./sidebar/sidebar-drawer.tsx')).SidebarDrawer);

export function Layout() {
  const { mobile, open, set } = useSidebar();
  const { pathname } = useLocation();
  const sidebarId = useId();
  const mainId = useId();
  const shown = useRef(pathname);
  const page = useRef<HTMLDivElement>(null);
  const search = useSearchPlace({ pathname, openSidebar: () => !open && set(true) });
  // Until a temporary password is replaced there is no conversation to search.
  const searchable = !isHeldUp(useMe());
  useFocusKept(page);
  useSearchKey({ sidebarId, onPress: searchable ? search.enter : undefined });

  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    // A drawer lies over the screen that was just chosen in it.
    if (mobile && open) set(false);
  }, [pathname, mobile, open, set]);

  const beside = open && !mobile;
  return (
    <div
      ref={page}
      className={classes(
        // Visually hidden text lies beyond the edge and must not make the window scroll.
        'relative grid h-dvh grid-rows-[56px_minmax(0,1fr)] overflow-clip',
        beside ? 'grid-cols-[268px_minmax(0,1fr)]' : 'grid-cols-[minmax(0,1fr)]',
      )}
    >
      <a
        href={`#${mainId}`}
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-control focus:bg-surface focus:px-4 focus:py-2.5 focus:shadow-2"
      >
        {texts.skip}
      </a>
      <Header open={open} mobile={mobile} sidebarId={sidebarId} onToggle={() => set(!open)} />
      {mobile && (
        <SidebarDrawer id={sidebarId} open={open} onClose={() => set(false)}>
          <Sidebar search={search.place} />
        </SidebarDrawer>
      )}
      {beside && (
        <aside
          id={sidebarId}
          aria-label={texts.sidebar}
          className="min-h-0 border-r border-line bg-sunken px-3 pt-[3px] pb-3.5"
        >
          <Sidebar search={search.place} />
        </aside>
      )}
      <Main id={mainId} />
    </div>
  );
}

/** The screen, below the banners of the account. */
function Main({ id }: { id: string }) {
  const { pathname } = useLocation();
  const client = useQueryClient();
  const latestAgents = useCallback(() => lastAgents(client), [client]);
  const user = useMe();
  const { deletion_due } = user;
  const bannersKnown = useBannersKnown();
  return (
    <main
      id={id}
      tabIndex={-1}
      className="grid min-h-0 min-w-0 grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)] outline-none"
    >
      {/* An empty row where there is nothing to tell. */}
      <div>
        {deletion_due && !isHeldUp(user) && (
          <Suspense fallback={null}>
            <deletionBanner.Component due={deletion_due} />
          </Suspense>
        )}
        <AccountBanners mainId={id} areKnown={bannersKnown} />
      </div>
      <div className={classes('min-h-0 min-w-0', !bannersKnown && 'opacity-0')}>
        <LatestAgents value={latestAgents}>
          <Boundary place={pathname}>
            <Suspense fallback={<LoadingScreen />}>
              <Outlet />
            </Suspense>
          </Boundary>
        </LatestAgents>
      </div>
    </main>
  );
}
