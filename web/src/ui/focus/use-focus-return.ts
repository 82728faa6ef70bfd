import { useRef } from 'react';
import { type FocusPlace, focusAt, focusPlaceOf } from './focus-place.ts';

/**
 * Puts the focus back where it was before a dialog opened. The library does so only for dialogs that
 * know their trigger; ours are opened by state.
 */
export function useFocusReturn() {
  const opener = useRef<FocusPlace | null>(null);
  return {
    remember: () => {
      opener.current = document.activeElement && focusPlaceOf(document.activeElement);
    },
    giveBack: (event: Event) => {
      event.preventDefault();
      // Somebody else may have put it where it belongs now.
      if (opener.current && document.activeElement === document.body) focusAt(opener.current);
    },
  };
}
