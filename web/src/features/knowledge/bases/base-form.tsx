import { failureText } from '../../../api/error-message.ts';
import { useTask } from '../../../lib/use-task.ts';
import { type NameAndDescription, NameDialog } from '../../../ui/dialogs/name-dialog.tsx';
import { texts } from '../texts.ts';

type BaseFormProps = {
  title: string;
  line?: string;
  words: { submit: string; submitting: string; failed: string };
  initial?: NameAndDescription;
  onSubmit: (fields: NameAndDescription) => Promise<void>;
  onClose: () => void;
};

/** A new knowledge base, or one that there is. */
export function BaseForm({ words, onSubmit, ...dialog }: BaseFormProps) {
  const saving = useTask(onSubmit);
  return (
    <NameDialog
      {...dialog}
      words={{ ...texts.form, ...words }}
      busy={saving.busy}
      failure={saving.failure === null ? null : failureText(saving.failure, words.failed)}
      onSubmit={saving.run}
    />
  );
}
