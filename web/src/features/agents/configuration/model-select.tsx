import { useQuery } from '@tanstack/react-query';
import { PROVIDERS } from '#contract/model-catalogue.ts';
import type { ModelInfo } from '#contract/models.ts';
import { CURRENCY_SYMBOLS, formatNumber } from '../../../lib/format.ts';
import { formatDecimal } from '../../../lib/text/figures.ts';
import { descriptionInEnglish } from '../../../lib/text/model-description.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Badge } from '../../../ui/display/badge.tsx';
import { ModelPicker, modelDefaults } from '../../admin/model-picker.tsx';
import { effective } from '../draft.ts';
import { texts } from '../texts-configuration.ts';

type ModelSelectProps = {
  /** The stored model; null runs on the fallback. */
  stored: string | null;
  disabled: boolean;
  onChange: (model: string) => void;
};

export function ModelSelect({ stored, disabled, onChange }: ModelSelectProps) {
  const value = effective({ model: stored, temperature: null }).model;
  return (
    <ModelPicker
      value={value}
      disabled={disabled}
      onChange={onChange}
      lineOf={(model) => <ModelLine model={model} />}
      shownOf={(chosen) => (
        <span className="flex flex-wrap items-center gap-x-1.5 gap-y-1">
          <span className="wrap-anywhere">{value}</span>
          {stored === null && <Badge tone="warn">{texts.fallback}</Badge>}
          {chosen && <ModelBadges model={chosen} />}
        </span>
      )}
      noteOf={(chosen, models) => <ModelNotes {...{ chosen, stored, value, models, disabled, onChange }} />}
    />
  );
}

function ModelBadges({ model }: { model: ModelInfo }) {
  return (
    <>
      {model.state !== 'retired' && model.is_new && <Badge>{texts.isNew}</Badge>}
      {model.state !== 'retired' && model.recommended && <Badge tone="brand">{texts.recommended}</Badge>}
      {!model.configured && <Badge tone="warn">{texts.notConfigured}</Badge>}
      {model.state === 'retired' && <Badge tone="warn">{texts.retired(monthOf(model.ends_at))}</Badge>}
      {model.state === 'ending' && <Badge tone="warn">{texts.ends(dayOf(model.ends_at))}</Badge>}
      {model.state === 'failing' && <Badge tone="warn">{texts.failing}</Badge>}
    </>
  );
}

/** One entry of the open list. */
function ModelLine({ model }: { model: ModelInfo }) {
  return (
    <span className="grid gap-0.5">
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-medium">{model.name}</span>
        <ModelBadges model={model} />
      </span>
      <span className="text-tiny text-ink-2">{descriptionInEnglish(model.description)}</span>
      <span className="text-tiny text-ink-3">
        {model.id}, {factsOf(model)}
      </span>
    </span>
  );
}

type NotesProps = {
  chosen: ModelInfo | undefined;
  stored: string | null;
  value: string;
  models: ModelInfo[];
  disabled: boolean;
  onChange: (model: string) => void;
};

/** Facts and warnings about the chosen model, below the box. */
function ModelNotes({ chosen, stored, value, models, disabled, onChange }: NotesProps) {
  const isLocal = useQuery(modelDefaults()).data?.local === true;
  if (!chosen) return <p className="text-small text-danger">{texts.unknownModel}</p>;
  const { runs_on } = chosen;
  const successor = models.find(({ id }) => id === runs_on);
  return (
    <div className="grid gap-1 text-small text-ink-2">
      {isLocal && <p className="font-medium text-ink">{texts.local}</p>}
      <p className="text-ink-3">
        {PROVIDERS[chosen.provider].name}, {factsOf(chosen)}
      </p>
      <p>{descriptionInEnglish(chosen.description)}</p>
      {chosen.price && <p className="text-ink-3">{formatPrice(chosen.price)}</p>}
      {stored === null && <p className="text-ipe-ink">{texts.nothingStored(value)}</p>}
      {runs_on && (
        <div className="my-1.5 grid justify-items-start gap-2">
          <p className="font-medium text-ipe-ink">{texts.answersFor(successor?.name ?? runs_on)}</p>
          {!disabled && successor && (
            <Button size="small" onClick={() => onChange(successor.id)}>
              {texts.use(successor.name)}
            </Button>
          )}
        </div>
      )}
      {!chosen.configured && <p className="text-ipe-ink">{texts.noKey(PROVIDERS[chosen.provider].name)}</p>}
    </div>
  );
}

function factsOf(model: ModelInfo): string {
  return `${texts.context(formatContext(model.context_window))}, ${texts.longest(formatLongest(model.max_tokens))}`;
}

/** Tokens as «64k», «1M». */
export function formatContext(tokens: number): string {
  if (tokens >= 1_000_000) return `${formatDecimal(tokens / 1_000_000, { maximumFractionDigits: 1 })}M`;
  return tokens >= 1000 ? `${Math.round(tokens / 1000)}k` : String(tokens);
}

/** The longest answer: «4096» as the catalogue writes it, «32.768» as one reads it. */
export const formatLongest = (tokens: number): string => formatNumber(tokens, { useGrouping: 'min2' });

/** The month of a day: «2026-06-15» is «06/2026». Without a day the operator retired the model. */
const monthOf = (day: string | null): string | null => day && `${day.slice(5, 7)}/${day.slice(0, 4)}`;

/** A day as it is written in Brazil: «2026-12-11» is «11/12/2026». */
const dayOf = (day: string | null): string => (day ?? '').split('-').reverse().join('/');

/** Per million tokens: «US$ 0.10 in, US$ 0.50 out». */
export function formatPrice({ currency, input, output }: NonNullable<ModelInfo['price']>): string {
  const amount = (price: number) => {
    const digits = digitsOf(price);
    const places = { minimumFractionDigits: digits, maximumFractionDigits: digits };
    return `${CURRENCY_SYMBOLS[currency]} ${formatDecimal(price, places)}`;
  };
  return texts.price(amount(input), amount(output));
}

/** A whole price has no cents; one of less than a cent has its third digit. */
function digitsOf(price: number): number {
  if (Number.isInteger(price)) return 0;
  return Math.abs(price * 100 - Math.round(price * 100)) < 1e-6 ? 2 : 3;
}
