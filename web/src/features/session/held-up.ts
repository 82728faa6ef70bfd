import type { User } from '#contract/users.ts';

type Pending = Pick<User, 'must_change_password' | 'pending'>;

/** Something must be done on the profile before anything else is open. */
export const isHeldUp = ({ must_change_password, pending }: Pending): boolean =>
  must_change_password === true || needsSecondFactor({ pending });

/** The role asks for a second factor, its days of grace are over, and the account has none. */
export const needsSecondFactor = ({ pending }: Pick<User, 'pending'>): boolean =>
  pending?.includes('second_factor') ?? false;

/** Terms wait to be accepted. */
export const needsTerms = ({ pending }: Pick<User, 'pending'>): boolean =>
  pending?.includes('terms') ?? false;
