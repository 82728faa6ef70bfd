/** A whole conversation: its messages, the running answer, and the composer. */
import { useInfiniteQuery } from '@tanstack/react-query';
import {
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { FileRules } from '#contract/file-rules.ts';
import { messageOf } from '../../api/error-message.ts';
import { failedWith } from '../../api/failure.ts';
import { fetched } from '../../lib/fetched.tsx';
import { useMobile } from '../../lib/use-mobile.ts';
import { Alert } from '../../ui/display/alert.tsx';
import { Spinner } from '../../ui/display/spinner.tsx';
import { Composer } from './composer/composer.tsx';
import { useDraft } from './composer/use-draft.ts';
import type { FilesHandle } from './files/conversation-files.tsx';
import { Earlier } from './messages/earlier.tsx';
import { type End, FollowEnd } from './messages/follow-end.tsx';
import type { Agent, Below, Person } from './messages/message.tsx';
import { MessageList, type MessageListHandle } from './messages/message-list.tsx';
import { messagesQuery, recordsOf } from './stream/queries.ts';
import type { Rerun } from './stream/stream-hub.ts';
import { type AskWishes, type Turn, turnsOf } from './stream/turns.ts';
import { type Question as SentQuestion, useAnswer } from './stream/use-answer.ts';
import { useConversationSync } from './stream/use-conversation-sync.ts';
import { type Seek, useSeek } from './stream/use-seek.ts';
import { texts } from './texts.ts';

// Loaded on demand: most questions have no personal data.
const { Component: ConversationFiles } = fetched(
  async () => (await import('./files/conversation-files.tsx')).ConversationFiles,
);

// Most agents have no dated base.
const { Component: AnswerDay } = fetched(async () => (await import('./composer/answer-day.tsx')).AnswerDay);

const { Component: PersonalDataDialog } = fetched(
  async () => (await import('./personal-data/personal-data-dialog.tsx')).PersonalDataDialog,
);

type ConversationProps = {
  sessionId: string;
  agent: Agent;
  reader: Person;
  /** The person whose drafts are stored; undefined where none are. */
  readerId?: number;
  /** The message to open at, instead of the end. */
  messageId?: number | undefined;
  /** Absent while they are not known. */
  rules?: FileRules | undefined;
  /** Some base of the agent is dated: a question may be asked for another day. */
  dated?: boolean | undefined;
  /** The day that was chosen before the conversation began. */
  day?: string | undefined;
  /** The place of the button of the list of files; left out, the header of the page. */
  filesPlace?: HTMLElement | null;
  /** Reason why nothing can be asked any more. */
  closed?: ReactNode;
  /** Shown in place of everything when the messages cannot be loaded. */
  failure: (error: Error, retry: () => void, retrying: boolean) => ReactNode;
  /** Shown while there is nothing to read yet. */
  empty?: ReactNode;
  /** A question that waits to be sent when the conversation opens. */
  takePending?: () => string | undefined;
  /** Called once the question box is mounted and enabled. */
  onBox?: (box: HTMLTextAreaElement) => void;
  /** Called when an answer has ended, successfully or not. */
  onAnswered?: () => void;
  /** Content under every finished answer. */
  below?: Below;
  /** Label of the send button on screens in another language. */
  sendLabel?: string;
};

export function Conversation(props: ConversationProps) {
  const { sessionId, agent, reader, readerId, messageId, closed, failure, empty, takePending, onAnswered } =
    props;
  const { below, sendLabel, onBox, rules, dated, filesPlace } = props;
  const messages = useInfiniteQuery(messagesQuery(sessionId));
  const { live, ask, join, joinNewest, rerun, stop } = useAnswer(sessionId, onAnswered);
  const records = useMemo(() => recordsOf(messages.data), [messages.data]);
  const turns = useMemo(() => turnsOf(records, live), [records, live]);
  const end = useRef<End>(null);
  const list = useRef<MessageListHandle>(null);
  const box = useRef<HTMLTextAreaElement>(null);
  const mobile = useMobile();
  const { draft, change, clearSent, forgetSent, giveBack } = useDraft(readerId, sessionId);
  const files = useRef<FilesHandle>(null);
  const [slot, setSlot] = useState<HTMLSpanElement | null>(null);
  const [day, setDay] = useState(props.day);
  const hasFiles = rules && (rules.files !== 'no' || records.some(({ with_files }) => with_files));
  const stopping = useStopping(live?.run ?? 0, stop);
  useConversationSync(sessionId, live?.streaming ?? false, joinNewest);

  const opened = useRef(false);
  const takeUp = useEffectEvent(() => {
    if (box.current) onBox?.(box.current);
    const pending = takePending?.();
    if (!pending) return;
    // It was typed on a screen that is gone, so the focus comes here; on a phone that would open the keyboard.
    if (!mobile) box.current?.focus({ preventScroll: true });
    change(pending);
    // It is sent by itself only in a new conversation; in any other the reader decides.
    if (
      records.length === 0 &&
      ask({ question: pending, on_date: day, initial: true, onAccepted: () => forgetSent(pending) })
    )
      clearSent(pending);
  });
  const isLoaded = messages.data !== undefined;
  useEffect(() => {
    if (!isLoaded || opened.current) return;
    opened.current = true;
    takeUp();
  }, [isLoaded]);

  // Joins an answer that is being written elsewhere, or was when the page was reloaded.
  const last = records.at(-1);
  const joined = useRef<number>(undefined);
  useEffect(() => {
    // Once: after a failure it waits for a sync, or for the reader to try again.
    if (last?.status !== 'streaming' || joined.current === last.id) return;
    joined.current = last.id;
    join(last);
  }, [last, join]);

  const refused = live?.failure?.kind === 'refused' ? live : undefined;
  useEffect(() => {
    if (refused && refused.asked.run === undefined && !refused.asked.adjust) giveBack(refused.asked.question);
  }, [refused, giveBack]);

  const seek = useSeek(sessionId, messageId, isLoaded);
  const found = seek.state === 'found' ? turns.find((turn) => turn.id === messageId)?.key : undefined;
  useEffect(() => {
    if (found === undefined) return;
    end.current?.leave();
    list.current?.show(found);
  }, [found]);

  const growing = turns.at(-1)?.answer?.growing ?? false;
  const send = useCallback(
    (asked: Omit<SentQuestion, 'onAccepted'>) => {
      const { question } = asked;
      const isSent = ask({ ...asked, onAccepted: () => forgetSent(question) });
      if (!isSent) return false;
      clearSent(question);
      end.current?.toEnd();
      return true;
    },
    [ask, clearSent, forgetSent],
  );
  /** The pressed button disappears: the focus goes to the composer instead of to the next control. */
  const focusAfterPress = useCallback(() => {
    // On a phone the composer would open the keyboard.
    if (mobile) end.current?.focus();
    else box.current?.focus({ preventScroll: true });
  }, [mobile]);
  const sendTyped = useCallback(
    (question: string) => {
      if (!files.current?.hold(question)) send({ question, on_date: day });
    },
    [send, day],
  );
  const sendFromList = useCallback(
    (question: string, { without, adjust, on_date, without_files }: AskWishes = {}) => {
      const files = without_files?.length ? without_files : undefined;
      if (!send({ question, without, adjust, on_date, without_files: files })) return;
      // The day was taken away: the next questions are for today, too.
      if (on_date === 'today') setDay(undefined);
      focusAfterPress();
    },
    [send, focusAfterPress],
  );
  const runAgain = useCallback(
    ({ question, without, on_date, id }: Turn, kind: Rerun) => {
      void rerun({ question, without, on_date }, id, kind);
      end.current?.toEnd();
      focusAfterPress();
    },
    [rerun, focusAfterPress],
  );

  if (!messages.data && turns.length === 0) {
    if (messages.isPending) return <Spinner size="large" />;
    return failure(messages.error as Error, () => void messages.refetch(), messages.isFetching);
  }

  return (
    <div className="@container flex h-full min-h-0 flex-col">
      <SeekNotice seek={seek} />
      <FollowEnd ref={end} first={turns[0]?.key}>
        {messages.hasNextPage && (
          <Earlier
            loading={messages.isFetchingNextPage || seek.state === 'seeking'}
            error={messages.isFetchNextPageError ? messages.error : null}
            onLoad={() => void messages.fetchNextPage()}
          />
        )}
        {turns.length === 0 ? (
          empty
        ) : (
          <MessageList
            ref={list}
            sessionId={sessionId}
            turns={turns}
            agent={agent}
            reader={reader}
            onAsk={growing || closed ? undefined : sendFromList}
            onRunAgain={growing || closed ? undefined : runAgain}
            below={below}
          />
        )}
      </FollowEnd>
      {refused && failedWith(refused.failure?.cause, 'personal_data_found') && (
        <Suspense>
          <PersonalDataDialog
            key={refused.key}
            cause={refused.failure?.cause}
            onDecide={(decision) => {
              const { question, without, adjust, on_date, without_files } = refused.asked;
              if (send({ question, without, adjust, on_date, without_files, personal_data: decision }))
                focusAfterPress();
            }}
          />
        </Suspense>
      )}
      <div className="px-7 pb-[22px] phone:px-3 phone:pb-[max(14px,env(safe-area-inset-bottom))]">
        {stopping.error && (
          <Alert
            title={texts.stopFailed}
            line={messageOf(stopping.error, texts.stopFailed)}
            className="mx-auto mb-2.5 w-full max-w-[760px]"
          />
        )}
        {hasFiles && (
          <Suspense>
            <ConversationFiles
              ref={files}
              sessionId={sessionId}
              mode={rules.files}
              days={rules.files_days}
              closed={closed !== undefined}
              draft={draft}
              slot={slot}
              header={filesPlace}
              onSend={(question, without_files) => void send({ question, without_files, on_date: day })}
              onFocus={focusAfterPress}
            />
          </Suspense>
        )}
        <Composer
          ref={box}
          slot={rules && rules.files !== 'no' ? setSlot : undefined}
          value={draft}
          onChange={change}
          onSend={sendTyped}
          agent={agent.name}
          disabled={closed !== undefined}
          missing={closed}
          stopping={stopping.isUnderWay}
          onStop={growing ? stopping.start : undefined}
          sendLabel={sendLabel}
        />
        {dated && closed === undefined && (
          <Suspense>
            <AnswerDay day={day} onChange={setDay} />
          </Suspense>
        )}
      </div>
    </div>
  );
}

/** The state of stopping this run; it does not carry over to a later one. */
function useStopping(run: number, stop: () => Promise<unknown>) {
  const [state, setState] = useState<{ run: number; error?: Error } | undefined>();
  const own = state?.run === run ? state : undefined;
  const start = useCallback(() => {
    setState({ run });
    stop().catch((error: Error) => setState({ run, error }));
  }, [run, stop]);
  return { isUnderWay: own !== undefined && !own.error, error: own?.error, start };
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
