/** Relations between documents of dated bases, as administrators state them and take them back. */
import { and, eq, or } from 'drizzle-orm';
import type { DocumentValidity, Norm, RelationKind } from '#contract/validity.ts';
import { AppError } from '../../app-error.ts';
import { document_relations } from '../../db/tables/validity.ts';
import { type Actor, recordChange } from '../audit/record.ts';
import { type DocumentPlace, documentAuditLabel } from '../knowledge/documents/store.ts';
import {
  applyValidity,
  type KnownNorm,
  knownNorms,
  type RelationRow,
  readRelations,
  readValidity,
  targetOf,
} from '../knowledge/validity/apply-validity.ts';
import {
  applyChanged,
  changing,
  namesOf,
  requireDocument,
  showValidity,
  type ValidityContext,
  type WithDate,
} from './document-days.ts';

export type NewRelation = {
  kind: RelationKind;
  target: { document_id: number } | { norm: Norm };
  provisions: string[];
  effective_on: string;
  until: string | null;
};

/** Throws `validity_cycle`, `suspension_whole_only`, `validity_order` or `document_not_found`. */
export function addRelation(
  context: ValidityContext,
  by: Actor,
  place: DocumentPlace,
  { kind, target, provisions, effective_on, until }: NewRelation,
): Promise<WithDate<DocumentValidity>> {
  const { db, clock } = context;
  if ((kind === 'suspends' || kind === 'revives') && provisions.length)
    throw new AppError('suspension_whole_only');
  if (until !== null && until < effective_on) throw new AppError('validity_order');
  return changing(db, place, async (tx, document) => {
    const known = await knownNorms(
      tx,
      place.knowledge_base_id,
      await readValidity(tx, place.knowledge_base_id),
    );
    const meant = {
      target_document_id: 'document_id' in target ? target.document_id : null,
      target_norm: 'norm' in target ? target.norm : null,
    };
    if (meant.target_document_id !== null)
      await requireDocument(tx, { ...place, document_id: meant.target_document_id });
    const document_target = targetOf(meant, known);
    const relations = await readRelations(tx, place.knowledge_base_id);
    // A whole norm is repealed by a relation without provisions, whatever it was called.
    const stated = kind === 'repeals' && provisions.length ? 'repeals_in_part' : kind;
    if (stated === 'repeals') refuseCycle(place.document_id, document_target, relations, known);
    const names = await namesOf(tx, place.knowledge_base_id, known);
    await tx.insert(document_relations).values({
      ...place,
      ...meant,
      kind: stated,
      by: names.get(place.document_id) ?? document.original_filename,
      provisions,
      effective_on,
      until: kind === 'suspends' ? until : null,
      decided_by: by.user_id,
      decided_at: clock.now(),
    });
    await applyChanged(context, tx, placesOf(place, document_target));
    const after = { kind: stated, target: document_target, provisions: provisions.length, effective_on };
    await recordChange(
      tx,
      by,
      { action: 'validity.related', ...documentAuditLabel(document), after },
      clock.now(),
    );
    return showValidity({ db: tx, clock }, place);
  });
}

/** Two norms do not repeal each other, nor does one repeal itself, by however many steps. */
export function refuseCycle(
  document_id: number | null,
  target: number | null,
  relations: RelationRow[],
  known: KnownNorm[],
): void {
  if (document_id === null) return;
  const repealed = new Map<number, number[]>();
  for (const relation of relations) {
    if (relation.document_id === null) continue;
    const to = relation.kind === 'repeals' ? targetOf(relation, known) : null;
    if (to !== null) repealed.set(relation.document_id, [...(repealed.get(relation.document_id) ?? []), to]);
  }
  const seen = new Set<number>();
  const open = target === null ? [] : [target];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (at === document_id) throw new AppError('validity_cycle');
    if (seen.has(at)) continue;
    seen.add(at);
    open.push(...(repealed.get(at) ?? []));
  }
}

/** Throws `relation_not_found` or `document_not_found`. */
export function removeRelation(
  { db, clock }: ValidityContext,
  by: Actor,
  place: DocumentPlace,
  relation_id: number,
): Promise<null> {
  return changing(db, place, async (tx, document) => {
    const { knowledge_base_id, document_id } = place;
    const [gone] = await tx
      .delete(document_relations)
      .where(
        and(
          eq(document_relations.knowledge_base_id, knowledge_base_id),
          // Either end may take it back.
          or(
            eq(document_relations.document_id, document_id),
            eq(document_relations.matched_document_id, document_id),
          ),
          eq(document_relations.id, relation_id),
        ),
      )
      .returning();
    if (!gone) throw new AppError('relation_not_found');
    await applyValidity(tx, knowledge_base_id);
    const before = { kind: gone.kind, target: gone.target_document_id, effective_on: gone.effective_on };
    await recordChange(
      tx,
      by,
      { action: 'validity.unrelated', ...documentAuditLabel(document), before },
      clock.now(),
    );
    return null;
  });
}

/** The documents whose passages a relation may cut. */
export const placesOf = (place: DocumentPlace, ...others: (number | null)[]): DocumentPlace[] => [
  place,
  ...others.flatMap((document_id) =>
    document_id === null || document_id === place.document_id ? [] : [{ ...place, document_id }],
  ),
];
