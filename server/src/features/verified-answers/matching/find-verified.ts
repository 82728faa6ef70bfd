/** Finds the verified answer of an agent to a question: the one that is given, else one that may be offered. */
import type { Verified, VerifiedNear } from '#contract/chat-record.ts';
import type { Source } from '#contract/citations.ts';
import type { VerifiedSource, VerifiedState } from '#contract/verified-answers.ts';
import type { Queryable } from '../../../db/client.ts';
import { type Day, today } from '../../../language/values/calendar.ts';
import type { VerifiedPassage } from '../../grounding/source-kind.ts';
import { type PresentAnswer, presentAnswers } from './candidates.ts';
import {
  type Comparable,
  keptComparable,
  matchesAmong,
  nearAmong,
  ranked,
  readComparable,
} from './comparable.ts';
import { type Compared, compare } from './match.ts';
import { partsOf, type QuestionParts } from './question-parts.ts';

/** As it is given: its text with all markers, and its sources under these numbers. */
export type GivenAnswer = { verified: Verified; answer: string; sources: Source[]; likeness: Likeness };

/** Offered to those who ask, and a passage for a model. `is_in_use`: asked as it stands here, it is given. */
export type NearAnswer = VerifiedNear & { is_in_use: boolean; passage: VerifiedPassage; likeness: Likeness };

/** Why it was given or offered, for those who test. */
export type Likeness = Pick<Compared, 'wording' | 'differing'>;

export type FoundVerified = { verified?: GivenAnswer; verified_near?: NearAnswer };

/** So many similar ones are looked up at once: nearly always the first of them is in use. */
const AT_FIRST = 8;

/** After so many comparisons with wordings that were replaced meanwhile, none is given: the model answers. */
const ATTEMPTS = 5;

export async function findVerified(
  db: Queryable,
  agent_id: number,
  question: string,
  day: Day,
): Promise<FoundVerified | undefined> {
  const [parts] = await partsOf(db, [question]);
  if (!parts?.stems.length) return undefined;
  let comparable = keptComparable(agent_id) ?? (await readComparable(db, agent_id));
  for (let attempt = 0; comparable && attempt < ATTEMPTS; attempt += 1) {
    const found = await findAmong(db, agent_id, { parts, comparable, day });
    if (found !== 'changed') return found;
    comparable = await readComparable(db, agent_id);
  }
  return undefined;
}

type Asked = { parts: QuestionParts; comparable: Comparable; day: Day };

/** The statement that reads what is given says whether the answers are still those that the question was compared with. */
async function findAmong(
  db: Queryable,
  agent_id: number,
  { parts, comparable, day }: Asked,
): Promise<FoundVerified | undefined | 'changed'> {
  const read = async (ids: number[], limit?: number) => {
    const present = await presentAnswers(db, agent_id, ids, { day, limit });
    return present?.revision === comparable.revision ? present.answers : null;
  };
  const likenessOf = ({ id }: PresentAnswer): Likeness => {
    const wordings = comparable.answers.find((one) => one.id === id)?.wordings ?? [];
    const { wording, differing } = compare(parts, { wordings });
    return { wording, differing };
  };
  const similar = ranked(parts, comparable);
  const matches = matchesAmong(parts, similar);
  const matching = matches.length ? await read(matches) : [];
  if (!matching) return 'changed';
  const active = matching.filter(({ state }) => state === 'active');
  if (new Set(active.map(({ answer }) => answer.trim())).size > 1) return undefined;
  // Those that say the same are one answer.
  const match = active.find(({ is_lost }) => !is_lost) ?? active[0];
  if (match && !match.is_lost) return { verified: givenOf(match, likenessOf(match)) };
  const offered = match ?? (await offeredInstead(matching, (most) => nearAmong(parts, similar, most), read));
  if (offered === null) return 'changed';
  return offered && { verified_near: nearOf(offered, likenessOf(offered)) };
}

function nearOf(offered: PresentAnswer, likeness: Likeness): NearAnswer {
  const state = offered.state === 'active' && offered.is_lost ? 'source_changed' : offered.state;
  const { id, question, answer, owner_label, verified_at } = offered;
  const written = `escrita em ${today(new Date(verified_at)).split('-').toReversed().join('/')}`;
  return {
    id,
    question,
    is_in_use: state === 'active',
    likeness,
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
 * other. Null where the answers were changed meanwhile.
 */
async function offeredInstead(
  matching: PresentAnswer[],
  similar: (most?: number) => number[],
  read: (ids: number[], limit: number) => Promise<PresentAnswer[] | null>,
): Promise<PresentAnswer | null | undefined> {
  const first = similar(AT_FIRST);
  let nearest = await read(first, 1);
  if (nearest && nearest[0]?.state !== 'active' && first.length === AT_FIRST)
    nearest = await read(similar(), 1);
  if (!nearest) return null;
  if (nearest[0]?.state === 'active' || !matching.length) return nearest[0];
  return matching.length > 1 ? undefined : matching[0];
}

function givenOf(candidate: PresentAnswer, likeness: Likeness): GivenAnswer {
  const { id, version, owner_label, review_on, sources } = candidate;
  const verified_on = today(new Date(candidate.verified_at));
  return {
    verified: { id, version, owner_label, verified_on, review_on },
    answer: withAllMarkers(candidate.answer, sources.length),
    sources: sources.map((source, place) => sourceOf(source, place + 1)),
    likeness,
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
