/** States what a document does to another one of the base, or to a norm that is not in it. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { KbDocument } from '#contract/knowledge.ts';
import { RELATION_KINDS, type RelationKind, validityApi } from '#contract/validity.ts';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../api/error-message.ts';
import { useTask } from '../../../lib/use-task.ts';
import { NativeSelect } from '../../../ui/controls/native-select.tsx';
import { useCheckedForm } from '../../../ui/controls/use-checked-form.ts';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { DayField, ProvisionsField, provisionsOf } from './relation-fields.tsx';
import { texts as all } from './texts.ts';
import { draftOfNorm, type NormDraft, NormFields, normOfDraft } from './validity-form.tsx';
import { refreshValidity } from './validity-queries.ts';

const texts = all.relationForm;
const OTHER = 'other';
/** A part of a norm is meant where provisions are named. */
const KINDS = RELATION_KINDS.filter((kind) => kind !== 'repeals_in_part');

/** As typed; `target` is a document's id, or `OTHER`. */
type RelationDraft = {
  kind: RelationKind;
  target: string;
  norm: NormDraft;
  provisions: string;
  on: string;
  until: string;
};

type RelationFormProps = { baseId: number; documentId: number; documents: KbDocument[]; onClose: () => void };

export function RelationForm({ baseId, documentId, documents, onClose }: RelationFormProps) {
  const cache = useQueryClient();
  const others = documents.filter(({ id }) => id !== documentId);
  const { draft, change, isWhole, isNamed, errors, relation } = useRelationDraft(others);
  const { checked, bind } = useCheckedForm();
  const saving = useTask(async () => {
    await call(validityApi.relate, { params: { id: baseId, documentId }, body: relation() });
    await refreshValidity(cache, baseId);
    onClose();
  });
  return (
    <FormDialog
      title={texts.title}
      form={bind(errors.norm !== null || errors.on !== null, saving.run)}
      words={texts}
      busy={saving.busy}
      failure={saving.failure === null ? null : failureText(saving.failure, texts.failed)}
      onClose={onClose}
    >
      <NativeSelect
        label={texts.kind}
        value={draft.kind}
        options={KINDS.map((value) => ({ value, label: all.relation.verbs[value] }))}
        onChange={(kind) => change({ kind })}
      />
      <TargetSelect others={others} value={draft.target} onChange={(target) => change({ target })} />
      {isNamed && (
        <NormFields
          draft={draft.norm}
          isOptional={false}
          error={checked ? errors.norm : null}
          onChange={(norm) => change({ norm })}
        />
      )}
      {!isWhole && (
        <ProvisionsField value={draft.provisions} onChange={(provisions) => change({ provisions })} />
      )}
      <div className="grid grid-cols-2 gap-3 phone:grid-cols-1">
        <DayField
          label={texts.on}
          value={draft.on}
          error={checked ? errors.on : null}
          onChange={(on) => change({ on })}
        />
        {draft.kind === 'suspends' && (
          <DayField label={texts.until} value={draft.until} onChange={(until) => change({ until })} />
        )}
      </div>
    </FormDialog>
  );
}

/** `isWhole`: no provisions can be named; `isNamed`: the other norm is named instead of chosen. */
function useRelationDraft(others: KbDocument[]) {
  const [draft, setDraft] = useState<RelationDraft>({
    kind: 'repeals',
    target: others[0] ? String(others[0].id) : OTHER,
    norm: { ...draftOfNorm(null), type: 'lei' },
    provisions: '',
    on: '',
    until: '',
  });
  const isWhole = draft.kind === 'suspends' || draft.kind === 'revives';
  const isNamed = draft.target === OTHER;
  const norm = normOfDraft(draft.norm);
  const errors = {
    norm: isNamed && !norm ? all.form.numberMissing : null,
    on: draft.on ? null : texts.dayMissing,
  };
  const relation = () => ({
    kind: draft.kind,
    target: isNamed && norm ? { norm } : { document_id: Number(draft.target) },
    provisions: isWhole ? [] : provisionsOf(draft.provisions),
    effective_on: draft.on,
    until: draft.kind === 'suspends' && draft.until ? draft.until : null,
  });
  const change = (changed: Partial<RelationDraft>) => setDraft((former) => ({ ...former, ...changed }));
  return { draft, change, isWhole, isNamed, errors, relation };
}

type TargetSelectProps = { others: KbDocument[]; value: string; onChange: (target: string) => void };

function TargetSelect({ others, value, onChange }: TargetSelectProps) {
  return (
    <NativeSelect
      label={texts.target}
      value={value}
      options={[
        ...others.map(({ id, original_filename }) => ({ value: String(id), label: original_filename })),
        { value: OTHER, label: texts.otherNorm },
      ]}
      onChange={onChange}
    />
  );
}
