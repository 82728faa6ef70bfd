/** The form of a plan with its prices. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { groupsApi } from '#contract/groups.ts';
import { PAGE_SIZE_MAX } from '#contract/limits.ts';
import { FREE_PLAN } from '#contract/plan-seeds.ts';
import { type Plan, plansApi } from '#contract/plans.ts';
import { call } from '../../api/client.ts';
import { Field } from '../../ui/controls/field.tsx';
import { NativeSelect } from '../../ui/controls/native-select.tsx';
import { Switch } from '../../ui/controls/switch.tsx';
import { TextArea } from '../../ui/controls/text-area.tsx';
import { FormDialog } from './panel.tsx';
import {
  type DraftErrors,
  draftOf,
  errorsOf,
  formOf,
  type PlanDraft,
  type PriceDraft,
} from './plan-draft.ts';
import { texts as all } from './texts.ts';

const texts = all.plans;
const NO_ERRORS: DraftErrors = { prices: [] };

type PlanFormDialogProps = {
  /** The one that is edited; a new one otherwise. */
  plan?: Plan;
  onClose: () => void;
};

export function PlanFormDialog({ plan, onClose }: PlanFormDialogProps) {
  const [draft, setDraft] = useState(() => draftOf(plan));
  const isNew = plan === undefined;
  const found = errorsOf(draft, isNew);
  const change = (part: Partial<PlanDraft>) => setDraft((before) => ({ ...before, ...part }));
  const save = () => {
    const fields = formOf(draft);
    if (plan)
      return call(plansApi.update, { params: { id: plan.id }, body: { ...fields, version: plan.version } });
    return call(plansApi.create, { body: { ...fields, key: draft.key } });
  };
  return (
    <FormDialog
      size="large"
      title={plan ? texts.editTitle(plan.name) : texts.createTitle}
      saveFailed={texts.saveFailed}
      isComplete={found === null}
      save={save}
      onClose={onClose}
    >
      {(isTried) => {
        const errors = (isTried && found) || NO_ERRORS;
        return (
          <>
            <MainFields draft={draft} errors={errors} isNew={isNew} onChange={change} />
            <GroupChoice plan={plan} value={draft.user_group_id} onChange={change} />
            <Switch
              label={texts.popular}
              line={texts.popularLine}
              checked={draft.popular}
              onChange={(popular) => change({ popular })}
            />
            <Switch
              label={all.visible}
              line={texts.visibleLine}
              checked={draft.visible}
              onChange={(visible) => change({ visible })}
            />
            {plan?.key !== FREE_PLAN && (
              <Prices prices={draft.prices} errors={errors} onChange={(prices) => change({ prices })} />
            )}
          </>
        );
      }}
    </FormDialog>
  );
}

type FieldsProps = {
  draft: PlanDraft;
  errors: DraftErrors;
  isNew: boolean;
  onChange: (part: Partial<PlanDraft>) => void;
};

function MainFields({ draft, errors, isNew, onChange }: FieldsProps) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={all.name}
          value={draft.name}
          maxLength={200}
          error={errors.name ?? null}
          onChange={({ target }) => onChange({ name: target.value })}
        />
        <Field
          label={texts.key}
          value={draft.key}
          readOnly={!isNew}
          maxLength={40}
          hint={isNew ? texts.keyHint : undefined}
          error={errors.key ?? null}
          onChange={({ target }) => onChange({ key: target.value })}
        />
      </div>
      <Field
        label={texts.description}
        value={draft.description}
        maxLength={2_000}
        onChange={({ target }) => onChange({ description: target.value })}
      />
      <Field
        label={texts.tokens}
        inputMode="numeric"
        value={draft.tokens}
        hint={texts.tokensHint}
        error={errors.tokens ?? null}
        onChange={({ target }) => onChange({ tokens: target.value })}
      />
      <TextArea
        label={texts.features}
        rows={4}
        value={draft.features}
        hint={texts.featuresHint}
        error={errors.features ?? null}
        onChange={({ target }) => onChange({ features: target.value })}
      />
    </>
  );
}

const NO_GROUP = '';

type GroupChoiceProps = {
  plan: Plan | undefined;
  value: number | null;
  onChange: (part: Pick<PlanDraft, 'user_group_id'>) => void;
};

function GroupChoice({ plan, value, onChange }: GroupChoiceProps) {
  const { data } = useQuery({
    queryKey: ['groups', 'choice'],
    queryFn: ({ signal }) => call(groupsApi.list, { query: { limit: PAGE_SIZE_MAX } }, { signal }),
  });
  const groups = data?.data.map(({ id, name }) => ({ value: String(id), label: name })) ?? [];
  const known = groups.some((group) => group.value === String(value));
  const unknown = value === null || known ? [] : [{ value: String(value), label: String(value) }];
  return (
    <NativeSelect
      label={texts.group}
      value={value === null ? NO_GROUP : String(value)}
      options={[{ value: NO_GROUP, label: texts.noGroup }, ...unknown, ...groups]}
      disabled={plan?.protected === true}
      onChange={(next) => onChange({ user_group_id: next === NO_GROUP ? null : Number(next) })}
    />
  );
}

type PricesProps = {
  prices: PriceDraft[];
  errors: DraftErrors;
  onChange: (prices: PriceDraft[]) => void;
};

function Prices({ prices, errors, onChange }: PricesProps) {
  const change = (place: number, part: Partial<PriceDraft>) =>
    onChange(prices.map((price, other) => (other === place ? { ...price, ...part } : price)));
  return (
    <section aria-label={texts.prices} className="grid gap-4 border-t border-line pt-4">
      <div>
        <h3 className="font-sans text-body font-semibold tracking-normal">{texts.prices}</h3>
        <p className="text-small text-ink-2">{`${all.stripeHint} ${texts.pricesHint}`}</p>
      </div>
      {prices.map((price, place) => {
        const name = texts.kind[price.kind][price.interval];
        return (
          <fieldset key={name} className="grid gap-2">
            <legend className="text-label font-medium">{name}</legend>
            <div className="grid gap-3 sm:grid-cols-2">
              <Field
                label={all.amount}
                inputMode="decimal"
                value={price.amount}
                error={errors.prices[place] ?? null}
                onChange={({ target }) => change(place, { amount: target.value })}
              />
              <Field
                label={all.stripeId}
                value={price.stripe_price_id}
                maxLength={200}
                autoComplete="off"
                spellCheck={false}
                onChange={({ target }) => change(place, { stripe_price_id: target.value })}
              />
            </div>
            {price.sold && <p className="text-small text-ink-2">{texts.sold}</p>}
          </fieldset>
        );
      })}
    </section>
  );
}
