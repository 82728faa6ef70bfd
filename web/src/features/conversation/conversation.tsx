/** A whole conversation: its messages, the running answer, and the composer. */
import { type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useMemo, useRef } from 'react';
import type { ChatRecord } from '#contract/chat-record.ts';
import { messageOf } from '../../api/error-message.ts';
import { Alert } from '../../ui/display/alert.tsx';
import { Spinner } from '../../ui/display/spinner.tsx';
import type { FilesHandle } from './files/conversation-files.tsx';
import type { Below } from './messages/answer-message.tsx';
import { Earlier } from './messages/earlier.tsx';
import { type End, FollowEnd } from './messages/follow-end.tsx';
import { MessageList, type MessageListHandle } from './messages/message-list.tsx';
import type { Person } from './messages/question.tsx';
import { QuestionArea, type QuestionSetting } from './question-area.tsx';
import { messagesQuery, recordsOf } from './stream/queries.ts';
import { type Ask, type Turn, turnsOf } from './stream/turns.ts';
import { useAnswer } from './stream/use-answer.ts';
import { useConversationSync } from './stream/use-conversation-sync.ts';
import { type Seek, useSeek } from './stream/use-seek.ts';
import { texts } from './texts.ts';
import { useAsking } from './use-asking.ts';

type ConversationProps = QuestionSetting & {
  reader: Person;
  /** The person whose drafts are stored; undefined where none are. */
  readerId?: number;
  /** The message to open at, instead of the end. */
  messageId?: number | undefined;
  /** The day that was chosen before the conversation began. */
  day?: string | undefined;
  /** Shown in place of everything when the messages cannot be loaded. */
  failure: (error: Error, retry: () => void, retrying: boolean) => ReactNode;
  /** Shown while there is nothing to read yet. */
  empty?: (ask: Ask) => ReactNode;
  /** A question that waits to be sent when the conversation opens. */
  takePending?: () => string | undefined;
  /** Called once the question box is mounted and enabled. */
  onBox?: (box: HTMLTextAreaElement) => void;
  /** Called when an answer has ended, successfully or not. */
  onAnswered?: () => void;
  /** Content under every finished answer. */
  below?: Below;
};

export function Conversation(props: ConversationProps) {
  const { sessionId, agent, reader, closed, failure, empty, below } = props;
  const messages = useInfiniteQuery(messagesQuery(sessionId));
  const answering = useAnswer(sessionId, props.onAnswered);
  const { live, join } = answering;
  const records = useMemo(() => recordsOf(messages.data), [messages.data]);
  const turns = useMemo(() => turnsOf(records, live), [records, live]);
  const end = useRef<End>(null);
  const list = useRef<MessageListHandle>(null);
  const box = useRef<HTMLTextAreaElement>(null);
  const files = useRef<FilesHandle>(null);
  const lastId = records.at(-1)?.id;
  const place = { sessionId, readerId: props.readerId, firstDay: props.day, lastId };
  const { takeUp, sendFromList, runAgain, ...asking } = useAsking(place, answering, { end, box, files });
  const isLoaded = messages.data !== undefined;
  useConversationSync(sessionId, answering.live?.streaming ?? false, answering.joinNewest);
  useOnce(isLoaded, () => open(props, box, (question) => takeUp(question, records.length === 0)));
  useJoining(records.at(-1), join);
  const seek = useSeek(sessionId, props.messageId, isLoaded);
  useShownTurn(seek.state === 'found' ? props.messageId : undefined, turns, { end, list });

  if (!isLoaded && turns.length === 0) return <NotLoaded messages={messages} failure={failure} />;
  const growing = isGrowing(turns.at(-1));
  const canAsk = !growing && !closed;
  return (
    <div data-conversation className="@container flex h-full min-h-0 flex-col">
      <SeekNotice seek={seek} />
      <FollowEnd ref={end} first={turns[0]?.key} growing={growing}>
        <EarlierPage messages={messages} isSeeking={seek.state === 'seeking'} />
        {turns.length === 0 ? (
          empty?.(sendFromList)
        ) : (
          <MessageList
            ref={list}
            {...{ sessionId, turns, agent, reader, below }}
            onAsk={canAsk ? sendFromList : undefined}
            onRunAgain={canAsk ? runAgain : undefined}
          />
        )}
      </FollowEnd>
      <QuestionArea
        {...props}
        {...{ asking, box, files, growing }}
        hasFiles={records.some(({ with_files }) => with_files)}
        run={live?.run ?? 0}
        stop={answering.stop}
      />
    </div>
  );
}

/** A question that waits is sent by itself only in a new conversation; in any other the reader decides. */
function open(
  { onBox, takePending }: ConversationProps,
  box: RefObject<HTMLTextAreaElement | null>,
  takeUp: (question: string) => void,
) {
  if (box.current) onBox?.(box.current);
  const pending = takePending?.();
  if (pending) takeUp(pending);
}

const isGrowing = (turn: Turn | undefined) => turn?.answer?.growing ?? false;

type Messages = { messages: UseInfiniteQueryResult };

function NotLoaded({ messages, failure }: Messages & Pick<ConversationProps, 'failure'>) {
  if (messages.isPending) return <Spinner size="large" />;
  return failure(messages.error as Error, () => void messages.refetch(), messages.isFetching);
}

function EarlierPage({ messages, isSeeking }: Messages & { isSeeking: boolean }) {
  if (!messages.hasNextPage) return null;
  return (
    <Earlier
      loading={messages.isFetchingNextPage || isSeeking}
      error={messages.isFetchNextPageError ? messages.error : null}
      onLoad={() => void messages.fetchNextPage()}
    />
  );
}

/** Calls `act` the first time that `isReady`. */
function useOnce(isReady: boolean, act: () => void) {
  const done = useRef(false);
  const actNow = useEffectEvent(act);
  useEffect(() => {
    if (!isReady || done.current) return;
    done.current = true;
    actNow();
  }, [isReady]);
}

/** Joins an answer that is being written elsewhere, or was when the page was reloaded. */
function useJoining(last: ChatRecord | undefined, join: (record: ChatRecord) => void) {
  const joined = useRef<number>(undefined);
  useEffect(() => {
    // Once: after a failure it waits for a sync, or for the reader to try again.
    if (last?.status !== 'streaming' || joined.current === last.id) return;
    joined.current = last.id;
    join(last);
  }, [last, join]);
}

type Scrolled = { end: RefObject<End | null>; list: RefObject<MessageListHandle | null> };

/** Scrolls to the message that was sought, once it is there. */
function useShownTurn(messageId: number | undefined, turns: Turn[], { end, list }: Scrolled) {
  const found = messageId === undefined ? undefined : turns.find(({ id }) => id === messageId)?.key;
  useEffect(() => {
    if (found === undefined) return;
    end.current?.leave();
    list.current?.show(found);
  }, [found, end, list]);
}

function SeekNotice({ seek }: { seek: Seek }) {
  const { state, error, retry } = seek;
  if (state !== 'missing' && state !== 'failed') return null;
  return (
    <Alert
      tone={state === 'missing' ? 'info' : 'danger'}
      title={state === 'missing' ? texts.notHere : texts.seekFailed}
      line={state === 'failed' ? messageOf(error, texts.fetchContext) : undefined}
      onRetry={state === 'failed' ? retry : undefined}
      className="mx-auto mt-3 w-[calc(100%-32px)] max-w-[760px] shrink-0"
    />
  );
}
