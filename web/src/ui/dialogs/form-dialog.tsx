/** A dialog that holds one form, with its cancel and submit buttons at the foot. */
import { type ReactNode, type RefObject, useSyncExternalStore } from 'react';
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
          {props.disabled && <MissingFields form={form.ref} />}
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

/**
 * Names what is still to be filled in, once something is: a button that cannot be pressed does not say why. The fields
 * are those of the form that are required.
 */
function MissingFields({ form }: { form: RefObject<HTMLFormElement | null> }) {
  const names = useSyncExternalStore(onInput, () => missingIn(form.current));
  if (!names) return null;
  return (
    // It breaks its own line before it parts the buttons from each other.
    <p className="min-w-0 flex-1 basis-40 text-small text-ink-2 wrap-anywhere phone:basis-full">
      {texts.missingFields(names)}
    </p>
  );
}

function onInput(changed: () => void): () => void {
  document.addEventListener('input', changed);
  return () => document.removeEventListener('input', changed);
}

type Fillable = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

function missingIn(form: HTMLFormElement | null): string {
  const required = [...(form?.querySelectorAll<Fillable>(':required') ?? [])];
  const empty = required.filter(({ value }) => !value.trim());
  if (empty.length === required.length) return '';
  return empty.map(({ labels }) => labels?.[0]?.textContent?.trim() ?? '').join(', ');
}
