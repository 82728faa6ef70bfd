/**
 * The default models of a new installation are chosen in the background after the endpoints are open, by one process
 * at a time.
 */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { MODELS_TOPIC, raiseModelsVersion } from '../../adapters/models/models-version.ts';
import type { Database } from '../../db/client.ts';
import { installation } from '../../db/tables/installation.ts';
import { models as modelRows } from '../../db/tables/models.ts';
import { type ChosenModels, chooseModels } from './choose-models.ts';
import { DEFAULTS_KEY, type ModelsContext, readInstallationModels } from './installation-models.ts';
import { releaseLease, takeLease } from './lease.ts';

const LEASE_KEY = 'model_defaults_lease';
/** Longer than a choice takes: a process that dies while it chooses leaves the choice to another after this time. */
const LEASE_SECONDS = 180;

/** Whether this process has chosen. */
export async function chooseIfNeeded(context: ModelsContext): Promise<boolean> {
  const { db, models, signals, log } = context;
  const { setup } = models;
  if (!setup) return false;
  const needed = async () => {
    const stored = await readInstallationModels(context);
    return !(stored.probed && stored.default !== null && setup.canRun(stored.default));
  };
  const owner = randomUUID();
  if (!(await needed()) || !(await takeLease(db, LEASE_KEY, owner, LEASE_SECONDS))) return false;
  // Another process may have chosen, and released the lease, between the first look and this lease.
  if (!(await needed())) {
    await releaseLease(db, LEASE_KEY, owner);
    return false;
  }
  const chosen = await chooseModels(setup, log);
  if (!(await keepChosen(db, owner, chosen))) return false;
  await readInstallationModels(context);
  await signals.send(MODELS_TOPIC);
  log.info({ default: chosen.default, steps: chosen.steps, probed: chosen.probed }, 'default models chosen');
  return true;
}

/** Returns false where the lease has gone to another process meanwhile. What an administrator set beside it stays. */
function keepChosen(db: Database, owner: string, chosen: ChosenModels): Promise<boolean> {
  const { default: answering, steps, added, probed } = chosen;
  // A model of a configured provider is a row of the catalogue; one behind MODEL_OVERRIDES has its address beside it.
  const listed = added.filter((entry) => entry.provider_id !== undefined);
  const fields = {
    default: answering,
    steps,
    added: added.filter((entry) => entry.provider_id === undefined),
    probed,
  };
  return db.transaction(async (tx) => {
    if (!(await releaseLease(tx, LEASE_KEY, owner))) return false;
    await tx
      .insert(installation)
      .values({ key: DEFAULTS_KEY, value: fields })
      .onConflictDoUpdate({
        target: installation.key,
        set: {
          value: sql`${installation.value} || ${JSON.stringify(fields)}::jsonb`,
          updated_at: sql`now()`,
        },
      });
    for (const { provider: _kind, efforts, ...entry } of listed)
      await tx
        .insert(modelRows)
        .values({ ...entry, ...(efforts ? { efforts: [...efforts] } : {}), source: 'listed' })
        .onConflictDoNothing();
    await raiseModelsVersion(tx);
    return true;
  });
}
