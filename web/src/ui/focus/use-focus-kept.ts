import { type RefObject, useEffect } from 'react';
import { type FocusPlace, focusAt, focusPlaceOf } from './focus-place.ts';

/** Below `root` the focus does not fall into the void when what has it is taken away. */
export function useFocusKept(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const within = root.current;
    if (!within) return;
    let place: FocusPlace | null = null;
    const remember = ({ target }: FocusEvent) => {
      place = target instanceof Element ? focusPlaceOf(target) : null;
    };
    const forget = ({ target }: FocusEvent) => {
      // An element that is being removed is still in the document at this moment; one that lost the focus to a click stays there.
      queueMicrotask(() => {
        if (place?.element === target && place?.element.isConnected) place = null;
      });
    };
    const changes = new MutationObserver(() => {
      // In a dialog the library may already have given it to the whole of it.
      if (!place || place.element.isConnected || !document.activeElement?.contains(within)) return;
      const lost = place;
      place = null;
      focusAt(lost);
    });
    within.addEventListener('focusin', remember);
    within.addEventListener('focusout', forget);
    changes.observe(within, { childList: true, subtree: true });
    return () => {
      within.removeEventListener('focusin', remember);
      within.removeEventListener('focusout', forget);
      changes.disconnect();
    };
  }, [root]);
}
