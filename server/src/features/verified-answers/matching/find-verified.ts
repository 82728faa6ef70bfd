/** Finds the verified answer of an agent to a question: the one that is given, else one that may be offered. */
import { sql } from 'drizzle-orm';
import type { Verified, VerifiedNear } from '#contract/chat-record.ts';
import type { Source } from '#contract/citations.ts';
import type { VerifiedSource, VerifiedState } from '#contract/verified-answers.ts';
import type { Queryable } from '../../../db/client.ts';
import { type Day, today } from '../../../language/values/calendar.ts';
import type { VerifiedPassage } from '../../grounding/source-kind.ts';
import { answersById, type Candidate, matchableAnswers, similarAnswers } from './candidates.ts';
import { type Compared, compare } from './match.ts';
import { partsOf, type QuestionParts } from './question-parts.ts';

/** Similar answers are read in so many at once, the most similar first: nearly always the first one is offered. */
const AT_ONCE = 8;

/** As it is given: its text with all markers, and its sources under these numbers. */
export type GivenAnswer = { verified: Verified; answer: string; sources: Source[]; likeness: Likeness };

/** Offered to those who ask, and a passage for a model. `is_in_use`: asked as it stands here, it is given. */
export type NearAnswer = VerifiedNear & { is_in_use: boolean; passage: VerifiedPassage; likeness: Likeness };

/** Why it was given or offered, for those who test. */
export type Likeness = Pick<Compared, 'wording' | 'differing'>;

export type FoundVerified = { verified?: GivenAnswer; verified_near?: NearAnswer };

export async function findVerified(
  db: Queryable,
  agent_id: number,
  question: string,
  day: Day,
): Promise<FoundVerified | undefined> {
  const [parts] = await partsOf(db, [question]);
  if (!parts?.stems.length) return undefined;
  const matching = (await matchableAnswers(db, agent_id, parts, day)).filter(
    (answer) => compare(parts, answer).outcome === 'match',
  );
  const active = matching.filter(({ state }) => state === 'active');
  if (active.length > 1) return undefined;
  const [match] = active;
  if (match && !(await hasLostSources(db, agent_id, match))) return { verified: givenOf(match, parts) };
  const offered = match ?? (await offeredInstead(db, agent_id, parts, matching, day));
  return offered && { verified_near: await nearOf(db, agent_id, offered, parts) };
}

const likenessOf = (candidate: Candidate, parts: QuestionParts): Likeness => {
  const { wording, differing } = compare(parts, candidate);
  return { wording, differing };
};

async function nearOf(
  db: Queryable,
  agent_id: number,
  offered: Candidate,
  parts: QuestionParts,
): Promise<NearAnswer> {
  const isLost = offered.state === 'active' && (await hasLostSources(db, agent_id, offered));
  const state = isLost ? 'source_changed' : offered.state;
  const { id, question, answer, owner_label, verified_at } = offered;
  const written = `escrita em ${today(new Date(verified_at)).split('-').toReversed().join('/')}`;
  return {
    id,
    question,
    is_in_use: state === 'active',
    likeness: likenessOf(offered, parts),
    passage: {
      question,
      answer: withoutMarkers(answer),
      owner_label,
      since: [written, LEFT[state]].filter(Boolean).join(', '),
    },
  };
}

/** Why an answer is not given any more. */
const LEFT: Partial<Record<VerifiedState, string>> = {
  due: 'revisão vencida',
  source_changed: 'a fonte mudou depois',
};

/** Its numbers are those of its own sources, which the model does not read. */
const withoutMarkers = (answer: string): string => answer.replace(/[ \u00a0]?\[\d{1,3}\]/g, '');

/**
 * A similar one that is in use comes before one that would match and is not given any more; two of these cancel each
 * other.
 */
async function offeredInstead(
  db: Queryable,
  agent_id: number,
  parts: QuestionParts,
  matching: Candidate[],
  day: Day,
): Promise<Candidate | undefined> {
  const similar = await similarAnswers(db, agent_id, parts, day);
  const nearest = async (isInUse: boolean) => {
    const ids = similar.filter(({ is_active }) => is_active === isInUse).map(({ id }) => id);
    for (let at = 0; at < ids.length; at += AT_ONCE) {
      const some = await answersById(db, agent_id, ids.slice(at, at + AT_ONCE), day);
      const found = some.find((answer) => compare(parts, answer).outcome === 'near');
      if (found) return found;
    }
    return undefined;
  };
  const inUse = await nearest(true);
  if (inUse) return inUse;
  const past = matching.filter(({ state }) => state !== 'active' && state !== 'conflict');
  return past.length ? (past.length === 1 ? past[0] : undefined) : nearest(false);
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

function givenOf(candidate: Candidate, parts: QuestionParts): GivenAnswer {
  const { id, version, owner_label, review_on, sources } = candidate;
  const verified_on = today(new Date(candidate.verified_at));
  return {
    verified: { id, version, owner_label, verified_on, review_on },
    answer: withAllMarkers(candidate.answer, sources.length),
    sources: sources.map((source, place) => sourceOf(source, place + 1)),
    likeness: likenessOf(candidate, parts),
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
