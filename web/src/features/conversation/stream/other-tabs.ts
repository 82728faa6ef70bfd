/** Tells the other tabs of this browser that a conversation has moved on; only its id is said. */

const NAME = 'prosa.conversation';

// Absent in some embedded browsers: there each tab learns of it when it is looked at again.
const channel = typeof BroadcastChannel === 'function' ? new BroadcastChannel(NAME) : undefined;

export function tellOtherTabs(sessionId: string): void {
  channel?.postMessage(sessionId);
}

/** Returns the farewell. */
export function onToldByOtherTab(sessionId: string, callback: () => void): () => void {
  const hear = ({ data }: MessageEvent<unknown>) => {
    if (data === sessionId) callback();
  };
  channel?.addEventListener('message', hear);
  return () => channel?.removeEventListener('message', hear);
}
