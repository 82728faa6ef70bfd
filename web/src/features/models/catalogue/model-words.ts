/** Figures and states of a model in words. */
import type { ModelDefaultsInfo } from '#contract/model-defaults.ts';
import type { ModelInfo } from '#contract/models.ts';
import { CURRENCY_SYMBOLS } from '../../../lib/format.ts';
import { formatAmount } from '../../../lib/text/figures.ts';
import { texts } from './texts.ts';

/** A day as it is written in Brazil: «2026-12-11» is «11/12/2026». */
export const dayOf = (day: string | null): string => (day ?? '').split('-').reverse().join('/');

const PLACES = { minimumFractionDigits: 2, maximumFractionDigits: 4 };

export const priceOf = ({ price }: Pick<ModelInfo, 'price'>): string =>
  price
    ? texts.price({
        symbol: CURRENCY_SYMBOLS[price.currency],
        input: formatAmount(price.input, PLACES),
        output: formatAmount(price.output, PLACES),
      })
    : texts.noPrice;

export type StateBadge = { tone: 'neutral' | 'ok' | 'warn' | 'danger' | 'brand'; text: string };

/** The state, then the parts that the model has in the installation. Nothing runs in local mode. */
export function badgesOf(model: ModelInfo, defaults: ModelDefaultsInfo): StateBadge[] {
  const badges = [stateBadge(model, defaults.local)];
  if (defaults.default === model.id) badges.push({ tone: 'brand', text: texts.states.default });
  if (defaults.steps === model.id) badges.push({ tone: 'brand', text: texts.states.steps });
  return badges;
}

function stateBadge({ state, ends_at }: ModelInfo, local: boolean): StateBadge {
  if (local) return { tone: 'neutral', text: texts.states.no_key };
  switch (state) {
    case 'active':
      return { tone: 'ok', text: texts.states.active };
    case 'ending':
      return { tone: 'warn', text: texts.states.ending(dayOf(ends_at).slice(0, 5)) };
    case 'failing':
      return { tone: 'danger', text: texts.states.failing };
    default:
      return { tone: 'neutral', text: texts.states[state] };
  }
}
