/** Estimates what one check of an agent costs with each model. */
import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { AppContext } from '../../../app-context.ts';
import { token_entries } from '../../../db/tables/chat.ts';
import { callCostsAt } from '../../prices/call-costs.ts';

/** An agent that was not asked yet. */
const UNASKED = { input: 3_000, output: 400 };
const LATELY = 50;

/** Millionths of BRL by catalogue id, by the average of the agent's last answers; null where nobody knows the price. */
export async function costPerCheck(
  { db, models, clock }: Pick<AppContext, 'db' | 'models' | 'clock'>,
  agent_id: number,
): Promise<Record<string, number | null>> {
  const last = db
    .select({ input: token_entries.input_tokens, output: token_entries.output_tokens })
    .from(token_entries)
    .where(and(eq(token_entries.agent_id, agent_id), inArray(token_entries.purpose, ['answer', 'retry'])))
    .orderBy(desc(token_entries.created_at))
    .limit(LATELY)
    .as('last');
  const [took] = await db
    .select({
      input: sql<number | null>`avg(${last.input})::float8`,
      output: sql<number | null>`avg(${last.output})::float8`,
    })
    .from(last);
  const usage = {
    input: Math.round(took?.input ?? UNASKED.input),
    output: Math.round(took?.output ?? UNASKED.output),
  };
  const ids = models.catalogue.map(({ id }) => id);
  // A retired model costs what the one costs that answers for it.
  const answering = (id: string) => models.open(id)?.entry.id ?? id;
  const costs = await callCostsAt(db, models, { ids, at: clock.now() });
  return Object.fromEntries(
    ids.map((id) => {
      const { cost_brl_micro } = costs(answering(id), usage);
      return [id, cost_brl_micro === null ? null : Number(cost_brl_micro)];
    }),
  );
}
