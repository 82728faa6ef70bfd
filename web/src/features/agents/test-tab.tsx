/** The Test Agent tab: conversations to try the agent in, and the checks that were kept of them. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Agent } from '#contract/agents.ts';
import type { ChatSession } from '#contract/chat.ts';
import { drafts } from '../../lib/drafts.ts';
import { useTask } from '../../lib/use-task.ts';
import { keepNewConversation } from '../conversation/stream/queries.ts';
import { useMe } from '../session/use-me.tsx';
import { Checks } from './check-list.tsx';
import { TestPopup } from './test-popup.tsx';
import { TestSessions } from './test-session-list.tsx';
import { createTestSession } from './test-sessions.ts';
import { useHandedQuestion } from './use-handed-question.ts';

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
    // Whoever closed the popup meanwhile, or opened another one, finds it in the list.
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
      <Checks agent={agent} />
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
