/** Notifies the other tabs of this browser that a conversation has changed; only its id is sent. */

const NAME = 'prosa.conversation';

// Absent in some embedded browsers, where a tab refreshes when it becomes visible.
const channel = typeof BroadcastChannel === 'function' ? new BroadcastChannel(NAME) : undefined;

export function notifyOtherTabs(sessionId: string): void {
  channel?.postMessage(sessionId);
}

/** Returns the unsubscribe function. */
export function onConversationChanged(sessionId: string, callback: () => void): () => void {
  const onMessage = ({ data }: MessageEvent<unknown>) => {
    if (data === sessionId) callback();
  };
  channel?.addEventListener('message', onMessage);
  return () => channel?.removeEventListener('message', onMessage);
}
