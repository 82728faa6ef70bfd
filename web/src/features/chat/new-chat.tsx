/** The screen of a new conversation: choose an agent and ask the first question. */
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { Bot } from 'lucide-react';
import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { AgentSummary } from '#contract/agents.ts';
import { chatApi } from '#contract/chat.ts';
import { call } from '../../api/client.ts';
import { messageOf } from '../../api/error-message.ts';
import { ApiFailure } from '../../api/failure.ts';
import { drafts, NEW_CHAT } from '../../lib/browser/drafts.ts';
import { forget, readStored, store } from '../../lib/browser/storage.ts';
import { fetched } from '../../lib/fetched.tsx';
import { rowsOf } from '../../lib/pages.ts';
import { paths } from '../../lib/paths.ts';
import { useTitle } from '../../lib/title.ts';
import { isMobile } from '../../lib/use-mobile.ts';
import { useTask } from '../../lib/use-task.ts';
import { Alert } from '../../ui/display/alert.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { Chooser } from '../agent-chooser/chooser.tsx';
import { agentQuery, availableAgents } from '../agent-chooser/queries.ts';
import { Composer } from '../conversation/composer/composer.tsx';
import { useDraft } from '../conversation/composer/use-draft.ts';
import { keepFiles } from '../conversation/files/pending-files.ts';
import { keepNewConversation, sessionQuery, sessionsKey } from '../conversation/stream/queries.ts';
import { useMe } from '../session/use-me.tsx';
import { AgentButton } from './agent-button.tsx';
import { QuickQuestion } from './quick-question.tsx';
import { texts } from './texts.ts';

const { Component: FileIntake } = fetched(
  async () => (await import('../conversation/files/file-intake.tsx')).FileIntake,
);

// Most agents have no dated base.
const { Component: AnswerDay } = fetched(
  async () => (await import('../conversation/composer/answer-day.tsx')).AnswerDay,
);

export function NewChat() {
  useTitle(texts.newChat);
  const box = useRef<HTMLTextAreaElement>(null);
  const [choosing, setChoosing] = useState(false);
  const { agent, choose, hasNone } = useChosenAgent();
  const { id: userId } = useMe();
  const { draft: question, change: setQuestion, forgetSent } = useDraft(userId, NEW_CHAT);
  // On failure the chooser closes: the alert is shown behind it.
  const begin = useBegin({ userId, onBegun: forgetSent, onFailed: () => setChoosing(false) });
  const [day, setDay] = useState<string>();
  const [slot, setSlot] = useState<HTMLSpanElement | null>(null);
  useChooserKey(() => setChoosing(true));
  if (hasNone) return <NoAgents />;

  const takesFiles = agent?.files !== undefined && agent.files !== 'no';
  const send = (text: string) => agent && begin.run(agent, text, { day: agent.validity ? day : undefined });
  const take = (next: AgentSummary) => {
    choose(next);
    setChoosing(false);
    // After the dialog has returned the focus; on a phone the keyboard would cover the chosen agent.
    if (!isMobile()) setTimeout(() => box.current?.focus(), 50);
  };
  return (
    <div className="grid h-full grid-rows-[1fr_auto] overflow-y-auto desk:grid-rows-[minmax(0,5fr)_auto_minmax(0,6fr)]">
      <div className="flex min-w-0 flex-col items-center justify-end gap-5 px-5 pb-7 phone:justify-center">
        <h1 className="text-center text-hero text-balance phone:text-page">{texts.welcome}</h1>
        <AgentButton agent={agent} onPress={() => setChoosing(true)} />
      </div>
      <div className="min-w-0 px-7 pb-[22px] phone:px-3 phone:pb-[max(14px,env(safe-area-inset-bottom))]">
        <NotBegun failure={begin.failure} retrying={begin.busy} />
        <Suspense>
          {takesFiles && (
            <FileIntake slot={slot} onFiles={(files) => begin.run(agent, question, { files, day })} />
          )}
        </Suspense>
        <Composer
          ref={box}
          slot={takesFiles ? setSlot : undefined}
          value={question}
          onChange={setQuestion}
          onSend={send}
          busy={begin.busy}
          missing={agent ? undefined : texts.chooseFirst}
        />
        {agent?.validity && <DayChoice day={day} onChange={setDay} />}
      </div>
      {choosing && (
        <Chooser
          onClose={() => setChoosing(false)}
          onChoose={take}
          chosenId={agent?.id}
          footer={
            <QuickQuestion value={question} onChange={setQuestion} onSend={agent && send} busy={begin.busy} />
          }
        />
      )}
    </div>
  );
}

/** The agent that another screen chose, else the one chosen here, else the one that was used last. */
function useChosenAgent() {
  const navigate = useNavigate();
  const brought = (useLocation().state as { agent?: AgentSummary } | null)?.agent;
  const agents = useInfiniteQuery(availableAgents());
  const last = useLastAgent(agents.data && rowsOf(agents.data));
  const [chosen, setChosen] = useState<AgentSummary>();
  const choose = (next: AgentSummary) => {
    setChosen(next);
    // The state of the history entry survives a reload.
    void navigate(paths.chat, { replace: true, state: { agent: next } });
  };
  const hasNone = agents.data?.pages[0]?.metadata.total === 0;
  return { agent: brought ?? chosen ?? last, choose, hasNone };
}

function DayChoice(props: { day: string | undefined; onChange: (day: string | undefined) => void }) {
  return (
    <Suspense>
      <AnswerDay {...props} />
    </Suspense>
  );
}

function NotBegun({ failure, retrying }: { failure: unknown; retrying: boolean }) {
  if (failure === null) return null;
  const title = messageOf(failure, texts.createFailed);
  return <Alert title={title} retrying={retrying} className="mx-auto mb-3 w-full max-w-[760px]" />;
}

function NoAgents() {
  return (
    <div className="grid h-full place-items-center overflow-y-auto">
      <EmptyState icon={<Bot />} title={texts.noAgents} line={texts.noAgentsLine} />
    </div>
  );
}

type Brought = {
  files?: File[];
  /** The day that was chosen for the answers. */
  day: string | undefined;
};

type Beginning = { userId: number; onBegun: (question: string) => void; onFailed: () => void };

/**
 * Creates the conversation and navigates there, with the question to be sent. Where files were chosen, they go first and
 * the question is the draft of the conversation.
 */
function useBegin({ userId, onBegun, onFailed }: Beginning) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useTask(async (agent: AgentSummary, question: string, { files = [], day }: Brought) => {
    const session = await call(chatApi.createSession, { query: { agent_id: agent.id } }).catch((failure) => {
      onFailed();
      throw failure;
    });
    store('lastUsedAgentId', String(agent.id));
    if (files.length) {
      keepFiles(session.id, files);
      if (question.trim()) drafts.keep(userId, session.id, question);
    } else store('pendingChatQuestion', question);
    onBegun(question.trim());
    client.setQueryData(sessionQuery(session.id).queryKey, session);
    keepNewConversation(client, session.id);
    void client.invalidateQueries({ queryKey: sessionsKey });
    await navigate(paths.chatSession(session.id), day ? { state: { on_date: day } } : {});
  });
}

function useChooserKey(open: () => void) {
  const opened = useEffectEvent(open);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (
        event.key.toLowerCase() !== 'k' ||
        !(event.ctrlKey || event.metaKey) ||
        event.shiftKey ||
        event.altKey
      )
        return;
      event.preventDefault();
      opened();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}

/** `known` are agents that need not be fetched; undefined while they are loading. */
function useLastAgent(known: AgentSummary[] | undefined): AgentSummary | undefined {
  const id = lastAgentId();
  const here = known?.find((agent) => agent.id === id);
  const asked = useQuery({
    ...agentQuery(id ?? 0),
    enabled: id !== undefined && known !== undefined && !here,
  });
  const agent = here ?? asked.data;

  const gone = isGone(asked.error) || agent?.deploy_status === false;
  useEffect(() => {
    if (gone) forget('lastUsedAgentId');
  }, [gone]);
  return gone ? undefined : agent;
}

function lastAgentId(): number | undefined {
  const id = Number(readStored('lastUsedAgentId') ?? undefined);
  return Number.isInteger(id) && id > 0 ? id : undefined;
}

const isGone = (error: unknown) =>
  error instanceof ApiFailure && (error.status === 404 || error.status === 403);
