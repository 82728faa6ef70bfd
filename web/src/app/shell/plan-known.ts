import { TOKENS_PER_MONTH } from '#contract/limits.ts';
import type { User } from '#contract/users.ts';
import { mySubscription } from '../../features/subscriptions/queries.ts';

/** The plan, asked for only of those who may have paid: who has no more tokens than everybody has bought nothing. */
export const planKnownTo = ({ token_limit, must_change_password }: User) => ({
  ...mySubscription(),
  enabled: token_limit > TOKENS_PER_MONTH.free && !must_change_password,
});
