/** The screen of a new conversation: choose an agent and ask the first question. */
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { Bot } from 'lucide-react';
import { type Ref, type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import type { AgentSummary } from '#contract/agents.ts';
import { chatApi } from '#contract/chat.ts';
import { call } from '../../api/client.ts';
import { messageOf } from '../../api/error-message.ts';
import { ApiFailure } from '../../api/failure.ts';
import { drafts, NEW_CHAT } from '../../lib/browser/drafts.ts';
import { forget, readStored, store } from '../../lib/browser/storage.ts';
import { fetched } from '../../lib/fetched.tsx';
import { rowsOf } from '../../lib/pages.ts';
import { idOf, paths } from '../../lib/paths.ts';
import { useTitle } from '../../lib/title.ts';
import { isMobile } from '../../lib/use-mobile.ts';
import { useTask } from '../../lib/use-task.ts';
import { buttonLook } from '../../ui/controls/button.tsx';
import { Alert } from '../../ui/display/alert.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { bringing, broughtAgent } from '../agent-chooser/brought-agent.ts';
import { Chooser } from '../agent-chooser/chooser.tsx';
import { agentQuery, availableAgents } from '../agent-chooser/queries.ts';
import { Composer } from '../conversation/composer/composer.tsx';
import { useDraft } from '../conversation/composer/use-draft.ts';
import { keepFiles } from '../conversation/files/pending-files.ts';
import { keepNewConversation, sessionQuery, sessionsKey } from '../conversation/stream/queries.ts';
import { isAdmin, isSuperadmin } from '../session/role.ts';
import { useMe } from '../session/use-me.tsx';
import { AgentButton } from './agent-button.tsx';
import { QuickQuestion } from './quick-question.tsx';
import { StartSkeleton } from './start/start-skeleton.tsx';
import { texts } from './texts.ts';

const { Component: FileIntake } = fetched(
  async () => (await import('../conversation/files/file-intake.tsx')).FileIntake,
);

// For superadmins of a new installation only.
const { Component: SetupLine } = fetched(async () => (await import('../setup/setup-line.tsx')).SetupLine);

const { Component: StartPage, fetch: fetchStart } = fetched(
  async () => (await import('./start/start-page.tsx')).StartPage,
);
// It comes with the screen: asked for at its first rendering it would come a third of a second later.
fetchStart().catch(() => undefined);

// Most agents have no dated base.
const { Component: AnswerDay } = fetched(
  async () => (await import('../conversation/composer/answer-day.tsx')).AnswerDay,
);

const { Component: TemporarySwitch } = fetched(
  async () => (await import('./start/temporary-switch.tsx')).TemporarySwitch,
);

export function NewChat() {
  useTitle(texts.newChat);
  const box = useRef<HTMLTextAreaElement>(null);
  const [choosing, setChoosing] = useState(false);
  const me = useMe();
  const { agent, choose, hasNone } = useChosenAgent(me.id);
  const { draft: question, change: setQuestion, forgetSent } = useDraft(me.id, NEW_CHAT);
  // On failure the chooser closes: the alert is shown behind it.
  const begin = useBegin({ userId: me.id, onBegun: forgetSent, onFailed: () => setChoosing(false) });
  const [day, setDay] = useState<string>();
  const [temporary, setTemporary] = useState(false);
  // A person who comes from an agent's page wants to write at once.
  const asking = useSearchParams()[0].get('agent');
  useEffect(() => {
    if (asking) writeIn(box);
  }, [asking]);
  if (hasNone) return <NoAgents />;

  const onAsk = (asked: AgentSummary, text: string) =>
    begin.run(asked, text, { day: asked.validity ? day : undefined, temporary });
  const send = (text: string) => agent && onAsk(agent, text);
  const writing = { value: question, onChange: setQuestion, busy: begin.busy };
  const take = (next: AgentSummary) => {
    choose(next);
    setChoosing(false);
    // After the dialog has returned the focus.
    setTimeout(() => writeIn(box), 50);
  };
  return (
    <div className="grid h-full grid-cols-[minmax(0,1fr)] grid-rows-[auto_auto_1fr] overflow-y-auto">
      <Welcome agent={agent} onPress={() => setChoosing(true)} />
      <div className="min-w-0 px-7 pb-[22px] phone:px-3 phone:pb-[max(14px,env(safe-area-inset-bottom))]">
        <NotBegun failure={begin.failure} retrying={begin.busy} />
        <QuestionBox
          box={box}
          agent={agent}
          {...writing}
          onSend={send}
          onMissing={() => setChoosing(true)}
          onFiles={(files) => agent && begin.run(agent, question, { files, day, temporary })}
        />
        {agent?.validity && <DayChoice day={day} onChange={setDay} />}
        {agent && (
          <Suspense>
            <TemporarySwitch mode={agent.temporary_mode} checked={temporary} onChange={setTemporary} />
          </Suspense>
        )}
      </div>
      <Suspense fallback={agent ? <div /> : <StartSkeleton />}>
        <StartPage {...{ agent, onAsk, onChoose: take, onSeeAll: () => setChoosing(true) }} />
      </Suspense>
      {choosing && (
        <Chooser
          onClose={() => setChoosing(false)}
          onChoose={take}
          chosenId={agent?.id}
          footer={<QuickQuestion {...writing} onSend={agent && send} />}
        />
      )}
    </div>
  );
}

/** On a phone the keyboard would cover the chosen agent. */
const writeIn = (box: RefObject<HTMLTextAreaElement | null>) => isMobile() || box.current?.focus();

/** The agent that another screen chose, else the one chosen here, else the one that was used last. */
function useChosenAgent(userId: number) {
  const navigate = useNavigate();
  const brought = broughtAgent(useLocation().state, userId);
  const agents = useInfiniteQuery(availableAgents());
  const last = useLastAgent(agents.data && rowsOf(agents.data));
  const [chosen, setChosen] = useState<AgentSummary>();
  const choose = (next: AgentSummary) => {
    setChosen(next);
    // The state of the history entry survives a reload.
    void navigate(paths.chat, { replace: true, state: bringing(next, userId) });
  };
  const hasNone = agents.data?.pages[0]?.metadata.total === 0;
  return { agent: brought ?? chosen ?? last, choose, hasNone };
}

function Welcome(props: Parameters<typeof AgentButton>[0]) {
  return (
    // A height of its own, of the window and not of what the cards leave: the box stays where it is when they come.
    <div className="flex min-h-[24dvh] min-w-0 flex-col items-center justify-end gap-5 px-5 pt-6 pb-7">
      <h1 className="text-center text-hero text-balance phone:text-page">{texts.welcome}</h1>
      <AgentButton {...props} />
    </div>
  );
}

type QuestionBoxProps = Pick<
  Parameters<typeof Composer>[0],
  'value' | 'onChange' | 'busy' | 'onSend' | 'onMissing'
> & {
  box: Ref<HTMLTextAreaElement>;
  agent: AgentSummary | undefined;
  onFiles: (files: File[]) => void;
};

/** The box, and the way to put files into it where the agent takes any. */
function QuestionBox({ box, agent, onFiles, ...writing }: QuestionBoxProps) {
  const me = useMe();
  const [slot, setSlot] = useState<HTMLSpanElement | null>(null);
  const takesFiles = agent?.files !== undefined && agent.files !== 'no';
  return (
    <>
      <Suspense>
        {isSuperadmin(me) && <SetupLine />}
        {takesFiles && <FileIntake slot={slot} onFiles={onFiles} />}
      </Suspense>
      <Composer
        ref={box}
        slot={takesFiles ? setSlot : undefined}
        {...writing}
        missing={agent ? undefined : texts.chooseFirst}
      />
    </>
  );
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
  const create = isAdmin(useMe()) && (
    <Link to={paths.adminAgents} className={buttonLook('primary')}>
      {texts.createAgent}
    </Link>
  );
  return (
    <div className="grid h-full place-items-center overflow-y-auto">
      <EmptyState icon={<Bot />} title={texts.noAgents} line={texts.noAgentsLine} action={create} />
    </div>
  );
}

type Brought = {
  files?: File[];
  /** The day that was chosen for the answers. */
  day: string | undefined;
  temporary: boolean;
};

type Beginning = { userId: number; onBegun: (question: string) => void; onFailed: () => void };

/**
 * Creates the conversation and navigates there, with the question to be sent. Where files were chosen, they go first and
 * the question is the draft of the conversation.
 */
function useBegin({ userId, onBegun, onFailed }: Beginning) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useTask(async (agent: AgentSummary, question: string, { files = [], day, temporary }: Brought) => {
    const session = await call(chatApi.createSession, {
      query: {
        agent_id: agent.id,
        ...(temporary && agent.temporary_mode !== 'never' && { temporary: 'true' }),
      },
    }).catch((failure) => {
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

/**
 * That of the link that led here, else of the last question. `known` are agents that need not be fetched; undefined while
 * they are loading.
 */
function useLastAgent(known: AgentSummary[] | undefined): AgentSummary | undefined {
  const [search] = useSearchParams();
  const asking = search.get('agent');
  const id = idOf(asking ?? readStored('lastUsedAgentId') ?? undefined) ?? undefined;
  const here = known?.find((agent) => agent.id === id);
  const asked = useQuery({
    ...agentQuery(id ?? 0),
    enabled: id !== undefined && known !== undefined && !here,
  });
  const agent = here ?? asked.data;

  // An answer from before says nothing about now.
  const gone = !asked.isFetching && (isGone(asked.error) || agent?.deploy_status === false);
  useEffect(() => {
    if (gone && !asking) forget('lastUsedAgentId');
  }, [gone, asking]);
  return gone ? undefined : agent;
}

const isGone = (error: unknown) =>
  error instanceof ApiFailure && (error.status === 404 || error.status === 403);
