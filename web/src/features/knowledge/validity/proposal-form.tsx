/** A proposal with changes: the norm that a document is, the day, or the provisions of a relation. */
import { useState } from 'react';
import type { Norm, ValidityProposal } from '#contract/validity.ts';
import { failureText } from '../../../api/error-message.ts';
import { useTask } from '../../../lib/use-task.ts';
import { Field } from '../../../ui/controls/field.tsx';
import { useCheckedForm } from '../../../ui/controls/use-checked-form.ts';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { texts as all } from './texts.ts';
import { draftOfNorm, NormFields, normOfDraft } from './validity-form.tsx';

const texts = all.adjustForm;

export type Changes = { norm?: Norm; day?: string; provisions?: string[]; until?: string | null };

type ProposalFormProps = {
  proposal: ValidityProposal;
  onSave: (changes: Changes) => Promise<void>;
  onClose: () => void;
};

/** «art:5/par:1, art:7» */
export const provisionsOf = (typed: string): string[] =>
  typed
    .split(/[,;\s]+/)
    .map((path) => path.trim())
    .filter(Boolean);

export function ProposalForm({ proposal, onSave, onClose }: ProposalFormProps) {
  const { kind } = proposal;
  const [norm, setNorm] = useState(draftOfNorm(proposal.norm));
  const [day, setDay] = useState(proposal.day ?? '');
  const [provisions, setProvisions] = useState(proposal.provisions.join(', '));
  const [until, setUntil] = useState(proposal.until ?? '');
  const { checked, bind } = useCheckedForm();
  const isRelation = kind !== 'norm' && kind !== 'starts';
  const hasProvisions = isRelation && kind !== 'suspends' && kind !== 'revives';
  const written = normOfDraft(norm);
  const normError = kind === 'norm' && !written ? all.form.numberMissing : null;
  const dayError = kind !== 'norm' && !day ? all.relationForm.dayMissing : null;
  const saving = useTask(() =>
    onSave({
      ...(kind === 'norm' && written ? { norm: written } : {}),
      // A day that was left as it was proposed goes on following from the other norm.
      ...(kind !== 'norm' && day !== proposal.day ? { day } : {}),
      ...(hasProvisions ? { provisions: provisionsOf(provisions) } : {}),
      ...(kind === 'suspends' ? { until: until || null } : {}),
    }),
  );
  return (
    <FormDialog
      title={texts.title}
      form={bind(normError !== null || dayError !== null, saving.run)}
      words={texts}
      busy={saving.busy}
      failure={saving.failure === null ? null : failureText(saving.failure, all.proposals.failed)}
      onClose={onClose}
    >
      {kind === 'norm' ? (
        <NormFields draft={norm} isOptional={false} error={checked ? normError : null} onChange={setNorm} />
      ) : (
        <Field
          label={texts.day}
          type="date"
          value={day}
          error={checked ? dayError : null}
          onChange={({ target }) => setDay(target.value)}
        />
      )}
      {hasProvisions && (
        <Field
          label={all.relationForm.provisions}
          hint={all.relationForm.provisionsHint}
          value={provisions}
          onChange={({ target }) => setProvisions(target.value)}
        />
      )}
      {kind === 'suspends' && (
        <Field
          label={all.relationForm.until}
          type="date"
          value={until}
          onChange={({ target }) => setUntil(target.value)}
        />
      )}
    </FormDialog>
  );
}
