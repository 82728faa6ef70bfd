/** The decision on personal data before a question is admitted: refused, asked for once, or taken as it is known. */
import {
  PERSONAL_DATA_KINDS,
  PERSONAL_DATA_NAMES,
  type PersonalDataDecision,
  type PersonalDataKind,
} from '#contract/personal-data.ts';
import { isOutside } from '../../../adapters/models/guard/guarded-models.ts';
import type { OpenModel } from '../../../adapters/models/model.ts';
import type { AppContext } from '../../../app-context.ts';
import { AppError } from '../../../app-error.ts';
import { type KindCounts, Marks } from '../../../personal-data/marks.ts';
import { countPersonalData } from '../../guard/guard-counts.ts';
import { type AgentRule, ruleOf } from '../../guard/rule.ts';

type Asked = {
  agent: AgentRule & { id: number };
  /** All that may answer. */
  models: readonly OpenModel[];
  question: string;
  /** Other words of the person or program: earlier questions, and the guidance of a program. */
  before: string[];
  /** Sent with the question, or kept with the record that runs again. */
  decision: PersonalDataDecision | null;
  /** False for programs and for a record that runs again. */
  canAsk: boolean;
};

/**
 * Null where nobody has to decide. Rejects with `personal_data_blocked`, or with `personal_data_found` where the person
 * may send the question again with a decision. Passages and rows never refuse a question: they get marks.
 */
export async function requireDecision(
  context: Pick<AppContext, 'db' | 'models' | 'clock' | 'log'>,
  { agent, models, question, before, decision, canAsk }: Asked,
): Promise<PersonalDataDecision | null> {
  const outside = models.find(isOutside);
  const { mode, kinds } = ruleOf(context.models, agent);
  if (!outside || (mode !== 'warn' && mode !== 'block')) return null;
  if (mode === 'block') {
    const found = countsIn([question, ...before], kinds);
    if (!found) return null;
    await countPersonalData(context, agent.id, 'blocked', found);
    throw blocked(found);
  }
  if (decision) return decision;
  const found = countsIn([question], kinds);
  if (!found || !canAsk) return null;
  await countPersonalData(context, agent.id, 'warned', found);
  const { name: provider, residency } = outside.provider;
  throw new AppError('personal_data_found', { extra: { found, provider, residency } });
}

function countsIn(texts: string[], kinds: readonly PersonalDataKind[]): KindCounts | null {
  const marks = new Marks(kinds);
  for (const text of texts) marks.mask(text);
  return marks.size ? marks.counts : null;
}

const list = new Intl.ListFormat('pt-BR', { type: 'conjunction' });

function blocked(found: KindCounts): AppError {
  const names = PERSONAL_DATA_KINDS.filter((kind) => found[kind]).map((kind) => PERSONAL_DATA_NAMES[kind][0]);
  const detail = `Este agente não recebe ${list.format(names)}. Retire-os da pergunta.`;
  return new AppError('personal_data_blocked', { detail, extra: { found } });
}
