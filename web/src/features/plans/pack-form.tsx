/** The form of a pack of tokens. */
import { useState } from 'react';
import { PACK_VALIDITY_DAYS, PACK_VALIDITY_DAYS_MAX, PLAN_TOKENS_MAX } from '#contract/limits.ts';
import { type Pack, packsApi } from '#contract/plans.ts';
import { call } from '../../api/client.ts';
import { formatNumber } from '../../lib/format.ts';
import { Field } from '../../ui/controls/field.tsx';
import { Switch } from '../../ui/controls/switch.tsx';
import { FormDialog } from './panel.tsx';
import { texts as all } from './texts.ts';
import { centsOf, typedCents, wholeOf } from './typed.ts';

const texts = all.packs;

const draftOf = (pack: Pack | undefined) => ({
  name: pack?.name ?? '',
  tokens: pack ? formatNumber(pack.tokens) : '',
  amount: pack ? typedCents(pack.amount) : '',
  stripe_price_id: pack?.stripe_price_id ?? '',
  validity: String(pack?.validity_days ?? PACK_VALIDITY_DAYS),
  visible: pack?.visible ?? true,
});

type Draft = ReturnType<typeof draftOf>;

const readDraft = ({ name, tokens, amount, validity, stripe_price_id, visible }: Draft) => ({
  name: name.trim(),
  tokens: wholeOf(tokens, { min: 1_000, max: PLAN_TOKENS_MAX }) ?? null,
  amount: centsOf(amount) ?? null,
  validity_days: wholeOf(validity, { min: 1, max: PACK_VALIDITY_DAYS_MAX }) ?? null,
  stripe_price_id: stripe_price_id.trim() || null,
  visible,
});

/** `pack`: the one that is edited; a new one otherwise. */
export function PackFormDialog({ pack, onClose }: { pack?: Pack; onClose: () => void }) {
  const [draft, setDraft] = useState(() => draftOf(pack));
  const { tokens, amount, validity_days, ...read } = readDraft(draft);
  const save = async () => {
    if (tokens === null || amount === null || validity_days === null) return;
    const body = { ...read, tokens, amount, validity_days };
    if (pack)
      await call(packsApi.update, { params: { id: pack.id }, body: { ...body, version: pack.version } });
    else await call(packsApi.create, { body });
  };
  return (
    <FormDialog
      title={pack ? texts.editTitle(pack.name) : texts.createTitle}
      saveFailed={texts.saveFailed}
      isComplete={read.name !== '' && tokens !== null && amount !== null && validity_days !== null}
      save={save}
      onClose={onClose}
    >
      {(isTried) => (
        <Fields draft={draft} isTried={isTried} onChange={(part) => setDraft({ ...draft, ...part })} />
      )}
    </FormDialog>
  );
}

type FieldsProps = { draft: Draft; isTried: boolean; onChange: (part: Partial<Draft>) => void };

function Fields({ draft, isTried, onChange }: FieldsProps) {
  const { name, tokens, amount, validity_days } = readDraft(draft);
  const wrong = (isWrong: boolean, sentence: string) => (isTried && isWrong ? sentence : null);
  const typing = (field: keyof Draft) => ({
    value: String(draft[field]),
    onChange: ({ target }: { target: { value: string } }) => onChange({ [field]: target.value }),
  });
  return (
    <>
      <Field label={all.name} maxLength={200} error={wrong(!name, all.nameMissing)} {...typing('name')} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={texts.tokens}
          inputMode="numeric"
          error={wrong(tokens === null, all.tokensWrong)}
          {...typing('tokens')}
        />
        <Field
          label={all.amount}
          inputMode="decimal"
          error={wrong(amount === null, all.amountWrong)}
          {...typing('amount')}
        />
      </div>
      <Field
        label={all.stripeId}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        hint={all.stripeHint}
        {...typing('stripe_price_id')}
      />
      <Field
        label={texts.validity}
        inputMode="numeric"
        error={wrong(validity_days === null, texts.validityWrong)}
        {...typing('validity')}
      />
      <Switch
        label={all.visible}
        line={texts.visibleLine}
        checked={draft.visible}
        onChange={(visible) => onChange({ visible })}
      />
    </>
  );
}
