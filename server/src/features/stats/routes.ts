import { statsApi, type TimeRange } from '#contract/stats.ts';
import type { AppContext } from '../../app-context.ts';
import type { Database } from '../../db/client.ts';
import { singleFlight } from '../../db/single-flight.ts';
import { type Route, routes } from '../../http/routes.ts';
import { activityOf, figuresOf } from './activity.ts';
import { openQuestions } from './questions.ts';
import { spanOf } from './ranges.ts';
import { tokensOf } from './tokens.ts';

export const statsRoutes = ({ db, clock }: Pick<AppContext, 'db' | 'clock'>): Route[] => {
  // All administrators see the same figures: those who look at the same moment have them added up once.
  const once = <T>(read: (db: Database, range: TimeRange, now: Date) => Promise<T>, range: TimeRange) =>
    singleFlight(db, `${read.name} ${range}`, () => read(db, range, clock.now()));
  return routes(statsApi, {
    users: ({ query }) => once(figuresOf, query.time_range),
    activity: ({ query }) => once(activityOf, query.time_range),
    tokens: ({ query }) => once(tokensOf, query.time_range),
    questions: ({ query: { time_range, ...wanted } }) =>
      openQuestions(db, { ...wanted, span: spanOf(time_range, clock.now()) }),
  });
};
