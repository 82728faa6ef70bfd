/** Settings of the installation that superadmins choose on a screen: its name, who may check receipts, nightly runs. */
import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { DEPLOY_GATES } from '#contract/gate.ts';
import type { InterfaceSettings } from '#contract/interface.ts';
import { NIGHTLY_HOUR, NIGHTLY_TOKENS } from '#contract/limits.ts';
import type { AppContext } from '../../app-context.ts';
import type { Queryable } from '../../db/client.ts';
import { installation } from '../../db/tables/installation.ts';
import { type Actor, recordChange } from '../audit/record.ts';
import { difference } from '../audit/values.ts';

const KEY = 'interface';

const Stored = z.object({
  receipts_public: z.boolean().catch(false),
  organisation_name: z.string().nullable().catch(null),
  deploy_gate: z.enum(DEPLOY_GATES).catch('free'),
  nightly_hour: z.int().min(0).max(23).catch(NIGHTLY_HOUR),
  nightly_tokens: z.int().min(0).catch(NIGHTLY_TOKENS),
});

export async function interfaceOf(db: Queryable): Promise<InterfaceSettings> {
  const [row] = await db.select().from(installation).where(eq(installation.key, KEY));
  return Stored.parse(row?.value ?? {});
}

/** The name and the address under which this installation signs. */
export async function issuerOf({
  db,
  env,
}: Pick<AppContext, 'env'> & { db: Queryable }): Promise<{ name: string; url: string }> {
  const { organisation_name } = await interfaceOf(db);
  const url = env.APP_URL.replace(/\/+$/, '');
  return { name: organisation_name ?? new URL(url).host, url };
}

export async function changeInterface(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  by: Actor,
  change: { [name in keyof InterfaceSettings]?: InterfaceSettings[name] | undefined },
): Promise<InterfaceSettings> {
  await db.transaction(async (tx) => {
    await tx.insert(installation).values({ key: KEY, value: {} }).onConflictDoNothing();
    await tx.select().from(installation).where(eq(installation.key, KEY)).for('update');
    const before = await interfaceOf(tx);
    const given = Object.entries(change).filter(([, value]) => value !== undefined);
    const after = { ...before, ...Object.fromEntries(given) };
    const changed = difference(before, after);
    if (!changed) return;
    // Settings of later releases that this one does not know stay as they are.
    await tx
      .update(installation)
      .set({ value: sql`${installation.value} || ${JSON.stringify(after)}::jsonb`, updated_at: sql`now()` })
      .where(eq(installation.key, KEY));
    const entry = { action: 'setting.changed', object_type: 'installation' as const, ...changed };
    await recordChange(tx, by, entry, clock.now());
  });
  return interfaceOf(db);
}
