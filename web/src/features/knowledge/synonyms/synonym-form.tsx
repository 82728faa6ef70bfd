/** One entry of the synonyms, new or edited. */
import { useState } from 'react';
import { type BaseSynonym, SYNONYM_WEIGHTS } from '#contract/knowledge.ts';
import { SYNONYM_LENGTH_MAX } from '#contract/limits.ts';
import { failureText } from '../../../api/error-message.ts';
import { useTask } from '../../../lib/use-task.ts';
import { Field } from '../../../ui/controls/field.tsx';
import { NativeSelect } from '../../../ui/controls/native-select.tsx';
import { useCheckedForm } from '../../../ui/controls/use-checked-form.ts';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { texts as all } from './texts.ts';

const texts = all.form;

type SynonymFormProps = {
  /** Null for a new one. */
  initial: BaseSynonym | null;
  onSave: (entry: BaseSynonym) => Promise<void>;
  onClose: () => void;
};

const weightOf = (text: string) => SYNONYM_WEIGHTS.find((weight) => String(weight) === text) ?? 1;
const split = (text: string) =>
  text
    .split(';')
    .map((other) => other.trim())
    .filter(Boolean);

export function SynonymForm({ initial, onSave, onClose }: SynonymFormProps) {
  const [word, setWord] = useState(initial?.word ?? '');
  const [others, setOthers] = useState(initial?.others.join('; ') ?? '');
  const [weight, setWeight] = useState(String(initial?.weight ?? 1));
  const saving = useTask(() =>
    onSave({ word: word.trim(), others: split(others), weight: weightOf(weight) }),
  );
  const { checked, bind } = useCheckedForm();
  const wordError = word.trim() ? null : texts.wordMissing;
  const othersError = split(others).length ? null : texts.othersMissing;
  return (
    <FormDialog
      title={initial ? texts.edit : texts.add}
      form={bind(wordError !== null || othersError !== null, saving.run)}
      words={texts}
      busy={saving.busy}
      failure={saving.failure === null ? null : failureText(saving.failure, texts.failed)}
      onClose={onClose}
    >
      <Field
        label={all.word}
        value={word}
        maxLength={SYNONYM_LENGTH_MAX}
        error={checked ? wordError : null}
        onChange={(event) => setWord(event.target.value)}
      />
      <Field
        label={all.others}
        hint={texts.othersHint}
        value={others}
        error={checked ? othersError : null}
        onChange={(event) => setOthers(event.target.value)}
      />
      <div>
        <NativeSelect
          label={all.weight}
          value={weight}
          options={SYNONYM_WEIGHTS.map((one) => ({ value: String(one), label: all.weights[one] }))}
          onChange={setWeight}
        />
        <p className="mt-1.5 text-small text-ink-2">{texts.weightHint}</p>
      </div>
    </FormDialog>
  );
}
