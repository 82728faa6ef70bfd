/**
 * The default models of the installation: which ones were chosen stands in the database, and every process follows it.
 * The choice is made in the background after the endpoints are open, by one process at a time.
 */
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { InstallationModels } from '../../adapters/models/model.ts';
import type { AppContext } from '../../app-context.ts';
import { type Database, reasonOf } from '../../db/client.ts';
import { installation } from '../../db/tables/installation.ts';
import { chooseModels } from './choose-models.ts';

type ModelsContext = Pick<AppContext, 'db' | 'models' | 'signals' | 'log'>;

/** As it is stored. `probed`: the default has answered, so that it need not be chosen again. */
type Stored = InstallationModels & { probed: boolean };

const KEY = 'model_defaults';
const VERSION_KEY = 'models_version';
const LEASE_KEY = 'model_defaults_lease';
const TOPIC = 'models';
/** Longer than a choice takes: a process that dies while it chooses leaves the choice to another after this time. */
const LEASE_SECONDS = 180;
const READ_AGAIN_MS = 15_000;
/** How long an installation without a default that answers waits before it tries again. */
const CHOOSE_AGAIN_MS = 5 * 60_000;

/** Puts what was chosen into force in this process. */
export async function readInstallationModels({ db, models }: Pick<ModelsContext, 'db' | 'models'>) {
  const stored = await readStored(db);
  if (stored) models.setup?.configure(stored);
  return stored;
}

/** Chooses where that is needed, and follows what other processes choose. Returns how to end it. */
export function keepInstallationModels(context: ModelsContext): { stop(): void } {
  const { models, signals } = context;
  const { setup } = models;
  if (!setup) return { stop() {} };
  const failed = (error: unknown) =>
    context.log.warn({ err: { message: reasonOf(error) } }, 'the default models were not read');
  const read = () => readInstallationModels(context).catch(failed);
  const choose = () => {
    setup.choosing = chooseIfNeeded(context)
      .then(() => {}, failed)
      .finally(() => {
        setup.choosing = null;
      });
  };
  const stopListening = signals.listen(TOPIC, () => void read());
  const reading = setInterval(() => void read(), READ_AGAIN_MS).unref();
  const choosing = setInterval(choose, CHOOSE_AGAIN_MS).unref();
  choose();
  return {
    stop() {
      stopListening();
      clearInterval(reading);
      clearInterval(choosing);
    },
  };
}

/** Whether this process has chosen. */
export async function chooseIfNeeded(context: ModelsContext): Promise<boolean> {
  const { db, models, signals, log } = context;
  const { setup } = models;
  if (!setup) return false;
  const needed = async () => {
    const stored = await readInstallationModels(context);
    return !(stored?.probed && stored.default !== null && setup.canRun(stored.default));
  };
  const owner = randomUUID();
  if (!(await needed()) || !(await takeLease(db, owner))) return false;
  // Another process may have chosen, and released the lease, between the first look and this lease.
  if (!(await needed())) {
    await releaseLease(db, owner);
    return false;
  }
  const chosen = await chooseModels(setup, log);
  if (!(await keepChosen(db, owner, chosen))) return false;
  await readInstallationModels(context);
  await signals.send(TOPIC);
  log.info({ default: chosen.default, steps: chosen.steps, probed: chosen.probed }, 'default models chosen');
  return true;
}

async function readStored(db: Database): Promise<Stored | null> {
  const [row] = await db.select().from(installation).where(eq(installation.key, KEY));
  if (!row) return null;
  const nothing: Stored = { default: null, steps: null, follow_successor: true, added: [], probed: false };
  return { ...nothing, ...(row.value as Partial<Stored>) };
}

/** A lease in a row and not a lock: providers are asked while it is held. */
async function takeLease(db: Database, owner: string): Promise<boolean> {
  const until = sql`jsonb_build_object('owner', ${owner}::text, 'until', now() + make_interval(secs => ${LEASE_SECONDS}))`;
  const taken = await db
    .insert(installation)
    .values({ key: LEASE_KEY, value: until })
    .onConflictDoUpdate({
      target: installation.key,
      set: { value: until },
      setWhere: sql`(${installation.value} ->> 'until')::timestamptz < now()`,
    })
    .returning({ key: installation.key });
  return taken.length > 0;
}

/** Returns false where the lease has gone to another process meanwhile. */
async function releaseLease(db: Pick<Database, 'delete'>, owner: string): Promise<boolean> {
  const released = await db
    .delete(installation)
    .where(sql`${installation.key} = ${LEASE_KEY} and ${installation.value} ->> 'owner' = ${owner}`)
    .returning({ key: installation.key });
  return released.length > 0;
}

/** Returns false where the lease has gone to another process meanwhile. What an administrator set beside it stays. */
function keepChosen(
  db: Database,
  owner: string,
  { default: chosen, steps, added, probed }: Omit<Stored, 'follow_successor'>,
): Promise<boolean> {
  const fields = { default: chosen, steps, added, probed };
  return db.transaction(async (tx) => {
    if (!(await releaseLease(tx, owner))) return false;
    await tx
      .insert(installation)
      .values({ key: KEY, value: fields })
      .onConflictDoUpdate({
        target: installation.key,
        set: {
          value: sql`${installation.value} || ${JSON.stringify(fields)}::jsonb`,
          updated_at: sql`now()`,
        },
      });
    await tx
      .insert(installation)
      .values({ key: VERSION_KEY, value: 1 })
      .onConflictDoUpdate({
        target: installation.key,
        set: { value: sql`to_jsonb((${installation.value})::bigint + 1)` },
      });
    return true;
  });
}
