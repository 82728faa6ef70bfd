/** Types the price of a model. */
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useRef, useState } from 'react';
import { type Currency, type ModelPrice, pricesApi } from '#contract/prices.ts';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../api/error-message.ts';
import { useTask } from '../../../lib/use-task.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Field } from '../../../ui/controls/field.tsx';
import { Segmented } from '../../../ui/controls/segmented.tsx';
import { Switch } from '../../../ui/controls/switch.tsx';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { texts as ui } from '../../../ui/texts.ts';
import { typedDecimal, wireDecimal } from './decimals.ts';
import { afterPriceChange } from './queries.ts';
import { texts as all } from './texts.ts';

const texts = all.form;
const MOST = '10000';
const LONGEST = 10_000_000;

type Draft = {
  currency: Currency;
  input: string;
  cached: string;
  output: string;
  hasLong: boolean;
  above: string;
  longInput: string;
  longCached: string;
  longOutput: string;
};

const draftOf = ({ currency, input, cached_input, output, long }: ModelPrice): Draft => ({
  currency: currency ?? 'USD',
  input: typedDecimal(input),
  cached: typedDecimal(cached_input),
  output: typedDecimal(output),
  hasLong: long !== null,
  above: long ? String(long.above) : '',
  longInput: typedDecimal(long?.input ?? null),
  longCached: typedDecimal(long?.cached_input ?? null),
  longOutput: typedDecimal(long?.output ?? null),
});

type Prices = { input: string; cached_input: string | null; output: string };

/** Null where one of them cannot be sent. */
function pricesOf(input: string, cached: string, output: string): Prices | null {
  const sent = { input: wireDecimal(input, MOST), output: wireDecimal(output, MOST) };
  const cached_input = cached.trim() === '' ? null : wireDecimal(cached, MOST);
  if (sent.input === null || sent.output === null || (cached.trim() !== '' && cached_input === null))
    return null;
  return { input: sent.input, cached_input, output: sent.output };
}

function longOf({ above, longInput, longCached, longOutput }: Draft): (Prices & { above: number }) | null {
  const prices = pricesOf(longInput, longCached, longOutput);
  const limit = tokensOf(above);
  return prices && limit !== null ? { ...prices, above: limit } : null;
}

function tokensOf(typed: string): number | null {
  const digits = typed.replaceAll('.', '').trim();
  const tokens = /^\d{1,8}$/.test(digits) ? Number(digits) : 0;
  return tokens >= 1 && tokens <= LONGEST ? tokens : null;
}

type PriceFormProps = { price: ModelPrice; onClose: () => void };

export function PriceForm({ price, onClose }: PriceFormProps) {
  const id = useId();
  const cache = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState(() => draftOf(price));
  const [checked, setChecked] = useState(false);
  const edit = (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change }));
  const prices = pricesOf(draft.input, draft.cached, draft.output);
  const long = draft.hasLong ? longOf(draft) : null;
  const isComplete = prices !== null && (!draft.hasLong || long !== null);
  const save = useTask(async () => {
    if (!prices) return;
    await call(pricesApi.type, {
      body: { model_id: price.model_id, currency: draft.currency, ...prices, long },
    });
    onClose();
    await afterPriceChange(cache);
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (isComplete) save.run();
    else
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  return (
    <Modal
      open
      onClose={onClose}
      title={texts.title(price.name)}
      line={texts.line}
      footer={
        <>
          <Button onClick={onClose}>{ui.cancel}</Button>
          <Button type="submit" form={id} variant="primary" busy={save.busy}>
            {save.busy ? texts.saving : texts.save}
          </Button>
        </>
      }
    >
      <form id={id} ref={form} noValidate onSubmit={submit} className="grid gap-4">
        {save.failure !== null && <Alert title={failureText(save.failure, texts.failed)} />}
        <Segmented
          label={texts.currency}
          value={draft.currency}
          options={texts.currencies}
          onChange={(currency) => edit({ currency })}
        />
        <div className="grid items-start gap-4 sm:grid-cols-3">
          <PriceField
            label={texts.input}
            value={draft.input}
            checked={checked}
            onType={(input) => edit({ input })}
          />
          <PriceField
            label={texts.cached}
            hint={texts.cachedHint}
            value={draft.cached}
            mayBeBlank
            checked={checked}
            onType={(cached) => edit({ cached })}
          />
          <PriceField
            label={texts.output}
            value={draft.output}
            checked={checked}
            onType={(output) => edit({ output })}
          />
        </div>
        <Switch
          label={texts.hasLong}
          line={texts.hasLongLine}
          checked={draft.hasLong}
          onChange={(hasLong) => edit({ hasLong })}
        />
        {draft.hasLong && <LongFields draft={draft} checked={checked} onEdit={edit} />}
      </form>
    </Modal>
  );
}

type LongFieldsProps = { draft: Draft; checked: boolean; onEdit: (change: Partial<Draft>) => void };

function LongFields({ draft, checked, onEdit }: LongFieldsProps) {
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <Field
        label={texts.above}
        value={draft.above}
        inputMode="numeric"
        maxLength={12}
        error={checked && tokensOf(draft.above) === null ? texts.wrongAbove : null}
        onChange={(event) => onEdit({ above: event.target.value })}
      />
      <PriceField
        label={texts.longInput}
        value={draft.longInput}
        checked={checked}
        onType={(longInput) => onEdit({ longInput })}
      />
      <PriceField
        label={texts.longCached}
        hint={texts.cachedHint}
        value={draft.longCached}
        mayBeBlank
        checked={checked}
        onType={(longCached) => onEdit({ longCached })}
      />
      <PriceField
        label={texts.longOutput}
        value={draft.longOutput}
        checked={checked}
        onType={(longOutput) => onEdit({ longOutput })}
      />
    </div>
  );
}

type PriceFieldProps = {
  label: string;
  hint?: string;
  value: string;
  mayBeBlank?: boolean;
  /** Wrong input is said once the form was sent. */
  checked: boolean;
  onType: (typed: string) => void;
};

function PriceField({ label, hint, value, mayBeBlank = false, checked, onType }: PriceFieldProps) {
  const isBlank = mayBeBlank && value.trim() === '';
  return (
    <Field
      label={label}
      hint={hint}
      value={value}
      inputMode="decimal"
      maxLength={14}
      placeholder="1,25"
      error={checked && !isBlank && wireDecimal(value, MOST) === null ? texts.wrong : null}
      onChange={(event) => onType(event.target.value)}
    />
  );
}
