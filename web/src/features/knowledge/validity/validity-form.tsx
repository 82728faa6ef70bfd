/** The fields that name a norm, and the form in which the validity of a document is stated. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type DocumentValidity,
  NORM_NAMES,
  NORM_TYPES,
  type Norm,
  type NormType,
  validityApi,
} from '#contract/validity.ts';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../api/error-message.ts';
import { useTask } from '../../../lib/use-task.ts';
import { Field } from '../../../ui/controls/field.tsx';
import { NativeSelect } from '../../../ui/controls/native-select.tsx';
import { useCheckedForm } from '../../../ui/controls/use-checked-form.ts';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { DayField } from './relation-fields.tsx';
import { texts as all } from './texts.ts';
import { documentValidity, refreshValidity } from './validity-queries.ts';

const texts = all.form;

export type NormDraft = { type: NormType | ''; number: string; year: string; issuer: string };

export const draftOfNorm = (norm: Norm | null | undefined): NormDraft =>
  norm
    ? { type: norm.type, number: norm.number, year: String(norm.year), issuer: norm.issuer }
    : { type: '', number: '', year: '', issuer: '' };

/** Null for no norm; undefined while number or year is missing. */
export function normOfDraft({ type, number, year, issuer }: NormDraft): Norm | null | undefined {
  if (type === '') return null;
  if (!/\d/.test(number) || !/^\d{4}$/.test(year)) return undefined;
  return { type, number, year: Number(year), issuer: issuer.trim() };
}

type NormFieldsProps = {
  draft: NormDraft;
  /** Whether «not a norm» may be chosen. */
  isOptional: boolean;
  error: string | null;
  onChange: (draft: NormDraft) => void;
};

export function NormFields({ draft, isOptional, error, onChange }: NormFieldsProps) {
  const types = NORM_TYPES.map((value) => ({ value, label: NORM_NAMES[value] }));
  return (
    <>
      <NativeSelect<NormType | ''>
        label={texts.type}
        value={draft.type}
        options={isOptional ? [{ value: '', label: texts.noType }, ...types] : types}
        onChange={(type) => onChange({ ...draft, type })}
      />
      {draft.type !== '' && (
        <>
          <div className="grid grid-cols-2 gap-3">
            <Field
              label={texts.number}
              inputMode="numeric"
              value={draft.number}
              maxLength={12}
              error={error}
              onChange={({ target }) => onChange({ ...draft, number: target.value })}
            />
            <Field
              label={texts.year}
              inputMode="numeric"
              value={draft.year}
              maxLength={4}
              onChange={({ target }) => onChange({ ...draft, year: target.value.replace(/\D/g, '') })}
            />
          </div>
          <Field
            label={texts.issuer}
            hint={texts.issuerHint}
            value={draft.issuer}
            maxLength={120}
            onChange={({ target }) => onChange({ ...draft, issuer: target.value })}
          />
        </>
      )}
    </>
  );
}

type ValidityFormProps = {
  baseId: number;
  documentId: number;
  stated: DocumentValidity;
  onClose: () => void;
};

export function ValidityForm({ baseId, documentId, stated, onClose }: ValidityFormProps) {
  const cache = useQueryClient();
  const [norm, setNorm] = useState(draftOfNorm(stated.norm));
  const [days, setDays] = useState({
    from: stated.from ?? '',
    until: stated.until ?? '',
    review_on: stated.review_on ?? '',
  });
  const { checked, bind } = useCheckedForm();
  const written = normOfDraft(norm);
  const normError = written === undefined ? texts.numberMissing : null;
  const saving = useTask(async () => {
    const { from, until, review_on } = days;
    const saved = await call(validityApi.change, {
      params: { id: baseId, documentId },
      body: {
        norm: written ?? null,
        from: from || null,
        until: until || null,
        review_on: review_on || null,
        updated_at: stated.updated_at,
      },
    });
    cache.setQueryData(documentValidity(baseId, documentId).queryKey, saved);
    await refreshValidity(cache, baseId);
    onClose();
  });
  const dayField = (name: keyof typeof days, label: string, hint?: string) => (
    <DayField
      label={label}
      hint={hint}
      value={days[name]}
      onChange={(day) => setDays({ ...days, [name]: day })}
    />
  );
  return (
    <FormDialog
      title={texts.title}
      form={bind(normError !== null, saving.run)}
      words={texts}
      busy={saving.busy}
      failure={saving.failure === null ? null : failureText(saving.failure, texts.failed)}
      onClose={onClose}
    >
      <NormFields draft={norm} isOptional error={checked ? normError : null} onChange={setNorm} />
      <div className="grid grid-cols-2 gap-3 phone:grid-cols-1">
        {dayField('from', texts.from)}
        {dayField('until', texts.until, texts.untilHint)}
      </div>
      {dayField('review_on', texts.review, texts.reviewHint)}
    </FormDialog>
  );
}
