/** Verified answers as rows: listed with what holds of them today, written with their wordings taken apart. */
import { eq, sql } from 'drizzle-orm';
import type { VerifiedAnswer, VerifiedContent } from '#contract/verified-answers.ts';
import type { Queryable, Transaction } from '../../db/client.ts';
import { agents } from '../../db/tables/agents.ts';
import {
  verified_answer_versions,
  verified_answer_wordings,
  verified_answers,
} from '../../db/tables/verified-answers.ts';
import { addDays, type Day } from '../../language/values/calendar.ts';
import { lostSources } from './matching/candidates.ts';
import { partsOf } from './matching/question-parts.ts';

type Row = Omit<VerifiedAnswer, 'created_at' | 'updated_at'> & { created_at: Date; updated_at: Date };

const USES_DAYS = 30;

/** By question. The state is what holds on this day, whatever was written down last. */
export async function listAnswers(db: Queryable, agent_id: number, day: Day, id?: number): Promise<Row[]> {
  const { rows } = await db.execute<Row>(sql`
    select a.id, a.agent_id, a.question, a.answer, a.sources, a.owner_label, a.reviewer_user_id,
      u.name reviewer_name, a.review_on::text, a.version, a.created_at, a.updated_at,
      case when a.state <> 'active' then a.state when ${lostSources(day)} then 'source_changed'
        when a.review_on < ${day}::date or not coalesce(u.active, true) then 'due' else a.state end state,
      array(select w.text from verified_answer_wordings w
        where w.verified_answer_id = a.id and w.place > 0 order by w.place) wordings,
      (select coalesce(sum(given), 0)::int from verified_uses v
        where v.verified_answer_id = a.id and v.day > ${addDays(day, -USES_DAYS)}::date) uses
    from verified_answers a left join users u on u.id = a.reviewer_user_id
    where a.agent_id = ${agent_id} and ${id === undefined ? sql`true` : sql`a.id = ${id}`}
    order by fold_text(a.question), a.id`);
  return rows.map((row) => ({
    ...row,
    created_at: new Date(row.created_at),
    updated_at: new Date(row.updated_at),
  }));
}

export const contentOf = (row: VerifiedContent): VerifiedContent => ({
  question: row.question,
  wordings: row.wordings,
  answer: row.answer,
  sources: row.sources,
  owner_label: row.owner_label,
  reviewer_user_id: row.reviewer_user_id,
  review_on: row.review_on,
});

/** The question and its other forms, anew. */
export async function writeWordings(tx: Transaction, id: number, texts: string[]): Promise<void> {
  const parts = await partsOf(tx, texts);
  await tx.delete(verified_answer_wordings).where(eq(verified_answer_wordings.verified_answer_id, id));
  await tx.insert(verified_answer_wordings).values(
    parts.map(({ stems, keys, names, negated, question_class }, place) => ({
      verified_answer_id: id,
      place,
      text: texts[place] ?? '',
      stems,
      keys,
      names,
      negated,
      question_class,
    })),
  );
  const known_stems = [...new Set(parts.flatMap(({ stems }) => stems))].sort();
  await tx.update(verified_answers).set({ known_stems }).where(eq(verified_answers.id, id));
}

export async function writeVersion(
  tx: Transaction,
  { id, version }: { id: number; version: number },
  content: VerifiedContent,
  { user_id, now }: { user_id: number | null; now: Date },
): Promise<void> {
  await tx
    .insert(verified_answer_versions)
    .values({ verified_answer_id: id, version, content, created_by: user_id, created_at: now });
}

/** Questions are compared only where there is something to give, with what other processes kept only until it is changed. */
export async function noteChangedAnswers(tx: Transaction, agent_id: number): Promise<void> {
  await tx
    .update(agents)
    .set({
      verified_count: sql`(select count(*)::int from ${verified_answers} v where v.agent_id = ${agent_id} and v.state <> 'paused')`,
      verified_revision: sql`gen_random_uuid()`,
    })
    .where(eq(agents.id, agent_id));
}
