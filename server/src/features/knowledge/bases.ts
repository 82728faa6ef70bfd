/** Making and changing knowledge bases. */
import { eq, sql } from 'drizzle-orm';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import { knowledge_bases } from '../../db/tables/knowledge.ts';
import { claimIdempotencyKey, storeFirstRun } from '../../request-guards/idempotency.ts';
import { cleanFields } from '../../text/clean-text.ts';
import { type Actor, recordChange } from '../audit/record.ts';
import { difference } from '../audit/values.ts';
import { baseAuditLabel, createKnowledgeBase, requireBase, type ShownBase } from './documents/store.ts';

const NO_NAME = 'O nome é obrigatório.';

export type BaseFields = { name: string; description: string | null };
type BaseContext = Pick<AppContext, 'db' | 'clock'>;

export function createBase(
  { db, clock }: BaseContext,
  by: Actor,
  typed: BaseFields,
  idempotency_key: string | null,
): Promise<ShownBase> {
  const base = cleanFields(typed, NO_NAME);
  const now = clock.now();
  const request = JSON.stringify(['create-knowledge-base', base]);
  const call = idempotency_key && { user_id: by.user_id, key: idempotency_key, request };
  return db.transaction(async (tx) => {
    const first = call && (await claimIdempotencyKey(tx, call, now));
    if (first) return requireBase(tx, (first.answer as { id: number }).id);
    const made = await createKnowledgeBase(tx, base);
    if (call) await storeFirstRun(tx, call, { status: 201, answer: { id: made.id } });
    const shown = await requireBase(tx, made.id);
    await recordChange(
      tx,
      by,
      { action: 'knowledge_base.created', ...baseAuditLabel(made), after: base },
      now,
    );
    return shown;
  });
}

export function updateBase(
  { db, clock }: BaseContext,
  by: Actor,
  id: number,
  typed: BaseFields,
): Promise<ShownBase> {
  const { name, description } = cleanFields(typed, NO_NAME);
  return db.transaction(async (tx) => {
    const [before] = await tx
      .select()
      .from(knowledge_bases)
      .where(eq(knowledge_bases.id, id))
      .for('no key update');
    if (!before) throw new AppError('knowledge_base_not_found');
    await tx
      .update(knowledge_bases)
      .set({ name, description, updated_at: sql`now()` })
      .where(eq(knowledge_bases.id, id));
    const shown = await requireBase(tx, id);
    const former = { name: before.name, description: before.description };
    const changed = difference(former, { name, description });
    if (changed)
      await recordChange(
        tx,
        by,
        { action: 'knowledge_base.updated', ...baseAuditLabel(before), ...changed },
        clock.now(),
      );
    return shown;
  });
}
