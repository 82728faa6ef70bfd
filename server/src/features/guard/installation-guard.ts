/** The rule of the installation on personal data: a row that every process follows. */
import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { GuardSettings } from '#contract/guard.ts';
import { DEFAULT_PERSONAL_DATA_KINDS } from '#contract/personal-data.ts';
import type { AppContext } from '../../app-context.ts';
import { requireVersion } from '../../app-error.ts';
import { type Database, type Queryable, reasonOf } from '../../db/client.ts';
import { installation } from '../../db/tables/installation.ts';
import { type Actor, recordChange } from '../audit/record.ts';

export type GuardContext = Pick<AppContext, 'db' | 'models' | 'signals' | 'log' | 'clock' | 'queue'>;

const KEY = 'guard';
const TOPIC = 'guard';
const READ_AGAIN_MS = 15_000;

const Stored = GuardSettings.extend({
  mode: GuardSettings.shape.mode.catch('allow'),
  kinds: GuardSettings.shape.kinds.catch([...DEFAULT_PERSONAL_DATA_KINDS]),
  new_agents_local: z.boolean().catch(false),
  version: z.int().catch(0),
});

export async function guardSettings(db: Queryable): Promise<GuardSettings> {
  const [row] = await db.select().from(installation).where(eq(installation.key, KEY));
  return Stored.parse(row?.value ?? {});
}

/** Puts the stored rule into force in this process. */
export async function applyGuard({ db, models }: Pick<GuardContext, 'db' | 'models'>): Promise<void> {
  const { mode, kinds } = await guardSettings(db);
  if (models.guard) models.guard.rule = { mode, kinds };
}

/** Follows changes of other processes. Returns how to end it. */
export function followGuard(context: GuardContext): { stop(): void } {
  const read = () =>
    void applyGuard(context).catch((error) =>
      context.log.warn({ err: { message: reasonOf(error) } }, 'the rule on personal data was not read'),
    );
  const stopListening = context.signals.listen(TOPIC, read);
  const reading = setInterval(read, READ_AGAIN_MS).unref();
  return {
    stop() {
      stopListening();
      clearInterval(reading);
    },
  };
}

/** Rejects with `stale_change` when somebody else has changed it meanwhile. */
export async function changeGuard(
  context: GuardContext,
  { version, ...wanted }: GuardSettings,
  actor: Actor,
): Promise<GuardSettings> {
  const changed = await context.db.transaction(async (tx) => {
    await lockSettings(tx);
    const { version: stored, ...before } = await guardSettings(tx);
    requireVersion(stored, version);
    const value = { ...wanted, version: version + 1 };
    await tx.update(installation).set({ value, updated_at: sql`now()` }).where(eq(installation.key, KEY));
    const change = { action: 'guard.updated', object_type: 'installation' as const };
    await recordChange(tx, actor, { ...change, before, after: wanted }, context.clock.now());
    return value;
  });
  await applyGuard(context);
  await context.signals.send(TOPIC);
  // Vectors of texts with marks and without do not compare: passages are embedded anew.
  if (context.models.embedder) await context.queue.send('knowledge.embed', {});
  return changed;
}

/** The row is there and locked until the end of the transaction. */
async function lockSettings(tx: Pick<Database, 'insert' | 'select'>): Promise<void> {
  await tx.insert(installation).values({ key: KEY, value: {} }).onConflictDoNothing();
  await tx.select().from(installation).where(eq(installation.key, KEY)).for('update');
}
