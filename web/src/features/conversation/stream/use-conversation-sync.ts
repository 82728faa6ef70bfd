/** Refreshes an open conversation when it is entered again, when the page resumes, and when another tab changed it. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { onResume } from './on-resume.ts';
import { onConversationChanged } from './other-tabs.ts';
import { keepNewestPage, knownRecords, refreshNewest } from './queries.ts';

/** `onSynced` follows each refresh. While an answer is streamed here, its stream brings what is new. */
export function useConversationSync(sessionId: string, isStreaming: boolean, onSynced: () => void) {
  const client = useQueryClient();
  const synced = useEffectEvent(onSynced);
  const refresh = useEffectEvent(() => {
    // On failure the known records stay; the next occasion asks again.
    if (!isStreaming) refreshNewest(client, sessionId).then(synced, () => undefined);
  });

  useEffect(() => {
    if (knownRecords(client, sessionId).length > 0) refresh();
    const stopResume = onResume(() => refresh());
    const stopTabs = onConversationChanged(sessionId, () => refresh());
    return () => {
      stopResume();
      stopTabs();
      keepNewestPage(client, sessionId);
    };
  }, [client, sessionId]);
}
