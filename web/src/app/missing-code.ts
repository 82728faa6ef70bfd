/**
 * A page that was open during a release imports chunks that no longer exist. One reload brings the new release; a
 * timestamp in the history entry survives that reload and prevents a second one.
 */
const AGAIN_AFTER_MS = 60_000;
const LOOK_AGAIN_MS = 3_000;
const SIGNS = [
  'dynamically imported module', // Chromium, Firefox
  'Importing a module script failed', // Safari
  'Unable to preload CSS',
];

export function isMissingCode(cause: unknown): boolean {
  return cause instanceof Error && SIGNS.some((sign) => cause.message.includes(sign));
}

/** Not when this page was reloaded for the same reason a moment ago. */
export function mayReload(now = Date.now()): boolean {
  const state: { reloadedAt?: number } | null = history.state;
  return now - (state?.reloadedAt ?? 0) > AGAIN_AFTER_MS;
}

export function reload(now = Date.now()): void {
  history.replaceState({ ...history.state, reloadedAt: now }, '');
  window.location.reload();
}

/**
 * Reloads once the server answers: a reload without it ends on a page of the browser, from which nothing comes back.
 * Calls `onAway` while it does not. The returned function gives up.
 */
export function reloadWhenThere(onAway: () => void): () => void {
  let isOver = false;
  const look = async () => {
    const reply = await fetch('/', { method: 'HEAD', cache: 'no-store' }).catch(() => null);
    if (isOver) return;
    if (reply?.ok) return reload();
    onAway();
    setTimeout(() => void look(), LOOK_AGAIN_MS);
  };
  void look();
  return () => {
    isOver = true;
  };
}
