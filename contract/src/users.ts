/** People: the signed-in user, roles. */
import { z } from 'zod';
import { get } from './endpoint.ts';
import { Time } from './paging.ts';

export const ROLES = { user: 1, admin: 2, user_td: 3, superadmin: 4 } as const;
export const Role = z.enum(['user', 'admin', 'user_td', 'superadmin']);
export type Role = z.infer<typeof Role>;

export const User = z
  .object({
    id: z.number().int(),
    email: z.string(),
    name: z.string(),
    phone: z.string().nullable(),
    role: Role,
    role_id: z.number().int(),
    user_group_id: z.number().int().nullable(),
    user_group: z.object({ id: z.number().int(), name: z.string() }).nullable(),
    token_used: z.number().int(),
    token_limit: z.number().int(),
    /** When the cycle of token_used ends. */
    next_token_reset: Time,
    last_login: Time.nullable(),
    is_verified: z.boolean(),
    active: z.boolean(),
    must_change_password: z.boolean().optional(),
    created_at: Time,
    updated_at: Time,
  })
  .meta({ id: 'User' });
export type User = z.output<typeof User>;

/** Where the tokens of the running cycle went. */
export const TokenUsage = z
  .object({
    cycle_start: Time,
    next_token_reset: Time,
    token_used: z.number().int(),
    token_limit: z.number().int(),
    /** One entry a day of the cycle up to today, days without use included; days of America/Sao_Paulo. */
    days: z.array(z.object({ day: z.iso.date(), tokens: z.number().int(), answers: z.number().int() })),
    /** Most used first. The name is the agent's, or what the conversation kept of it when it is gone. */
    agents: z.array(
      z.object({
        agent_id: z.number().int().nullable(),
        agent_name: z.string().nullable(),
        tokens: z.number().int(),
        answers: z.number().int(),
      }),
    ),
  })
  .meta({ id: 'TokenUsage' });
export type TokenUsage = z.output<typeof TokenUsage>;

export const usersApi = {
  me: get('/users/me', {
    access: 'user',
    summary: 'The signed-in user',
    reply: User,
    with_temporary_password: true,
  }),
  usage: get('/users/me/usage', {
    access: 'user',
    summary: 'The caller’s tokens of this cycle by day and by agent; their sum is token_used',
    reply: TokenUsage,
  }),
};
