/** A whole conversation: its messages, the running answer, and the box to ask the next question. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { messageOf } from '../../api/error-message.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { Composer } from './composer.tsx';
import { FollowEnd } from './follow-end.tsx';
import type { Agent, Person } from './message.tsx';
import { MessageList } from './message-list.tsx';
import { messagesQuery, recordsOf } from './queries.ts';
import { texts } from './texts.ts';
import { turnsOf } from './turns.ts';
import { useAnswer } from './use-answer.ts';
import { useGradual } from './use-gradual.ts';

type ConversationProps = {
  sessionId: string;
  agent: Agent;
  reader: Person;
  /** Why nothing may be asked any more. */
  closed?: ReactNode;
  /** Shown in place of everything when the messages cannot be loaded. */
  failure: (error: Error, retry: () => void, retrying: boolean) => ReactNode;
  /** Shown while there is nothing to read yet. */
  empty?: ReactNode;
  /** A question that waits to be sent when the conversation opens. */
  takePending?: () => string | undefined;
  /** An answer came to its end, in whichever way. */
  onAnswered?: () => void;
};

export function Conversation({
  sessionId,
  agent,
  reader,
  closed,
  failure,
  empty,
  takePending,
  onAnswered,
}: ConversationProps) {
  const messages = useInfiniteQuery(messagesQuery(sessionId));
  const { live, ask, join, stop } = useAnswer(sessionId, onAnswered);
  const records = useMemo(() => recordsOf(messages.data), [messages.data]);
  const turns = useMemo(() => turnsOf(records, live), [records, live]);
  const shown = useGradual(turns);
  const end = useRef<{ toEnd: () => void }>(null);
  const [draft, setDraft] = useState('');
  const [stopping, setStopping] = useState<{ key: string; error?: Error } | undefined>();

  const opened = useRef(false);
  const takeUp = useEffectEvent(() => {
    const pending = takePending?.();
    // It was meant for a new conversation; in any other the reader decides.
    if (pending && (records.length > 0 || !ask(pending, true))) setDraft(pending);
  });
  const isLoaded = messages.data !== undefined;
  useEffect(() => {
    if (!isLoaded || opened.current) return;
    opened.current = true;
    takeUp();
  }, [isLoaded]);

  // An answer that is being written somewhere else, or was when the page was reloaded.
  const last = records.at(-1);
  const joined = useRef<number>(undefined);
  useEffect(() => {
    // Once: what could not be read to its end waits for the reader to try again.
    if (last?.status !== 'streaming' || joined.current === last.id) return;
    joined.current = last.id;
    join(last);
  }, [last, join]);

  // What could not be sent goes back into the box, once.
  const refused = live?.failure?.kind === 'refused' ? live : undefined;
  const [returned, setReturned] = useState<string | undefined>();
  if (refused && refused.key !== returned) {
    setReturned(refused.key);
    setDraft(draft || refused.asked.question);
  }

  const growing = turns.at(-1)?.answer?.growing ?? false;
  const send = useCallback(
    (question: string) => {
      if (!ask(question)) return;
      setDraft((draft) => (draft.trim() === question ? '' : draft));
      end.current?.toEnd();
    },
    [ask],
  );
  const key = live?.key ?? '';
  const stopped = stopping?.key === key ? stopping : undefined;
  const askToStop = () => {
    setStopping({ key });
    stop().catch((error: Error) => setStopping({ key, error }));
  };

  if (!messages.data && turns.length === 0) {
    if (messages.isPending) return <Spinner size="large" />;
    return failure(messages.error as Error, () => void messages.refetch(), messages.isFetching);
  }

  return (
    <div className="@container flex h-full min-h-0 flex-col">
      <FollowEnd ref={end} first={shown[0]?.key}>
        {messages.hasNextPage && shown.length === turns.length && (
          <div className="mb-6 grid justify-items-center gap-3">
            <Button
              variant="ghost"
              busy={messages.isFetchingNextPage}
              onClick={() => void messages.fetchNextPage()}
            >
              {texts.earlier}
            </Button>
            {messages.isFetchNextPageError && (
              <Alert title={texts.loadFailed} line={messageOf(messages.error, texts.fetchContext)} />
            )}
          </div>
        )}
        {turns.length === 0 ? (
          empty
        ) : (
          <MessageList
            turns={shown}
            agent={agent}
            reader={reader}
            onAsk={growing || closed ? undefined : send}
          />
        )}
      </FollowEnd>
      <div className="px-7 pb-[22px] phone:px-3 phone:pb-[max(14px,env(safe-area-inset-bottom))]">
        {stopped?.error && (
          <Alert
            title={texts.stopFailed}
            line={messageOf(stopped.error, texts.stopFailed)}
            className="mx-auto mb-2.5 w-full max-w-[760px]"
          />
        )}
        <Composer
          value={draft}
          onChange={setDraft}
          onSend={send}
          agent={agent.name}
          disabled={closed !== undefined}
          missing={closed}
          stopping={stopped !== undefined && !stopped.error}
          onStop={growing ? askToStop : undefined}
        />
      </div>
    </div>
  );
}
