/** The rating of an answer: optimistic, sent in order, reverted when the server refuses. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { chatApi } from '#contract/chat.ts';
import type { Feedback, FeedbackValue } from '#contract/chat-record.ts';
import { call } from '../../../api/client.ts';
import { changeRecord } from '../stream/queries.ts';

export type Rated = { sessionId: string; messageId: number };
export type Rating = ReturnType<typeof useRating>;

export function useRating({ sessionId, messageId }: Rated, feedback: Feedback | null) {
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const confirmed = useRef(feedback);
  const keep = (next: Feedback | null) => changeRecord(client, sessionId, messageId, { feedback: next });

  const mutationKey = ['feedback', messageId];
  const saying = useMutation({
    mutationKey,
    // Serialised: the last rating must arrive last.
    scope: { id: `feedback-${messageId}` },
    mutationFn: (next: Feedback | null) =>
      call(chatApi.feedback, {
        params: { id: messageId },
        body: next ? { value: next.value, reason: next.reason ?? '' } : { value: null },
      }),
    onMutate: keep,
    onSuccess: (_, next) => {
      confirmed.current = next;
    },
    onError: () => {
      // A later rating that is still being sent decides what is shown.
      if (client.isMutating({ mutationKey }) <= 1) keep(confirmed.current);
    },
  });

  return {
    feedback,
    isOpen,
    error: saying.error,
    /** Pressing the chosen thumb again withdraws the rating. */
    press: (value: FeedbackValue) => {
      const isTakenBack = feedback?.value === value;
      setOpen(!isTakenBack);
      saying.mutate(isTakenBack ? null : { value, reason: null });
    },
    explain: (reason: string) => {
      setOpen(false);
      if (feedback && reason !== (feedback.reason ?? ''))
        saying.mutate({ value: feedback.value, reason: reason || null });
    },
    open: () => setOpen(true),
    close: () => setOpen(false),
  };
}
