/** The form of one rule of alerts. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  ALERT_KINDS,
  ALERTS,
  type AlertKind,
  type AlertRule,
  type AlertThreshold,
  alertsApi,
  thresholdProblem,
} from '#contract/alerts.ts';
import { ALERT_PEOPLE_MAX } from '#contract/limits.ts';
import { call } from '../../api/client.ts';
import { failureText } from '../../api/error-message.ts';
import { formatNumber } from '../../lib/format.ts';
import { useTask } from '../../lib/use-task.ts';
import { Field } from '../../ui/controls/field.tsx';
import { NativeSelect } from '../../ui/controls/native-select.tsx';
import { Switch } from '../../ui/controls/switch.tsx';
import { useCheckedForm } from '../../ui/controls/use-checked-form.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { PeopleField } from '../admin/people-field.tsx';
import { webhooks } from './queries.ts';
import { texts as all } from './texts.ts';

const texts = all.rules;

type RuleFormProps = { rule: AlertRule | undefined; onSaved: () => Promise<unknown>; onClose: () => void };
type SpendUnit = 'tokens' | 'brl';

export function RuleForm({ rule, onSaved, onClose }: RuleFormProps) {
  const channels = useQuery(webhooks());
  const first = draftOf(rule);
  const [kind, setKind] = useState(first.kind);
  const [number, setNumber] = useState(first.number);
  const [unit, setUnit] = useState(first.unit);
  const [people, setPeople] = useState(first.people);
  const [webhook, setWebhook] = useState(first.webhook);
  const [active, setActive] = useState(first.active);
  const { bind, checked } = useCheckedForm();
  const threshold = thresholdIn(kind, number, unit);
  const wrong = thresholdProblem(kind, threshold);
  const save = useTask(async () => {
    const user_ids = people.map(({ id }) => id);
    const body = { kind, threshold, user_ids, webhook_id: webhook ? Number(webhook) : null, active };
    if (rule)
      await call(alertsApi.updateRule, { params: { id: rule.id }, body: { ...body, version: rule.version } });
    else await call(alertsApi.createRule, { body });
    await onSaved();
    onClose();
  });
  const choose = (next: AlertKind) => {
    setKind(next);
    setNumber(String(ALERTS[next].threshold?.initial ?? ''));
  };
  return (
    <FormDialog
      title={texts.formTitle}
      form={bind(wrong !== null, save.run)}
      words={{ cancel: all.cancel, submit: all.save, submitting: all.saving }}
      busy={save.busy}
      failure={save.failure === null ? null : failureText(save.failure, all.saveFailed)}
      onClose={onClose}
    >
      <NativeSelect
        label={texts.kind}
        value={kind}
        options={ALERT_KINDS.map((value) => ({ value, label: all.kinds[value] }))}
        onChange={choose}
      />
      <ThresholdFields
        kind={kind}
        number={number}
        unit={unit}
        isWrong={checked && wrong !== null}
        onNumber={setNumber}
        onUnit={setUnit}
      />
      <PeopleField
        people={people}
        most={ALERT_PEOPLE_MAX}
        words={{
          legend: texts.people,
          hint: kind === 'checks_fell' ? texts.ownerToo : texts.peopleHint,
          find: texts.find,
          drop: texts.drop,
        }}
        onChange={setPeople}
      />
      <NativeSelect
        label={texts.webhook}
        value={webhook}
        options={webhookOptions(channels.data)}
        onChange={setWebhook}
      />
      <Switch label={texts.active} checked={active} onChange={setActive} />
    </FormDialog>
  );
}

const webhookOptions = (channels: { id: number; name: string }[] = []) => [
  { value: '', label: texts.noWebhook },
  ...channels.map(({ id, name }) => ({ value: String(id), label: name })),
];

type ThresholdFieldsProps = {
  kind: AlertKind;
  number: string;
  unit: SpendUnit;
  isWrong: boolean;
  onNumber: (number: string) => void;
  onUnit: (unit: SpendUnit) => void;
};

/** The figure from which the alert is sent; some kinds have none. */
function ThresholdFields({ kind, number, unit, isWrong, onNumber, onUnit }: ThresholdFieldsProps) {
  const wanted = ALERTS[kind].threshold;
  if (!wanted) return null;
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <Field
        label={texts.units[wanted.unit]}
        inputMode="numeric"
        value={number}
        error={isWrong ? texts.outOfRange(formatNumber(wanted.least), formatNumber(wanted.most)) : null}
        onChange={(event) => onNumber(event.target.value.trim())}
      />
      {wanted.unit === 'spend' && (
        <NativeSelect
          label={texts.spendUnit}
          value={unit}
          options={(['tokens', 'brl'] as const).map((value) => ({
            value,
            label: texts.spendUnits[value],
          }))}
          onChange={onUnit}
        />
      )}
    </div>
  );
}

type Draft = {
  kind: AlertKind;
  number: string;
  unit: SpendUnit;
  people: AlertRule['people'];
  webhook: string;
  active: boolean;
};

const draftOf = (rule: AlertRule | undefined): Draft => ({
  kind: rule?.kind ?? 'checks_fell',
  number: numberOf(rule?.threshold ?? null),
  unit: unitOf(rule?.threshold ?? null),
  people: rule?.people ?? [],
  webhook: String(rule?.webhook_id ?? ''),
  active: rule?.active ?? true,
});

const numberOf = (threshold: AlertThreshold): string =>
  typeof threshold === 'object' ? String(threshold?.amount ?? '') : String(threshold);

const unitOf = (threshold: AlertThreshold): SpendUnit =>
  typeof threshold === 'object' && threshold ? threshold.unit : 'tokens';

function thresholdIn(kind: AlertKind, typed: string, unit: SpendUnit): AlertThreshold {
  const wanted = ALERTS[kind].threshold;
  if (!wanted) return null;
  const number = /^\d+(?:[.,]\d{1,2})?$/.test(typed) ? Number(typed.replace(',', '.')) : 0;
  return wanted.unit === 'spend' ? { unit, amount: number } : number;
}
