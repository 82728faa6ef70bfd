/** The figures of the dashboard. */
import { z } from 'zod';
import { get } from './endpoint.ts';

export const TimeRange = z.enum(['day', 'week', 'month', 'three_months', 'all']);
export type TimeRange = z.infer<typeof TimeRange>;

export const statsApi = {
  users: get('/admin/stats/users', {
    access: 'admin',
    summary: 'New users, questions and conversations of a time range',
    query: z.object({ time_range: TimeRange.default('day') }),
    reply: z.object({
      new_users: z.number().int(),
      new_questions: z.number().int(),
      new_sessions: z.number().int(),
    }),
  }),
};
