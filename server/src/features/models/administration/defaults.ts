/** The default models of the installation, as superadmins choose them. */
import { eq } from 'drizzle-orm';
import type { ModelDefaultsChange, ModelDefaultsInfo } from '#contract/model-defaults.ts';
import { AppError, requireVersion } from '../../../app-error.ts';
import type { Queryable } from '../../../db/client.ts';
import { installation } from '../../../db/tables/installation.ts';
import { type Actor, recordChange } from '../../audit/record.ts';
import { difference } from '../../audit/values.ts';
import { changeModels, DEFAULTS_KEY, type ModelsContext } from '../installation-models.ts';
import { modelGone } from '../named-models.ts';

/** Beside the fields that `Models` holds; absent until the first change. */
type Stored = Partial<Omit<ModelDefaultsInfo, 'local' | 'version'>> & { defaults_version?: number };

export async function showDefaults({
  db,
  models,
}: Pick<ModelsContext, 'db' | 'models'>): Promise<ModelDefaultsInfo> {
  const { defaults_version = 0, ...stored } = await readStored(db);
  return { ...fieldsOf(stored), local: models.local, version: defaults_version };
}

/** Throws `unknown_model`, `model_gone`, `model_not_configured` or `stale_change`. */
export async function changeDefaults(
  context: ModelsContext,
  by: Actor,
  { version, ...wished }: ModelDefaultsChange,
): Promise<ModelDefaultsInfo> {
  const after = { ...wished, reserves: [...new Set(wished.reserves)] };
  for (const id of [after.default, after.steps, ...after.reserves])
    if (id !== null) requireRunnable(context.models, id);
  await changeModels(context, async (tx) => {
    await tx.insert(installation).values({ key: DEFAULTS_KEY, value: {} }).onConflictDoNothing();
    const { defaults_version = 0, ...stored } = await readStored(tx, 'update');
    requireVersion(defaults_version, version);
    // Without a default the installation chooses one again.
    const fields = { ...after, probed: after.default !== null, defaults_version: version + 1 };
    await tx
      .update(installation)
      .set({ value: { ...stored, ...fields }, updated_at: context.clock.now() })
      .where(eq(installation.key, DEFAULTS_KEY));
    const changed = difference(fieldsOf(stored), after);
    if (changed)
      await recordChange(
        tx,
        by,
        { action: 'model.defaults_changed', object_type: 'model', ...changed },
        context.clock.now(),
      );
  });
  return showDefaults(context);
}

function requireRunnable(models: ModelsContext['models'], id: string): void {
  const entry = models.catalogue.find((each) => each.id === id);
  if (!entry) throw new AppError('unknown_model');
  const state = models.stateOf(entry);
  if (state === 'retired') throw new AppError('model_gone', { detail: modelGone(entry.name) });
  if (models.local || state === 'no_key') throw new AppError('model_not_configured');
}

async function readStored(db: Queryable, lock?: 'update'): Promise<Stored> {
  const query = db.select().from(installation).where(eq(installation.key, DEFAULTS_KEY));
  const [row] = await (lock ? query.for(lock) : query);
  return (row?.value ?? {}) as Stored;
}

const fieldsOf = ({ default: chosen, steps, reserves, follow_successor }: Stored) => ({
  default: chosen ?? null,
  steps: steps ?? null,
  reserves: reserves ?? [],
  follow_successor: follow_successor ?? true,
});
