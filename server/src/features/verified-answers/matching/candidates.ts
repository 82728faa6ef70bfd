/**
 * Verified answers of an agent as they stand in the database: those that could be confused with questions that somebody
 * writes, so that strict comparing has few of them, and the present state of those that a question was compared with.
 */
import { type SQL, sql } from 'drizzle-orm';
import type { VerifiedSource, VerifiedState } from '#contract/verified-answers.ts';
import type { Queryable } from '../../../db/client.ts';
import { executePrepared } from '../../../db/prepared.ts';
import type { Day } from '../../../language/values/calendar.ts';
import type { Wording } from './match.ts';
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

/** All wordings of an answer, in the form in which a question is compared with them. */
export const wordingsOf = sql`(select json_agg(json_build_object('text', text, 'stems', stems, 'keys', keys, 'names', names,
  'negated', negated, 'question_class', question_class) order by place)
  from verified_answer_wordings w where w.verified_answer_id = a.id)`;

/** Those under a condition, each with all its wordings. */
async function answersWhere(db: Queryable, agent_id: number, day: Day, condition: SQL): Promise<Candidate[]> {
  const { rows } = await db.execute<Candidate>(sql`
    select a.id, a.version, a.question, a.answer, a.sources, a.owner_label, a.review_on::text, a.verified_at::text,
      ${stateOn(day)} state,
      ${wordingsOf} wordings
    from verified_answers a left join users u on u.id = a.reviewer_user_id
    where a.agent_id = ${agent_id} and a.state <> 'paused' and ${condition}
    order by a.id`);
  return rows;
}

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

/** As it stands now. `is_lost`: a cited span that its document no longer has, or a document that the agent no longer reads. */
export type PresentAnswer = Omit<Candidate, 'wordings'> & { is_lost: boolean };

/**
 * These as they stand now, in the order given; those in use come first where only `limit` are read. `revision` is that of
 * all answers of the agent, of the same moment; nothing where the agent is gone.
 */
export async function presentAnswers(
  db: Queryable,
  agent_id: number,
  ids: number[],
  { day, limit }: { day: Day; limit?: number | undefined },
): Promise<{ revision: string; answers: PresentAnswer[] } | undefined> {
  const rows = await executePrepared<PresentAnswer & { revision: string }>(
    db,
    sql`
    select g.verified_revision revision, a.id, a.version, a.question, a.answer, a.sources, a.owner_label,
      a.review_on::text, a.verified_at::text, ${stateOn(day)} state, ${lostSources(day)} is_lost
    from agents g
    left join (unnest(${sql.param(ids)}::int[]) with ordinality compared (id, place)
      join verified_answers a on a.id = compared.id and a.state not in ('paused', 'conflict')) on a.agent_id = g.id
    left join users u on u.id = a.reviewer_user_id
    where g.id = ${agent_id}
    order by ${stateOn(day)} = 'active' desc nulls last, compared.place limit ${limit ?? null}::int`,
  );
  const [first] = rows;
  return first && { revision: first.revision, answers: rows.filter(({ id }) => id !== null) };
}

/**
 * Looked for in the present text, so that no document is ever cited that was replaced, or withdrawn by its source; nor is
 * one whose words were repealed, have expired or are suspended on this day.
 */
export const lostSources = (day: Day): SQL => sql`exists (
  select from jsonb_array_elements(a.sources) s where s ? 'document_id' and not exists (
    select from documents d
    join agent_knowledge_bases l on l.knowledge_base_id = d.knowledge_base_id and l.agent_id = a.agent_id
    join knowledge_bases b on b.id = d.knowledge_base_id
    where d.knowledge_base_id = (s ->> 'knowledge_base_id')::int and d.id = (s ->> 'document_id')::int
      and d.withdrawn_at is null and strpos(d.content_text, s ->> 'text') > 0
      and not (b.validity and ${isOver(day)})))`;

/** The passages in which the words begin hold no more. A norm that will hold only later may be written about before. */
const isOver = (day: Day): SQL => sql`(
  exists (
    select from document_validity v
    where v.knowledge_base_id = d.knowledge_base_id and v.document_id = d.id and v.intervals is not null
      and not v.intervals @> ${day}::date and not v.intervals &> daterange(${day}::date, null))
  or (
    select bool_and(coalesce(p.valid_until < ${day}::date, false)) is true from passages p
    where p.knowledge_base_id = d.knowledge_base_id and p.document_id = d.id
      and ${placeOfWords} >= p.start_offset and ${placeOfWords} < p.end_offset))`;

/** Where the words are cited from; where the document has moved them, where they stand first. */
const placeOfWords = sql`(case
  when substr(d.content_text, (s ->> 'start')::int + 1, length(s ->> 'text')) = s ->> 'text' then (s ->> 'start')::int
  else strpos(d.content_text, s ->> 'text') - 1 end)`;
