/** Tells when a page that slept, lay in the background or lost its network can hear again. */

/** A shorter look away leaves connections as they are. */
export const AWAY_MS = 5_000;

/** Returns the farewell. */
export function onWake(callback: () => void): () => void {
  let hiddenAt = document.visibilityState === 'hidden' ? Date.now() : undefined;
  const look = () => {
    if (document.visibilityState === 'hidden') {
      hiddenAt ??= Date.now();
      return;
    }
    // By the clock on the wall: the other one stands still while the machine sleeps.
    const away = hiddenAt === undefined ? 0 : Date.now() - hiddenAt;
    hiddenAt = undefined;
    if (away >= AWAY_MS) callback();
  };
  const shown = (event: PageTransitionEvent) => {
    if (event.persisted) callback();
  };
  document.addEventListener('visibilitychange', look);
  // A tab that the browser had frozen.
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
