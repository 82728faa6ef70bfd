/** Showing, making and changing knowledge bases. */
import { eq, sql } from 'drizzle-orm';
import type { BaseSynonym, BaseSynonyms, KnowledgeBase } from '#contract/knowledge.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import type { Queryable } from '../../db/client.ts';
import { knowledge_bases } from '../../db/tables/knowledge.ts';
import { SYNONYM_GROUPS } from '../../language/synonyms/synonym-groups.ts';
import { claimIdempotencyKey, storeFirstRun } from '../../request-guards/idempotency.ts';
import { cleanFields } from '../../text/clean-text.ts';
import { type Actor, recordChange } from '../audit/record.ts';
import { difference } from '../audit/values.ts';
import { replaceSynonyms, storedSynonyms } from './documents/base-synonyms.ts';
import {
  baseAuditLabel,
  createKnowledgeBase,
  type ListedBase,
  listKnowledgeBases,
} from './documents/store.ts';
import { passagesToEmbed } from './embeddings/passage-embeddings.ts';

const NO_NAME = 'O nome é obrigatório.';

export type BaseFields = { name: string; description: string | null };
type BaseContext = Pick<AppContext, 'db' | 'clock' | 'models' | 'recognition'>;
export type ShownBase = ListedBase & Pick<KnowledgeBase, 'passages_to_embed' | 'ocr_engine'>;
export type ShowingContext = { db: Queryable } & Pick<AppContext, 'models' | 'recognition' | 'clock'>;

/** All bases, or those of the given ids, as the list has them. */
export async function showBases(
  { db, models, recognition, clock }: ShowingContext,
  ids?: number[],
): Promise<ShownBase[]> {
  const bases = await listKnowledgeBases(db, clock.now(), ids);
  const old = bases.filter(({ old_documents }) => old_documents > 0).map(({ id }) => id);
  const toEmbed = await passagesToEmbed(db, models.embedder, old);
  const engine = recognition.recogniser;
  const ocr_engine = engine && `${engine.name} ${engine.version}`;
  return bases.map((base) => ({ ...base, ocr_engine, passages_to_embed: toEmbed.get(base.id) ?? 0 }));
}

export async function showBase(context: ShowingContext, id: number): Promise<ShownBase> {
  const [base] = await showBases(context, [id]);
  if (!base) throw new AppError('knowledge_base_not_found');
  return base;
}

export async function createBase(
  { db, clock, models, recognition }: BaseContext,
  by: Actor,
  typed: BaseFields,
  idempotency_key: string | null,
): Promise<ShownBase> {
  const base = cleanFields(typed, NO_NAME);
  // A server that has just begun may still be trying its engine, and the base would keep its scans unread.
  const ocr = (await recognition.ready) !== null;
  const now = clock.now();
  const request = JSON.stringify(['create-knowledge-base', base]);
  const call = idempotency_key && { user_id: by.user_id, key: idempotency_key, request };
  return db.transaction(async (tx) => {
    const first = call && (await claimIdempotencyKey(tx, call, now));
    if (first) return showBase({ db: tx, models, recognition, clock }, (first.answer as { id: number }).id);
    const made = await createKnowledgeBase(tx, { ...base, ocr });
    if (call) await storeFirstRun(tx, call, { status: 201, answer: { id: made.id } });
    const shown = await showBase({ db: tx, models, recognition, clock }, made.id);
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
  { db, clock, models, recognition }: BaseContext,
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
    const shown = await showBase({ db: tx, models, recognition, clock }, id);
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

export const showSynonyms = async (db: Queryable, id: number): Promise<BaseSynonyms> => ({
  ...(await storedSynonyms(db, id)),
  known: SYNONYM_GROUPS.length,
});

/** The audit keeps how many there are; the words stand in the base. */
export function changeSynonyms(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  by: Actor,
  id: number,
  given: { updated_at: string | null; entries: BaseSynonym[] },
): Promise<BaseSynonyms> {
  return db.transaction(async (tx) => {
    const before = await replaceSynonyms(tx, id, given);
    const [base] = await listKnowledgeBases(tx, clock.now(), [id]);
    if (base)
      await recordChange(
        tx,
        by,
        {
          action: 'knowledge_base.synonyms_changed',
          ...baseAuditLabel(base),
          before: { synonyms: before.entries.length },
          after: { synonyms: given.entries.length },
        },
        clock.now(),
      );
    return showSynonyms(tx, id);
  });
}
