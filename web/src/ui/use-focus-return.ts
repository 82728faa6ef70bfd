import { useRef } from 'react';

/**
 * Puts the focus back where it was before a dialog opened. The library does so only for dialogs that
 * know their trigger; ours are opened by state.
 */
export function useFocusReturn() {
  const opener = useRef<Element | null>(null);
  return {
    remember: () => {
      opener.current = document.activeElement;
    },
    giveBack: (event: Event) => {
      event.preventDefault();
      if (opener.current instanceof HTMLElement) opener.current.focus();
    },
  };
}
