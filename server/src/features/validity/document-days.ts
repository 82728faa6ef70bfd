/** When the documents of dated bases hold: shown, stated and taken back by administrators. */
import { and, eq, sql } from 'drizzle-orm';
import { problems } from '#contract/errors.ts';
import type { DocumentValidity, Norm, Relation, RelationKind } from '#contract/validity.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import type { Queryable, Transaction } from '../../db/client.ts';
import { documents, knowledge_bases } from '../../db/tables/knowledge.ts';
import { document_relations, document_validity } from '../../db/tables/validity.ts';
import { today } from '../../language/values/calendar.ts';
import { type Actor, recordChange } from '../audit/record.ts';
import { difference } from '../audit/values.ts';
import { type ShownBase, showBase } from '../knowledge/bases.ts';
import { withKnowledgeBaseLock } from '../knowledge/documents/knowledge-base-lock.ts';
import {
  baseAuditLabel,
  type DocumentPlace,
  documentAuditLabel,
  isDocument,
} from '../knowledge/documents/store.ts';
import {
  applyValidity,
  normOf,
  type RelationRow,
  readRelations,
  readValidity,
  targetOf,
  type ValidityRow,
} from '../knowledge/validity/apply-validity.ts';
import { isSameNorm, normName } from '../knowledge/validity/norms.ts';
import { validityIn } from '../knowledge/validity/timeline.ts';

export type ValidityContext = Pick<AppContext, 'db' | 'clock' | 'models' | 'queue' | 'recognition'>;

/** Switched on, a job cuts the documents by their provisions. */
export function changeSettings(
  { db, clock, models, queue, recognition }: ValidityContext,
  by: Actor,
  id: number,
  wanted: {
    validity?: boolean | undefined;
    ocr?: boolean | undefined;
    keep_page_images?: boolean | undefined;
  },
): Promise<ShownBase> {
  if (wanted.ocr && !recognition.recogniser) throw new AppError('ocr_unavailable');
  return db.transaction(async (tx) => {
    const [former] = await tx
      .select()
      .from(knowledge_bases)
      .where(eq(knowledge_bases.id, id))
      .for('no key update');
    if (!former) throw new AppError('knowledge_base_not_found');
    const { validity, ocr, keep_page_images } = former;
    const before = { validity, ocr, keep_page_images };
    const after = {
      validity: wanted.validity ?? validity,
      ocr: wanted.ocr ?? ocr,
      keep_page_images: wanted.keep_page_images ?? keep_page_images,
    };
    const changed = difference(before, after);
    if (changed) {
      await tx.update(knowledge_bases).set(after).where(eq(knowledge_bases.id, id));
      const change = { action: 'knowledge_base.settings_changed', ...baseAuditLabel(former), ...changed };
      await recordChange(tx, by, change, clock.now());
      if (after.validity && !validity) await queue.send('knowledge.validity', { knowledge_base_id: id }, tx);
    }
    return showBase({ db: tx, models, recognition }, id);
  });
}

type Document = { id: number; original_filename: string };

async function requireDocument(db: Queryable, place: DocumentPlace): Promise<Document> {
  const { id, original_filename } = documents;
  const [found] = await db.select({ id, original_filename }).from(documents).where(isDocument(place));
  if (!found) throw new AppError('document_not_found');
  return found;
}

type WithDate<T> = Omit<T, 'updated_at'> & { updated_at: Date | null };

export async function showValidity(
  { db, clock }: { db: Queryable; clock: AppContext['clock'] },
  place: DocumentPlace,
): Promise<WithDate<DocumentValidity>> {
  await requireDocument(db, place);
  const { knowledge_base_id, document_id } = place;
  const known = await readValidity(db, knowledge_base_id);
  const relations = (await readRelations(db, knowledge_base_id)).map((row) => ({
    row,
    target: targetOf(row, known),
  }));
  const names = await namesOf(db, knowledge_base_id, known);
  const own = known.find((row) => row.document_id === document_id);
  const timeline = own?.timeline ?? null;
  const day = today(clock.now());
  return {
    norm: own ? normOf(own) : null,
    from: own?.in_force_from ?? null,
    until: own?.in_force_until ?? null,
    review_on: own?.review_on ?? null,
    now: validityIn(timeline, day, day),
    timeline: timeline ?? [],
    relations: relations
      .filter(({ row, target }) => row.document_id === document_id || target === document_id)
      .map(({ row, target }) => toRelation(row, target, names)),
    updated_at: own?.updated_at ?? null,
  };
}

const toRelation = (
  { id, kind, document_id, by, target_norm, provisions, effective_on, until }: RelationRow,
  target: number | null,
  names: Map<number, string>,
): Relation => ({
  id,
  kind,
  document_id,
  by,
  target: {
    document_id: target,
    name:
      (target === null ? undefined : names.get(target)) ??
      (target_norm ? normName(target_norm) : 'documento excluído'),
  },
  provisions,
  effective_on,
  until,
});

/** A document is named by its norm, else by its file. */
async function namesOf(
  db: Queryable,
  knowledge_base_id: number,
  known: ValidityRow[],
): Promise<Map<number, string>> {
  const rows = await db
    .select({ id: documents.id, name: documents.original_filename })
    .from(documents)
    .where(eq(documents.knowledge_base_id, knowledge_base_id));
  const norms = new Map(known.map((row) => [row.document_id, normOf(row)]));
  return new Map(
    rows.map(({ id, name }) => {
      const norm = norms.get(id);
      return [id, norm ? normName(norm) : name];
    }),
  );
}

type StatedValidity = {
  norm: Norm | null;
  from: string | null;
  until: string | null;
  review_on: string | null;
  updated_at: string | null;
};

/** Throws `validity_order`, `norm_taken`, `stale_change` or `document_not_found`. */
export function changeValidity(
  { db, clock }: ValidityContext,
  by: Actor,
  place: DocumentPlace,
  { norm, from, until, review_on, updated_at }: StatedValidity,
): Promise<WithDate<DocumentValidity>> {
  if (from !== null && until !== null && until < from) throw new AppError('validity_order');
  return changing(db, place, async (tx, document) => {
    const known = await readValidity(tx, place.knowledge_base_id);
    const before = known.find(({ document_id }) => document_id === place.document_id);
    if ((before?.updated_at.toISOString() ?? null) !== updated_at) throw new AppError('stale_change');
    if (norm) await refuseTaken(tx, place, norm, known);
    const stated = {
      ...normColumns(norm),
      in_force_from: from,
      in_force_until: until,
      review_on,
      updated_by: by.user_id,
      // Two changes within one millisecond are two versions.
      updated_at: sql`greatest(date_trunc('milliseconds', clock_timestamp()),
        ${before?.updated_at.toISOString() ?? null}::timestamptz + interval '1 millisecond')`,
    };
    await tx
      .insert(document_validity)
      .values({ ...place, ...stated })
      .onConflictDoUpdate({
        target: [document_validity.knowledge_base_id, document_validity.document_id],
        set: stated,
      });
    await applyValidity(tx, place.knowledge_base_id);
    const shown = await showValidity({ db: tx, clock }, place);
    const after = { from, until, review_on, norm: norm && normName(norm) };
    await recordChange(
      tx,
      by,
      { action: 'validity.changed', ...documentAuditLabel(document), after },
      clock.now(),
    );
    return shown;
  });
}

const normColumns = (norm: Norm | null) => ({
  norm_type: norm?.type ?? null,
  norm_number: norm?.number ?? null,
  norm_year: norm?.year ?? null,
  issuer: norm?.issuer ?? '',
});

async function refuseTaken(
  tx: Transaction,
  place: DocumentPlace,
  norm: Norm,
  known: ValidityRow[],
): Promise<void> {
  const taken = known.find((row) => {
    const other = normOf(row);
    return row.document_id !== place.document_id && other !== null && isSameNorm(other, norm);
  });
  if (!taken) return;
  const other = await requireDocument(tx, { ...place, document_id: taken.document_id });
  const detail = problems.norm_taken.detail.replace('{name}', () => other.original_filename);
  throw new AppError('norm_taken', { detail });
}

export type NewRelation = {
  kind: RelationKind;
  target: { document_id: number } | { norm: Norm };
  provisions: string[];
  effective_on: string;
  until: string | null;
};

/** Throws `validity_cycle`, `suspension_whole_only`, `validity_order` or `document_not_found`. */
export function addRelation(
  { db, clock }: ValidityContext,
  by: Actor,
  place: DocumentPlace,
  { kind, target, provisions, effective_on, until }: NewRelation,
): Promise<WithDate<DocumentValidity>> {
  if ((kind === 'suspends' || kind === 'revives') && provisions.length)
    throw new AppError('suspension_whole_only');
  if (until !== null && until < effective_on) throw new AppError('validity_order');
  return changing(db, place, async (tx, document) => {
    const known = await readValidity(tx, place.knowledge_base_id);
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
      provisions: provisions.map((provision) => provision.toLowerCase()),
      effective_on,
      until: kind === 'suspends' ? until : null,
      decided_by: by.user_id,
      decided_at: clock.now(),
    });
    await applyValidity(tx, place.knowledge_base_id);
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
function refuseCycle(
  document_id: number,
  target: number | null,
  relations: RelationRow[],
  known: ValidityRow[],
): void {
  const repealed = new Map<number, number[]>();
  for (const relation of relations) {
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
          eq(document_relations.document_id, document_id),
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

const PATIENCE = { patience_ms: 10_000 };

const changing = <T>(
  db: AppContext['db'],
  place: DocumentPlace,
  change: (tx: Transaction, document: Document) => Promise<T>,
): Promise<T> =>
  withKnowledgeBaseLock(
    db,
    place.knowledge_base_id,
    async (tx) => change(tx, await requireDocument(tx, place)),
    PATIENCE,
  );
