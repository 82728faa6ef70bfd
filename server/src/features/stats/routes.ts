import { statsApi, type TimeRange } from '#contract/stats.ts';
import type { AppContext } from '../../app-context.ts';
import type { Readable } from '../../db/client.ts';
import { singleFlight } from '../../db/single-flight.ts';
import { type Caller, type Route, routes } from '../../http/routes.ts';
import { activityOf, figuresOf } from './activity.ts';
import { openQuestions } from './questions.ts';
import { spanOf } from './ranges.ts';
import { tokensOf } from './tokens.ts';

type Figures<T> = (db: Readable, range: TimeRange, now: Date) => Promise<T>;

export const statsRoutes = ({ reads, clock }: Pick<AppContext, 'reads' | 'clock'>): Route[] => {
  // All administrators see the same figures: those who look at the same moment have them added up once.
  const once = <T>(caller: Caller, figures: Figures<T>, range: TimeRange) =>
    reads.read(caller, (db) =>
      singleFlight(db, `${figures.name} ${range}`, () => figures(db, range, clock.now())),
    );
  return routes(statsApi, {
    users: ({ caller, query }) => once(caller, figuresOf, query.time_range),
    activity: ({ caller, query }) => once(caller, activityOf, query.time_range),
    tokens: ({ caller, query }) => once(caller, tokensOf, query.time_range),
    questions: ({ caller, query: { time_range, ...wanted } }) =>
      reads.read(caller, (db) => openQuestions(db, { ...wanted, span: spanOf(time_range, clock.now()) })),
  });
};
