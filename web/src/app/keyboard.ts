/** `Ctrl/⌘ K` behind the sign-in: into the search through one's conversations. A new chat has its own use for it. */
import { useEffect, useEffectEvent } from 'react';
import { useLocation } from 'react-router';
import { paths } from '../lib/paths.ts';

type SearchKey = {
  /** Of the sidebar: as a drawer it is a dialog that the key may be used in. */
  sidebarId: string;
  drawerOpen: boolean;
  /** Undefined where there is nothing to search. */
  onPress: (() => void) | undefined;
};

export function useSearchKey({ sidebarId, drawerOpen, onPress }: SearchKey): void {
  const { pathname } = useLocation();
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (!isSearchKey(event)) return;
    const covered = isCovered(sidebarId);
    // There the key opens the chooser, which the screen does by itself.
    if (pathname === paths.chat && !drawerOpen && !covered) return;
    // Browsers would go to the address bar.
    event.preventDefault();
    event.stopPropagation();
    if (!covered) onPress?.();
  });
  useEffect(() => {
    const hear = (event: KeyboardEvent) => pressed(event);
    // Before any screen hears it: below an open dialog the key does nothing.
    window.addEventListener('keydown', hear, true);
    return () => window.removeEventListener('keydown', hear, true);
  }, []);
}

function isSearchKey(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, shiftKey, altKey, isComposing } = event;
  return key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !shiftKey && !altKey && !isComposing;
}

/** Whether a dialog other than the sidebar's drawer lies over the page. Panels beside the page cover nothing. */
function isCovered(sidebarId: string): boolean {
  const dialogs = [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')];
  // An open dialog hides the page from screen readers; a panel does not.
  const modal = document.querySelector('#root[aria-hidden]') !== null;
  return modal && dialogs.some(({ id }) => id !== sidebarId);
}
