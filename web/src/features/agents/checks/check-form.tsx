/** Writes a check: a question, and what its answer must be. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AgentCheck } from '#contract/agent-checks.ts';
import { QUESTION_MAX } from '#contract/limits.ts';
import { failureText } from '../../../api/error-message.ts';
import { useTask } from '../../../lib/use-task.ts';
import { TextArea } from '../../../ui/controls/text-area.tsx';
import { useCheckedForm } from '../../../ui/controls/use-checked-form.ts';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { draftsOf, expectationIn } from './expectation-draft.ts';
import { ExpectationFields } from './expectation-fields.tsx';
import { saveCheck } from './queries.ts';
import { texts as all } from './texts.ts';

const texts = all.form;

type CheckFormProps = {
  agentId: number;
  /** Undefined for a new one. */
  check: AgentCheck | undefined;
  onSaved?: (check: AgentCheck) => void;
  onClose: () => void;
};

export function CheckForm({ agentId, check, onSaved, onClose }: CheckFormProps) {
  const client = useQueryClient();
  const [question, setQuestion] = useState(check?.question ?? '');
  const [parts, setParts] = useState(() => draftsOf(check?.expectation));
  const expectation = expectationIn(parts);
  const ready = question.trim() !== '' && expectation !== null;
  const save = useTask(async () => {
    if (!expectation) return;
    const saved = await saveCheck(client, { agentId, checkId: check?.id }, { question, expectation });
    onSaved?.(saved);
    onClose();
  });
  const { bind } = useCheckedForm();

  return (
    <FormDialog
      title={check ? texts.edit : texts.add}
      line={check && texts.line}
      form={bind(!ready, save.run)}
      words={{ cancel: texts.cancel, submit: texts.save, submitting: texts.saving }}
      busy={save.busy}
      disabled={!ready}
      failure={save.failure === null ? null : failureText(save.failure, texts.failed)}
      onClose={onClose}
    >
      <TextArea
        label={texts.question}
        value={question}
        maxLength={QUESTION_MAX}
        rows={3}
        onChange={(event) => setQuestion(event.target.value)}
      />
      <ExpectationFields agentId={agentId} parts={parts} onChange={setParts} />
    </FormDialog>
  );
}
