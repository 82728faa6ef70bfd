/** Types the price of a model. */
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useRef, useState } from 'react';
import { type Currency, type ModelPrice, pricesApi } from '#contract/prices.ts';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../api/error-message.ts';
import { choicesOf } from '../../../lib/text/choices.ts';
import { withoutThousands } from '../../../lib/text/figures.ts';
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

/** Three prices as they are typed. */
type Typed = { input: string; cached_input: string; output: string };

type Draft = { currency: Currency; usual: Typed; hasLong: boolean; above: string; long: Typed };

type Known = Pick<ModelPrice, 'input' | 'cached_input' | 'output'>;

const typedOf = ({ input, cached_input, output }: Known): Typed => ({
  input: typedDecimal(input),
  cached_input: typedDecimal(cached_input),
  output: typedDecimal(output),
});

const NO_PRICES: Known = { input: null, cached_input: null, output: null };

const draftOf = (price: ModelPrice): Draft => ({
  currency: price.currency ?? 'USD',
  usual: typedOf(price),
  hasLong: price.long !== null,
  above: price.long ? String(price.long.above) : '',
  long: typedOf(price.long ? { ...NO_PRICES, ...price.long } : NO_PRICES),
});

type Prices = { input: string; cached_input: string | null; output: string };

/** Null where one of them cannot be sent. */
function pricesOf(typed: Typed): Prices | null {
  const [input, output] = [wireDecimal(typed.input, MOST), wireDecimal(typed.output, MOST)];
  const isBlank = typed.cached_input.trim() === '';
  const cached_input = isBlank ? null : wireDecimal(typed.cached_input, MOST);
  if (input === null || output === null || (!isBlank && cached_input === null)) return null;
  return { input, cached_input, output };
}

function longOf({ above, long }: Draft): (Prices & { above: number }) | null {
  const prices = pricesOf(long);
  const limit = tokensOf(above);
  return prices && limit !== null ? { ...prices, above: limit } : null;
}

function tokensOf(typed: string): number | null {
  const digits = withoutThousands(typed);
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
  const prices = pricesOf(draft.usual);
  const long = draft.hasLong ? longOf(draft) : null;
  const isComplete = prices !== null && (!draft.hasLong || long !== null);
  const save = useTask(async () => {
    if (!prices) return;
    const body = { model_id: price.model_id, currency: draft.currency, ...prices, long };
    await call(pricesApi.type, { body });
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
          options={choicesOf(texts.currencies)}
          onChange={(currency) => edit({ currency })}
        />
        <div className="grid items-start gap-4 sm:grid-cols-3">
          <PriceFields
            words={texts}
            value={draft.usual}
            checked={checked}
            onType={(part) => edit({ usual: { ...draft.usual, ...part } })}
          />
        </div>
        <LongPrices draft={draft} checked={checked} onEdit={edit} />
      </form>
    </Modal>
  );
}

type LongPricesProps = { draft: Draft; checked: boolean; onEdit: (part: Partial<Draft>) => void };

const LongPrices = ({ draft, checked, onEdit }: LongPricesProps) => (
  <>
    <Switch
      label={texts.hasLong}
      line={texts.hasLongLine}
      checked={draft.hasLong}
      onChange={(hasLong) => onEdit({ hasLong })}
    />
    {draft.hasLong && (
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field
          label={texts.above}
          value={draft.above}
          inputMode="numeric"
          maxLength={12}
          error={checked && tokensOf(draft.above) === null ? texts.wrongAbove : null}
          onChange={(event) => onEdit({ above: event.target.value })}
        />
        <PriceFields
          words={texts.long}
          value={draft.long}
          checked={checked}
          onType={(part) => onEdit({ long: { ...draft.long, ...part } })}
        />
      </div>
    )}
  </>
);

type PriceFieldsProps = {
  words: { input: string; cached: string; output: string };
  value: Typed;
  /** Wrong input is said once the form was sent. */
  checked: boolean;
  onType: (part: Partial<Typed>) => void;
};

function PriceFields({ words, value, checked, onType }: PriceFieldsProps) {
  const field = (name: keyof Typed, label: string, hint?: string) => {
    // A blank price of cached input is that of the input.
    const isBlank = hint !== undefined && value[name].trim() === '';
    return (
      <Field
        label={label}
        hint={hint}
        value={value[name]}
        inputMode="decimal"
        maxLength={14}
        placeholder="1,25"
        error={checked && !isBlank && wireDecimal(value[name], MOST) === null ? texts.wrong : null}
        onChange={(event) => onType({ [name]: event.target.value })}
      />
    );
  };
  return (
    <>
      {field('input', words.input)}
      {field('cached_input', words.cached, texts.cachedHint)}
      {field('output', words.output)}
    </>
  );
}
