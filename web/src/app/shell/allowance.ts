/** At which level of the month's tokens somebody is to be told, and under which name the notice is put away. */
import { USAGE_NOTICE_LEVELS } from '#contract/limits.ts';
import type { User } from '#contract/users.ts';
import { dayOf } from '../../lib/day.ts';

type Spender = Pick<User, 'id' | 'token_used' | 'token_limit' | 'next_token_reset'>;

export type AllowanceNotice = {
  level: (typeof USAGE_NOTICE_LEVELS)[number];
  percent: number;
  /** The day of the renewal. */
  renews: string;
  /** One a person, level and cycle. */
  key: string;
};

export function allowanceNotice(spender: Spender): AllowanceNotice | null {
  const { id, token_used, token_limit, next_token_reset } = spender;
  if (token_limit <= 0) return null;
  const level = USAGE_NOTICE_LEVELS.findLast((each) => token_used * 100 >= token_limit * each);
  if (level === undefined) return null;
  const renews = dayOf(next_token_reset);
  const percent = Math.min(100, Math.floor((token_used * 100) / token_limit));
  return { level, percent, renews, key: `${id}-${level}-${renews}` };
}
