/** Whether pieces of documents hold on some days: a provision may have ended before its document. */
import { sql } from 'drizzle-orm';
import { normName } from '#contract/validity.ts';
import type { Validity } from '#contract/validity-state.ts';
import type { Queryable } from '../../../db/client.ts';
import { addDays, type Day, type Period } from '../../../language/values/calendar.ts';
import { normOf, type ValidityRow } from './apply-validity.ts';
import { validityIn } from './timeline.ts';

export type CitedText = { knowledge_base_id: number; document_id: number; start: number; end: number };

/** The validity of texts on some days, with the name of the norm that each is of; those of undated bases are left out. */
export async function validityOfTexts(
  db: Queryable,
  texts: CitedText[],
  { first, last }: Period,
): Promise<{ validity: Validity; norm: string | null }[]> {
  if (!texts.length) return [];
  const column = (pick: (text: CitedText) => number) => sql.param(texts.map(pick));
  const { rows } = await db.execute<
    Pick<ValidityRow, 'timeline' | 'norm_type' | 'norm_number' | 'norm_year'> & {
      issuer: string | null;
      valid_from: Day | null;
      valid_until: Day | null;
      ended_by: string | null;
    }
  >(sql`
    select v.timeline, v.norm_type, v.norm_number, v.norm_year, v.issuer, p.valid_from::text, p.valid_until::text, (
        select r.by from document_relations r
        where r.knowledge_base_id = given.base and r.matched_document_id = given.document
          and r.effective_on = p.valid_until + 1 and r.kind in ('repeals_in_part', 'amends') and not r.is_consolidated
        order by r.id limit 1
      ) ended_by
    from unnest(${column((text) => text.knowledge_base_id)}::int[], ${column((text) => text.document_id)}::int[],
      ${column(({ start }) => start)}::int[], ${column(({ end }) => end)}::int[])
      with ordinality given(base, document, from_at, to_at, place)
    left join document_validity v on v.knowledge_base_id = given.base and v.document_id = given.document
    left join lateral (
      select max(valid_from) valid_from, min(valid_until) valid_until from passages p
      where p.knowledge_base_id = given.base and p.document_id = given.document
        and p.start_offset < given.to_at and p.end_offset > given.from_at
    ) p on true
    order by given.place`);
  return rows.map((row) => {
    const norm = row.norm_type === null ? null : normOf({ ...row, issuer: row.issuer ?? '' });
    const whole = validityIn(row.timeline, first, last);
    return { validity: partOf(whole, row, { first, last }), norm: norm && normName(norm) };
  });
}

/** A provision may have ended before its document, or have its wording since a later day. */
function partOf(
  document: Validity,
  {
    valid_from,
    valid_until,
    ended_by,
  }: { valid_from: Day | null; valid_until: Day | null; ended_by: string | null },
  { first, last }: Period,
): Validity {
  const isLater = valid_from !== null && (document.from === null || valid_from > document.from);
  const isHeld = document.state === 'in_force' || document.state === 'unknown';
  if (isLater && isHeld && valid_from > last)
    return { state: 'future', from: null, until: addDays(valid_from, -1), by: null };
  const whole: Validity = isLater && isHeld ? { ...document, state: 'in_force', from: valid_from } : document;
  if (ended_by === null || valid_until === null) return whole;
  if (valid_until < first)
    return { state: 'repealed', from: addDays(valid_until, 1), until: null, by: ended_by };
  return { ...whole, state: 'in_force', until: valid_until };
}
