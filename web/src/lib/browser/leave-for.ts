/**
 * Navigates to another address. Resolves when the page is restored from the back/forward cache by the browser's back
 * button, so that it does not stay busy.
 */
export function leaveFor(address: string): Promise<void> {
  return new Promise((resolve) => {
    const resumed = ({ persisted }: PageTransitionEvent) => {
      // `pageshow` also fires at the first load.
      if (!persisted) return;
      window.removeEventListener('pageshow', resumed);
      resolve();
    };
    window.addEventListener('pageshow', resumed);
    window.location.assign(address);
  });
}

/** Whether a browser can be sent there: a whole address of the web, not a script. */
export function isWebAddress(address: unknown): address is string {
  const url = typeof address === 'string' ? URL.parse(address) : null;
  return url !== null && /^https?:$/.test(url.protocol);
}
