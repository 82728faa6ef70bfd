/** The catalogue and the defaults of the installation as its database holds them, and every process follows them. */
import { eq, ne } from 'drizzle-orm';
import type { CatalogueModel } from '#contract/model-catalogue.ts';
import type { InstallationModels, ModelDefaults, ModelRow } from '../../adapters/models/model.ts';
import { MODELS_TOPIC, raiseModelsVersion, readModelsVersion } from '../../adapters/models/models-version.ts';
import type { AppContext } from '../../app-context.ts';
import type { Transaction } from '../../db/client.ts';
import { installation } from '../../db/tables/installation.ts';
import { model_health, models as modelRows } from '../../db/tables/models.ts';
import { readModelProviders } from '../model-providers/records/configured-providers.ts';

export type ModelsContext = Pick<
  AppContext,
  'db' | 'models' | 'signals' | 'log' | 'clock' | 'env' | 'secretKeys'
>;

/** As the key `model_defaults` holds it. `probed`: the default has answered, so that it need not be chosen again. */
export type StoredDefaults = ModelDefaults & { added: CatalogueModel[]; probed: boolean };

export const DEFAULTS_KEY = 'model_defaults';

const NOTHING_CHOSEN: StoredDefaults = {
  default: null,
  steps: null,
  reserves: [],
  follow_successor: true,
  added: [],
  probed: false,
};

/** Replaces the catalogue of this process by the one in the database. */
export async function readInstallationModels(
  context: Pick<ModelsContext, 'db' | 'models' | 'env' | 'secretKeys'>,
): Promise<StoredDefaults> {
  const { probed, ...stored } = await readStored(context);
  context.models.setup?.configure(stored);
  return { ...stored, probed };
}

/** Runs a change of the catalogue in a transaction, and puts it into force in this process and in the others. */
export async function changeModels<T>(
  context: ModelsContext,
  change: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const result = await context.db.transaction(async (tx) => {
    const changed = await change(tx);
    await raiseModelsVersion(tx);
    return changed;
  });
  await readInstallationModels(context);
  await context.signals.send(MODELS_TOPIC);
  return result;
}

/** One snapshot: a version never stands beside rows of another. */
function readStored({
  db,
  ...settings
}: Pick<ModelsContext, 'db' | 'env' | 'secretKeys'>): Promise<InstallationModels & StoredDefaults> {
  return db.transaction(
    async (tx) => {
      const version = await readModelsVersion(tx);
      const [defaults] = await tx.select().from(installation).where(eq(installation.key, DEFAULTS_KEY));
      const rows = await tx.select().from(modelRows).orderBy(modelRows.created_at, modelRows.id);
      const health = await tx
        .select({ id: model_health.model_id, state: model_health.state })
        .from(model_health)
        .where(ne(model_health.state, 'ok'));
      return {
        ...NOTHING_CHOSEN,
        ...(defaults?.value as Partial<StoredDefaults> | undefined),
        version,
        rows: rows.map(rowOf),
        gone: health.filter(({ state }) => state === 'gone').map(({ id }) => id),
        providers: await readModelProviders(tx, settings),
      };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

/** A null column is a field that the catalogue in code decides. */
function rowOf({
  id,
  source: _source,
  version: _version,
  created_at: _created,
  updated_at: _updated,
  ...fields
}: typeof modelRows.$inferSelect): ModelRow {
  const given = Object.entries(fields).filter(([, value]) => value !== null);
  return { id, ...Object.fromEntries(given) };
}
