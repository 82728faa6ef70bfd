/** Finds the verified answer of an agent to a question: the one that is given, else one that may be offered. */
import { sql } from 'drizzle-orm';
import type { Verified, VerifiedNear } from '#contract/chat-record.ts';
import type { Source } from '#contract/citations.ts';
import type { VerifiedSource, VerifiedState } from '#contract/verified-answers.ts';
import type { Queryable } from '../../../db/client.ts';
import { type Day, today } from '../../../language/values/calendar.ts';
import { choose, type Wording } from './match.ts';
import { partsOf, type QuestionParts } from './question-parts.ts';

/** As it is given: its text with all markers, and its sources under these numbers. */
export type GivenAnswer = { verified: Verified; answer: string; sources: Source[] };

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

/**
 * The answers that share a word with the question, each with all its wordings. A day of review that has passed counts at
 * once; the job only writes it down.
 */
export async function candidatesFor(
  db: Queryable,
  agent_id: number,
  { stems }: Pick<QuestionParts, 'stems'>,
  day: Day,
): Promise<Candidate[]> {
  const { rows } = await db.execute<Candidate>(sql`
    select a.id, a.version, a.question, a.answer, a.sources, a.owner_label, a.review_on::text, a.verified_at::text,
      case when a.state = 'active' and (a.review_on < ${day}::date or not coalesce(u.active, true)) then 'due' else a.state end state,
      w.wordings
    from verified_answers a left join users u on u.id = a.reviewer_user_id
    cross join lateral (
      select json_agg(json_build_object('text', text, 'stems', stems, 'keys', keys, 'names', names, 'negated', negated,
        'question_class', question_class) order by place) wordings, bool_or(stems && ${sql.param(stems)}::text[]) is_alike
      from verified_answer_wordings where verified_answer_id = a.id
    ) w
    where a.agent_id = ${agent_id} and a.state <> 'paused' and w.is_alike
    order by a.id`);
  return rows;
}

export async function findVerified(
  db: Queryable,
  agent_id: number,
  question: string,
  day: Day,
): Promise<{ verified?: GivenAnswer; verified_near?: VerifiedNear } | undefined> {
  const [parts] = await partsOf(db, [question]);
  if (!parts?.stems.length) return undefined;
  const candidates = await candidatesFor(db, agent_id, parts, day);
  const chosen = choose(
    parts,
    candidates.filter(({ state }) => state === 'active'),
  );
  if (chosen?.outcome === 'match' && !(await hasLostSources(db, agent_id, chosen.answer)))
    return { verified: givenOf(chosen.answer) };
  const offered =
    chosen ??
    choose(
      parts,
      candidates.filter(({ state }) => state !== 'conflict'),
    );
  return offered
    ? { verified_near: { id: offered.answer.id, question: offered.answer.question } }
    : undefined;
}

/** A cited span that its document no longer has, or a document that the agent no longer reads. */
export const lostSources = sql`exists (
  select from jsonb_array_elements(a.sources) s where s ? 'document_id' and not exists (
    select from documents d
    join agent_knowledge_bases l on l.knowledge_base_id = d.knowledge_base_id and l.agent_id = a.agent_id
    where d.knowledge_base_id = (s ->> 'knowledge_base_id')::int and d.id = (s ->> 'document_id')::int
      and strpos(d.content_text, s ->> 'text') > 0))`;

/** Looked for in the present text at the moment of giving, so that no replaced document is ever cited. */
async function hasLostSources(db: Queryable, agent_id: number, { id, sources }: Candidate): Promise<boolean> {
  if (!sources.some((source) => 'document_id' in source)) return false;
  const { rows } = await db.execute<{ is_lost: boolean }>(
    sql`select ${lostSources} is_lost from verified_answers a where a.id = ${id} and a.agent_id = ${agent_id}`,
  );
  return rows[0]?.is_lost ?? true;
}

function givenOf(candidate: Candidate): GivenAnswer {
  const { id, version, owner_label, review_on, sources } = candidate;
  const verified_on = today(new Date(candidate.verified_at));
  return {
    verified: { id, version, owner_label, verified_on, review_on },
    answer: withAllMarkers(candidate.answer, sources.length),
    sources: sources.map((source, place) => sourceOf(source, place + 1)),
  };
}

/** Sources that the text does not mark are cited at its end. */
export function withAllMarkers(answer: string, count: number): string {
  const missing = Array.from({ length: count }, (_, place) => `[${place + 1}]`).filter(
    (marker) => !answer.includes(marker),
  );
  return missing.length ? `${answer} ${missing.join(' ')}` : answer;
}

function sourceOf(source: VerifiedSource, index: number): Source {
  if ('url' in source)
    return { index, kind: 'link', title: source.title, snippet: source.url, url: source.url };
  const { title, text: snippet, document_id, knowledge_base_id, start, end, page, section } = source;
  return {
    index,
    kind: 'document',
    title,
    snippet,
    document_id,
    knowledge_base_id,
    start,
    end,
    ...(page === null ? {} : { page }),
    ...(section ? { section } : {}),
  };
}
