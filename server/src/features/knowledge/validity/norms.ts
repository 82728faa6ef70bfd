/** Whether two names are of one norm. */
import type { Norm } from '#contract/validity.ts';

/** The issuer may be left out on either side. */
export const isSameNorm = (one: Norm, other: Norm): boolean =>
  one.type === other.type &&
  one.number === other.number &&
  one.year === other.year &&
  (one.issuer === '' || other.issuer === '' || one.issuer === other.issuer);
