/** Marks the example questions of an agent for which its sources hold nothing any more. Costs no tokens of a model. */
import { and, eq } from 'drizzle-orm';
import type { AppContext } from '../../../app-context.ts';
import { reasonOf } from '../../../db/client.ts';
import { agents } from '../../../db/tables/agents.ts';
import { configurationOf } from '../../agents/versions.ts';
import { findFor } from '../../openers/propose.ts';

const LOOK_MS = 60_000;

export async function markEmptyOpeners(context: AppContext, agent_id: number): Promise<void> {
  const { db, log } = context;
  const [row] = await db.select({ openers: agents.openers }).from(agents).where(eq(agents.id, agent_id));
  const agent = await configurationOf(db, agent_id);
  if (!row?.openers.length || !agent) return;
  const signal = AbortSignal.timeout(LOOK_MS);
  try {
    const openers_empty: number[] = [];
    for (const [place, text] of row.openers.entries())
      if (!(await findFor(context, agent, text, signal))) openers_empty.push(place);
    // Those that somebody has changed meanwhile were not looked for.
    if (!signal.aborted)
      await db
        .update(agents)
        .set({ openers_empty })
        .where(and(eq(agents.id, agent_id), eq(agents.openers, row.openers)));
  } catch (error) {
    log.warn({ agent_id, err: { message: reasonOf(error) } }, 'openers were not looked for');
  }
}
