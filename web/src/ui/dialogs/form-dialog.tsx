/** A dialog that holds one form, with its cancel and submit buttons at the foot. */
import type { ReactNode, RefObject } from 'react';
import { Button } from '../controls/button.tsx';
import type { CheckedForm } from '../controls/use-checked-form.ts';
import { Alert } from '../display/alert.tsx';
import { texts } from '../texts.ts';
import { Modal } from './modal.tsx';

type FormDialogProps = {
  /** True where it is left out: most are mounted while they are open. */
  open?: boolean;
  title: string;
  line?: ReactNode;
  size?: 'small' | 'medium' | 'large';
  form: CheckedForm;
  words: { cancel?: string; submit: string; submitting: string };
  variant?: 'primary' | 'danger';
  busy: boolean;
  disabled?: boolean;
  /** Why the submission failed, in words. */
  failure: string | null;
  initialFocus?: RefObject<HTMLElement | null>;
  onClose: () => void;
  /** Stands above the fields. */
  intro?: ReactNode;
  children: ReactNode;
};

export function FormDialog(props: FormDialogProps) {
  const { form, words, busy, failure, onClose } = props;
  return (
    <Modal
      open={props.open ?? true}
      onClose={onClose}
      title={props.title}
      line={props.line}
      size={props.size}
      initialFocus={props.initialFocus}
      footer={
        <>
          <Button onClick={onClose}>{words.cancel ?? texts.cancel}</Button>
          <Button
            type="submit"
            form={form.id}
            variant={props.variant ?? 'primary'}
            busy={busy}
            disabled={props.disabled}
          >
            {busy ? words.submitting : words.submit}
          </Button>
        </>
      }
    >
      {props.intro}
      <form {...form} className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {failure !== null && <Alert title={failure} />}
        {props.children}
      </form>
    </Modal>
  );
}
