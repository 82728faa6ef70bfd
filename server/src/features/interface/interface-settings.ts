/**
 * Settings of the installation that superadmins choose on a screen: its name and language, who may check receipts,
 * nightly runs, how long conversations are kept.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { DEPLOY_GATES } from '#contract/gate.ts';
import type { InterfaceSettings } from '#contract/interface.ts';
import { LANGUAGES, type Language } from '#contract/language.ts';
import { KEEP_MONTHS, NIGHTLY_HOUR, NIGHTLY_TOKENS } from '#contract/limits.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import type { Queryable } from '../../db/client.ts';
import { singleFlight } from '../../db/single-flight.ts';
import { installation } from '../../db/tables/installation.ts';
import { type Actor, recordChange } from '../audit/record.ts';
import { difference } from '../audit/values.ts';

const KEY = 'interface';

const Stored = z.object({
  language: z.enum(LANGUAGES).catch('mixed'),
  receipts_public: z.boolean().catch(false),
  organisation_name: z.string().nullable().catch(null),
  deploy_gate: z.enum(DEPLOY_GATES).catch('free'),
  nightly_hour: z.int().min(0).max(23).catch(NIGHTLY_HOUR),
  nightly_tokens: z.int().min(0).catch(NIGHTLY_TOKENS),
  keep_months: z.int().min(KEEP_MONTHS.min).nullable().catch(null),
});

type StoredSettings = z.output<typeof Stored>;

export async function interfaceOf(db: Queryable): Promise<StoredSettings> {
  const [row] = await db.select().from(installation).where(eq(installation.key, KEY));
  return Stored.parse(row?.value ?? {});
}

/** The settings as they hold: the environment decides the language, where it names one. */
export async function shownInterface({
  db,
  env,
}: Pick<AppContext, 'db' | 'env'>): Promise<InterfaceSettings> {
  const stored = await interfaceOf(db);
  const fixed = env.PROSA_LANGUAGE;
  return { ...stored, language: fixed ?? stored.language, language_is_fixed: fixed !== undefined };
}

/** A page that cannot know the language soon takes the last that was known: it is to come also without a database. */
const PATIENCE_MS = 500;

/** The language of browsers that have not chosen. */
export function languageOfInstallation({ db, env }: Pick<AppContext, 'db' | 'env'>): () => Promise<Language> {
  let known: Language = 'mixed';
  return async () => {
    if (env.PROSA_LANGUAGE) return env.PROSA_LANGUAGE;
    const read = singleFlight(db, 'language of the installation', () => interfaceOf(db)).then(
      ({ language }) => {
        known = language;
      },
      () => undefined,
    );
    await Promise.race([read, sleep(PATIENCE_MS, undefined, { ref: false })]);
    return known;
  };
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
  context: Pick<AppContext, 'db' | 'clock' | 'env'>,
  by: Actor,
  change: { [name in keyof StoredSettings]?: StoredSettings[name] | undefined },
): Promise<InterfaceSettings> {
  const { db, clock, env } = context;
  if (change.language !== undefined && env.PROSA_LANGUAGE) throw new AppError('set_by_environment');
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
  return shownInterface(context);
}
