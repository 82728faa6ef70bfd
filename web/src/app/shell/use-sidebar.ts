import { useCallback, useState } from 'react';
import { readStored, store } from '../../lib/storage.ts';
import { useMobile } from '../../lib/use-mobile.ts';
import { isSidebarOpen } from './sidebar-state.ts';

/** The sidebar's state; crossing 768 px brings back the saved one, or the default of the new width. */
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
