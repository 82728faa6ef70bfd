import { guardApi } from '#contract/guard.ts';
import { type Route, routes } from '../../http/routes.ts';
import { Marks } from '../../personal-data/marks.ts';
import { byCaller } from '../audit/record.ts';
import { guardFigures } from './guard-counts.ts';
import { changeGuard, type GuardContext, guardSettings } from './installation-guard.ts';

export const guardRoutes = (context: GuardContext): Route[] =>
  routes(guardApi, {
    settings: () => guardSettings(context.db),
    update: ({ body, caller, meta }) => changeGuard(context, body, byCaller(caller, meta)),
    preview: async ({ body }) => {
      const marks = new Marks(body.kinds ?? (await guardSettings(context.db)).kinds);
      return { text: marks.mask(body.text), counts: marks.counts };
    },
    stats: () => guardFigures(context),
  });
