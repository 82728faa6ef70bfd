/** `Ctrl/⌘ K` focuses the search through one's conversations, wherever one is. */
import { useEffect, useEffectEvent } from 'react';

type SearchKey = {
  /** Id of the sidebar: as a drawer it is a dialog in which the shortcut still works. */
  sidebarId: string;
  /** Undefined where there is nothing to search. */
  onPress: (() => void) | undefined;
};

export function useSearchKey({ sidebarId, onPress }: SearchKey): void {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (!isSearchKey(event)) return;
    const covered = isCovered(sidebarId);
    // The browser's default focuses the address bar.
    event.preventDefault();
    event.stopPropagation();
    if (!covered) onPress?.();
  });
  useEffect(() => {
    const hear = (event: KeyboardEvent) => pressed(event);
    // In the capture phase, before any screen: under an open dialog the shortcut does nothing.
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
