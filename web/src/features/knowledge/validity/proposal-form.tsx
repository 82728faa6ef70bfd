/** A proposal with changes: the norm that a document is, the day, or the provisions of a relation. */
import { useState } from 'react';
import type { Norm, ValidityProposal } from '#contract/validity.ts';
import { failureText } from '../../../api/error-message.ts';
import { useTask } from '../../../lib/use-task.ts';
import { useCheckedForm } from '../../../ui/controls/use-checked-form.ts';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { DayField, ProvisionsField, provisionsOf } from './relation-fields.tsx';
import { texts as all } from './texts.ts';
import { draftOfNorm, NormFields, normOfDraft } from './validity-form.tsx';

const texts = all.adjustForm;

export type Changes = { norm?: Norm; day?: string; provisions?: string[]; until?: string | null };

type ProposalFormProps = {
  proposal: ValidityProposal;
  onSave: (changes: Changes) => Promise<void>;
  onClose: () => void;
};

export function ProposalForm({ proposal, onSave, onClose }: ProposalFormProps) {
  const { draft, change, shows, errors, changes } = useProposalDraft(proposal);
  const { checked, bind } = useCheckedForm();
  const saving = useTask(() => onSave(changes()));
  return (
    <FormDialog
      title={texts.title}
      form={bind(errors.norm !== null || errors.day !== null, saving.run)}
      words={texts}
      busy={saving.busy}
      failure={saving.failure === null ? null : failureText(saving.failure, all.proposals.failed)}
      onClose={onClose}
    >
      {shows.norm ? (
        <NormFields
          draft={draft.norm}
          isOptional={false}
          error={checked ? errors.norm : null}
          onChange={(norm) => change({ norm })}
        />
      ) : (
        <DayField
          label={texts.day}
          value={draft.day}
          error={checked ? errors.day : null}
          onChange={(day) => change({ day })}
        />
      )}
      {shows.provisions && (
        <ProvisionsField value={draft.provisions} onChange={(provisions) => change({ provisions })} />
      )}
      {shows.until && (
        <DayField
          label={all.relationForm.until}
          value={draft.until}
          onChange={(until) => change({ until })}
        />
      )}
    </FormDialog>
  );
}

/** The proposal as it is being changed; `shows` says which fields its kind has. */
function useProposalDraft(proposal: ValidityProposal) {
  const { kind } = proposal;
  const [draft, setDraft] = useState({
    norm: draftOfNorm(proposal.norm),
    day: proposal.day ?? '',
    provisions: proposal.provisions.join(', '),
    until: proposal.until ?? '',
  });
  const shows = {
    norm: kind === 'norm',
    provisions: !['norm', 'starts', 'suspends', 'revives'].includes(kind),
    until: kind === 'suspends',
  };
  const norm = normOfDraft(draft.norm);
  const errors = {
    norm: shows.norm && !norm ? all.form.numberMissing : null,
    day: shows.norm || draft.day ? null : all.relationForm.dayMissing,
  };
  const changes = (): Changes => ({
    ...(shows.norm && norm ? { norm } : {}),
    // A day that was left as it was proposed goes on following from the other norm.
    ...(!shows.norm && draft.day !== proposal.day ? { day: draft.day } : {}),
    ...(shows.provisions ? { provisions: provisionsOf(draft.provisions) } : {}),
    ...(shows.until ? { until: draft.until || null } : {}),
  });
  const change = (changed: Partial<typeof draft>) => setDraft((former) => ({ ...former, ...changed }));
  return { draft, change, shows, errors, changes };
}
