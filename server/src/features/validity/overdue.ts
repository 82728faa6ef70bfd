/** Dated documents in their order, and those that hold no more, with the answers that cite them. */
import { and, asc, eq, gte, sql } from 'drizzle-orm';
import type { DatedDocument, OverdueDocument } from '#contract/validity.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import type { Queryable } from '../../db/client.ts';
import { documents, knowledge_bases } from '../../db/tables/knowledge.ts';
import { citation_days } from '../../db/tables/validity.ts';
import { TIME_ZONE } from '../../env.ts';
import { addDays, type Day, today } from '../../language/values/calendar.ts';
import { knownNorms, readRelations, readValidity, targetOf } from '../knowledge/validity/apply-validity.ts';
import { validityIn } from '../knowledge/validity/timeline.ts';
import { namesOf, toRelation } from './document-days.ts';

/** Days of which answers are counted, and days that are kept. */
const COUNTED_DAYS = 90;
const KEPT_DAYS = 400;

type Context = Pick<AppContext, 'db' | 'clock'>;

async function requireBase(db: Queryable, id: number): Promise<void> {
  const [found] = await db
    .select({ id: knowledge_bases.id })
    .from(knowledge_bases)
    .where(eq(knowledge_bases.id, id));
  if (!found) throw new AppError('knowledge_base_not_found');
}

/** Those of which something is known, by name; each with what others do to it. */
export async function listDated({ db, clock }: Context, knowledge_base_id: number): Promise<DatedDocument[]> {
  await requireBase(db, knowledge_base_id);
  const stated = await readValidity(db, knowledge_base_id);
  const known = await knownNorms(db, knowledge_base_id, stated);
  const relations = (await readRelations(db, knowledge_base_id)).map((row) => ({
    row,
    target: targetOf(row, known),
  }));
  const names = await namesOf(db, knowledge_base_id, known);
  const rows = await db
    .select({ document_id: documents.id, original_filename: documents.original_filename })
    .from(documents)
    .where(eq(documents.knowledge_base_id, knowledge_base_id))
    .orderBy(asc(documents.id));
  const day = today(clock.now());
  const dated = rows.flatMap(({ document_id, original_filename }) => {
    const timeline = stated.find((row) => row.document_id === document_id)?.timeline;
    const changes = relations.filter(({ target }) => target === document_id);
    if (!timeline && !changes.length) return [];
    return [
      {
        document_id,
        original_filename,
        name: names.get(document_id) ?? original_filename,
        now: validityIn(timeline ?? null, day, day),
        timeline: timeline ?? [],
        changes: changes.map(({ row, target }) => toRelation(row, target, names)),
      },
    ];
  });
  return dated.sort((one, other) => one.name.localeCompare(other.name, 'pt-BR', { numeric: true }));
}

/** The most cited ones first. */
export async function listOverdue(
  { db, clock }: Context,
  knowledge_base_id: number,
): Promise<OverdueDocument[]> {
  await requireBase(db, knowledge_base_id);
  const day = today(clock.now());
  const stated = await readValidity(db, knowledge_base_id);
  const names = await namesOf(db, knowledge_base_id, await knownNorms(db, knowledge_base_id, stated));
  const answers = await answersSince(db, knowledge_base_id, addDays(day, -COUNTED_DAYS));
  const files = await db
    .select({ id: documents.id, original_filename: documents.original_filename })
    .from(documents)
    .where(eq(documents.knowledge_base_id, knowledge_base_id));
  const filenames = new Map(files.map(({ id, original_filename }) => [id, original_filename]));
  const overdue = stated.flatMap(({ document_id, timeline, review_on }) => {
    const reasons: OverdueDocument['reasons'] = [];
    const now = validityIn(timeline, day, day);
    if (now.state === 'repealed') reasons.push({ reason: 'repealed', since: now.from, by: now.by });
    if (now.state === 'expired' || now.state === 'suspended' || now.state === 'future')
      reasons.push({ reason: 'out_of_force', since: now.from, by: now.by });
    if (review_on !== null && review_on < day) reasons.push({ reason: 'review', since: review_on, by: null });
    const original_filename = filenames.get(document_id) ?? '';
    if (!reasons.length) return [];
    return [
      {
        document_id,
        original_filename,
        name: names.get(document_id) ?? original_filename,
        reasons,
        answers: answers.get(document_id) ?? 0,
      },
    ];
  });
  return overdue.sort(
    (one, other) =>
      other.answers - one.answers || one.name.localeCompare(other.name, 'pt-BR', { numeric: true }),
  );
}

async function answersSince(
  db: Queryable,
  knowledge_base_id: number,
  from: Day,
): Promise<Map<number, number>> {
  const rows = await db
    .select({
      document_id: citation_days.document_id,
      answers: sql<number>`sum(${citation_days.answers})::int`,
    })
    .from(citation_days)
    .where(and(eq(citation_days.knowledge_base_id, knowledge_base_id), gte(citation_days.day, from)))
    .groupBy(citation_days.document_id);
  return new Map(rows.map(({ document_id, answers }) => [document_id, answers]));
}

/**
 * Counts the answers that cite documents of dated bases, by days. Of an answer it reads which documents it cites and on
 * which day it was written, and nothing else. A day is counted again until the next one is over; answers that were
 * erased meanwhile stay in its count.
 */
export async function rollUpCitations({ db, clock }: Context): Promise<void> {
  const day = today(clock.now());
  const bases = await db
    .select({ id: knowledge_bases.id, last: sql<Day | null>`max(${citation_days.day})::text` })
    .from(knowledge_bases)
    .leftJoin(citation_days, eq(citation_days.knowledge_base_id, knowledge_bases.id))
    .where(eq(knowledge_bases.validity, true))
    .groupBy(knowledge_bases.id)
    .orderBy(asc(knowledge_bases.id));
  for (const { id, last } of bases) {
    const from = last === null ? addDays(day, -COUNTED_DAYS) : addDays(last, -1);
    await db.execute(sql`
      insert into citation_days (knowledge_base_id, document_id, day, answers)
      select d.knowledge_base_id, d.id, (m.created_at at time zone ${TIME_ZONE})::date, count(distinct m.id)
      from messages m
      join chat_sessions c on c.user_id = m.user_id and c.id = m.session_id and not c.is_test and m.copied_from is null
      cross join lateral jsonb_path_query(m.sources, '$[*] ? (exists(@.document_id))') cited
      join documents d on d.knowledge_base_id = ${id} and d.id = (cited ->> 'document_id')::int
        and (cited ->> 'knowledge_base_id')::int = d.knowledge_base_id
      where m.created_at >= ${from}::date::timestamp at time zone ${TIME_ZONE}
      group by 1, 2, 3
      on conflict (knowledge_base_id, document_id, day)
        do update set answers = greatest(citation_days.answers, excluded.answers)`);
  }
  await db.execute(sql`delete from citation_days where day < ${addDays(day, -KEPT_DAYS)}::date`);
}
