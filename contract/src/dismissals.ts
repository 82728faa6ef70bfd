/** Hints, banners and confirmations that a person does not want to see again, in any browser. */
import { z } from 'zod';
import { get, put } from './endpoint.ts';
import { DISMISSAL_KEY_MAX, DISMISSAL_VERSION_MAX } from './limits.ts';
import { Time } from './paging.ts';

/** Named by the screen that shows it, such as `foreign_link` or `agent_gate:12`. */
const DismissalKey = z
  .string()
  .max(DISMISSAL_KEY_MAX)
  .regex(/^[a-z0-9_.:-]+$/);

/** A screen whose words have changed raises its version and is shown once more. */
const DismissalVersion = z.int().min(1).max(DISMISSAL_VERSION_MAX);

export const Dismissal = z
  .object({
    key: DismissalKey,
    version: DismissalVersion,
    at: Time,
  })
  .meta({ id: 'Dismissal' });
export type Dismissal = z.output<typeof Dismissal>;

export const dismissalsApi = {
  list: get('/users/me/dismissals', {
    access: 'user',
    summary: 'What the caller has dismissed, by key',
    reply: z.array(Dismissal),
  }),
  put: put('/users/me/dismissals', {
    access: 'user',
    summary: 'Dismisses something in a version; an older version changes nothing',
    body: z.object({ key: DismissalKey, version: DismissalVersion.default(1) }),
    reply: Dismissal,
  }),
};
