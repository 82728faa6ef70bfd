/** The frame of every screen behind the sign-in: header above, sidebar at the left, the screen in the rest. */
import { Suspense, useEffect, useId, useRef } from 'react';
import { Outlet, useLocation } from 'react-router';
import { classes } from '../../ui/classes.ts';
import { Boundary } from '../boundary.tsx';
import { texts } from '../texts.ts';
import { Waiting } from '../waiting.tsx';
import { Header } from './header.tsx';
import { Sidebar } from './sidebar.tsx';
import { SidebarDrawer } from './sidebar-drawer.tsx';
import { useSidebar } from './use-sidebar.ts';

export function Layout() {
  const { mobile, open, set } = useSidebar();
  const { pathname } = useLocation();
  const sidebarId = useId();
  const mainId = useId();
  const shown = useRef(pathname);

  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    // A drawer lies over the screen that was just chosen in it.
    if (mobile && open) set(false);
  }, [pathname, mobile, open, set]);

  const beside = open && !mobile;
  return (
    <div
      className={classes(
        'grid h-dvh grid-rows-[56px_minmax(0,1fr)]',
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
      {mobile && <SidebarDrawer id={sidebarId} open={open} onClose={() => set(false)} />}
      {beside && (
        <aside
          id={sidebarId}
          aria-label={texts.sidebar}
          className="min-h-0 border-r border-line bg-sunken px-3 pt-[3px] pb-3.5"
        >
          <Sidebar />
        </aside>
      )}
      <main id={mainId} tabIndex={-1} className="min-h-0 min-w-0 outline-none">
        <Boundary place={pathname}>
          <Suspense fallback={<Waiting />}>
            <Outlet />
          </Suspense>
        </Boundary>
      </main>
    </div>
  );
}
