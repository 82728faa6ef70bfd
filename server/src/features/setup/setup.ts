/** The checklist of a new installation. Each step is computed from rows; only choices are stored. */
import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Samples, SETUP_STEPS, type Setup, type SetupStep } from '#contract/setup.ts';
import type { AppContext } from '../../app-context.ts';
import type { Queryable } from '../../db/client.ts';
import { installation } from '../../db/tables/installation.ts';
import { type Actor, recordChange } from '../audit/record.ts';
import { difference } from '../audit/values.ts';
import { changeSamples, samplesOf } from './samples.ts';

const KEY = 'setup';

const Choices = z.object({
  dismissed: z.boolean().catch(false),
  local_mode_chosen: z.boolean().catch(false),
});
type Choices = z.output<typeof Choices>;

async function choicesOf(db: Queryable): Promise<Choices> {
  const [row] = await db.select().from(installation).where(eq(installation.key, KEY));
  return Choices.parse(row?.value ?? {});
}

type Facts = Record<Exclude<SetupStep, 'model'>, boolean> & { agent_id: number | null };

/** Bases and agents that the seed made are no steps of anybody. */
async function factsOf(db: Queryable): Promise<Facts> {
  const { rows } = await db.execute<Facts>(sql`
    with demo as (
      select (value ->> 'knowledge_base_id')::int base, value -> 'agent_ids' agents from installation where key = 'demo'
    ), own as (
      select a.id, a.openers, a.deploy_status from agents a
      where not exists (select from demo where demo.agents @> to_jsonb(a.id))
        and (exists (select from agent_knowledge_bases l where l.agent_id = a.id)
          or exists (select from agent_data_sources l where l.agent_id = a.id))
    )
    select
      exists (select from documents d where d.status = 'ready'
        and not exists (select from demo where demo.base = d.knowledge_base_id)) knowledge,
      exists (select from own) agent,
      exists (select from own where cardinality(openers) > 0) openers,
      exists (select from agent_checks) "check",
      exists (select from own where deploy_status
        and exists (select from group_agents g where g.agent_id = own.id)) publish,
      (select count(*) > 1 from (select from users where active and is_verified and kind = 'person' limit 2) people)
        or exists (select from invitations where sent_at is not null and withdrawn_at is null) people,
      (select max(id) from own) agent_id`);
  const [facts] = rows;
  if (!facts) throw new Error('the facts of the setup were not read');
  return facts;
}

type SetupContext = Pick<AppContext, 'db' | 'models'>;

export async function setupOf({ db, models }: SetupContext): Promise<Setup> {
  const [{ dismissed, local_mode_chosen }, { agent_id, ...facts }, samples] = await Promise.all([
    choicesOf(db),
    factsOf(db),
    samplesOf(db),
  ]);
  const isByChoice = models.local && local_mode_chosen;
  const done = { ...facts, model: !models.local || local_mode_chosen };
  return {
    steps: SETUP_STEPS.map((key) => ({ key, done: done[key], by_choice: key === 'model' && isByChoice })),
    dismissed,
    agent_id,
    samples,
  };
}

type Wanted = { samples?: NonNullable<Samples> | undefined };

export async function changeSetup(
  context: SetupContext & Pick<AppContext, 'clock'>,
  by: Actor,
  { samples, ...change }: Partial<{ [choice in keyof Choices]: boolean | undefined }> & Wanted,
): Promise<Setup> {
  if (samples) await changeSamples(context, by, samples);
  await context.db.transaction(async (tx) => {
    await tx.insert(installation).values({ key: KEY, value: {} }).onConflictDoNothing();
    await tx.select().from(installation).where(eq(installation.key, KEY)).for('update');
    const before = await choicesOf(tx);
    const after = { ...before, ...change };
    const changed = difference(before, after);
    if (!changed) return;
    await tx
      .update(installation)
      .set({ value: after, updated_at: sql`now()` })
      .where(eq(installation.key, KEY));
    const entry = { action: 'setup.changed', object_type: 'installation' as const, ...changed };
    await recordChange(tx, by, entry, context.clock.now());
  });
  return setupOf(context);
}
