/** Whether documents hold today, as lists show it. Bases whose documents have no days cost no statement. */
import { and, eq, inArray } from 'drizzle-orm';
import type { Validity } from '#contract/validity-state.ts';
import type { Queryable } from '../../../db/client.ts';
import { knowledge_bases } from '../../../db/tables/knowledge.ts';
import { document_validity } from '../../../db/tables/validity.ts';
import { today } from '../../../language/values/calendar.ts';
import { validityIn } from '../validity/timeline.ts';

/** The validity of a document of these bases; null where its base is not dated. */
export type ValidityToday = (document: { knowledge_base_id: number; id: number }) => Validity | null;

export async function validityToday(
  db: Queryable,
  bases: number[],
  { now, document_id }: { now: Date; document_id?: number },
): Promise<ValidityToday> {
  if (bases.length === 0) return () => null;
  const { timeline } = document_validity;
  const isOf = eq(document_validity.knowledge_base_id, knowledge_bases.id);
  const rows = await db
    .select({ base: knowledge_bases.id, document: document_validity.document_id, timeline })
    .from(knowledge_bases)
    .leftJoin(
      document_validity,
      document_id === undefined ? isOf : and(isOf, eq(document_validity.document_id, document_id)),
    )
    .where(and(inArray(knowledge_bases.id, bases), knowledge_bases.validity));
  const dated = new Set(rows.map(({ base }) => base));
  const known = new Map(rows.map((row) => [`${row.base} ${row.document}`, row.timeline]));
  const day = today(now);
  return ({ knowledge_base_id, id }) =>
    dated.has(knowledge_base_id)
      ? validityIn(known.get(`${knowledge_base_id} ${id}`) ?? null, day, day)
      : null;
}
