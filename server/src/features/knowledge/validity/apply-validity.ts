/** Works out when the documents and passages of a base hold, from what administrators stated. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Norm } from '#contract/validity.ts';
import type { Queryable, Transaction } from '../../../db/client.ts';
import { knowledge_bases, passages } from '../../../db/tables/knowledge.ts';
import { document_relations, document_validity, validity_proposals } from '../../../db/tables/validity.ts';
import { addDays } from '../../../language/values/calendar.ts';
import { isSameNorm } from './norms.ts';
import { covers, WORDING } from './provisions.ts';
import { daysInForce, type StatedDays, timelineOf } from './timeline.ts';

export type ValidityRow = typeof document_validity.$inferSelect;
export type RelationRow = typeof document_relations.$inferSelect;

export async function isDated(db: Queryable, knowledge_base_id: number): Promise<boolean> {
  const [base] = await db
    .select({ validity: knowledge_bases.validity })
    .from(knowledge_bases)
    .where(eq(knowledge_bases.id, knowledge_base_id));
  return base?.validity ?? false;
}

export const readValidity = (db: Queryable, knowledge_base_id: number): Promise<ValidityRow[]> =>
  db
    .select()
    .from(document_validity)
    .where(eq(document_validity.knowledge_base_id, knowledge_base_id))
    .orderBy(document_validity.document_id);

export const readRelations = (db: Queryable, knowledge_base_id: number): Promise<RelationRow[]> =>
  db
    .select()
    .from(document_relations)
    .where(eq(document_relations.knowledge_base_id, knowledge_base_id))
    .orderBy(document_relations.effective_on, document_relations.id);

export type KnownNorm = { document_id: number; norm: Norm };

/** Which norm each document is, as stated, else as its own first lines say and nobody has rejected. */
export async function knownNorms(
  db: Queryable,
  knowledge_base_id: number,
  stated: ValidityRow[],
): Promise<KnownNorm[]> {
  const { document_id, facts, kind, state } = validity_proposals;
  const proposed = await db
    .select({ document_id, facts })
    .from(validity_proposals)
    .where(
      and(eq(validity_proposals.knowledge_base_id, knowledge_base_id), eq(kind, 'norm'), eq(state, 'open')),
    )
    .orderBy(document_id);
  const known = stated.flatMap((row) => {
    const norm = normOf(row);
    return norm ? [{ document_id: row.document_id, norm }] : [];
  });
  const decided = new Set(known.map((one) => one.document_id));
  return [
    ...known,
    ...proposed.flatMap(({ document_id: id, facts: { norm } }) =>
      norm && !decided.has(id) ? [{ document_id: id, norm }] : [],
    ),
  ];
}

/** The document that a relation is about; null where none of the base is known to be it, or several may be. */
export function targetOf(
  { target_document_id, target_norm }: Pick<RelationRow, 'target_document_id' | 'target_norm'>,
  known: KnownNorm[],
): number | null {
  if (target_document_id !== null || !target_norm) return target_document_id;
  return documentOfNorm(target_norm, known);
}

export function documentOfNorm(norm: Norm, known: KnownNorm[]): number | null {
  const same = known.filter((one) => isSameNorm(one.norm, norm));
  return same.length === 1 ? (same[0]?.document_id ?? null) : null;
}

type NormColumns = Pick<ValidityRow, 'norm_type' | 'norm_number' | 'norm_year' | 'issuer'>;

export const normOf = ({ norm_type, norm_number, norm_year, issuer }: NormColumns): Norm | null =>
  norm_type !== null && norm_number !== null && norm_year !== null
    ? { type: norm_type as Norm['type'], number: norm_number, year: norm_year, issuer }
    : null;

/** Under the lock of the base; writes only rows that differ. */
export async function applyValidity(tx: Transaction, knowledge_base_id: number): Promise<void> {
  const stated = await readValidity(tx, knowledge_base_id);
  const known = await knownNorms(tx, knowledge_base_id, stated);
  const relations = (await readRelations(tx, knowledge_base_id)).map((relation) => ({
    ...relation,
    target: targetOf(relation, known),
  }));
  await writeMatches(tx, relations);
  const documents = new Set(
    [
      ...stated.map(({ document_id }) => document_id),
      ...relations.map(({ target }) => target),
      // One that a relation aimed at before, and no more.
      ...relations.map(({ matched_document_id }) => matched_document_id),
      ...relations.map(({ kind, document_id }) => (kind === 'amends' ? document_id : null)),
    ].filter((id) => id !== null),
  );
  const dated = await datedPassages(tx, knowledge_base_id, [...documents]);
  for (const document_id of documents)
    await applyToDocument(tx, { knowledge_base_id, document_id }, { stated, relations, dated });
}

async function writeMatches(tx: Transaction, relations: Aimed[]): Promise<void> {
  for (const { knowledge_base_id, id, target, matched_document_id } of relations)
    if (target !== matched_document_id)
      await tx
        .update(document_relations)
        .set({ matched_document_id: target })
        .where(
          and(eq(document_relations.knowledge_base_id, knowledge_base_id), eq(document_relations.id, id)),
        );
}

type Aimed = RelationRow & { target: number | null };

async function applyToDocument(
  tx: Transaction,
  place: { knowledge_base_id: number; document_id: number },
  { stated, relations, dated }: { stated: ValidityRow[]; relations: Aimed[]; dated: DatedPassage[] },
): Promise<void> {
  const { document_id } = place;
  const row = stated.find((one) => one.document_id === document_id);
  const own = relations.filter(({ target }) => target === document_id);
  const whole = own.filter(({ provisions }) => !provisions.length);
  const timeline = timelineOf(
    { from: row?.in_force_from ?? null, until: row?.in_force_until ?? null },
    whole,
  );
  await writeTimeline(tx, place, timeline);
  const hull = hullOf(timeline);
  const parts = own.filter(
    ({ kind, provisions }) => provisions.length && (kind === 'repeals_in_part' || kind === 'amends'),
  );
  const ends = parts.filter(({ is_consolidated }) => !is_consolidated);
  const beginnings = parts.filter(({ is_consolidated }) => is_consolidated);
  await writePassages(
    tx,
    dated.filter((passage) => passage.document_id === document_id),
    (provisions) => ({
      from: latest(hull.from, beginningOf(provisions, beginnings)),
      until: earliest(
        hull.until,
        endOf(provisions, ends) ?? endOfWording(provisions, document_id, relations),
      ),
    }),
  );
}

/** A document that is never in force has an empty period, which no day lies in. */
const NEVER: StatedDays = { from: '2199-12-31', until: '1822-01-01' };

function hullOf(timeline: ValidityRow['timeline']): StatedDays {
  const days = timeline && daysInForce(timeline);
  if (days?.length === 0) return NEVER;
  return { from: days?.[0]?.from ?? null, until: days?.at(-1)?.until ?? null };
}

type DatedPassage = {
  knowledge_base_id: number;
  document_id: number;
  id: number;
  provisions: string[] | null;
  valid_from: string | null;
  valid_until: string | null;
};

const datedPassages = (tx: Transaction, knowledge_base_id: number, ids: number[]): Promise<DatedPassage[]> =>
  tx
    .select({
      knowledge_base_id: passages.knowledge_base_id,
      document_id: passages.document_id,
      id: passages.id,
      provisions: passages.provisions,
      valid_from: passages.valid_from,
      valid_until: passages.valid_until,
    })
    .from(passages)
    .where(and(eq(passages.knowledge_base_id, knowledge_base_id), inArray(passages.document_id, ids)))
    .orderBy(passages.document_id, passages.ordinal);

/** The wording that a norm gives to another one ends when that provision is worded anew, or with the other norm. */
function endOfWording(provisions: string[], document_id: number, relations: Aimed[]): string | null {
  const worded = provisions.flatMap((provision) =>
    provision.startsWith(WORDING) ? [provision.slice(WORDING.length)] : [],
  );
  if (!worded.length) return null;
  const given = relations.find(
    ({ document_id: by, kind, provisions: listed, target, is_consolidated }) =>
      by === document_id &&
      !is_consolidated &&
      kind === 'amends' &&
      target !== null &&
      worded.some((own) => listed.some((one) => covers(one, own))),
  );
  if (!given) return null;
  const later = relations.filter(
    (one) =>
      one.target === given.target && one.effective_on > given.effective_on && one.document_id !== document_id,
  );
  const ends = later.filter(
    ({ kind, provisions: listed }) => kind === 'repeals' || (kind !== 'regulates' && listed.length > 0),
  );
  const first = ends.find(
    ({ kind, provisions: listed }) =>
      kind === 'repeals' || worded.some((own) => listed.some((one) => covers(one, own))),
  );
  return first ? addDays(first.effective_on, -1) : null;
}

function endOf(provisions: string[], ends: RelationRow[]): string | null {
  const first = ends.find((end) =>
    provisions.some((own) => end.provisions.some((listed) => covers(listed, own))),
  );
  return first ? addDays(first.effective_on, -1) : null;
}

/** The wording that a compiled text shows holds since the last amendment of its provision. */
const beginningOf = (provisions: string[], beginnings: RelationRow[]): string | null =>
  beginnings.findLast((one) => provisions.some((own) => one.provisions.some((listed) => covers(listed, own))))
    ?.effective_on ?? null;

const latest = (one: string | null, other: string | null): string | null =>
  one === null || (other !== null && other > one) ? other : one;

const earliest = (one: string | null, other: string | null): string | null =>
  one === null || (other !== null && other < one) ? other : one;

async function writeTimeline(
  tx: Transaction,
  place: { knowledge_base_id: number; document_id: number },
  timeline: ValidityRow['timeline'],
): Promise<void> {
  const days = timeline && daysInForce(timeline);
  const intervals =
    days && days.length > 1
      ? `{${days.map(({ from, until }) => `[${from ?? ''},${until ?? ''}]`).join(',')}}`
      : null;
  await tx
    .insert(document_validity)
    .values({ ...place, timeline, intervals })
    .onConflictDoUpdate({
      target: [document_validity.knowledge_base_id, document_validity.document_id],
      set: { timeline, intervals },
    });
}

async function writePassages(
  tx: Transaction,
  all: DatedPassage[],
  daysOf: (provisions: string[]) => { from: string | null; until: string | null },
): Promise<void> {
  const changed = all
    .map((passage) => ({ ...passage, days: daysOf(passage.provisions ?? []) }))
    .filter(({ valid_from, valid_until, days }) => valid_from !== days.from || valid_until !== days.until);
  const [first] = changed;
  if (!first) return;
  await tx.execute(sql`
    update passages p set valid_from = given.from_day, valid_until = given.until_day
    from unnest(${sql.param(changed.map(({ id }) => id))}::bigint[], ${sql.param(changed.map(({ days }) => days.from))}::date[],
      ${sql.param(changed.map(({ days }) => days.until))}::date[]) given(id, from_day, until_day)
    where p.knowledge_base_id = ${first.knowledge_base_id} and p.id = given.id`);
}
