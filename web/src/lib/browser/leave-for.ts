/**
 * Leaves this page for another address. Done when the person is back by the browser's own back button: the page
 * then comes out of the browser's memory as it was left, and may not go on waiting.
 */
export function leaveFor(address: string): Promise<void> {
  return new Promise((resolve) => {
    const resumed = ({ persisted }: PageTransitionEvent) => {
      // The page's own first showing is no return.
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
