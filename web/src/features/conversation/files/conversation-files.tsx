/** The files of a conversation around its question box. A question waits here until they are read. */
import { Files } from 'lucide-react';
import { type Ref, useImperativeHandle, useState } from 'react';
import { createPortal } from 'react-dom';
import type { FileMode } from '#contract/file-rules.ts';
import type { SessionFile } from '#contract/session-files.ts';
import { failureWords } from '../../../api/error-message.ts';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { HeaderSlot } from '../../../ui/page/header-slot.tsx';
import { FileChips } from './file-chips.tsx';
import { FileIntake } from './file-intake.tsx';
import { FilesDialog, RemoveFile } from './files-dialog.tsx';
import { texts } from './texts.ts';
import { type QuestionFiles, useQuestionFiles } from './use-question-files.ts';

export type FilesHandle = {
  /** True where the question waits for a file and will be sent by itself. */
  hold(question: string): boolean;
};

type ConversationFilesProps = {
  sessionId: string;
  mode: FileMode;
  days: number | null;
  /** Nothing can be asked any more. */
  closed: boolean;
  /** The text in the question box. */
  draft: string;
  /** The place of the button in the question box. */
  slot: HTMLElement | null;
  /** The place of the button of the list; left out, the header of the page. */
  header?: HTMLElement | null | undefined;
  onSend: (question: string, withoutFiles?: string[]) => void;
  /** The control that had the focus is gone. */
  onFocus: () => void;
  ref: Ref<FilesHandle>;
};

export function ConversationFiles(props: ConversationFilesProps) {
  const { sessionId, mode, days, closed, draft, slot, header, onSend, onFocus, ref } = props;
  const question = useQuestionFiles({ sessionId, draft, onSend });
  const { queue, files } = question;
  const [removing, setRemoving] = useState<SessionFile>();
  const [isListOpen, setListOpen] = useState(false);
  useImperativeHandle(ref, () => ({ hold: question.take }));
  return (
    <>
      {mode !== 'no' && !closed && <FileIntake slot={slot} onFiles={(added) => queue.add(added)} />}
      {files.length > 0 && <ListButton header={header} onOpen={() => setListOpen(true)} />}
      <div className="mx-auto grid w-full max-w-[760px] gap-2 [&>*:last-child]:mb-2.5">
        <ListFailure question={question} />
        {mode === 'no' && files.length > 0 && <p className="text-small text-ink-3">{texts.leftOut}</p>}
        <Chips question={question} days={days} onRemove={setRemoving} onFocus={onFocus} />
        <HeldNotice question={question} onFocus={onFocus} />
      </div>
      {isListOpen && (
        <FilesDialog
          sessionId={sessionId}
          files={files}
          onRemove={setRemoving}
          onClose={() => setListOpen(false)}
        />
      )}
      {removing && (
        <RemoveFile
          key={removing.id}
          sessionId={sessionId}
          file={removing}
          onDone={() => {
            setRemoving(undefined);
            if (!isListOpen) onFocus();
          }}
        />
      )}
    </>
  );
}

type ListButtonProps = { header: HTMLElement | null | undefined; onOpen: () => void };

function ListButton({ header, onOpen }: ListButtonProps) {
  const button = (
    <IconButton label={texts.files} onClick={onOpen} className="ml-1">
      <Files />
    </IconButton>
  );
  return header === undefined ? <HeaderSlot>{button}</HeaderSlot> : header && createPortal(button, header);
}

type PartProps = { question: QuestionFiles; onFocus: () => void };

function ListFailure({ question: { list } }: Pick<PartProps, 'question'>) {
  if (!list.isError) return null;
  return (
    <Alert
      {...failureWords(list.error, texts.loadFailed)}
      onRetry={() => void list.refetch()}
      retrying={list.isFetching}
    />
  );
}

type ChipsProps = PartProps & { days: number | null; onRemove: (file: SessionFile) => void };

function Chips({ question, days, onRemove, onFocus }: ChipsProps) {
  const { queue, fresh, shown, isKnown, retry } = question;
  if (!fresh.length && !shown.length) return null;
  return (
    <>
      <FileChips
        uploads={shown}
        files={fresh}
        onRetryUpload={(key) => queue.retry(key)}
        onDropUpload={(key) => {
          queue.remove(key);
          onFocus();
        }}
        onRetry={retry}
        onRemove={onRemove}
      />
      {!isKnown && <p className="text-tiny text-ink-3">{texts.onlyYou(days)}</p>}
    </>
  );
}

function HeldNotice({ question: { held, waiting, failed, sendWithout }, onFocus }: PartProps) {
  if (held === undefined || !(waiting.length || failed.length)) return null;
  const isOne = waiting.length + failed.length === 1;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <p role="status" className="text-small text-ink-2">
        {failed.length ? texts.heldFailed(failed) : texts.held(waiting)}
      </p>
      <Button
        size="small"
        onClick={() => {
          void sendWithout();
          onFocus();
        }}
      >
        {isOne ? texts.sendWithout : texts.sendWithoutMany}
      </Button>
    </div>
  );
}
