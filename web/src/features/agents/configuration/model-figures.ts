/** Figures of a model as the catalogue writes them. */
import { texts } from '../texts-configuration.ts';

/** Tokens as «64k», «1M». */
export function formatContext(tokens: number): string {
  if (tokens >= 1_000_000) return `${Number((tokens / 1_000_000).toFixed(1))}M`;
  return tokens >= 1000 ? `${Math.round(tokens / 1000)}k` : String(tokens);
}

const grouped = new Intl.NumberFormat('pt-BR', { useGrouping: 'min2' });

/** The longest answer: «4096» as the catalogue writes it, «32.768» as one reads it. */
export const formatLongest = (tokens: number): string => grouped.format(tokens);

/** The month of a day: «2026-06-15» is «06/2026». Without a day the operator retired the model. */
export const monthOf = (day: string | null): string | null => day && `${day.slice(5, 7)}/${day.slice(0, 4)}`;

/** A day as it is written in Brazil: «2026-12-11» is «11/12/2026». */
export const dayOf = (day: string | null): string => (day ?? '').split('-').reverse().join('/');

/** USD per million tokens. */
export function formatPrice({ input, output }: { input: number; output: number }): string {
  return texts.price(String(Number(input.toFixed(3))), String(Number(output.toFixed(3))));
}
