/** Whether a text holds, since and until when. */
import { z } from 'zod';

export const VALIDITY_STATES = ['in_force', 'repealed', 'expired', 'suspended', 'future', 'unknown'] as const;
export type ValidityState = (typeof VALIDITY_STATES)[number];

/** Whether a text holds; `from` and `until` are the first and the last day of that state. */
export const Validity = z
  .object({
    state: z.enum(VALIDITY_STATES),
    from: z.string().nullable(),
    until: z.string().nullable(),
    /** The norm that repealed or suspended it. */
    by: z.string().nullable(),
  })
  .meta({ id: 'Validity' });
export type Validity = z.output<typeof Validity>;

/** The days that an answer from dated bases is for; both ends belong to it. */
export const OnDate = z.object({
  from: z.string(),
  until: z.string(),
  /** As in «em 2019». */
  label: z.string(),
  by: z.enum(['sent', 'question', 'today']),
});
export type OnDate = z.infer<typeof OnDate>;

/** As the prompt, the cards and the administration have it. */
export function validityWords({ state, from, until, by }: Validity): string {
  const day = from === null ? null : shortDay(from);
  if (state === 'unknown') return 'vigência não informada';
  if (state === 'repealed') return `revogada em ${day}${by ? ` por ${by}` : ''}`;
  if (state === 'suspended') return `suspensa em ${day}${by ? ` por ${by}` : ''}`;
  if (state === 'expired') return `vigência terminada em ${from && shortDay(nextDay(from, -1))}`;
  if (state === 'future') return `em vigor a partir de ${until && shortDay(nextDay(until, 1))}`;
  const since = day ? `em vigor desde ${day}` : 'em vigor';
  return until ? `${since} até ${shortDay(until)}` : since;
}

const LEVELS: Record<string, (value: string) => string> = {
  art: (value) => `art. ${ordinal(value)}`,
  par: (value) => (value === 'unico' ? 'parágrafo único' : `§ ${ordinal(value)}`),
  inc: (value) => value.toUpperCase(),
  ali: (value) => `alínea ${value}`,
  caput: () => 'caput',
};
const ordinal = (number: string): string => (/^\d$/.test(number) ? `${number}º` : number.toUpperCase());

/** `art:12/par:1/inc:ii` as readers write it: «art. 12, § 1º, II». */
export const provisionLabel = (path: string): string =>
  path
    .split('/')
    .map((part) => {
      const [level = '', value = ''] = part.split(':');
      return LEVELS[level]?.(value) ?? part;
    })
    .join(', ');

/** «12/03/2022» */
export const shortDay = (day: string): string => `${day.slice(8)}/${day.slice(5, 7)}/${day.slice(0, 4)}`;

export const nextDay = (day: string, step: 1 | -1): string =>
  new Date(Date.parse(day) + step * 86_400_000).toISOString().slice(0, 10);
