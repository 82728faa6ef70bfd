/** The feedback form. Closed without sending, it keeps what was typed. */
import { CircleCheck } from 'lucide-react';
import { useRef, useState } from 'react';
import { EMAIL_PATTERN } from '#contract/account-fields.ts';
import { feedbackApi } from '#contract/feedback.ts';
import { EMAIL_MAX, FEEDBACK_MAX, NAME_MAX } from '#contract/limits.ts';
import { call } from '../../api/client.ts';
import { messageOf } from '../../api/error-message.ts';
import { newKey } from '../../api/request.ts';
import { useTask } from '../../lib/use-task.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Field } from '../../ui/controls/field.tsx';
import { TextArea } from '../../ui/controls/text-area.tsx';
import { useCheckedForm } from '../../ui/controls/use-checked-form.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { Modal } from '../../ui/dialogs/modal.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { ScreenshotField } from './screenshot-field.tsx';
import { texts } from './texts.ts';

type FeedbackModalProps = { open: boolean; onClose: () => void };
type Typed = { message: string; name: string; email: string; picture: Blob | null };

const NOTHING: Typed = { message: '', name: '', email: '', picture: null };

export function FeedbackModal({ open, onClose }: FeedbackModalProps) {
  const [typed, setTyped] = useState(NOTHING);
  const [sent, setSent] = useState(false);
  // Sent again after a lost connection it is the same feedback; changed, it is another.
  const key = useRef(newKey());
  const send = useTask(async () => {
    const { picture, ...words } = typed;
    const screenshot = picture && new File([picture], nameOf(picture), { type: picture.type });
    const body = { ...words, page: window.location.pathname, ...(screenshot && { screenshot }) };
    await call(feedbackApi.send, { body }, { idempotencyKey: key.current });
    key.current = newKey();
    setTyped(NOTHING);
    setSent(true);
  });
  if (sent) return <Sent open={open} onClose={onClose} onAnother={() => setSent(false)} />;
  return (
    <FeedbackForm
      open={open}
      typed={typed}
      send={send}
      onChange={(fields) => {
        key.current = newKey();
        setTyped((now) => ({ ...now, ...fields }));
      }}
      onClose={() => {
        onClose();
        if (!send.busy) send.forgive();
      }}
    />
  );
}

type FeedbackFormProps = {
  open: boolean;
  typed: Typed;
  send: ReturnType<typeof useTask<[]>>;
  onChange: (fields: Partial<Typed>) => void;
  onClose: () => void;
};

function FeedbackForm({ open, typed, send, onChange, onClose }: FeedbackFormProps) {
  const message = useRef<HTMLTextAreaElement>(null);
  const { checked, bind } = useCheckedForm();
  // A picture is being taken or read: sent now, the feedback would go without it.
  const [preparing, setPreparing] = useState(false);
  const messageMissing = typed.message.trim() === '';
  const emailWrong = typed.email.trim() !== '' && !EMAIL_PATTERN.test(typed.email.trim());
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={texts.title}
      line={texts.line}
      form={bind(messageMissing || emailWrong, send.run)}
      words={{ submit: texts.send, submitting: texts.sending }}
      busy={send.busy}
      disabled={preparing}
      failure={send.failure ? messageOf(send.failure, texts.failed) : null}
      initialFocus={message}
    >
      <TextArea
        ref={message}
        label={texts.message}
        required
        rows={5}
        maxLength={FEEDBACK_MAX}
        value={typed.message}
        disabled={send.busy}
        onChange={(event) => onChange({ message: event.target.value })}
        error={checked && messageMissing ? texts.messageMissing : null}
      />
      <Sender
        typed={typed}
        disabled={send.busy}
        emailError={checked && emailWrong ? texts.emailInvalid : null}
        onChange={onChange}
      />
      <ScreenshotField
        picture={typed.picture}
        disabled={send.busy}
        onChange={(picture) => onChange({ picture })}
        onPreparing={setPreparing}
      />
    </FormDialog>
  );
}

type SenderProps = {
  typed: Typed;
  disabled: boolean;
  emailError: string | null;
  onChange: (fields: Partial<Typed>) => void;
};

function Sender({ typed, disabled, emailError, onChange }: SenderProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field
        label={texts.name}
        aside={<Optional />}
        autoComplete="name"
        maxLength={NAME_MAX}
        value={typed.name}
        disabled={disabled}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <Field
        label={texts.email}
        aside={<Optional />}
        type="email"
        autoComplete="email"
        maxLength={EMAIL_MAX}
        value={typed.email}
        disabled={disabled}
        onChange={(event) => onChange({ email: event.target.value })}
        error={emailError}
      />
    </div>
  );
}

type SentProps = { open: boolean; onClose: () => void; onAnother: () => void };

function Sent({ open, onClose, onAnother }: SentProps) {
  return (
    <Modal
      open={open}
      onClose={() => {
        onClose();
        onAnother();
      }}
      title={texts.title}
      size="small"
      footer={
        <Button variant="primary" onClick={onAnother}>
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

const Optional = () => <span className="text-small text-ink-3">{texts.optional}</span>;

const nameOf = ({ type }: Blob) => (type === 'image/png' ? 'tela.png' : 'tela.jpg');
