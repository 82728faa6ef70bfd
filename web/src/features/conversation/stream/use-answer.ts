/** Asks, joins and stops answers. The hub streams them; the query cache holds them once they are finished. */
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { chatApi } from '#contract/chat.ts';
import type { ChatRecord } from '#contract/chat-record.ts';
import type { PersonalDataDecision } from '#contract/personal-data.ts';
import { call } from '../../../api/client.ts';
import { ApiFailure, isOutage } from '../../../api/failure.ts';
import { newKey } from '../../../api/request.ts';
import { openStream } from '../../../api/stream.ts';
import { hasTokens, subscribeTokens } from '../../../api/tokens.ts';
import type { Answer, AskedQuestion, Rerun } from './answer.ts';
import { sameFilters } from './filter-parts.ts';
import { onResume } from './on-resume.ts';
import { notifyOtherTabs } from './other-tabs.ts';
import { keepRecord, knownRecords, refreshNewest, sessionQuery, sessionsKey } from './queries.ts';
import { type Stream, StreamHub } from './stream-hub.ts';
import { type AskWishes, keyOfRecord, recordOf } from './turns.ts';

const hub = new StreamHub();

onResume(() => hub.reconnect());

subscribeTokens(() => {
  if (!hasTokens()) hub.discardAll();
});

export type Question = AskWishes & {
  question: string;
  /** The decision on personal data, where the agent has asked for one. */
  personal_data?: PersonalDataDecision;
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
    /** Continues or retries the last answer in its own record. */
    rerun: useCallback(
      (question: Question, messageId: number | undefined, rerun: Rerun) =>
        runAgain({ client, sessionId, onSettled }, question, messageId, rerun),
      [client, sessionId, onSettled],
    ),
    /** Resolves once the server has agreed; the end arrives with the stream. */
    stop: useCallback(() => call(chatApi.stop, { params: { id: sessionId } }), [sessionId]),
  };
}

type Place = { client: QueryClient; sessionId: string; onSettled: (() => void) | undefined };

/** False when nothing was sent, because an answer of this conversation is being streamed. */
function ask(place: Place, asking: Question): boolean {
  const { client, sessionId } = place;
  const { question, without = [], adjust, edits, initial = false, onAccepted } = asking;
  const last = knownRecords(client, sessionId).at(-1);
  // The question is still being answered; only the connection was lost.
  const isSame = last?.question === question && sameFilters(last.without, without);
  if (last?.status === 'streaming' && isSame && !adjust && !edits) return join(place, last);

  const idempotencyKey = keyFor(hub.current(sessionId), { ...asking, without });
  return hub.start(
    sessionId,
    {
      question,
      without,
      ...givenWishes(asking),
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
          { params: { id: sessionId }, body: bodyOf(asking) },
          { signal, idempotencyKey },
        ),
      opened: () => {
        onAccepted?.();
        notifyOtherTabs(sessionId);
        // The first question gives the conversation its title.
        if (last && !edits) return;
        void client.invalidateQueries({ queryKey: sessionsKey });
        void client.invalidateQueries({ queryKey: sessionQuery(sessionId).queryKey });
      },
    },
  );
}

/** The wishes of a question that are sent with it and remembered until its answer ends. */
const givenWishes = ({ adjust, on_date, without_files, edits }: Question) => ({
  ...(adjust && { adjust }),
  ...(on_date && { on_date }),
  ...(without_files && { without_files }),
  ...(edits && { edits }),
});

const bodyOf = (asking: Question) => {
  const { question, without = [], personal_data, verified } = asking;
  return {
    question,
    ...(without.length > 0 && { without }),
    ...givenWishes(asking),
    ...(personal_data && { personal_data }),
    ...(verified === false && { verified }),
  };
};

function join(place: Place, record: ChatRecord): boolean {
  const seq = record.seq ?? 0;
  const stream = joining(place);
  const { answer: text, sources, filters, results } = record;
  return hub.start(
    place.sessionId,
    {
      ...askedIn(record),
      idempotency_key: '',
      run: 'join',
      known: { text, seq, sources, filters, ...(results && { results }) },
    },
    { ...stream, open: (signal) => stream.join(seq, signal) },
  );
}

/**
 * Runs the last answer again, in its own record. Where its end is not known here (the connection was lost, another tab
 * went on), the server is asked first: the answer may still be running, or be finished.
 */
async function runAgain(
  place: Place,
  question: Question,
  messageId: number | undefined,
  rerun: Rerun,
): Promise<void> {
  const { client, sessionId } = place;
  const live = hub.current(sessionId);
  if (live?.streaming) return;
  if (live?.failure?.kind === 'cut') await refreshNewest(client, sessionId).catch(() => undefined);
  const last = knownRecords(client, sessionId).at(-1);
  if (last && (last.id === messageId || (live && recordOf([last], live)))) {
    if (last.status === 'streaming') join(place, last);
    else if (last.status !== 'done') startRerun(place, last, rerun);
  } else if (rerun === 'retry') ask(place, question);
}

function startRerun(place: Place, record: ChatRecord, rerun: Rerun): boolean {
  const { sessionId } = place;
  const { id, answer: text, sources, filters, results } = record;
  const idempotencyKey = keyFor(hub.current(sessionId), { message_id: id, run: rerun });
  const endpoint = rerun === 'continue' ? chatApi.continueAnswer : chatApi.retryAnswer;
  return hub.start(
    sessionId,
    {
      ...askedIn(record),
      idempotency_key: idempotencyKey,
      run: rerun,
      ...(rerun === 'continue' && { known: { text, seq: 0, sources, filters, ...(results && { results }) } }),
    },
    {
      ...joining(place),
      open: (signal) => openStream(endpoint, { params: { id } }, { signal, idempotencyKey }),
      opened: () => notifyOtherTabs(sessionId),
    },
  );
}

const askedIn = (record: ChatRecord) => ({
  question: record.question,
  without: record.without,
  ...(record.without_files && { without_files: record.without_files }),
  initial: false,
  asked_at: record.created_at,
  after_id: record.id - 1,
  message_id: record.id,
  key: keyOfRecord(record.id),
});

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

type NewRequest = Pick<AskedQuestion, 'question' | 'without'> &
  Pick<Question, 'adjust' | 'on_date' | 'without_files' | 'edits'>;
type RerunRequest = Pick<AskedQuestion, 'message_id' | 'run'>;

/** A request that may have arrived is repeated under the same idempotency key: the server then joins the two. */
function keyFor(previous: Answer | undefined, request: NewRequest | RerunRequest): string {
  const { failure, asked } = previous ?? {};
  const isUnsure = failure?.kind === 'cut' || (failure?.kind === 'refused' && isNetwork(failure.cause));
  if (!asked || !isUnsure) return newKey();
  const isSame =
    'run' in request ? isSameRerun(asked, request) : isSameQuestion(asked, request as NewRequest);
  return isSame ? asked.idempotency_key : newKey();
}

const isSameRerun = (asked: AskedQuestion, { message_id, run }: RerunRequest) =>
  asked.message_id === message_id && asked.run === run;

const isSameQuestion = (asked: AskedQuestion, request: NewRequest) =>
  asked.run === undefined &&
  asked.question === request.question &&
  sameFilters(asked.without, request.without) &&
  JSON.stringify([asked.adjust, asked.on_date, asked.without_files, asked.edits]) ===
    JSON.stringify([request.adjust, request.on_date, request.without_files, request.edits]);

const isNetwork = (cause: unknown) => cause instanceof ApiFailure && cause.kind === 'network';

function settle(client: QueryClient, sessionId: string, answer: Answer) {
  const { failure, message_id, asked } = answer;
  notifyOtherTabs(sessionId);
  if (message_id === undefined || failure || answer.partial || asked.adjust || asked.edits) {
    // The server knows more than was streamed here: the id, the end, its own words for an edited plan, the variants, or that the
    // question never arrived.
    refreshNewest(client, sessionId).catch(() => undefined);
    return;
  }
  const known = knownRecords(client, sessionId).find(({ id }) => id === message_id);
  // A new answer has no rating yet; a continued one keeps it.
  const feedback = asked.run === 'continue' ? (known?.feedback ?? null) : null;
  keepRecord(client, sessionId, { ...finishedRecord(message_id, answer), feedback });
}

const finishedRecord = (id: number, { asked, ...answer }: Answer): Omit<ChatRecord, 'feedback'> => ({
  id,
  question: asked.question,
  answer: answer.text,
  created_at: asked.asked_at,
  status: answer.status,
  sources: answer.sources,
  filters: answer.filters,
  ...(answer.results.length > 0 && { results: answer.results }),
  ...(answer.unchecked_numbers.length > 0 && { unchecked_numbers: answer.unchecked_numbers }),
  without: asked.without ?? [],
  local: answer.local,
  ...(answer.masked ? { masked: answer.masked } : {}),
  ...(answer.answered_by && { answered_by: answer.answered_by }),
  ...(answer.with_files && { with_files: answer.with_files }),
  ...(answer.on_date && { on_date: answer.on_date }),
  ...(answer.verified && { verified: answer.verified }),
  ...(answer.verified_near && { verified_near: answer.verified_near }),
  ...(asked.without_files?.length && { without_files: asked.without_files }),
});
