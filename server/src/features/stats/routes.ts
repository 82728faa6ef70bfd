import { statsApi } from '#contract/stats.ts';
import { type Route, routes } from '../../http/routes.ts';
import type { World } from '../../world.ts';
import { activityOf, figuresOf } from './activity.ts';
import { openQuestions } from './questions.ts';
import { spanOf } from './ranges.ts';
import { tokensOf } from './tokens.ts';

export const statsRoutes = ({ db, clock }: Pick<World, 'db' | 'clock'>): Route[] =>
  routes(statsApi, {
    users: ({ query }) => figuresOf(db, query.time_range, clock.now()),
    activity: ({ query }) => activityOf(db, query.time_range, clock.now()),
    tokens: ({ query }) => tokensOf(db, query.time_range, clock.now()),
    questions: ({ query: { time_range, ...wanted } }) =>
      openQuestions(db, { ...wanted, span: spanOf(time_range, clock.now()) }),
  });
