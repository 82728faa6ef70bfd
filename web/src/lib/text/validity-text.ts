/** The validity of a norm in the language of the screen. */
import { nextDay, shortDay, type Validity, validityWords } from '#contract/validity-state.ts';

export const validityText = (validity: Validity): string =>
  __LANGUAGE__ === 'en' ? english(validity) : validityWords(validity);

function english({ state, from, until, by }: Validity): string {
  const day = from === null ? null : shortDay(from);
  if (state === 'unknown') return 'validity not given';
  if (state === 'repealed') return `repealed on ${day}${by ? ` by ${by}` : ''}`;
  if (state === 'suspended') return `suspended on ${day}${by ? ` by ${by}` : ''}`;
  if (state === 'expired') return `out of force since ${day}`;
  if (state === 'future') return `in force from ${until && shortDay(nextDay(until, 1))}`;
  const since = day ? `in force since ${day}` : 'in force';
  return until ? `${since} until ${shortDay(until)}` : since;
}
