/** Grounding in dated bases: texts that hold on the days of the question, each with its days, and the refusal where only others speak of it. */

import { and, eq, inArray } from 'drizzle-orm';
import type { Source } from '#contract/citations.ts';
import { shortDay, type Validity, validityWords } from '#contract/validity-state.ts';
import type { Queryable } from '../../../db/client.ts';
import { knowledge_bases } from '../../../db/tables/knowledge.ts';
import { addDays, type Period } from '../../../language/values/calendar.ts';
import type { Passage } from '../../knowledge/search/passage.ts';
import { type AskedDays, askedDays } from '../../knowledge/validity/question-day.ts';
import { validityOfTexts } from '../../knowledge/validity/validity-of-texts.ts';
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
