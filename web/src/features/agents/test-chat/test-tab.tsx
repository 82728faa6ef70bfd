/** The Test Agent tab: conversations to try the agent in, and the checks that were kept of them. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Agent } from '#contract/agents.ts';
import type { ChatSession } from '#contract/chat-session.ts';
import { drafts } from '../../../lib/browser/drafts.ts';
import { useTask } from '../../../lib/use-task.ts';
import { keepNewConversation } from '../../conversation/stream/queries.ts';
import { useMe } from '../../session/use-me.tsx';
import { NightlyCard } from '../care/nightly-card.tsx';
import { Checks } from '../checks/check-list.tsx';
import { texts as checkTexts } from '../checks/texts.ts';
import { CompareButton } from '../compare/compare-button.tsx';
import { TestPopup } from './test-popup.tsx';
import { TestSessions } from './test-session-list.tsx';
import { createTestSession } from './test-sessions.ts';

/** Undefined: none is open; null: one that does not exist yet. */
type Opened = ChatSession | null | undefined;

export function TestTab({ agent }: { agent: Agent }) {
  const client = useQueryClient();
  const me = useMe();
  const handed = useHandedQuestion();
  const [opened, setOpened] = useState<Opened>(handed.question === undefined ? undefined : null);
  const create = useTask(async () => {
    const session = await createTestSession(client, agent.id);
    keepNewConversation(client, session.id);
    const question = handed.take();
    if (question) drafts.keep(me.id, session.id, question);
    // When the popup was closed meanwhile, or another one opened, the conversation is found in the list.
    setOpened((now) => (now === null ? session : now));
  });
  const begin = () => {
    setOpened(null);
    create.run();
  };
  // Somebody came with a question: the conversation to ask it in is there at once, and it waits in the box.
  const { run } = create;
  useEffect(() => {
    if (handed.question !== undefined) run();
  }, [handed.question, run]);

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-[18px] min-[1080px]:grid-cols-2">
      <TestSessions agent={agent} onNew={begin} onOpen={setOpened} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-[18px]">
        <Checks
          agent={agent}
          compare={<CompareButton agent={agent} about="versions" label={checkTexts.compare} size="medium" />}
        />
        <NightlyCard agent={agent} />
      </div>
      {opened !== undefined && (
        <TestPopup
          agent={agent}
          session={opened}
          failure={create.failure}
          onRetry={create.run}
          onClose={() => {
            setOpened(undefined);
            create.forgive();
          }}
        />
      )}
    </div>
  );
}

export function useHandedQuestion() {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const [question] = useState(() => questionIn(state));
  const taken = useRef(false);
  /** Once: neither this tab nor a reload of the page begins with it again. */
  const take = (): string | undefined => {
    if (question === undefined || taken.current) return undefined;
    taken.current = true;
    void navigate({ pathname, search }, { replace: true, state: { ...state, question: undefined } });
    return question;
  };
  return { question, take };
}

function questionIn(state: unknown): string | undefined {
  const question = (state as { question?: unknown } | null)?.question;
  return typeof question === 'string' && question.trim() !== '' ? question : undefined;
}
