/** Reports that a page was resumed: after sleep, after the background, or when the network is back. */

/** Time in the background after which connections are not trusted any more. */
export const AWAY_MS = 5_000;

/** Returns the unsubscribe function. */
export function onResume(callback: () => void): () => void {
  let hiddenAt = document.visibilityState === 'hidden' ? Date.now() : undefined;
  const look = () => {
    if (document.visibilityState === 'hidden') {
      hiddenAt ??= Date.now();
      return;
    }
    // Wall clock: the monotonic clock stops while the machine sleeps.
    const away = hiddenAt === undefined ? 0 : Date.now() - hiddenAt;
    hiddenAt = undefined;
    if (away >= AWAY_MS) callback();
  };
  const shown = (event: PageTransitionEvent) => {
    if (event.persisted) callback();
  };
  document.addEventListener('visibilitychange', look);
  // Page Lifecycle event of a tab that was frozen.
  document.addEventListener('resume', callback);
  window.addEventListener('online', callback);
  window.addEventListener('pageshow', shown);
  return () => {
    document.removeEventListener('visibilitychange', look);
    document.removeEventListener('resume', callback);
    window.removeEventListener('online', callback);
    window.removeEventListener('pageshow', shown);
  };
}
