import { agentChecksApi } from '#contract/agent-checks.ts';
import { CHECK_RUNS_SHOWN } from '#contract/limits.ts';
import { type Route, routes } from '../../http/routes.ts';
import { requireAgent } from '../agents/store.ts';
import { byCaller } from '../audit/record.ts';
import { exportChecks, importChecks } from './checks-file.ts';
import { compareColumns, stopComparison } from './comparison/compare.ts';
import { listComparisons, requireComparison } from './comparison/comparisons.ts';
import { costPerCheck } from './comparison/cost-per-check.ts';
import { discardCandidate, publishCandidate } from './gate/publish.ts';
import { type RunContext, runChecks } from './run.ts';
import { listRuns } from './runs.ts';
import { changeCheck, createCheck, listChecks, removeCheck } from './store.ts';

export const checkRoutes = (context: RunContext): Route[] => {
  const { db, clock } = context;
  return routes(agentChecksApi, {
    list: async ({ params }) => {
      const checks = await listChecks(db, params.id);
      const runs = await listRuns(db, params.id, CHECK_RUNS_SHOWN);
      return { checks, last_run: runs.find(({ note }) => note === null) ?? null, runs };
    },
    create: ({ params, body }) => createCheck(db, params.id, { ...body, now: clock.now() }),
    update: ({ params, body }) =>
      changeCheck(db, { agent_id: params.id, id: params.checkId }, { ...body, now: clock.now() }),
    remove: async ({ params }) => {
      await removeCheck(db, { agent_id: params.id, id: params.checkId });
      return null;
    },
    importFile: ({ caller, params, query, body, meta }) =>
      importChecks(context, byCaller(caller, meta), params.id, { file: body.file, dry_run: query.dry_run }),
    exportFile: ({ params }) => exportChecks(db, params.id),
    run: ({ caller, params }) => runChecks(context, caller, params.id),
    publish: ({ caller, params, body, meta }) =>
      publishCandidate(context, params.id, { caller, by: byCaller(caller, meta), override: body.override }),
    discardCandidate: ({ caller, params, meta }) =>
      discardCandidate(context, byCaller(caller, meta), params.id),
    compare: ({ caller, params, body: { columns, models = [] } }) => {
      const asked = columns ?? models.map((model) => ({ version_id: null, model }));
      return compareColumns(context, caller, params.id, asked);
    },
    comparisons: async ({ params }) => {
      await requireAgent(db, params.id);
      const comparisons = await listComparisons(db, params.id);
      return { comparisons, cost_per_check: await costPerCheck(context, params.id) };
    },
    comparison: ({ params }) => requireComparison(db, params.id),
    stopComparison: async ({ params }) => {
      await stopComparison(context, params.id);
      return null;
    },
  });
};
