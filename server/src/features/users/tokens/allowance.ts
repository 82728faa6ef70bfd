/** The rule of a person's tokens: the month's allowance first, then bought credits, never beyond the own cap. */
import type { TokenUsage } from './cycle.ts';

type Limits = Pick<TokenUsage, 'token_limit' | 'own_cap'>;

/** The tokens of a cycle that need no credits. */
export const allowanceOf = ({ token_limit, own_cap }: Limits): number =>
  own_cap === null ? token_limit : Math.min(token_limit, own_cap);

/** Admits while there is room, so that the last answer may pass the limit by its own size. */
export const hasRoom = (person: Limits & Omit<TokenUsage, keyof Limits>): boolean =>
  person.token_used - person.token_credited + person.token_reserved <
  allowanceOf(person) + person.token_credit;

/** The parts of a charge that the allowance and the credits pay. What is beyond both stays on the allowance. */
export function splitCharge(
  charged: number,
  person: Pick<TokenUsage, 'token_used' | 'token_credited' | 'token_credit'> & Limits,
): { allowance: number; credit: number } {
  const left = allowanceOf(person) - (person.token_used - person.token_credited);
  const allowance = Math.min(Math.max(left, 0), charged);
  const credit = Math.min(charged - allowance, person.token_credit);
  return { allowance: charged - credit, credit };
}
