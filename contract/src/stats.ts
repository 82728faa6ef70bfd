/** The figures of the dashboard. */
import { z } from 'zod';
import { get } from './endpoint.ts';
import { STATS_QUESTIONS_PAGE } from './limits.ts';
import { IdNumber, Limit, Skip, Time } from './paging.ts';

export const TimeRange = z.enum(['day', 'week', 'month', 'three_months', 'all']);
export type TimeRange = z.infer<typeof TimeRange>;

const Figures = z.object({
  new_users: z.int(),
  new_questions: z.int(),
  new_sessions: z.int(),
});

/** A range beside the one before it, and its course. Ranges roll: a day is the last 24 hours. */
export const Activity = z
  .object({
    current: Figures,
    /** The same length of time just before; null for all time. */
    previous: Figures.nullable(),
    unit: z.enum(['hour', 'day', 'month']),
    /** Without gaps, oldest first; days and months of the installation's time zone. The first and the last may be partial. */
    series: z.array(Figures.extend({ start: Time })),
  })
  .meta({ id: 'Activity' });
export type Activity = z.output<typeof Activity>;

const Cost = {
  /** Millionths of BRL, by the prices and exchange rates of their moments. */
  cost_brl_micro: z.int(),
  /** Calls whose price or exchange rate nobody knew; the cost leaves them out. */
  unpriced_calls: z.int(),
};
/** `calls` are those that charged somebody. */
const Spent = { tokens: z.int(), calls: z.int(), ...Cost };

/** Tokens and costs of real conversations, most tokens first. Names are what the objects are called now, or null when they are gone. */
export const TokenShares = z
  .object({
    tokens: z.int(),
    ...Cost,
    /** The cost of the same length of time just before; null for all time. */
    previous_cost_brl_micro: z.int().nullable(),
    /** Tests, checks and comparisons, which charge nobody and are in none of the shares. */
    tests: z.object(Cost),
    models: z.array(z.object({ model: z.string(), ...Spent })),
    agents: z.array(z.object({ agent_id: z.int().nullable(), agent_name: z.string().nullable(), ...Spent })),
    groups: z.array(
      z.object({ user_group_id: z.int().nullable(), group_name: z.string().nullable(), ...Spent }),
    ),
  })
  .meta({ id: 'TokenShares' });
export type TokenShares = z.output<typeof TokenShares>;

/** `unanswered`: the agent found nothing in its sources. `down`: the reader gave 👎. */
export const QuestionKind = z.enum(['unanswered', 'down']);
export type QuestionKind = z.infer<typeof QuestionKind>;

/** The question alone: never who asked, nor the answer or the conversation. */
export const OpenQuestion = z
  .object({
    id: z.int(),
    kind: QuestionKind,
    question: z.string(),
    /** The reason that the reader gave with 👎. */
    reason: z.string().nullable(),
    agent_id: z.int(),
    agent_name: z.string(),
    created_at: Time,
  })
  .meta({ id: 'OpenQuestion' });
export type OpenQuestion = z.output<typeof OpenQuestion>;

const Range = z.object({ time_range: TimeRange.default('day') });

export const statsApi = {
  users: get('/admin/stats/users', {
    access: 'admin',
    summary: 'New users, questions and conversations of a time range',
    query: Range,
    reply: Figures,
  }),
  activity: get('/admin/stats/activity', {
    access: 'admin',
    summary: 'The same figures over time and beside the period before',
    query: Range,
    reply: Activity,
  }),
  tokens: get('/admin/stats/tokens', {
    access: 'admin',
    summary: 'Tokens and costs of a time range by model, agent and group',
    query: Range,
    reply: TokenShares,
  }),
  questions: get('/admin/stats/questions', {
    access: 'admin',
    summary:
      'Questions of existing agents that found no answer or displeased, newest first; counted up to 1,000',
    query: z.object({
      time_range: TimeRange.default('all'),
      kind: QuestionKind.optional(),
      agent_id: IdNumber.optional(),
      skip: Skip,
      limit: Limit(STATS_QUESTIONS_PAGE),
    }),
    list: OpenQuestion,
  }),
};
