/** Joins the conditions of a model's plan with those that rules have read in the question. */
import { type Condition, FILTERS_MAX } from '#contract/table-plan.ts';
import { wordsOf } from '../../../language/words.ts';
import type { LeftOut } from './read-plan.ts';

type MergeParams = {
  question: string;
  /** The columns whose values are listed: a rule may mistake a word for one of them. */
  listed: ReadonlySet<string>;
  isFollowUp: boolean;
};

/** Sentences for the trace. */
export const leftOutWords = ({ part, reason }: LeftOut): string => `${REASONS[reason]}: ${part}`;
const REASONS: Record<LeftOut['reason'], string> = {
  unsaid: 'deixado de fora, ninguém disse',
  unfit: 'deixado de fora, não cabe na tabela',
  unreadable: 'deixado de fora, não se lê',
};

/**
 * The model's conditions hold. What rules know for certain and the model lacks is added; on the same column the
 * literal of the rules counts. `changes` are sentences for the trace.
 */
export function mergeFilters(
  given: Condition[],
  ruled: Condition[],
  asked: MergeParams,
): { filters: Condition[]; changes: string[] } {
  const changes: string[] = [];
  const words = ` ${wordsOf(asked.question).join(' ')} `;
  const isNamed = (value: string) => words.includes(` ${wordsOf(value).join(' ')} `);
  const isCertain = ({ column, values }: Condition) =>
    asked.isFollowUp || !asked.listed.has(column) || values.every(isNamed);
  let filters = given.filter((one, place) => given.findIndex((other) => isSame(one, other)) === place);
  for (const rule of ruled.filter(isCertain)) {
    const same = filters.filter(({ column }) => column === rule.column);
    if (same.some((one) => isSame(one, rule))) continue;
    // In a follow-up the rules carry on conditions that the model may have edited.
    if (same.length > 0 && asked.isFollowUp && !rule.values.every(isNamed)) continue;
    changes.push(
      `${same.length > 0 ? 'vale o que a pergunta diz' : 'acrescentado da pergunta'}: ${JSON.stringify(rule)}`,
    );
    filters = [...filters.filter(({ column }) => column !== rule.column), rule];
  }
  return { filters: filters.slice(0, FILTERS_MAX), changes };
}

const isSame = (one: Condition, other: Condition): boolean =>
  one.column === other.column &&
  one.op === other.op &&
  one.values.length === other.values.length &&
  one.values.every((value) => other.values.includes(value));
