/** Whether two questions ask the same, judged by keyed hashes of their words: the words themselves are kept nowhere. */
import type { AppContext } from '../../app-context.ts';
import { keyedHash } from '../auth/credentials/signing-keys.ts';
import type { QuestionParts } from '../verified-answers/matching/question-parts.ts';

/** A question as it is compared. Numbers of 64 bits stand as texts. */
export type Hashed = {
  stems: string[];
  /** How rare each stem is. */
  weights: number[];
  keys: string[];
  names: string[];
};

export type Member = Hashed & { group_id: number; is_open: boolean };

/** The least share, by weight, that two questions have in common. */
const LEAST_ALIKE = 0.6;
/** A question of fewer words joins only those that have the same ones. */
const FEW_STEMS = 2;
const HASH_BYTES = 8;

/** Negation is a key: «pode» and «não pode» are never one question. */
export function hashesOf(
  { secret }: Pick<AppContext, 'secret'>,
  { stems, keys, name_stems, negated }: QuestionParts,
  weights: ReadonlyMap<string, number>,
): Hashed {
  const hash = (kind: string) => (word: string) =>
    keyedHash('question group', secret, `${kind} ${word}`)
      .subarray(0, HASH_BYTES)
      .readBigInt64BE()
      .toString();
  return {
    stems: stems.map(hash('stem')),
    weights: stems.map((stem) => weights.get(stem) ?? 1),
    keys: [...keys.map(hash('key')), ...(negated ? [hash('negated')('')] : [])].sort(),
    names: name_stems.map(hash('stem')),
  };
}

/** The members of groups by their words. */
export class GroupIndex {
  readonly #byStem = new Map<string, Member[]>();

  add(member: Member): void {
    for (const stem of member.stems) {
      const sharing = this.#byStem.get(stem);
      if (sharing) sharing.push(member);
      else this.#byStem.set(stem, [member]);
    }
  }

  /** The group of the question that is most alike; among equals an open one, then the oldest. */
  bestFor(question: Hashed): number | null {
    const [best] = this.#sharing(question)
      .filter(({ alike, member }) => fits(question, member, alike))
      .toSorted(
        (one, other) =>
          other.alike - one.alike ||
          Number(other.member.is_open) - Number(one.member.is_open) ||
          one.member.group_id - other.member.group_id,
      );
    return best?.member.group_id ?? null;
  }

  /** Each member that shares a word, with the weight of what both have in the weight of what either has. */
  #sharing({ stems, weights }: Hashed): { member: Member; alike: number }[] {
    const shared = new Map<Member, { ours: number; theirs: number }>();
    for (const [place, stem] of stems.entries())
      for (const member of this.#byStem.get(stem) ?? []) {
        const sums = shared.get(member) ?? { ours: 0, theirs: 0 };
        sums.ours += weights[place] ?? 0;
        sums.theirs += member.weights[member.stems.indexOf(stem)] ?? 0;
        shared.set(member, sums);
      }
    const all = sumOf(weights);
    return [...shared].map(([member, { ours, theirs }]) => ({
      member,
      alike: ours / (all + sumOf(member.weights) - theirs),
    }));
  }
}

const sumOf = (weights: number[]): number => weights.reduce((sum, weight) => sum + weight, 0);

function fits(question: Hashed, member: Member, alike: number): boolean {
  const hasSameKeys =
    question.keys.length === member.keys.length &&
    question.keys.every((key, place) => key === member.keys[place]);
  // A name may be typed in small letters: it is looked for among all words of the other.
  const hasSameNames =
    question.names.every((name) => member.stems.includes(name)) &&
    member.names.every((name) => question.stems.includes(name));
  if (!hasSameKeys || !hasSameNames) return false;
  const isShort = Math.min(question.stems.length, member.stems.length) < FEW_STEMS;
  if (isShort) return question.stems.length === member.stems.length;
  return alike >= LEAST_ALIKE;
}
