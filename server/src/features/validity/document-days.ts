/** When the documents of dated bases hold: shown and stated by administrators. */
import { and, eq, sql } from 'drizzle-orm';
import { type DocumentValidity, type Norm, normName, type Relation } from '#contract/validity.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError, filledDetail } from '../../app-error.ts';
import type { Queryable, Transaction } from '../../db/client.ts';
import { documents, knowledge_bases } from '../../db/tables/knowledge.ts';
import { document_validity } from '../../db/tables/validity.ts';
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
  isThere,
} from '../knowledge/documents/store.ts';
import { recutUnderLock } from '../knowledge/ingest/replace-passages.ts';
import {
  applyValidity,
  isDated,
  type KnownNorm,
  knownNorms,
  normOf,
  type RelationRow,
  readRelations,
  readValidity,
  targetOf,
  type ValidityRow,
} from '../knowledge/validity/apply-validity.ts';
import { itemsNamed } from '../knowledge/validity/named-items.ts';
import { isSameNorm } from '../knowledge/validity/norms.ts';
import { validityIn } from '../knowledge/validity/timeline.ts';

export type ValidityContext = Pick<AppContext, 'db' | 'clock' | 'models' | 'queue' | 'recognition'>;

/** Switched on, a job cuts the documents by their provisions. */
export async function changeSettings(
  { db, clock, models, queue, recognition }: ValidityContext,
  by: Actor,
  id: number,
  wanted: {
    validity?: boolean | undefined;
    ocr?: boolean | undefined;
    keep_page_images?: boolean | undefined;
  },
): Promise<ShownBase> {
  const isMissing = wanted.ocr && !(await recognition.ready);
  return db.transaction(async (tx) => {
    const [former] = await tx
      .select()
      .from(knowledge_bases)
      .where(eq(knowledge_bases.id, id))
      .for('no key update');
    if (!former) throw new AppError('knowledge_base_not_found');
    if (isMissing) throw new AppError('ocr_unavailable');
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
    return showBase({ db: tx, models, recognition, clock }, id);
  });
}

type Document = { id: number; original_filename: string };

export async function requireDocument(db: Queryable, place: DocumentPlace): Promise<Document> {
  const { id, original_filename } = documents;
  const [found] = await db
    .select({ id, original_filename })
    .from(documents)
    .where(and(isDocument(place), isThere));
  if (!found) throw new AppError('document_not_found');
  return found;
}

export type WithDate<T> = Omit<T, 'updated_at'> & { updated_at: Date | null };

export async function showValidity(
  { db, clock }: { db: Queryable; clock: AppContext['clock'] },
  place: DocumentPlace,
): Promise<WithDate<DocumentValidity>> {
  await requireDocument(db, place);
  const { knowledge_base_id, document_id } = place;
  const stated = await readValidity(db, knowledge_base_id);
  const known = await knownNorms(db, knowledge_base_id, stated);
  const relations = (await readRelations(db, knowledge_base_id)).map((row) => ({
    row,
    target: targetOf(row, known),
  }));
  const names = await namesOf(db, knowledge_base_id, known);
  const own = stated.find((row) => row.document_id === document_id);
  const timeline = own?.timeline ?? null;
  const day = today(clock.now());
  return {
    ...(own ? statedIn(own) : NOTHING_STATED),
    now: validityIn(timeline, day, day),
    timeline: timeline ?? [],
    relations: relations
      .filter(({ row, target }) => row.document_id === document_id || target === document_id)
      .map(({ row, target }) => toRelation(row, target, names)),
  };
}

type Stated = Omit<WithDate<DocumentValidity>, 'now' | 'timeline' | 'relations'>;

const NOTHING_STATED: Stated = {
  norm: null,
  from: null,
  from_presumed: false,
  until: null,
  review_on: null,
  updated_at: null,
};

const statedIn = (row: ValidityRow): Stated => ({
  norm: normOf(row),
  from: row.in_force_from,
  from_presumed: row.from_presumed,
  until: row.in_force_until,
  review_on: row.review_on,
  updated_at: row.updated_at,
});

export const toRelation = (
  { id, kind, document_id, by, target_norm, provisions, effective_on, until, is_consolidated }: RelationRow,
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
  is_consolidated,
});

/** A document is named by its norm, else by its file. */
export async function namesOf(
  db: Queryable,
  knowledge_base_id: number,
  known: KnownNorm[],
): Promise<Map<number, string>> {
  const rows = await db
    .select({ id: documents.id, name: documents.original_filename })
    .from(documents)
    .where(eq(documents.knowledge_base_id, knowledge_base_id));
  const norms = new Map(known.map(({ document_id, norm }) => [document_id, norm]));
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
  context: ValidityContext,
  by: Actor,
  place: DocumentPlace,
  { norm, from, until, review_on, updated_at }: StatedValidity,
): Promise<WithDate<DocumentValidity>> {
  const { db, clock } = context;
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
      from_presumed: from !== null && from === before?.in_force_from && before.from_presumed,
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
    await applyChanged(context, tx, [place]);
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

export const normColumns = (norm: Norm | null) => ({
  norm_type: norm?.type ?? null,
  norm_number: norm?.number ?? null,
  norm_year: norm?.year ?? null,
  issuer: norm?.issuer ?? '',
});

export async function refuseTaken(
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
  const detail = filledDetail('norm_taken', { name: other.original_filename });
  throw new AppError('norm_taken', { detail });
}

const PATIENCE = { patience_ms: 10_000 };

export const changing = <T>(
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

/** After facts have changed: items that are named now are cut out of these documents before the days are worked out. */
export async function applyChanged(
  { models, queue }: Pick<ValidityContext, 'models' | 'queue'>,
  tx: Transaction,
  places: DocumentPlace[],
): Promise<void> {
  for (const place of places)
    if ((await itemsNamed(tx, place)).length && (await isDated(tx, place.knowledge_base_id))) {
      await recutUnderLock(tx, place);
      if (models.embedder) await queue.send('knowledge.embed', {}, tx);
    }
  const [first] = places;
  if (first) await applyValidity(tx, first.knowledge_base_id);
}
