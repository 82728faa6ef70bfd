/** Grounding in dated bases: texts that hold on the days of the question, each with its days, and the refusal where only others speak of it. */

import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Source } from '#contract/citations.ts';
import { normName } from '#contract/validity.ts';
import { shortDay, type Validity, validityWords } from '#contract/validity-state.ts';
import type { Queryable } from '../../../db/client.ts';
import { knowledge_bases } from '../../../db/tables/knowledge.ts';
import { addDays, type Day, type Period } from '../../../language/values/calendar.ts';
import type { Passage } from '../../knowledge/search/passage.ts';
import { normOf, type ValidityRow } from '../../knowledge/validity/apply-validity.ts';
import { type AskedDays, askedDays } from '../../knowledge/validity/question-day.ts';
import { validityIn } from '../../knowledge/validity/timeline.ts';
import { searchedAs } from '../follow-up.ts';
import type { Asked, Finding } from '../source-kind.ts';

/** Which of the bases are dated. */
export async function datedBases(db: Queryable, ids: number[]): Promise<Set<number>> {
  const rows = await db
    .select({ id: knowledge_bases.id })
    .from(knowledge_bases)
    .where(and(inArray(knowledge_bases.id, ids), eq(knowledge_bases.validity, true)));
  return new Set(rows.map(({ id }) => id));
}

/** The days that the question names; one that leans on the one before is about its days, too. */
export function daysOf({ question, history, on_date }: Asked, now: Date): AskedDays {
  if (on_date === 'today') return { ...askedDays('', now), rest: question };
  if (on_date !== undefined)
    return { first: on_date, last: on_date, label: `em ${shortDay(on_date)}`, by: 'sent', rest: question };
  const own = askedDays(question, now);
  if (own.by === 'question') return own;
  const joined = askedDays(searchedAs(question, history), now);
  return { ...joined, rest: question };
}

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

export const sourceValidity = (
  validity: Validity,
): Pick<Source, 'validity' | 'valid_from' | 'valid_until' | 'repealed_by' | 'validity_label'> => {
  const { state, from, until, by } = validity;
  return {
    validity: state,
    ...(from ? { valid_from: from } : {}),
    ...(until ? { valid_until: until } : {}),
    ...(by ? { repealed_by: by } : {}),
    validity_label: validityWords(validity),
  };
};

/** The answer where only a norm that does not hold on these days speaks of the question; the source is cited as [1]. */
export function outOfForce(
  days: AskedDays,
  { norm, validity }: { norm: string; validity: Validity },
): string {
  const when = days.by === 'today' ? `em ${shortDay(days.last)}` : days.label;
  const { state, from, until } = validity;
  const ending =
    state === 'expired'
      ? `, cuja vigência terminou em ${from && shortDay(addDays(from, -1))}.`
      : state === 'future'
        ? `, que só entra em vigor em ${until && shortDay(addDays(until, 1))}.`
        : `, ${validityWords(validity)}.`;
  return `Encontrei isso apenas em uma norma que não está em vigor ${when}: ${norm}${ending} [1]`;
}

/** The first of the passages, in their order, that does not hold on these days; null where there is none. */
export async function firstOutOfForce(
  db: Queryable,
  passages: Passage[],
  days: Period,
): Promise<{ passage: Passage; validity: Validity; norm: string } | null> {
  const found = await validityOfTexts(db, passages, days);
  const at = found.findIndex(({ validity: { state } }) => state !== 'in_force' && state !== 'unknown');
  const [passage, dated] = [passages[at], found[at]];
  return passage && dated ? { passage, validity: dated.validity, norm: dated.norm ?? passage.title } : null;
}

/** Writes the days of each finding into what the model reads and what a reader sees of it. */
export async function withValidity(
  db: Queryable,
  found: Finding[],
  { dated, days }: { dated: Set<number>; days: Period },
): Promise<Finding[]> {
  const ofDated = found.filter(({ source }) => dated.has(source.knowledge_base_id ?? 0));
  const known = await validityOfTexts(
    db,
    ofDated.map(({ source }) => ({
      knowledge_base_id: source.knowledge_base_id ?? 0,
      document_id: source.document_id ?? 0,
      start: source.start ?? 0,
      end: source.end ?? 0,
    })),
    days,
  );
  return found.map((finding) => {
    const validity = known[ofDated.indexOf(finding)]?.validity;
    if (!validity) return finding;
    return {
      ...finding,
      passage: { ...finding.passage, validity: validityWords(validity) },
      source: { ...finding.source, ...sourceValidity(validity) },
    };
  });
}
