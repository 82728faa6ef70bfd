/** The feedback form. Closed without sending, it keeps what was typed. */
import { CircleCheck } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { EMAIL_PATTERN } from '#contract/auth.ts';
import { feedbackApi } from '#contract/feedback.ts';
import { EMAIL_MAX, FEEDBACK_MAX, NAME_MAX } from '#contract/limits.ts';
import { call } from '../../api/client.ts';
import { messageOf } from '../../api/error-message.ts';
import { newKey } from '../../api/request.ts';
import { useTask } from '../../lib/use-task.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Field } from '../../ui/controls/field.tsx';
import { TextArea } from '../../ui/controls/text-area.tsx';
import { Modal } from '../../ui/dialogs/modal.tsx';
import { Alert } from '../../ui/display/alert.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { texts as ui } from '../../ui/texts.ts';
import { ScreenshotField } from './screenshot-field.tsx';
import { texts } from './texts.ts';

type FeedbackModalProps = { open: boolean; onClose: () => void };
type Typed = { message: string; name: string; email: string; picture: Blob | null };

const NOTHING: Typed = { message: '', name: '', email: '', picture: null };

export function FeedbackModal({ open, onClose }: FeedbackModalProps) {
  const message = useRef<HTMLTextAreaElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState(NOTHING);
  const [checked, setChecked] = useState(false);
  const [sent, setSent] = useState(false);
  // A picture is being taken or read: sent now, the feedback would go without it.
  const [preparing, setPreparing] = useState(false);
  // Sent again after a lost connection it is the same feedback; changed, it is another.
  const key = useRef(newKey());
  const change = (fields: Partial<Typed>) => {
    key.current = newKey();
    setTyped((now) => ({ ...now, ...fields }));
  };

  const send = useTask(async () => {
    const { picture, ...words } = typed;
    await call(
      feedbackApi.send,
      {
        body: {
          ...words,
          page: window.location.pathname,
          ...(picture && { screenshot: new File([picture], nameOf(picture), { type: picture.type }) }),
        },
      },
      { idempotencyKey: key.current },
    );
    key.current = newKey();
    setTyped(NOTHING);
    setChecked(false);
    setSent(true);
  });

  const messageMissing = typed.message.trim() === '';
  const emailWrong = typed.email.trim() !== '' && !EMAIL_PATTERN.test(typed.email.trim());
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (preparing) return;
    setChecked(true);
    if (!messageMissing && !emailWrong) return send.run();
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  const close = () => {
    onClose();
    if (!send.busy) send.forgive();
  };

  if (sent) {
    return (
      <Modal
        open={open}
        onClose={() => {
          onClose();
          setSent(false);
        }}
        title={texts.title}
        size="small"
        footer={
          <Button variant="primary" onClick={() => setSent(false)}>
            {texts.another}
          </Button>
        }
      >
        <div role="status">
          <EmptyState icon={<CircleCheck />} title={texts.sent} line={texts.sentLine} />
        </div>
      </Modal>
    );
  }
  return (
    <Modal
      open={open}
      onClose={close}
      title={texts.title}
      line={texts.line}
      initialFocus={message}
      footer={
        <>
          <Button onClick={close}>{ui.cancel}</Button>
          <Button
            variant="primary"
            busy={send.busy}
            disabled={preparing}
            onClick={() => form.current?.requestSubmit()}
          >
            {send.busy ? texts.sending : texts.send}
          </Button>
        </>
      }
    >
      <form ref={form} noValidate onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {send.failure ? <Alert title={messageOf(send.failure, texts.failed)} /> : null}
        <TextArea
          ref={message}
          label={texts.message}
          required
          rows={5}
          maxLength={FEEDBACK_MAX}
          value={typed.message}
          disabled={send.busy}
          onChange={(event) => change({ message: event.target.value })}
          error={checked && messageMissing ? texts.messageMissing : null}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label={texts.name}
            aside={<Optional />}
            autoComplete="name"
            maxLength={NAME_MAX}
            value={typed.name}
            disabled={send.busy}
            onChange={(event) => change({ name: event.target.value })}
          />
          <Field
            label={texts.email}
            aside={<Optional />}
            type="email"
            autoComplete="email"
            maxLength={EMAIL_MAX}
            value={typed.email}
            disabled={send.busy}
            onChange={(event) => change({ email: event.target.value })}
            error={checked && emailWrong ? texts.emailInvalid : null}
          />
        </div>
        <ScreenshotField
          picture={typed.picture}
          disabled={send.busy}
          onChange={(picture) => change({ picture })}
          onPreparing={setPreparing}
        />
      </form>
    </Modal>
  );
}

const Optional = () => <span className="text-small text-ink-3">{texts.optional}</span>;

const nameOf = ({ type }: Blob) => (type === 'image/png' ? 'tela.png' : 'tela.jpg');
