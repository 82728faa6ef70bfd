/** The first steps of an installation, as far as they are done. */
import { z } from 'zod';
import { get, put } from './endpoint.ts';

/** In the order in which they are shown. */
export const SETUP_STEPS = ['model', 'knowledge', 'agent', 'openers', 'check', 'publish', 'people'] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];

/** The agents that a new installation shows for trying out. */
export const SAMPLES = ['shown', 'away'] as const;

export const Setup = z
  .object({
    steps: z.array(
      z.object({
        key: z.enum(SETUP_STEPS),
        done: z.boolean(),
        /** Done because somebody chose to go without. */
        by_choice: z.boolean(),
      }),
    ),
    /** Somebody put the list away. */
    dismissed: z.boolean(),
    /** The newest agent of one’s own that reads something; null before there is one. */
    agent_id: z.int().nullable(),
    /** Whether groups see the agents of the demo; null where there are none, or where no group ever had one. */
    samples: z.enum(SAMPLES).nullable(),
  })
  .meta({ id: 'Setup' });
export type Setup = z.output<typeof Setup>;
export type Samples = Setup['samples'];

export const setupApi = {
  read: get('/admin/setup', {
    access: 'admin',
    summary: 'The first steps of an installation, computed from what exists; the demo counts for nothing',
    reply: Setup,
  }),
  change: put('/admin/setup', {
    access: 'superadmin',
    summary:
      'Puts the first steps or the agents of the demo away or brings them back, and chooses to stay without a model',
    body: z
      .object({
        dismissed: z.boolean().optional(),
        local_mode_chosen: z.boolean().optional(),
        samples: z.enum(SAMPLES).optional(),
      })
      .refine((change) => Object.values(change).some((value) => value !== undefined), 'Diga o que muda.'),
    reply: Setup,
  }),
};
