/** Writes a check: a question, and what its answer must be. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AgentCheck } from '#contract/agent-checks.ts';
import type { Expectation } from '#contract/agents.ts';
import { EXPECTED_TEXTS_MAX, QUESTION_MAX } from '#contract/limits.ts';
import { failureText } from '../../../api/error-message.ts';
import { useTask } from '../../../lib/use-task.ts';
import { Field } from '../../../ui/controls/field.tsx';
import { Segmented } from '../../../ui/controls/segmented.tsx';
import { TextArea } from '../../../ui/controls/text-area.tsx';
import { useCheckedForm } from '../../../ui/controls/use-checked-form.ts';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { saveCheck } from './queries.ts';
import { texts as all } from './texts.ts';

const texts = all.form;
const VALUE_MAX = 1_000;

type Kind = Expectation['kind'];

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
  const [kind, setKind] = useState<Kind>(check?.expectation.kind ?? 'contains');
  const [typed, setTyped] = useState(typedOf(check?.expectation));
  const expectation = expected(kind, typed);
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
      <ExpectationFields kind={kind} typed={typed} onKind={setKind} onTyped={setTyped} />
    </FormDialog>
  );
}

type ExpectationFieldsProps = {
  kind: Kind;
  typed: Typed;
  onKind: (kind: Kind) => void;
  onTyped: (typed: Typed) => void;
};

function ExpectationFields({ kind, typed, onKind, onTyped }: ExpectationFieldsProps) {
  const single = kind === 'contains' ? 'contains' : 'cites';
  return (
    <>
      <Segmented
        label={texts.expectation}
        value={kind}
        onChange={onKind}
        options={(['contains', 'cites', 'all', 'refuses'] as const).map((each) => ({
          value: each,
          label: texts.kinds[each],
        }))}
      />
      {kind === 'refuses' ? (
        <p className="text-small text-ink-2">{texts.refusesHint}</p>
      ) : (
        <Field
          label={texts[single]}
          hint={single === 'contains' ? texts.containsHint : texts.citesHint}
          value={typed.value}
          maxLength={VALUE_MAX}
          onChange={(event) => onTyped({ ...typed, value: event.target.value })}
        />
      )}
      {kind === 'all' && (
        <TextArea
          label={texts.all}
          hint={texts.allHint(EXPECTED_TEXTS_MAX)}
          value={typed.lines}
          rows={3}
          onChange={(event) => onTyped({ ...typed, lines: event.target.value })}
        />
      )}
    </>
  );
}

/** `lines` holds the texts of `all`, one on each line. */
type Typed = { value: string; lines: string };

function typedOf(expectation: Expectation | undefined): Typed {
  if (expectation?.kind !== 'all') return { value: expectation?.value ?? '', lines: '' };
  const { cites, contains } = expectation.value;
  return { value: cites, lines: contains.join('\n') };
}

/** Null while something is missing. */
function expected(kind: Kind, { value: typed, lines }: Typed): Expectation | null {
  if (kind === 'refuses') return { kind, value: null };
  const value = typed.trim();
  if (value === '') return null;
  if (kind !== 'all') return { kind, value };
  const contains = lines.split('\n').flatMap((line) => line.trim() || []);
  const fits = contains.length > 0 && contains.length <= EXPECTED_TEXTS_MAX;
  return fits ? { kind, value: { cites: value, contains } } : null;
}
