/** Keeps what calls show about a model: a parameter that it refuses, another model that answers, a provider that does not know it. */
import { and, eq, sql } from 'drizzle-orm';
import type { Observation } from '../../adapters/models/model.ts';
import { reasonOf } from '../../db/client.ts';
import { model_health, models as modelRows } from '../../db/tables/models.ts';
import { changeModels, type ModelsContext } from './installation-models.ts';

/** How often an answer of a model is compared with what is stored of its health. */
const LOOK_AGAIN_MS = 60_000;

/** Every later call of a model reports to the database; a failure to do so is logged. */
export function keepObservations(context: ModelsContext): void {
  const { setup } = context.models;
  if (!setup) return;
  const lookedAt = new Map<string, number>();
  setup.observer = (observation) => {
    const { id } = observation;
    if (observation.type === 'answered') {
      const now = context.clock.now().getTime();
      if (now - (lookedAt.get(id) ?? 0) < LOOK_AGAIN_MS) return;
      lookedAt.set(id, now);
    } else lookedAt.delete(id);
    keepObservation(context, observation).catch((error: unknown) =>
      context.log.warn({ model: id, err: { message: reasonOf(error) } }, 'an observation was not stored'),
    );
  };
}

export async function keepObservation(context: ModelsContext, observation: Observation): Promise<void> {
  const { db, clock } = context;
  const { id } = observation;
  const now = clock.now();
  if (observation.type === 'answered') {
    await db
      .update(model_health)
      .set({ state: 'ok', since: now, checked_at: now, detail: null })
      .where(and(eq(model_health.model_id, id), eq(model_health.state, 'failing')));
  } else if (observation.type === 'unknown') {
    const health = { state: 'failing', since: now, checked_at: now, detail: observation.detail } as const;
    await db
      .insert(model_health)
      .values({ model_id: id, ...health })
      .onConflictDoUpdate({
        target: model_health.model_id,
        set: health,
        // The first failure is the one since when it fails; a model that has gone stays so.
        setWhere: eq(model_health.state, 'ok'),
      });
  } else await changeModels(context, (tx) => writeFact(tx, observation));
}

type Fact = Extract<Observation, { type: 'refused' | 'served_as' }>;
type Row = typeof modelRows.$inferInsert;

/** A field that a person typed stays as it is. */
async function writeFact(tx: Parameters<Parameters<typeof changeModels>[1]>[0], fact: Fact): Promise<void> {
  const fields = fieldsOf(fact);
  const columns = Object.keys(fields) as (keyof Row)[];
  const set = Object.fromEntries(
    columns.map((name) => [
      name,
      name === 'served_as'
        ? fields[name]
        : sql`coalesce(${modelRows[name]}, ${sql.param(fields[name], modelRows[name])})`,
    ]),
  );
  await tx
    .insert(modelRows)
    .values({ id: fact.id, source: 'observed', ...fields })
    .onConflictDoUpdate({ target: modelRows.id, set: { ...set, updated_at: sql`now()` } });
}

function fieldsOf(fact: Fact): Partial<Row> {
  if (fact.type === 'served_as') return { served_as: fact.model };
  if (fact.parameter === 'temperature') return { supports_temperature: false };
  if (fact.parameter === 'form') return { structured_output: false };
  return { efforts: [] };
}
