/** The screen of one conversation: agent in the header, messages, and what to do when it cannot be loaded. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ChevronDown, MessageSquareText } from 'lucide-react';
import { type ReactNode, Suspense, useCallback, useMemo, useState } from 'react';
import { Link, useLocation, useNavigate, useParams, useSearchParams } from 'react-router';
import type { AgentSummary } from '#contract/agents.ts';
import type { ChatSession as ChatSessionData } from '#contract/chat-session.ts';
import { messageOf } from '../../api/error-message.ts';
import { ApiFailure } from '../../api/failure.ts';
import { forget, readStored } from '../../lib/browser/storage.ts';
import { fetched } from '../../lib/fetched.tsx';
import { paths } from '../../lib/paths.ts';
import { useTitle } from '../../lib/title.ts';
import { buttonLook } from '../../ui/controls/button.tsx';
import { Alert } from '../../ui/display/alert.tsx';
import { AgentAvatar } from '../../ui/display/avatar.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { HeaderSlot } from '../../ui/page/header-slot.tsx';
import { bringing } from '../agent-chooser/brought-agent.ts';
import { Conversation } from '../conversation/conversation.tsx';
import type { Below } from '../conversation/messages/answer-message.tsx';
import { sessionQuery } from '../conversation/stream/queries.ts';
import type { Ask } from '../conversation/stream/turns.ts';
import { texts as words } from '../conversation/texts.ts';
import { me } from '../session/queries.ts';
import { isAdmin } from '../session/role.ts';
import { useMe } from '../session/use-me.tsx';
import { knownSession } from './sidebar/session-cache.ts';
import { texts } from './texts.ts';

// Loaded on demand: most readers of a conversation never open the chooser.
const { Component: Chooser } = fetched(async () => (await import('../agent-chooser/chooser.tsx')).Chooser);

const { Component: NextQuestions } = fetched(
  async () => (await import('../conversation/openers/next-questions.tsx')).NextQuestions,
);

// Most conversations are opened with a question.
const { Component: OpenersOf } = fetched(
  async () => (await import('../conversation/openers/agent-openers.tsx')).OpenersOf,
);

const { Component: ProcessingBadge } = fetched(
  async () => (await import('../conversation/personal-data/processing-badge.tsx')).ProcessingBadge,
);

const { Component: TemporaryBar } = fetched(
  async () => (await import('./start/temporary-bar.tsx')).TemporaryBar,
);

export function ChatSession() {
  const { sessionId = '' } = useParams();
  // The key remounts: each conversation has its own draft, scroll position and panel.
  return <OneConversation key={sessionId} sessionId={sessionId} />;
}

function OneConversation({ sessionId }: { sessionId: string }) {
  const { reader, readerId } = useReader();
  const messageId = useMessageId();
  const client = useQueryClient();
  const { session, agent } = useSessionWithAgent(sessionId);
  useTitle(session?.chat_title ?? '');
  const day = (useLocation().state as { on_date?: string } | null)?.on_date;

  // The sidebar shows the tokens used.
  const onAnswered = useCallback(() => void client.invalidateQueries({ queryKey: me().queryKey }), [client]);
  const { isAsked, takePending } = usePendingQuestion();

  return (
    <>
      <h1 className="sr-only">{session?.chat_title || texts.conversation}</h1>
      {session && <AgentTitle sessionId={sessionId} agent={agent} processing={session.processing} />}
      <TemporaryFrame sessionId={sessionId} isTemporary={!!session?.expires_at}>
        <Conversation
          sessionId={sessionId}
          agent={agent}
          reader={reader}
          readerId={readerId}
          messageId={messageId}
          rules={session}
          dated={session?.validity}
          day={day}
          takePending={takePending}
          onAnswered={onAnswered}
          closed={session?.can_send === false ? <Withdrawn /> : undefined}
          below={nextQuestions}
          empty={(ask) => (
            <NothingAsked agent={agent} hasOpeners={session?.can_send === true && !isAsked} onAsk={ask} />
          )}
          failure={(error, retry, retrying) => (
            <LoadFailure error={error} onRetry={retry} retrying={retrying} />
          )}
        />
      </TemporaryFrame>
    </>
  );
}

function useReader() {
  const person = useMe();
  const { id: readerId, name } = person;
  const readerIsAdmin = isAdmin(person);
  const reader = useMemo(() => ({ name, isAdmin: readerIsAdmin }), [name, readerIsAdmin]);
  return { reader, readerId };
}

/** The agent is the same object as long as its name is, so that memoised components do not render again. */
function useSessionWithAgent(sessionId: string) {
  const client = useQueryClient();
  const { data: session } = useQuery({
    ...sessionQuery(sessionId),
    // The list in the sidebar already has it.
    placeholderData: () => knownSession(client, sessionId),
  });
  const name = session?.agent_name ?? words.someAgent;
  const id = session?.agent_id ?? null;
  const agent = useMemo(() => ({ id, name }), [id, name]);
  return { session, agent };
}

/** The question with which another screen opened the conversation. */
function usePendingQuestion() {
  // A conversation that begins with a question is empty for one frame only.
  const [isAsked] = useState(() => !!readStored('pendingChatQuestion'));
  const takePending = useCallback(() => {
    const question = readStored('pendingChatQuestion');
    forget('pendingChatQuestion');
    return question?.trim() || undefined;
  }, []);
  return { isAsked, takePending };
}

type TemporaryFrameProps = { sessionId: string; isTemporary: boolean; children: ReactNode };

/** A dashed border and a bar around a conversation that is erased by itself; around others, nothing. */
function TemporaryFrame({ sessionId, isTemporary, children }: TemporaryFrameProps) {
  return (
    <div
      className={isTemporary ? 'flex h-full flex-col border-2 border-dashed border-line-strong' : 'contents'}
    >
      {isTemporary && (
        <Suspense>
          <TemporaryBar sessionId={sessionId} />
        </Suspense>
      )}
      <div className={isTemporary ? 'min-h-0 flex-1' : 'contents'}>{children}</div>
    </div>
  );
}

type NothingAskedProps = { agent: SessionAgent; hasOpeners: boolean; onAsk: Ask };

function NothingAsked({ agent: { id, name }, hasOpeners, onAsk }: NothingAskedProps) {
  return (
    <>
      <EmptyState
        icon={<MessageSquareText />}
        title={texts.emptyConversation}
        line={texts.emptyConversationLine(name)}
      />
      {id !== null && hasOpeners && (
        <Suspense>
          <OpenersOf agentId={id} onAsk={onAsk} />
        </Suspense>
      )}
    </>
  );
}

/** Under the newest answer, once it has come to its end. */
const nextQuestions: Below = (turn, onAsk) =>
  onAsk &&
  turn.id !== undefined &&
  turn.answer?.status === 'done' && (
    <Suspense>
      <NextQuestions turn={turn} messageId={turn.id} onAsk={onAsk} />
    </Suspense>
  );

const { Component: ConversationMenu } = fetched(
  async () => (await import('../conversation/receipts/conversation-menu.tsx')).ConversationMenu,
);

/** `?message=ID`, as history search and shared links carry it. */
function useMessageId(): number | undefined {
  const [search] = useSearchParams();
  const id = Number(search.get('message'));
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

type SessionAgent = { id: number | null; name: string };

type AgentTitleProps = {
  sessionId: string;
  agent: SessionAgent;
  processing: ChatSessionData['processing'];
};

/** In the header; opens the chooser, from which a new conversation begins. */
function AgentTitle({ sessionId, agent, processing }: AgentTitleProps) {
  const navigate = useNavigate();
  const [choosing, setChoosing] = useState(false);
  const { id: userId } = useMe();
  const begin = (next: AgentSummary) => void navigate(paths.chat, { state: bringing(next, userId) });
  return (
    <HeaderSlot>
      <button
        type="button"
        title={texts.askOther}
        onClick={() => setChoosing(true)}
        className="flex min-w-0 items-center gap-2.5 rounded-control py-1 pr-1.5 text-[14.5px] font-semibold phone:h-11 phone:gap-1 phone:pr-0 phone:pl-1 phone:text-left phone:text-small phone:leading-tight"
      >
        {/* On a phone the name needs its place; the mark stands at every answer. */}
        <span className="phone:hidden">
          <AgentAvatar id={agent.id} name={agent.name} size="small" />
        </span>
        <span className="line-clamp-1 wrap-anywhere phone:line-clamp-2">{agent.name}</span>
        <ChevronDown className="text-ink-3" />
      </button>
      {processing && (
        <Suspense>
          <ProcessingBadge processing={processing} />
        </Suspense>
      )}
      <Suspense>
        <ConversationMenu sessionId={sessionId} />
      </Suspense>
      {choosing && (
        <Suspense>
          <Chooser onClose={() => setChoosing(false)} onChoose={begin} chosenId={agent.id ?? undefined} />
        </Suspense>
      )}
    </HeaderSlot>
  );
}

/** Under the question box, which can no longer be written in. */
function Withdrawn() {
  return (
    <span className="text-ink-2">
      {texts.withdrawn}{' '}
      <Link to={paths.chat} className="link font-medium">
        {texts.newChat}
      </Link>
    </span>
  );
}

type LoadFailureProps = { error: Error; onRetry: () => void; retrying: boolean };

function LoadFailure({ error, onRetry, retrying }: LoadFailureProps) {
  const missing = error instanceof ApiFailure && error.status === 404;
  return (
    <div className="grid h-full place-items-center overflow-y-auto p-6">
      <Alert
        title={words.loadFailed}
        line={messageOf(error, words.fetchContext)}
        onRetry={missing ? undefined : onRetry}
        retrying={retrying}
        className="w-full max-w-[520px]"
      >
        {missing && (
          <Link to={paths.chat} className={buttonLook('secondary', 'small')}>
            {texts.goToChat}
          </Link>
        )}
      </Alert>
    </div>
  );
}
