/** Adds, changes and deletes entries of the catalogue. What is stored is the difference to the list in code. */
import { eq } from 'drizzle-orm';
import { MODELS } from '#contract/model-catalogue.ts';
import { MODEL_FIELDS, type ModelFields, type NewModel } from '#contract/models.ts';
import { isInCode } from '../../../adapters/models/catalogue/layers.ts';
import { successorOf } from '../../../adapters/models/catalogue/resolution.ts';
import { AppError } from '../../../app-error.ts';
import type { Transaction } from '../../../db/client.ts';
import { model_providers, models as modelRows } from '../../../db/tables/models.ts';
import { type Actor, recordChange } from '../../audit/record.ts';
import { canonical, difference, type Values } from '../../audit/values.ts';
import { changeModels, type ModelsContext } from '../installation-models.ts';
import { type ModelInfoRow, modelInfos } from './model-info.ts';
import { NO_USES, readUses } from './uses.ts';

type Row = typeof modelRows.$inferSelect;

/** The longest answer that Prosa asks of a new entry, in tokens. */
const ANSWER_TOKENS = 16_384;

const IS_CATALOGUE = 'Este modelo faz parte do catálogo e não pode ser excluído. Esconda-o.';

/** Throws `model_exists`, `unknown_provider`, `unknown_model` or `successor_loop`. */
export async function createModel(
  context: ModelsContext,
  by: Actor,
  { id, provider_id, listed, ...wished }: NewModel,
): Promise<ModelInfoRow> {
  if (context.models.catalogue.some((entry) => entry.id === id)) throw new AppError('model_exists');
  requireSuccessor(context, id, wished.successor);
  const now = context.clock.now();
  const longest = wished.provider_max_tokens && Math.min(wished.provider_max_tokens, ANSWER_TOKENS);
  const fields = { ...wished, max_tokens: wished.max_tokens ?? longest ?? null };
  // The daily look replaces only a day that nobody typed.
  const source = listed ? 'listed' : 'typed';
  await changeModels(context, async (tx) => {
    await requireProvider(tx, provider_id);
    const [made] = await tx
      .insert(modelRows)
      .values({ ...{ id, provider_id, ...fields, source }, created_at: now, updated_at: now })
      .onConflictDoNothing()
      .returning();
    if (!made) throw new AppError('model_exists');
    const after = { provider_id, ...given(made) };
    const change = { action: 'model.created', object_type: 'model', object_name: id, after } as const;
    await recordChange(tx, by, change, now);
  });
  return requireInfo(context, id);
}

/** Throws `model_locked`, `successor_loop`, `unknown_model` or `stale_change`. */
export async function updateModel(
  context: ModelsContext,
  by: Actor,
  id: string,
  { version, ...wished }: ModelFields & { version: number },
): Promise<ModelInfoRow> {
  requireEntry(context, id);
  requireSuccessor(context, id, wished.successor);
  const fields = changesOf(id, wished);
  const overridden = context.env.MODEL_OVERRIDES?.[id] ?? {};
  if (Object.keys(fields).some((name) => name in overridden)) throw new AppError('model_locked');
  const now = context.clock.now();
  await changeModels(context, async (tx) => {
    // The row of an entry in code is made by its first change.
    if (version === 0)
      await tx
        .insert(modelRows)
        .values({ id, version: 0, created_at: now, updated_at: now })
        .onConflictDoNothing();
    const [before] = await tx.select().from(modelRows).where(eq(modelRows.id, id)).for('update');
    if (before?.version !== version) throw new AppError('stale_change');
    const [after] = await tx
      .update(modelRows)
      .set({
        ...fields,
        ...(fields.ends_at === undefined || fields.ends_at === before.ends_at
          ? {}
          : { source: 'typed' as const }),
        version: version + 1,
        updated_at: now,
      })
      .where(eq(modelRows.id, id))
      .returning();
    const changed = after && difference(given(before), given(after));
    if (changed)
      await recordChange(
        tx,
        by,
        { action: 'model.updated', object_type: 'model', object_name: id, ...changed },
        now,
      );
  });
  return requireInfo(context, id);
}

/** Throws `model_in_use` for a model that is used or that belongs to the list in code. */
export async function deleteModel(context: ModelsContext, by: Actor, id: string): Promise<null> {
  requireEntry(context, id);
  if (isInCode(id) || id in (context.env.MODEL_OVERRIDES ?? {}))
    throw new AppError('model_in_use', { detail: IS_CATALOGUE });
  await changeModels(context, async (tx) => {
    const [row] = await tx.select().from(modelRows).where(eq(modelRows.id, id)).for('update');
    if (!row) throw new AppError('not_found');
    await requireUnused(context, tx, id);
    await tx.delete(modelRows).where(eq(modelRows.id, id));
    const change = { action: 'model.deleted', object_type: 'model', object_name: id, before: given(row) };
    await recordChange(tx, by, { ...change, object_type: 'model' }, context.clock.now());
  });
  return null;
}

async function requireUnused({ models }: ModelsContext, tx: Transaction, id: string): Promise<void> {
  const uses = (await readUses(tx)).get(id) ?? NO_USES;
  const { default: chosen, steps, reserves } = models.defaults;
  const isDefault = [chosen, steps, ...reserves].includes(id);
  const isSuccessor = models.catalogue.some((entry) => successorOf(entry) === id);
  if (isDefault || isSuccessor || uses.agents.length || uses.data_sources.length)
    throw new AppError('model_in_use', { extra: { uses } });
}

export function requireEntry({ models }: Pick<ModelsContext, 'models'>, id: string) {
  const entry = models.catalogue.find((each) => each.id === id);
  if (!entry) throw new AppError('not_found');
  return entry;
}

/** Walked through the entries as they are, so that a later retirement closes no circle. */
function requireSuccessor({ models }: ModelsContext, id: string, successor: string | null | undefined): void {
  const entries = new Map(models.catalogue.map((entry) => [entry.id, entry]));
  const passed = new Set<string>();
  for (let here = successor ?? undefined; here !== undefined; ) {
    if (here === id) throw new AppError('successor_loop');
    const entry = entries.get(here);
    if (!entry && here === successor) throw new AppError('unknown_model');
    if (!entry || passed.has(here)) return;
    passed.add(here);
    here = successorOf(entry);
  }
}

async function requireProvider(tx: Transaction, id: number): Promise<void> {
  const [row] = await tx
    .select({ id: model_providers.id })
    .from(model_providers)
    .where(eq(model_providers.id, id))
    .for('key share');
  if (!row) throw new AppError('unknown_provider');
}

/** The fields that were sent. One that says what the list in code says is stored as no change. */
function changesOf(id: string, wished: ModelFields): Partial<Row> {
  const base: Values = isInCode(id) ? { ...MODELS[id as keyof typeof MODELS] } : {};
  const sent = Object.entries(wished).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    sent.map(([name, value]) => [name, canonical(base[name]) === canonical(value) ? null : value]),
  );
}

/** The fields of a row that differ from the list in code. */
const given = (row: Row): Values =>
  Object.fromEntries(MODEL_FIELDS.filter((name) => row[name] !== null).map((name) => [name, row[name]]));

async function requireInfo(context: ModelsContext, id: string): Promise<ModelInfoRow> {
  const info = (await modelInfos(context)).find((model) => model.id === id);
  if (!info) throw new AppError('not_found');
  return info;
}
