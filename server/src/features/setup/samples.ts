/**
 * The agents of the demo: shown to everybody who tries a new installation, in the way of people who have agents of their
 * own. Putting them away takes them from their groups; administrators may ask every agent that is deployed all the same.
 */
import { and, asc, eq, inArray } from 'drizzle-orm';
import { z } from 'zod';
import type { Samples } from '#contract/setup.ts';
import type { AppContext } from '../../app-context.ts';
import type { Queryable } from '../../db/client.ts';
import { agents, group_agents } from '../../db/tables/agents.ts';
import { installation } from '../../db/tables/installation.ts';
import { user_groups } from '../../db/tables/people.ts';
import type { Actor } from '../audit/record.ts';
import { addAgents, removeAgents } from '../groups/group-agents.ts';

/** Kept while they are away: where they were, so that they can be brought back. */
const Places = z.array(z.object({ agent_id: z.int(), user_group_id: z.int() }));
type Places = z.output<typeof Places>;

const KEY = 'samples_away';

/** Null where there is nothing to put away or to bring back. */
export async function samplesOf(db: Queryable): Promise<Samples> {
  if ((await placesNow(db)).length) return 'shown';
  return (await placesBefore(db)).length ? 'away' : null;
}

export async function changeSamples(
  context: Pick<AppContext, 'db' | 'clock'>,
  by: Actor,
  wanted: NonNullable<Samples>,
): Promise<void> {
  const { db } = context;
  const places = wanted === 'away' ? await placesNow(db) : await placesBefore(db);
  if (!places.length) return;
  // Before anything is taken: a process that dies on the way leaves a list that brings all of it back.
  if (wanted === 'away') await keep(db, places);
  const change = wanted === 'away' ? removeAgents : addAgents;
  for (const [group, those] of Map.groupBy(places, ({ user_group_id }) => user_group_id))
    await change(
      context,
      by,
      group,
      those.map(({ agent_id }) => agent_id),
    );
  if (wanted === 'shown') await db.delete(installation).where(eq(installation.key, KEY));
}

async function sampleAgents(db: Queryable): Promise<number[]> {
  const [row] = await db.select().from(installation).where(eq(installation.key, 'demo'));
  return z.object({ agent_ids: z.array(z.int()) }).safeParse(row?.value).data?.agent_ids ?? [];
}

async function placesNow(db: Queryable): Promise<Places> {
  const samples = await sampleAgents(db);
  if (!samples.length) return [];
  return db
    .select({ agent_id: group_agents.agent_id, user_group_id: group_agents.user_group_id })
    .from(group_agents)
    .innerJoin(agents, eq(agents.id, group_agents.agent_id))
    .where(and(inArray(group_agents.agent_id, samples), eq(agents.deploy_status, true)))
    .orderBy(asc(group_agents.user_group_id), asc(group_agents.agent_id));
}

/** Those whose agent and group are still there. */
async function placesBefore(db: Queryable): Promise<Places> {
  const [row] = await db.select().from(installation).where(eq(installation.key, KEY));
  const before = Places.safeParse(row?.value).data ?? [];
  if (!before.length) return [];
  const standing = await db
    .select({ agent_id: agents.id, user_group_id: user_groups.id })
    .from(agents)
    .crossJoin(user_groups)
    .where(
      inArray(
        agents.id,
        before.map(({ agent_id }) => agent_id),
      ),
    );
  return before.filter((place) =>
    standing.some((one) => one.agent_id === place.agent_id && one.user_group_id === place.user_group_id),
  );
}

async function keep(db: Queryable, value: Places): Promise<void> {
  await db
    .insert(installation)
    .values({ key: KEY, value })
    .onConflictDoUpdate({ target: installation.key, set: { value, updated_at: new Date() } });
}
