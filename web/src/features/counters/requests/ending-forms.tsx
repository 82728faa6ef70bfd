/** The three ways in which staff ends a request: with an answer, with a reason, or by erasing its words. */
import { useState } from 'react';
import {
  type CitizenRequest,
  citizenRequestsApi,
  REQUEST_REASONS,
  type RequestReason,
} from '#contract/citizen-requests.ts';
import { REQUEST_ANSWER_MAX, REQUEST_NOTE_MAX } from '#contract/limits.ts';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../api/error-message.ts';
import { useTask } from '../../../lib/use-task.ts';
import { NativeSelect } from '../../../ui/controls/native-select.tsx';
import { TextArea } from '../../../ui/controls/text-area.tsx';
import { useCheckedForm } from '../../../ui/controls/use-checked-form.ts';
import { Confirm } from '../../../ui/dialogs/confirm.tsx';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { Written } from './request-view.tsx';
import { texts } from './texts.ts';

type EndingProps = {
  request: CitizenRequest;
  onEnded: (request: CitizenRequest) => Promise<void>;
  onBack: () => void;
};

export function ReplyForm({ request: { id, protocol, email, text }, onEnded, onBack }: EndingProps) {
  const [answer, setAnswer] = useState('');
  const { bind, checked } = useCheckedForm();
  const send = useTask(async () => {
    const body = { answer: answer.trim() };
    await onEnded(await call(citizenRequestsApi.answer, { params: { id }, body }));
  });
  const isMissing = !answer.trim();
  return (
    <FormDialog
      size="large"
      title={texts.reply.title(protocol)}
      line={texts.reply.line(email ?? '')}
      form={bind(isMissing, send.run)}
      words={{ cancel: texts.cancel, submit: texts.reply.send, submitting: texts.reply.sending }}
      busy={send.busy}
      failure={send.failure === null ? null : failureText(send.failure, texts.reply.failed)}
      onClose={onBack}
    >
      {text && <Written title={texts.text}>{text}</Written>}
      <TextArea
        label={texts.reply.answer}
        hint={texts.reply.answerHint}
        required
        rows={7}
        maxLength={REQUEST_ANSWER_MAX}
        value={answer}
        error={checked && isMissing ? texts.reply.missing : null}
        onChange={(event) => {
          send.forgive();
          setAnswer(event.target.value);
        }}
      />
    </FormDialog>
  );
}

export function CloseForm({ request: { id, protocol }, onEnded, onBack }: EndingProps) {
  const [reason, setReason] = useState<RequestReason>('not_ours');
  const [note, setNote] = useState('');
  const { bind } = useCheckedForm();
  const close = useTask(async () => {
    const body = { reason, note: note.trim() };
    await onEnded(await call(citizenRequestsApi.close, { params: { id }, body }));
  });
  return (
    <FormDialog
      title={texts.end.title(protocol)}
      line={texts.end.line}
      form={bind(false, close.run)}
      words={{ cancel: texts.cancel, submit: texts.end.submit, submitting: texts.end.submitting }}
      busy={close.busy}
      failure={close.failure === null ? null : failureText(close.failure, texts.end.failed)}
      onClose={onBack}
    >
      <NativeSelect
        label={texts.end.reason}
        value={reason}
        options={REQUEST_REASONS.map((value) => ({ value, label: texts.end.reasons[value] }))}
        onChange={setReason}
      />
      <TextArea
        label={texts.end.note}
        rows={3}
        maxLength={REQUEST_NOTE_MAX}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
    </FormDialog>
  );
}

export function EraseQuestion({ request: { id, protocol, state }, onEnded, onBack }: EndingProps) {
  const erase = useTask(async () => {
    await onEnded(await call(citizenRequestsApi.erase, { params: { id } }));
  });
  return (
    <Confirm
      open
      text={texts.erase.question(protocol)}
      detail={state === 'open' ? texts.erase.lineOpen : texts.erase.line}
      confirmLabel={texts.erase.action}
      busy={erase.busy}
      failure={erase.failure === null ? null : failureText(erase.failure, texts.erase.failed)}
      onConfirm={erase.run}
      onCancel={onBack}
    />
  );
}
