import { useCallback, useState } from 'react';
import { readStored, store } from '../../lib/browser/storage.ts';
import { useMobile } from '../../lib/use-mobile.ts';

/** The sidebar's state; crossing 768 px restores the saved one, or the default of the new width. */
export function useSidebar() {
  const mobile = useMobile();
  const [open, setOpen] = useState(() => isSidebarOpen(readStored('sidebarState'), mobile));
  const [width, setWidth] = useState(mobile);
  if (width !== mobile) {
    setWidth(mobile);
    setOpen(isSidebarOpen(readStored('sidebarState'), mobile));
  }
  const set = useCallback((next: boolean) => {
    store('sidebarState', String(next));
    setOpen(next);
  }, []);
  return { mobile, open, set };
}

/** Whether the sidebar is open: what was saved, else open on a wide window and closed on a phone. */
export function isSidebarOpen(saved: string | null, mobile: boolean): boolean {
  return saved === null ? !mobile : saved === 'true';
}
