/** Asks, joins and stops answers. The hub streams them; the query cache holds them once they are finished. */
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
import { onResume } from './on-resume.ts';
import { notifyOtherTabs } from './other-tabs.ts';
import { keepRecord, knownRecords, refreshNewest, sessionQuery, sessionsKey } from './queries.ts';
import { type Answer, createStreamHub, type Stream } from './stream-hub.ts';

const hub = createStreamHub();

onResume(() => hub.reconnect());

subscribeTokens(() => {
  if (!hasTokens()) hub.discardAll();
});

export type Question = {
  question: string;
  /** Filters to leave out. */
  without?: RefusedFilter[];
  /** The first question of a conversation, asked from another screen. */
  initial?: boolean;
  /** Called once the server has accepted the question. */
  onAccepted?: () => void;
};

/** `onSettled` is called at the end of every answer, also after the screen was unmounted. */
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
    /** Streams an answer that was found running. */
    join: useCallback(
      (record: ChatRecord) => join({ client, sessionId, onSettled }, record),
      [client, sessionId, onSettled],
    ),
    /** Joins the newest known record, if it is being answered. */
    joinNewest: useCallback(() => {
      const last = knownRecords(client, sessionId).at(-1);
      if (last?.status === 'streaming') join({ client, sessionId, onSettled }, last);
    }, [client, sessionId, onSettled]),
    /** Resolves once the server has agreed; the end arrives with the stream. */
    stop: useCallback(() => call(chatApi.stop, { params: { id: sessionId } }), [sessionId]),
  };
}

type Place = { client: QueryClient; sessionId: string; onSettled: (() => void) | undefined };

/** False when nothing was sent, because an answer of this conversation is being streamed. */
function ask(place: Place, { question, without = [], initial = false, onAccepted }: Question): boolean {
  const { client, sessionId } = place;
  const last = knownRecords(client, sessionId).at(-1);
  // The question is still being answered; only the connection was lost.
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
        notifyOtherTabs(sessionId);
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

/** Drops the answer of a deleted conversation. */
export function discardAnswer(sessionId: string) {
  hub.discard(sessionId);
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

/** A question that may have arrived is repeated under the same idempotency key. */
function keyFor(previous: Answer | undefined, question: string, without: RefusedFilter[]): string {
  const { failure, asked } = previous ?? {};
  const isSame = asked?.question === question && sameFilters(asked.without, without);
  const isUnsure = failure?.kind === 'refused' && isNetwork(failure.cause);
  return isSame && isUnsure ? asked.idempotency_key : newKey();
}

const isNetwork = (cause: unknown) => cause instanceof ApiFailure && cause.kind === 'network';

function settle(client: QueryClient, sessionId: string, answer: Answer) {
  const { failure, message_id, asked } = answer;
  notifyOtherTabs(sessionId);
  if (message_id === undefined || failure || answer.partial) {
    // The server knows more than was streamed here: the id, the end, or that the question never arrived.
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
