/** Under the messages: files of the conversation, the question box, the day, and the decision on personal data. */
import { type ReactNode, type RefObject, Suspense, useCallback, useState } from 'react';
import type { FileRules } from '#contract/file-rules.ts';
import { messageOf } from '../../api/error-message.ts';
import { failedWith } from '../../api/failure.ts';
import { fetched } from '../../lib/fetched.tsx';
import { Alert } from '../../ui/display/alert.tsx';
import { Composer } from './composer/composer.tsx';
import type { FilesHandle } from './files/conversation-files.tsx';
import type { Agent } from './messages/answer-status.tsx';
import type { Answer } from './stream/answer.ts';
import { texts } from './texts.ts';
import type { useAsking } from './use-asking.ts';

// Loaded on demand: most questions have no personal data.
const { Component: ConversationFiles } = fetched(
  async () => (await import('./files/conversation-files.tsx')).ConversationFiles,
);

// Most agents have no dated base.
const { Component: AnswerDay } = fetched(async () => (await import('./composer/answer-day.tsx')).AnswerDay);

const { Component: PersonalDataDialog } = fetched(
  async () => (await import('./personal-data/personal-data-dialog.tsx')).PersonalDataDialog,
);

export type QuestionSetting = {
  sessionId: string;
  agent: Agent;
  /** Absent while they are not known. */
  rules?: FileRules | undefined;
  /** Some base of the agent is dated: a question may be asked for another day. */
  dated?: boolean | undefined;
  /** The place of the button of the list of files; left out, the header of the page. */
  filesPlace?: HTMLElement | null;
  /** Reason why nothing can be asked any more. */
  closed?: ReactNode;
  /** Label of the send button on screens in another language. */
  sendLabel?: string;
};

type QuestionAreaProps = QuestionSetting & {
  asking: Omit<ReturnType<typeof useAsking>, 'runAgain' | 'sendFromList' | 'takeUp'>;
  box: RefObject<HTMLTextAreaElement | null>;
  files: RefObject<FilesHandle | null>;
  /** Some question was sent with files. */
  hasFiles: boolean;
  /** Number of the run that is streamed. */
  run: number;
  growing: boolean;
  stop: () => Promise<unknown>;
};

export function QuestionArea(props: QuestionAreaProps) {
  const { sessionId, agent, rules, dated, filesPlace, closed, sendLabel, asking, box, files, growing } =
    props;
  const { draft, change, day, setDay, send, sendTyped, focusAfterPress } = asking;
  const [slot, setSlot] = useState<HTMLSpanElement | null>(null);
  const stopping = useStopping(props.run, props.stop);
  return (
    <>
      <PersonalDataQuestion asking={asking} />
      <div className="px-7 pb-[22px] phone:px-3 phone:pb-[max(14px,env(safe-area-inset-bottom))]">
        {stopping.error && (
          <Alert
            title={texts.stopFailed}
            line={messageOf(stopping.error, texts.stopFailed)}
            className="mx-auto mb-2.5 w-full max-w-[760px]"
          />
        )}
        {rules && (rules.files !== 'no' || props.hasFiles) && (
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
    </>
  );
}

/** Asks what to do with personal data where the agent's rule asks for a decision. */
function PersonalDataQuestion({ asking }: Pick<QuestionAreaProps, 'asking'>) {
  const { refused, send, focusAfterPress } = asking;
  if (!refused || !failedWith(refused.failure?.cause, 'personal_data_found')) return null;
  const { question, without, adjust, on_date, without_files, edits }: Answer['asked'] = refused.asked;
  return (
    <Suspense>
      <PersonalDataDialog
        key={refused.key}
        cause={refused.failure?.cause}
        onDecide={(decision) => {
          if (send({ question, without, adjust, on_date, without_files, edits, personal_data: decision }))
            focusAfterPress();
        }}
      />
    </Suspense>
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
