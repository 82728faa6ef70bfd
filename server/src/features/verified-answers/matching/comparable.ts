/**
 * The wordings of all verified answers of an agent, with which a question is compared, are kept in this process. Whether they
 * are still the same, and whether one of them may be given, is never kept: both are read at the moment of giving.
 */
import { sql } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import { wordingsOf } from './candidates.ts';
import { compare, MATCH_DICE, NEAR_DICE, type Outcome, type Wording } from './match.ts';
import type { QuestionParts } from './question-parts.ts';

type StoredAnswer = { id: number; wordings: Wording[] };

/** `revision`: drawn at random with each change, so that what has the same one is the same, in any process and any copy. */
export type Comparable = {
  revision: string;
  answers: StoredAnswer[];
  /** The place of the first wording of each answer, where the wordings of all answers stand in a row. */
  starts: number[];
  sizes: number[];
  /** In which wordings a stem stands. */
  places: Map<string, number[]>;
};

/** Some 20 MB: ten agents with as many answers as they may have, or hundreds of usual ones. */
const KEPT_WORDINGS = 50_000;

/** By agent, the one that was used longest ago first. */
const kept = new Map<number, Comparable>();

export function keptComparable(agent_id: number): Comparable | undefined {
  const known = kept.get(agent_id);
  if (known && kept.delete(agent_id)) kept.set(agent_id, known);
  return known;
}

/** The wordings and their revision are of one moment; nothing where the agent is gone. */
export async function readComparable(db: Queryable, agent_id: number): Promise<Comparable | undefined> {
  kept.delete(agent_id);
  const { rows } = await db.execute<{ revision: string; answers: StoredAnswer[] | null }>(sql`
    select g.verified_revision revision, (
      select json_agg(json_build_object('id', a.id, 'wordings', ${wordingsOf}) order by a.id)
      from verified_answers a where a.agent_id = g.id
    ) answers
    from agents g where g.id = ${agent_id}`);
  const [row] = rows;
  if (!row) return undefined;
  const read = comparableOf(row.revision, row.answers ?? []);
  kept.set(agent_id, read);
  let total = 0;
  for (const [id, { sizes }] of [...kept].toReversed()) {
    total += sizes.length;
    if (total > KEPT_WORDINGS && id !== agent_id) kept.delete(id);
  }
  return read;
}

function comparableOf(revision: string, answers: StoredAnswer[]): Comparable {
  const wordings = answers.flatMap((answer) => answer.wordings);
  const places = new Map<string, number[]>();
  for (const [place, { stems }] of wordings.entries())
    for (const stem of stems) {
      const known = places.get(stem);
      if (known) known.push(place);
      else places.set(stem, [place]);
    }
  let next = 0;
  const starts = answers.map((answer) => {
    const start = next;
    next += answer.wordings.length;
    return start;
  });
  return { revision, answers, starts, sizes: wordings.map(({ stems }) => stems.length), places };
}

type Ranked = { answer: StoredAnswer; dice: number };

/** Those of which a wording is alike enough to be offered, the most similar first, else by identity. */
export function ranked({ stems }: QuestionParts, comparable: Comparable): Ranked[] {
  const { answers, starts, sizes, places } = comparable;
  const shared = new Uint16Array(sizes.length);
  for (const stem of stems)
    for (const place of places.get(stem) ?? []) shared[place] = (shared[place] ?? 0) + 1;
  const diceAt = (place: number) => (2 * (shared[place] ?? 0)) / (stems.length + (sizes[place] ?? 0));
  return answers
    .map((answer, at) => ({
      answer,
      dice: answer.wordings.reduce((most, _, place) => Math.max(most, diceAt((starts[at] ?? 0) + place)), 0),
    }))
    .filter(({ dice }) => dice >= NEAR_DICE)
    .toSorted((one, other) => other.dice - one.dice);
}

export const matchesAmong = (parts: QuestionParts, similar: Ranked[]): number[] =>
  withOutcome(
    'match',
    parts,
    similar.filter(({ dice }) => dice >= MATCH_DICE),
  );

export const nearAmong = (parts: QuestionParts, similar: Ranked[], most?: number): number[] =>
  withOutcome('near', parts, similar, most);

/** In the same order, not more than are wanted: comparing strictly takes its time. */
function withOutcome(wanted: Outcome, parts: QuestionParts, similar: Ranked[], most = similar.length) {
  const ids: number[] = [];
  for (const { answer } of similar) {
    if (ids.length === most) break;
    if (compare(parts, answer).outcome === wanted) ids.push(answer.id);
  }
  return ids;
}
