/** A test conversation over the agent's page; on a phone a sheet. Answers go on while it is closed. */
import { useQueryClient } from '@tanstack/react-query';
import { MessageSquareText, X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useCallback, useMemo, useRef, useState } from 'react';
import type { Agent } from '#contract/agents.ts';
import type { ChatSession } from '#contract/chat-session.ts';
import { failureText } from '../../../api/error-message.ts';
import { isMobile } from '../../../lib/use-mobile.ts';
import { classes } from '../../../ui/classes.ts';
import { IconButton } from '../../../ui/controls/button.tsx';
import { dialogLook, Scrim } from '../../../ui/dialogs/modal.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { EmptyState } from '../../../ui/display/empty-state.tsx';
import { Spinner } from '../../../ui/display/spinner.tsx';
import { useFocusReturn } from '../../../ui/focus/use-focus-return.ts';
import { Conversation } from '../../conversation/conversation.tsx';
import type { Turn } from '../../conversation/stream/turns.ts';
import { useMe } from '../../session/use-me.tsx';
import { KeepAsCheck } from '../checks/keep-as-check.tsx';
import { refreshTestSessions } from './test-sessions.ts';
import { texts } from './texts.ts';
import { TraceOf } from './trace.tsx';

type TestPopupProps = {
  agent: Agent;
  /** Null while it is being created. */
  session: ChatSession | null;
  /** The failure of the creation; null while there is none. */
  failure: unknown;
  onRetry: () => void;
  onClose: () => void;
};

export function TestPopup({ agent, session, failure, onRetry, onClose }: TestPopupProps) {
  const focus = useFocusReturn();
  const { onBox, place } = useBoxFirst();
  const [filesPlace, setFilesPlace] = useState<HTMLElement | null>(null);
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Scrim />
        <Dialog.Content
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            focus.remember();
            place(event);
          }}
          onCloseAutoFocus={focus.giveBack}
          className={classes(dialogLook, 'max-w-[860px] desk:h-[min(780px,88dvh)]! phone:h-[92dvh]')}
        >
          <header className="flex items-center justify-between gap-4 border-b border-line px-5 py-2.5">
            <Dialog.Title className="min-w-0 truncate text-title">{texts.chat(agent.name)}</Dialog.Title>
            <div className="-mr-2 flex shrink-0 items-center gap-1">
              <span ref={setFilesPlace} className="contents" />
              <Dialog.Close asChild>
                <IconButton label={texts.close}>
                  <X />
                </IconButton>
              </Dialog.Close>
            </div>
          </header>
          <div className="min-h-0 flex-1">
            {session ? (
              <TestChat agent={agent} session={session} filesPlace={filesPlace} onBox={onBox} />
            ) : (
              <Starting failure={failure} onRetry={onRetry} />
            )}
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/**
 * The box is what the dialog is opened for, and it comes when the conversation exists: until then the dialog itself has
 * the focus, so that Enter closes nothing. On a phone it would open the keyboard.
 */
function useBoxFirst() {
  const box = useRef<HTMLTextAreaElement>(null);
  const dialog = useRef<HTMLElement>(null);
  return {
    onBox: useCallback((shown: HTMLTextAreaElement) => {
      box.current = shown;
      // A person who has moved the focus meanwhile keeps it.
      if (dialog.current && document.activeElement === dialog.current && !isMobile()) shown.focus();
    }, []),
    place: (event: Event) => {
      event.preventDefault();
      dialog.current = event.currentTarget as HTMLElement;
      const first = isMobile() ? null : box.current;
      (first ?? dialog.current)?.focus();
    },
  };
}

function Starting({ failure, onRetry }: Pick<TestPopupProps, 'failure' | 'onRetry'>) {
  if (failure === null) return <Spinner size="large" label={texts.starting} />;
  return (
    <div className="p-5">
      <Alert title={failureText(failure, texts.startFailed)} onRetry={onRetry} />
    </div>
  );
}

type TestChatProps = {
  agent: Agent;
  session: ChatSession;
  filesPlace: HTMLElement | null;
  onBox: (box: HTMLTextAreaElement) => void;
};

function TestChat({ agent: { id, name, files }, session, filesPlace, onBox }: TestChatProps) {
  const client = useQueryClient();
  const { id: readerId, name: readerName } = useMe();
  const reader = useMemo(() => ({ name: readerName, isAdmin: true }), [readerName]);
  const agent = useMemo(() => ({ id, name }), [id, name]);
  // The agent may have been changed since the conversation began.
  const { files_days } = session;
  const rules = useMemo(() => ({ files, files_days }), [files, files_days]);
  const onAnswered = useCallback(() => void refreshTestSessions(client), [client]);
  const below = useCallback((turn: Turn) => <TestAnswerNotes agentId={id} turn={turn} />, [id]);
  return (
    <Conversation
      sessionId={session.id}
      agent={agent}
      rules={rules}
      filesPlace={filesPlace}
      reader={reader}
      readerId={readerId}
      onBox={onBox}
      onAnswered={onAnswered}
      below={below}
      sendLabel={texts.send}
      empty={() => (
        <EmptyState icon={<MessageSquareText />} title={texts.emptyChat} line={texts.emptyChatLine} />
      )}
      failure={(error, retry, retrying) => (
        <div className="p-5">
          <Alert title={failureText(error, texts.loadFailed)} onRetry={retry} retrying={retrying} />
        </div>
      )}
    />
  );
}

export function TestAnswerNotes({ agentId, turn }: { agentId: number; turn: Turn }) {
  const { id, question, answer } = turn;
  if (id === undefined || !answer) return null;
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2.5">
      <TraceOf messageId={id} />
      {answer.status === 'done' && <KeepAsCheck agentId={agentId} question={question} answer={answer} />}
    </div>
  );
}
