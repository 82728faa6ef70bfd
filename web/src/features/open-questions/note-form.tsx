/** Closes a group with a note, which becomes a document of a base. */
import { useState } from 'react';
import { NAME_MAX, NOTE_MAX } from '#contract/limits.ts';
import { openQuestionsApi, type QuestionGroupDetail } from '#contract/open-questions.ts';
import { call } from '../../api/client.ts';
import { failureText } from '../../api/error-message.ts';
import { useTask } from '../../lib/use-task.ts';
import { Field } from '../../ui/controls/field.tsx';
import { TextArea } from '../../ui/controls/text-area.tsx';
import { useCheckedForm } from '../../ui/controls/use-checked-form.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { BaseChoice, useBaseChoice } from './base-choice.tsx';
import { texts as all } from './texts.ts';

const texts = all.note;

export type ClosingFormProps = {
  group: QuestionGroupDetail;
  onClosed: (group: QuestionGroupDetail) => Promise<void>;
  onBack: () => void;
};

export function NoteForm({ group, onClosed, onBack }: ClosingFormProps) {
  const choice = useBaseChoice(group.agent_id);
  const [title, setTitle] = useState('');
  const [text, setText] = useState('');
  const { baseId } = choice;
  const save = useTask(async () => {
    if (baseId === null) return;
    const note = { knowledge_base_id: baseId, title, text };
    const body = { kind: 'note' as const, note };
    await onClosed(await call(openQuestionsApi.close, { params: { id: group.id }, body }));
  });
  const isComplete = Boolean(title.trim() && text.trim() && baseId !== null);
  const { bind } = useCheckedForm();
  return (
    <FormDialog
      title={texts.title}
      line={group.title}
      form={bind(!isComplete, save.run)}
      words={{ cancel: all.cancel, submit: texts.save, submitting: texts.saving }}
      busy={save.busy}
      disabled={!isComplete}
      failure={save.failure === null ? null : failureText(save.failure, all.closeFailed)}
      onClose={onBack}
    >
      <BaseChoice choice={choice} />
      <Field
        label={texts.name}
        required
        maxLength={NAME_MAX}
        value={title}
        onChange={(event) => setTitle(event.target.value)}
      />
      <TextArea
        label={texts.text}
        hint={texts.line}
        required
        rows={7}
        maxLength={NOTE_MAX}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </FormDialog>
  );
}
