/** A word to the other tabs of this browser. Nothing is kept: a tab that is opened later hears nothing. */
const CHANNEL = 'prosa-confirmed';

export function tellConfirmed(): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(true);
  channel.close();
}

/** Calls `onConfirmed` when another tab has confirmed the sign-in, until the returned function is called. */
export function whenConfirmed(onConfirmed: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = onConfirmed;
  return () => channel.close();
}
