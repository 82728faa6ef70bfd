/** The form of one rule of alerts. */
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
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
import { useTask } from '../../lib/use-task.ts';
import { IconButton } from '../../ui/controls/button.tsx';
import { Field } from '../../ui/controls/field.tsx';
import { NativeSelect } from '../../ui/controls/native-select.tsx';
import { Switch } from '../../ui/controls/switch.tsx';
import { useCheckedForm } from '../../ui/controls/use-checked-form.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { PersonSearch } from '../admin/person-search.tsx';
import { webhooks } from './queries.ts';
import { texts as all } from './texts.ts';

const texts = all.rules;

type RuleFormProps = { rule: AlertRule | undefined; onSaved: () => Promise<unknown>; onClose: () => void };
type SpendUnit = 'tokens' | 'brl';

export function RuleForm({ rule, onSaved, onClose }: RuleFormProps) {
  const channels = useQuery(webhooks());
  const [kind, setKind] = useState<AlertKind>(rule?.kind ?? 'checks_fell');
  const [number, setNumber] = useState(numberOf(rule?.threshold ?? null));
  const [unit, setUnit] = useState<SpendUnit>(unitOf(rule?.threshold ?? null));
  const [people, setPeople] = useState(rule?.people ?? []);
  const [webhook, setWebhook] = useState(String(rule?.webhook_id ?? ''));
  const [active, setActive] = useState(rule?.active ?? true);
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
  const wanted = ALERTS[kind].threshold;
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
      {wanted && (
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <Field
            label={texts.units[wanted.unit]}
            inputMode="numeric"
            value={number}
            error={checked && wrong ? wrong : null}
            onChange={(event) => setNumber(event.target.value.trim())}
          />
          {wanted.unit === 'spend' && (
            <NativeSelect
              label={texts.spendUnit}
              value={unit}
              options={(['tokens', 'brl'] as const).map((value) => ({
                value,
                label: texts.spendUnits[value],
              }))}
              onChange={setUnit}
            />
          )}
        </div>
      )}
      <fieldset className="@container grid gap-2">
        <legend className="mb-1 text-label font-medium">{texts.people}</legend>
        <p className="text-small text-ink-2">{kind === 'checks_fell' ? texts.ownerToo : texts.peopleHint}</p>
        {people.map((person) => (
          <div key={person.id} className="flex items-center justify-between gap-3">
            <span className="min-w-0 truncate">{person.name}</span>
            <IconButton
              label={texts.drop(person.name)}
              onClick={() => setPeople(people.filter(({ id }) => id !== person.id))}
            >
              <X />
            </IconButton>
          </div>
        ))}
        {people.length < ALERT_PEOPLE_MAX && (
          <PersonSearch
            label={texts.find}
            placeholder={texts.find}
            onChoose={({ id, name }) =>
              setPeople([...people.filter((person) => person.id !== id), { id, name }])
            }
          />
        )}
      </fieldset>
      <NativeSelect
        label={texts.webhook}
        value={webhook}
        options={[
          { value: '', label: texts.noWebhook },
          ...(channels.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={setWebhook}
      />
      <Switch label={texts.active} checked={active} onChange={setActive} />
    </FormDialog>
  );
}

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
