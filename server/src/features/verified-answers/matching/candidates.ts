/**
 * The answers of an agent that a question could be for, found by the database, so that strict comparing has few of them.
 * Each condition here is one that the comparing asks for too: what is left out could not have come out.
 */
import { type SQL, sql } from 'drizzle-orm';
import type { VerifiedSource, VerifiedState } from '#contract/verified-answers.ts';
import type { Queryable } from '../../../db/client.ts';
import type { Day } from '../../../language/values/calendar.ts';
import { NEAR_DICE, type Wording } from './match.ts';
import type { QuestionParts } from './question-parts.ts';

export type Candidate = {
  id: number;
  version: number;
  question: string;
  answer: string;
  sources: VerifiedSource[];
  owner_label: string;
  review_on: Day;
  verified_at: string;
  state: VerifiedState;
  wordings: Wording[];
};

const array = (words: string[]): SQL => sql`${sql.param(words)}::text[]`;

/** A day of review that has passed counts at once; the job only writes it down. */
const stateOn = (day: Day): SQL => sql`case when a.state = 'active'
  and (a.review_on < ${day}::date or not coalesce(u.active, true)) then 'due' else a.state end`;

/** Those under a condition, each with all its wordings. */
async function answersWhere(
  db: Queryable,
  agent_id: number,
  day: Day,
  condition: SQL,
  order: SQL = sql`a.id`,
): Promise<Candidate[]> {
  const { rows } = await db.execute<Candidate>(sql`
    select a.id, a.version, a.question, a.answer, a.sources, a.owner_label, a.review_on::text, a.verified_at::text,
      ${stateOn(day)} state,
      (select json_agg(json_build_object('text', text, 'stems', stems, 'keys', keys, 'names', names, 'negated', negated,
        'question_class', question_class) order by place) from verified_answer_wordings w
        where w.verified_answer_id = a.id) wordings
    from verified_answers a left join users u on u.id = a.reviewer_user_id
    where a.agent_id = ${agent_id} and a.state <> 'paused' and ${condition}
    order by ${order}`);
  return rows;
}

/** Those that know each stem of the question, and of which the question has each stem that all wordings share. */
export const matchableAnswers = (
  db: Queryable,
  agent_id: number,
  { stems }: QuestionParts,
  day: Day,
): Promise<Candidate[]> =>
  answersWhere(
    db,
    agent_id,
    day,
    sql`a.known_stems @> ${array(stems)} and a.common_stems <@ ${array(stems)}`,
  );

/** In the order of the identities. */
export const answersById = (db: Queryable, agent_id: number, ids: number[], day: Day): Promise<Candidate[]> =>
  answersWhere(
    db,
    agent_id,
    day,
    sql`a.id = any(${sql.param(ids)}::int[])`,
    sql`array_position(${sql.param(ids)}::int[], a.id)`,
  );

/** Those that share a word with the question. */
export const relatedAnswers = (
  db: Queryable,
  agent_id: number,
  { stems }: Pick<QuestionParts, 'stems'>,
  day: Day,
): Promise<Candidate[]> => answersWhere(db, agent_id, day, sql`a.known_stems && ${array(stems)}`);

/** Those with which some of these questions, as wordings of one answer, could be confused, either way round. */
export function overlappingAnswers(
  db: Queryable,
  agent_id: number,
  questions: QuestionParts[],
  day: Day,
): Promise<Candidate[]> {
  const asked = questions.map(({ stems }) => stems).filter((stems) => stems.length);
  if (!asked.length) return Promise.resolve([]);
  const isKnownThere = asked.map((stems) => sql`a.known_stems @> ${array(stems)}`);
  const known = [...new Set(asked.flat())];
  return answersWhere(
    db,
    agent_id,
    day,
    sql`(${sql.join(isKnownThere, sql` or `)} or exists (
      select from verified_answer_wordings w where w.verified_answer_id = a.id and w.stems <@ ${array(known)}))`,
  );
}

/**
 * Those of which a wording is alike enough to be offered, and a wording has the same numbers, the same negation and no
 * name that the question lacks. The most similar first.
 */
export async function similarAnswers(
  db: Queryable,
  agent_id: number,
  { stems, keys, negated, words }: QuestionParts,
  day: Day,
): Promise<{ id: number; is_active: boolean }[]> {
  const sharedWith = (column: SQL): SQL =>
    sql.join(
      stems.map((stem) => sql`(${stem} = any(${column}))::int`),
      sql` + `,
    );
  // No wording can be alike enough where all of them together have less than a third of the stems of the question.
  const { rows } = await db.execute<{ id: number; is_active: boolean }>(sql`
    select a.id, ${stateOn(day)} = 'active' is_active
    from verified_answers a left join users u on u.id = a.reviewer_user_id
    cross join lateral (
      select max(2.0 * (${sharedWith(sql`w.stems`)}) / (${stems.length}::int + cardinality(w.stems))) dice,
        bool_or(w.negated = ${negated} and w.keys = ${array(keys)} and w.names <@ ${array(words)}) has_keys
      from verified_answer_wordings w where w.verified_answer_id = a.id
    ) alike
    where a.agent_id = ${agent_id} and a.state not in ('paused', 'conflict')
      and 3 * (${sharedWith(sql`a.known_stems`)}) >= ${stems.length}::int and alike.dice >= ${NEAR_DICE}::numeric and alike.has_keys
    order by alike.dice desc, a.id`);
  return rows;
}
