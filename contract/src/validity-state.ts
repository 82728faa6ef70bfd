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
