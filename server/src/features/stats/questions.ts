/**
 * Open questions for administrators: questions whose agent found nothing, and those whose answer displeased. The
 * question alone leaves this file, never who asked, where, or what was answered.
 */
import { sql } from 'drizzle-orm';
import { COUNTER_OPEN_QUESTION_MAX, STATS_QUESTIONS_COUNTED } from '#contract/limits.ts';
import type { OpenQuestion, QuestionKind } from '#contract/stats.ts';
import type { Readable } from '../../db/client.ts';
import { maskedQuestion } from '../../personal-data/masked-question.ts';
import type { Span } from './ranges.ts';
import { isWithin } from './rollup-spans.ts';

type Wanted = {
  span: Span;
  kind?: QuestionKind | undefined;
  agent_id?: number | undefined;
  skip: number;
  limit: number;
};
type Row = Omit<OpenQuestion, 'created_at'> & { created_at: Date };

/**
 * Newest first. Of an agent that still exists and of a conversation that its owner still has. As in the groups of open
 * questions, what visitors of a public counter write at length is a story of their own and not a question, what was asked of
 * rows that are one person's alone stays with that person, and personal data are masked.
 */
export async function openQuestions(db: Readable, wanted: Wanted): Promise<{ rows: Row[]; total: number }> {
  const { span, kind, agent_id, skip, limit } = wanted;
  const isOf = {
    unanswered: sql`m.found_nothing`,
    down: sql`m.feedback = 'down'`,
  };
  // The first condition is the index's own, word for word. Each conversation is looked up by its key, after the order of the
  // index: the planner, which takes both columns of the key for independent, expects one row of a plain join and sorts all.
  const admitted = sql`
    from messages m cross join lateral (
      select s.agent_id, a.name as agent_name from chat_sessions s join agents a on a.id = s.agent_id
      where s.user_id = m.user_id and s.id = m.session_id and not s.is_test and not s.temporary and s.erased_at is null
        and ${agent_id === undefined ? sql`true` : sql`s.agent_id = ${agent_id}`} limit 1) s
    where (m.found_nothing or m.feedback = 'down') and not m.with_files and not m.personal_sources
      and ${kind ? isOf[kind] : sql`true`}
      and (length(m.question) <= ${sql.raw(String(COUNTER_OPEN_QUESTION_MAX))} or not exists (
        select from counters c where c.user_id = m.user_id))
      and ${isWithin(sql`m.created_at`, span)}`;
  // One that is both is shown as what was asked for, else as 👎, which says more.
  const shownKind = kind ? sql`${kind}::text` : sql`case when ${isOf.down} then 'down' else 'unanswered' end`;
  const [{ rows }, counted] = await Promise.all([
    db.execute<Row>(sql`
      select m.id::int8 as id, ${shownKind} as kind, m.question,
        case when ${isOf.down} then m.feedback_reason end as reason,
        s.agent_id, s.agent_name, m.created_at
      ${admitted} order by m.created_at desc, m.id desc limit ${limit} offset ${skip}`),
    db.execute<{ total: number }>(sql`
      select count(*)::int as total from (
        select 1 ${admitted} limit ${Math.max(STATS_QUESTIONS_COUNTED, skip + limit + 1)}) counted`),
  ]);
  const total = counted.rows[0]?.total ?? 0;
  return {
    rows: rows.map((row) => ({
      ...row,
      id: Number(row.id),
      question: maskedQuestion(row.question),
      reason: row.reason === null ? null : maskedQuestion(row.reason),
      created_at: new Date(row.created_at),
    })),
    total,
  };
}
