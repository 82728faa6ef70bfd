/** Keeps an open conversation at what the server knows: when it is entered again, woken, or moved on elsewhere. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { onWake } from './on-resume.ts';
import { onToldByOtherTab } from './other-tabs.ts';
import { forgetEarlier, knownRecords, refreshNewest } from './queries.ts';

/** `onNews` is called when there may be some. While an answer is read here, its stream brings them. */
export function useNews(sessionId: string, isReading: boolean, onNews: () => void) {
  const client = useQueryClient();
  const told = useEffectEvent(onNews);
  const refresh = useEffectEvent(() => {
    // Out of reach: what is known stays, and the next occasion asks again.
    if (!isReading) refreshNewest(client, sessionId).then(told, () => undefined);
  });

  useEffect(() => {
    if (knownRecords(client, sessionId).length > 0) refresh();
    const leaveWake = onWake(() => refresh());
    const leaveTabs = onToldByOtherTab(sessionId, () => refresh());
    return () => {
      leaveWake();
      leaveTabs();
      forgetEarlier(client, sessionId);
    };
  }, [client, sessionId]);
}
