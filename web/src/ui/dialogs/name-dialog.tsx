/** Asks for a name and a description, of something new or of something that there is. Mounted while it is open, so that it always begins anew. */
import { useRef, useState } from 'react';
import { DESCRIPTION_MAX, NAME_MAX } from '#contract/limits.ts';
import { Field } from '../controls/field.tsx';
import { TextArea } from '../controls/text-area.tsx';
import { useCheckedForm } from '../controls/use-checked-form.ts';
import { FormDialog } from './form-dialog.tsx';

export type NameAndDescription = { name: string; description: string | null };

type NameDialogProps = {
  title: string;
  line?: string;
  size?: 'small' | 'medium';
  words: {
    name: string;
    description: string;
    descriptionHint: string;
    cancel: string;
    submit: string;
    submitting: string;
  };
  initial?: NameAndDescription;
  busy: boolean;
  /** Why it could not be kept, in words. */
  failure: string | null;
  /** The same where it is the name's fault: said below its field, until another is typed. */
  nameFailure?: string | null;
  onName?: () => void;
  /** Without the blanks around them; no description is null. */
  onSubmit: (fields: NameAndDescription) => void;
  onClose: () => void;
};

export function NameDialog(props: NameDialogProps) {
  const { words, initial, busy, failure, nameFailure, onName, onSubmit, onClose } = props;
  const first = useRef<HTMLInputElement>(null);
  const [name, setName] = useState(initial?.name ?? '');
  const [description, setDescription] = useState(initial?.description ?? '');
  const { bind } = useCheckedForm();
  const submit = () => onSubmit({ name: name.trim(), description: description.trim() || null });

  return (
    <FormDialog
      title={props.title}
      line={props.line}
      size={props.size}
      form={bind(!name.trim(), submit)}
      words={words}
      busy={busy}
      disabled={!name.trim()}
      failure={failure}
      initialFocus={first}
      onClose={onClose}
    >
      <Field
        ref={first}
        label={words.name}
        required
        maxLength={NAME_MAX}
        autoComplete="off"
        error={nameFailure ?? null}
        value={name}
        onChange={(event) => {
          setName(event.target.value);
          onName?.();
        }}
      />
      <TextArea
        label={words.description}
        hint={words.descriptionHint}
        rows={3}
        maxLength={DESCRIPTION_MAX}
        value={description}
        onChange={(event) => setDescription(event.target.value)}
      />
    </FormDialog>
  );
}
