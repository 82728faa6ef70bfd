/** Asks, joins and stops answers. The hub reads them; the cache keeps them once they are finished. */
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { type ChatRecord, chatApi } from '#contract/chat.ts';
import type { RefusedFilter } from '#contract/filters.ts';
import { call } from '../../../api/client.ts';
import { ApiFailure, isOutage } from '../../../api/failure.ts';
import { newKey } from '../../../api/request.ts';
import { openStream } from '../../../api/stream.ts';
import { hasTokens, subscribeTokens } from '../../../api/tokens.ts';
import { sameFilters } from './filter-parts.ts';
import { onWake } from './on-resume.ts';
import { tellOtherTabs } from './other-tabs.ts';
import { keepRecord, knownRecords, refreshNewest, sessionQuery, sessionsKey } from './queries.ts';
import { type Answer, createStreamHub, type Stream } from './stream-hub.ts';

const hub = createStreamHub();

onWake(() => hub.wake());

// Answers belong to the one who is signed in.
subscribeTokens(() => {
  if (!hasTokens()) hub.forgetAll();
});

export type Question = {
  question: string;
  /** Filters to leave out. */
  without?: RefusedFilter[];
  /** The one that opens a conversation. */
  initial?: boolean;
  /** The server has heard it. */
  onAccepted?: () => void;
};

/** `onSettled` is called at the end of every answer, also when the screen is long gone. */
export function useAnswer(sessionId: string, onSettled: (() => void) | undefined) {
  const client = useQueryClient();
  const live = useSyncExternalStore(
    useCallback((changed) => hub.subscribe(sessionId, changed), [sessionId]),
    () => hub.current(sessionId),
  );
  return {
    live,
    ask: useCallback(
      (question: Question) => ask({ client, sessionId, onSettled }, question),
      [client, sessionId, onSettled],
    ),
    /** Reads along with an answer that was found running. */
    join: useCallback(
      (record: ChatRecord) => join({ client, sessionId, onSettled }, record),
      [client, sessionId, onSettled],
    ),
    /** The same, for the newest record that is known, if it is being answered. */
    joinNewest: useCallback(() => {
      const last = knownRecords(client, sessionId).at(-1);
      if (last?.status === 'streaming') join({ client, sessionId, onSettled }, last);
    }, [client, sessionId, onSettled]),
    /** Settles once the server has agreed; the stream itself brings the end. */
    stop: useCallback(() => call(chatApi.stop, { params: { id: sessionId } }), [sessionId]),
  };
}

type Place = { client: QueryClient; sessionId: string; onSettled: (() => void) | undefined };

/** False when nothing was sent, because an answer of this conversation is being read. */
function ask(place: Place, { question, without = [], initial = false, onAccepted }: Question): boolean {
  const { client, sessionId } = place;
  const last = knownRecords(client, sessionId).at(-1);
  // It is still being answered; only the connection to it was lost.
  if (last?.status === 'streaming' && last.question === question && sameFilters(last.without, without))
    return join(place, last);

  const idempotencyKey = keyFor(hub.current(sessionId), question, without);
  return hub.start(
    sessionId,
    {
      question,
      without,
      initial,
      asked_at: new Date().toISOString(),
      after_id: last?.id ?? 0,
      idempotency_key: idempotencyKey,
    },
    {
      ...joining(place),
      open: (signal) =>
        openStream(
          chatApi.ask,
          { params: { id: sessionId }, body: without.length > 0 ? { question, without } : { question } },
          { signal, idempotencyKey },
        ),
      opened: () => {
        onAccepted?.();
        tellOtherTabs(sessionId);
        // The first question gives the conversation its title.
        if (last) return;
        void client.invalidateQueries({ queryKey: sessionsKey });
        void client.invalidateQueries({ queryKey: sessionQuery(sessionId).queryKey });
      },
    },
  );
}

function join(place: Place, record: ChatRecord): boolean {
  const seq = record.seq ?? 0;
  const stream = joining(place);
  return hub.start(
    place.sessionId,
    {
      question: record.question,
      without: record.without,
      initial: false,
      asked_at: record.created_at,
      after_id: record.id - 1,
      idempotency_key: '',
      message_id: record.id,
      known: { text: record.answer, seq },
    },
    { ...stream, open: (signal) => stream.join(seq, signal) },
  );
}

/** Leaves a deleted conversation. */
export function forgetAnswer(sessionId: string) {
  hub.forget(sessionId);
}

function joining({ client, sessionId, onSettled }: Place): Omit<Stream, 'open'> {
  return {
    join: (after, signal) =>
      openStream(chatApi.join, { params: { id: sessionId }, query: { after } }, { signal }),
    mayRecover: isOutage,
    settled: (answer) => {
      settle(client, sessionId, answer);
      onSettled?.();
    },
  };
}

/** A question that perhaps arrived is repeated as the same one: the server then joins the two. */
function keyFor(previous: Answer | undefined, question: string, without: RefusedFilter[]): string {
  const { failure, asked } = previous ?? {};
  const isSame = asked?.question === question && sameFilters(asked.without, without);
  const isUnsure = failure?.kind === 'refused' && isNetwork(failure.cause);
  return isSame && isUnsure ? asked.idempotency_key : newKey();
}

const isNetwork = (cause: unknown) => cause instanceof ApiFailure && cause.kind === 'network';

function settle(client: QueryClient, sessionId: string, answer: Answer) {
  const { failure, message_id, asked } = answer;
  tellOtherTabs(sessionId);
  if (message_id === undefined || failure || answer.partial) {
    // The server knows more than was read here: the id, the end, or that it never heard of it.
    refreshNewest(client, sessionId).catch(() => undefined);
    return;
  }
  keepRecord(client, sessionId, {
    id: message_id,
    question: asked.question,
    answer: answer.text,
    created_at: asked.asked_at,
    status: answer.status,
    sources: answer.sources,
    filters: answer.filters,
    without: asked.without ?? [],
    feedback: null,
    local: answer.local,
  });
}
