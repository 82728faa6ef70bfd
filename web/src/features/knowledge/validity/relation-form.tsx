/** States what a document does to another one of the base, or to a norm that is not in it. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { KbDocument } from '#contract/knowledge.ts';
import { RELATION_KINDS, type RelationKind, validityApi } from '#contract/validity.ts';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../api/error-message.ts';
import { useTask } from '../../../lib/use-task.ts';
import { Field } from '../../../ui/controls/field.tsx';
import { NativeSelect } from '../../../ui/controls/native-select.tsx';
import { useCheckedForm } from '../../../ui/controls/use-checked-form.ts';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { provisionsOf } from './proposal-form.tsx';
import { texts as all } from './texts.ts';
import { draftOfNorm, NormFields, normOfDraft } from './validity-form.tsx';
import { refreshValidity } from './validity-queries.ts';

const texts = all.relationForm;
const OTHER = 'other';
/** A part of a norm is meant where provisions are named. */
const KINDS = RELATION_KINDS.filter((kind) => kind !== 'repeals_in_part');

type RelationFormProps = { baseId: number; documentId: number; documents: KbDocument[]; onClose: () => void };

export function RelationForm({ baseId, documentId, documents, onClose }: RelationFormProps) {
  const cache = useQueryClient();
  const others = documents.filter(({ id }) => id !== documentId);
  const [kind, setKind] = useState<RelationKind>('repeals');
  const [target, setTarget] = useState(others[0] ? String(others[0].id) : OTHER);
  const [norm, setNorm] = useState({ ...draftOfNorm(null), type: 'lei' as const });
  const [provisions, setProvisions] = useState('');
  const [on, setOn] = useState('');
  const [until, setUntil] = useState('');
  const { checked, bind } = useCheckedForm();
  const written = normOfDraft(norm);
  const normError = target === OTHER && !written ? all.form.numberMissing : null;
  const dayError = on ? null : texts.dayMissing;
  const isWhole = kind === 'suspends' || kind === 'revives';
  const saving = useTask(async () => {
    await call(validityApi.relate, {
      params: { id: baseId, documentId },
      body: {
        kind,
        target: target === OTHER && written ? { norm: written } : { document_id: Number(target) },
        provisions: isWhole ? [] : provisionsOf(provisions),
        effective_on: on,
        until: kind === 'suspends' && until ? until : null,
      },
    });
    await refreshValidity(cache, baseId);
    onClose();
  });
  return (
    <FormDialog
      title={texts.title}
      form={bind(normError !== null || dayError !== null, saving.run)}
      words={texts}
      busy={saving.busy}
      failure={saving.failure === null ? null : failureText(saving.failure, texts.failed)}
      onClose={onClose}
    >
      <NativeSelect
        label={texts.kind}
        value={kind}
        options={KINDS.map((value) => ({ value, label: all.relation.verbs[value] }))}
        onChange={setKind}
      />
      <NativeSelect
        label={texts.target}
        value={target}
        options={[
          ...others.map(({ id, original_filename }) => ({ value: String(id), label: original_filename })),
          { value: OTHER, label: texts.otherNorm },
        ]}
        onChange={setTarget}
      />
      {target === OTHER && (
        <NormFields
          draft={norm}
          isOptional={false}
          error={checked ? normError : null}
          onChange={(draft) => setNorm({ ...draft, type: draft.type as typeof norm.type })}
        />
      )}
      {!isWhole && (
        <Field
          label={texts.provisions}
          hint={texts.provisionsHint}
          value={provisions}
          onChange={({ target: { value } }) => setProvisions(value)}
        />
      )}
      <div className="grid grid-cols-2 gap-3 phone:grid-cols-1">
        <Field
          label={texts.on}
          type="date"
          value={on}
          error={checked ? dayError : null}
          onChange={({ target: { value } }) => setOn(value)}
        />
        {kind === 'suspends' && (
          <Field
            label={texts.until}
            type="date"
            value={until}
            onChange={({ target: { value } }) => setUntil(value)}
          />
        )}
      </div>
    </FormDialog>
  );
}
