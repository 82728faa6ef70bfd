import { useSyncExternalStore } from 'react';
import { MOBILE_BREAKPOINT_PX } from '#contract/limits.ts';

const phone = () => matchMedia(`(max-width: ${MOBILE_BREAKPOINT_PX}px)`);

/** Whether the window is 768 px wide or narrower. */
export function useMobile(): boolean {
  return useSyncExternalStore(subscribe, isMobile);
}

/** The same question, asked once. */
export function isMobile(): boolean {
  return phone().matches;
}

function subscribe(listener: () => void): () => void {
  const query = phone();
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}
