/** Groups of open questions as administrators see them. Questions are read from their messages; who asked is never read. */
import { type SQL, sql } from 'drizzle-orm';
import { COUNTER_OPEN_QUESTION_MAX, GROUP_QUESTIONS_SHOWN } from '#contract/limits.ts';
import type {
  GroupedQuestion,
  GroupState,
  QuestionGroup,
  QuestionGroupDetail,
} from '#contract/open-questions.ts';
import type { QuestionKind } from '#contract/stats.ts';
import { AppError } from '../../../app-error.ts';
import type { Queryable } from '../../../db/client.ts';
import { maskedQuestion } from '../../../personal-data/masked-question.ts';

/** Written as the index of open questions is, which has all of it: who asks for no more reads no message. */
export const isInIndex = sql`(m.found_nothing or m.feedback = 'down') and not m.with_files`;

/**
 * Somebody should still answer message `m` of conversation `s`, and nothing of it is its reader’s alone. What visitors of a
 * public counter write at length is a story of their own and not a question.
 */
export const isOpenQuestion = sql`${isInIndex} and not m.personal_sources and not s.is_test and not s.temporary and s.erased_at is null
  and (length(m.question) <= ${sql.raw(String(COUNTER_OPEN_QUESTION_MAX))} or not exists (
    select from counters c where c.user_id = m.user_id))`;

const liveMembers = sql`open_question_members o
  join messages m on m.user_id = o.user_id and m.id = o.message_id
  join chat_sessions s on s.user_id = m.user_id and s.id = m.session_id`;

export type GroupQuery = {
  state: GroupState;
  kind?: QuestionKind | undefined;
  agent_id?: number | undefined;
  /** The newest question of the group is not older. */
  since: Date | null;
  skip: number;
  limit: number;
};

type Row = Omit<QuestionGroup, 'closure' | 'kinds'> & {
  unanswered: boolean;
  down: boolean;
  closure_kind: NonNullable<QuestionGroup['closure']>['kind'] | null;
  closure_ref: number | null;
  closed_at: string | null;
};

export async function listGroups(
  db: Queryable,
  { state, kind, agent_id, since, skip, limit }: GroupQuery,
  now: Date,
): Promise<{ rows: QuestionGroup[]; total: number }> {
  const ofKind = { unanswered: sql`bool_or(m.found_nothing)`, down: sql`bool_or(m.feedback = 'down')` };
  return readGroups(db, now, {
    where: sql`g.state = ${state} and ${agent_id === undefined ? sql`true` : sql`g.agent_id = ${agent_id}`}`,
    having: sql`${kind ? ofKind[kind] : sql`true`}
      and ${since ? sql`max(m.created_at) >= ${since.toISOString()}::timestamptz` : sql`true`}`,
    skip,
    limit,
  });
}

/** A group whose last question was taken back is gone. */
export async function requireGroup(db: Queryable, id: number, now: Date): Promise<QuestionGroupDetail> {
  const { rows } = await readGroups(db, now, {
    where: sql`g.id = ${id}`,
    having: sql`true`,
    skip: 0,
    limit: 1,
  });
  const [group] = rows;
  if (!group) throw new AppError('question_group_not_found');
  return { ...group, questions: await questionsOf(db, id) };
}

type Wanted = { where: SQL; having: SQL; skip: number; limit: number };

async function readGroups(
  db: Queryable,
  now: Date,
  { where, having, skip, limit }: Wanted,
): Promise<{ rows: QuestionGroup[]; total: number }> {
  const { rows } = await db.execute<Row & { total: number; id: number | null }>(sql`
    with counted as materialized (
      select g.id, count(*)::int count, bool_or(m.found_nothing) unanswered,
        bool_or(m.feedback is not distinct from 'down') down, max(m.created_at) newest_at,
        (count(*) filter (where m.created_at > g.closed_at))::int asked_since
      from open_question_groups g join ${liveMembers} on o.group_id = g.id
      where ${where} and ${isOpenQuestion}
      group by g.id having ${having}
    )
    select all_of_them.total, page.* from (select count(*)::int total from counted) all_of_them
    left join lateral (
      select c.*, g.agent_id, a.name agent_name, g.state, g.closure_kind, g.closure_ref, g.closed_at, g.asked_again,
        coalesce(g.asking_until > now(), false) or (g.asked_again is null and g.state = 'closed'
          and g.closure_kind <> 'resolved' and g.closed_at > ${dayBefore(now)}::timestamptz) asking,
        ${titleOf(sql`c.id`)} title
      from counted c join open_question_groups g on g.id = c.id join agents a on a.id = g.agent_id
      order by c.newest_at desc, c.id desc limit ${limit} offset ${skip}
    ) page on true
    order by page.newest_at desc, page.id desc`);
  return { total: rows[0]?.total ?? 0, rows: rows.filter(({ id }) => id !== null).map(shown) };
}

/** The shortest question of the most frequent wording. */
const titleOf = (group_id: SQL): SQL => sql`(
  select question from (
    select m.question, m.id, count(*) over (partition by fold_text(m.question)) alike
    from ${liveMembers} where o.group_id = ${group_id} and ${isOpenQuestion}
  ) asked order by alike desc, length(question), id desc limit 1)`;

/** As it was asked; undefined where every question was taken back. */
export async function findQuestion(db: Queryable, group_id: number): Promise<string | undefined> {
  const { rows } = await db.execute<{ title: string | null }>(sql`select ${titleOf(sql`${group_id}`)} title`);
  return rows[0]?.title ?? undefined;
}

/** A document that is still not read after this time is not waited for any more. */
export const READING_PATIENCE_MS = 24 * 3_600_000;
const dayBefore = (now: Date): string => new Date(now.getTime() - READING_PATIENCE_MS).toISOString();

const shown = (row: Row): QuestionGroup => ({
  id: row.id,
  agent_id: row.agent_id,
  agent_name: row.agent_name,
  title: maskedQuestion(row.title),
  count: row.count,
  kinds: kindsOf(row),
  newest_at: new Date(row.newest_at).toISOString(),
  state: row.state,
  closure:
    row.closure_kind && row.closed_at
      ? { kind: row.closure_kind, ref: row.closure_ref, at: new Date(row.closed_at).toISOString() }
      : null,
  asked_since: row.asked_since,
  asking: row.asking,
  asked_again: row.asked_again,
});

const kindsOf = ({ unanswered, down }: { unanswered: boolean; down: boolean }): QuestionKind[] => [
  ...(unanswered ? (['unanswered'] as const) : []),
  ...(down ? (['down'] as const) : []),
];

type QuestionRow = {
  id: number;
  question: string;
  unanswered: boolean;
  down: boolean;
  reason: string | null;
  created_at: Date;
};

async function questionsOf(db: Queryable, group_id: number): Promise<GroupedQuestion[]> {
  const { rows } = await db.execute<QuestionRow>(sql`
    select m.id::int8 id, m.question, m.found_nothing unanswered, m.feedback is not distinct from 'down' down,
      case when m.feedback = 'down' then m.feedback_reason end reason, m.created_at
    from ${liveMembers} where o.group_id = ${group_id} and ${isOpenQuestion}
    order by m.created_at desc, m.id desc limit ${GROUP_QUESTIONS_SHOWN}`);
  return rows.map((row) => ({
    id: Number(row.id),
    question: maskedQuestion(row.question),
    kinds: kindsOf(row),
    reason: row.reason === null ? null : maskedQuestion(row.reason),
    created_at: new Date(row.created_at).toISOString(),
  }));
}
