import { type FormEvent, useId, useRef, useState } from 'react';
import { DESCRIPTION_MAX, NAME_MAX } from '#contract/limits.ts';
import { failureText } from '../../api/error-message.ts';
import { useTask } from '../../lib/use-task.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Modal } from '../../ui/modal.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { texts } from './texts.ts';

export type BaseFields = { name: string; description: string | null };

type BaseFormProps = {
  title: string;
  line?: string;
  words: { submit: string; submitting: string; failed: string };
  initial: BaseFields;
  onSubmit: (fields: BaseFields) => Promise<void>;
  onClose: () => void;
};

/** Name and description, of a new knowledge base or of one that there is. Mounted while it is open, so that it always begins anew. */
export function BaseForm({ title, line, words, initial, onSubmit, onClose }: BaseFormProps) {
  const formId = useId();
  const first = useRef<HTMLInputElement>(null);
  const [name, setName] = useState(initial.name);
  const [description, setDescription] = useState(initial.description ?? '');
  const saving = useTask(() => onSubmit({ name: name.trim(), description: description.trim() || null }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim()) saving.run();
  };

  return (
    <Modal
      open
      onClose={onClose}
      title={title}
      line={line}
      initialFocus={first}
      footer={
        <>
          <Button onClick={onClose}>{texts.form.cancel}</Button>
          <Button type="submit" form={formId} variant="primary" disabled={!name.trim()} busy={saving.busy}>
            {saving.busy ? words.submitting : words.submit}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-4">
        {saving.failure === null ? null : <Alert title={failureText(saving.failure, words.failed)} />}
        <Field
          ref={first}
          label={texts.form.name}
          required
          maxLength={NAME_MAX}
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <TextArea
          label={texts.form.description}
          hint={texts.form.descriptionHint}
          rows={3}
          maxLength={DESCRIPTION_MAX}
          value={description}
          onChange={(event) => setDescription(event.target.value)}
        />
      </form>
    </Modal>
  );
}
