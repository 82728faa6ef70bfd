/** Leads the nightly runs of one night in a process of its own, which is killed from outside: `node lead-night.ts <instant>`. */
import { setTimeout as pause } from 'node:timers/promises';
import { and, eq, isNull } from 'drizzle-orm';
import { AppError } from '../../server/src/app-error.ts';
import { agent_check_runs } from '../../server/src/db/tables/agents.ts';
import { beginNight } from '../../server/src/features/checks/nightly/night.ts';
import { runNight } from '../../server/src/features/checks/nightly/run-night.ts';
import { today } from '../../server/src/language/values/calendar.ts';
import { openProcessContext } from '../support/process-context.ts';

const now = new Date(process.argv[2] ?? '');
const context = await openProcessContext(now);

console.log('leads');
await beginNight(context);
const night = today(now);
for (;;) {
  const left = await context.db
    .select({ agent_id: agent_check_runs.agent_id })
    .from(agent_check_runs)
    .where(and(eq(agent_check_runs.night, night), isNull(agent_check_runs.finished_at)));
  if (!left.length) break;
  for (const { agent_id } of left.toSorted(() => Math.random() - 0.5))
    await runNight(context, { agent_id, night }).catch((error: unknown) => {
      // The other process leads it, or a dead one did until its lease expires.
      if (!(error instanceof AppError) || error.code !== 'checks_running') throw error;
    });
  await pause(50);
}
console.log('ended');
process.exit(0);
