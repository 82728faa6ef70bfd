/** People who registered where their domain asks for approval: the queue, and its decisions. */
import { z } from 'zod';
import { get, post } from './endpoint.ts';
import { APPROVALS_PAGE } from './limits.ts';
import { Id, Limit, NamedId, Skip, Time } from './paging.ts';

export const WaitingPerson = z
  .object({
    id: z.int(),
    name: z.string(),
    email: z.string(),
    /** Since when the registration waits, or was refused. */
    since: Time,
    /** The name of the provider of sign-on by which the person came; null for a registration. */
    via_provider: z.string().nullable(),
    user_group: z.object({ id: z.int(), name: z.string() }).nullable(),
    /** A refused account is erased then. */
    deletion_due: Time.nullable(),
  })
  .meta({ id: 'WaitingPerson' });
export type WaitingPerson = z.output<typeof WaitingPerson>;

export const approvalsApi = {
  waiting: get('/users/waiting', {
    access: 'admin',
    summary: 'People with a verified address who wait for approval, or whom it was refused; longest first',
    query: z.object({
      approval: z.enum(['waiting', 'refused']).default('waiting'),
      skip: Skip,
      limit: Limit(APPROVALS_PAGE),
    }),
    list: WaitingPerson,
  }),
  decide: post('/users/:id/approval', {
    access: 'admin',
    summary: 'Lets somebody in who waits, or refuses them; either way they get an e-mail',
    params: Id,
    body: z.object({
      decision: z.enum(['approve', 'refuse'], 'Aprove ou recuse.'),
      /** The group that they enter; without it the one that they were put into. */
      user_group_id: NamedId('Informe o grupo.').optional(),
    }),
    reply: z.object({ approval: z.enum(['approved', 'refused']) }),
    missing: 'user_not_found',
  }),
};
