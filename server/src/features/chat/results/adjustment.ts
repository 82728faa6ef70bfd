/** Checks an edited plan of a stored result, and makes the question of what it changes. */
import type { Adjustment } from '#contract/chat-record.ts';
import type { Plan } from '#contract/table-plan.ts';
import { ContentProblem } from '../../../adapters/content/content-problem.ts';
import { AppError } from '../../../app-error.ts';
import { withReckoned } from '../../data-sources/compile/cells.ts';
import { planProblems } from '../../data-sources/compile/plan-problems.ts';
import { inOrder } from '../../data-sources/plan/read-plan.ts';
import type { AskedSource } from '../../data-sources/results/run-table-plan.ts';
import { findDataSources } from '../../data-sources/settings/store.ts';
import { type ChatUser, hasSession } from '../conversations/session-store.ts';
import { type AskContext, askedSource } from './ask-again.ts';
import { changeWords } from './change-words.ts';
import { findOwnAnswer, readsSource } from './own-result.ts';

/** The plan that an adjustment asks, and its source. */
export type AdjustedPlan = { data_source_id: number; plan: Plan };

/** Rejects with `adjust_not_possible`, and with `validation` where the plan asks what a column does not have. */
export async function requireAdjustment(
  context: AskContext,
  user: ChatUser,
  session_id: string,
  { message_id, index, plan }: Adjustment,
): Promise<AdjustedPlan & { question: string }> {
  const { db } = context;
  const found = await findOwnAnswer(db, user, message_id);
  const isHere = found?.message.session_id === session_id;
  if (!isHere && !(await hasSession(db, user.user_id, session_id))) throw new AppError('session_not_found');
  const result = isHere ? found.message.results.find((one) => one.index === index) : undefined;
  const agent_id = found?.can_send ? found.agent_id : null;
  if (!result || agent_id === null) throw new AppError('adjust_not_possible');
  const { data_source_id } = result;
  const isRead = await readsSource(db, agent_id, data_source_id);
  const [source] = isRead ? await findDataSources(db, [data_source_id]) : [];
  if (!source) throw new AppError('adjust_not_possible');
  const content = context.content.of(source.connection_id);
  const asked = await askedSource({ ...context, content }, source).catch(notAdjustable);
  const adjusted = prepared(plan, asked);
  requirePossible(asked, adjusted);
  return { data_source_id, plan: adjusted, question: changeWords(asked.table, result.plan, adjusted) };
}

function notAdjustable(error: unknown): never {
  if (error instanceof ContentProblem) throw new AppError('adjust_not_possible', { cause: error });
  throw error;
}

function requirePossible({ cells, table }: AskedSource, plan: Plan): void {
  const [problem] = planProblems(cells, plan);
  if (!problem) return;
  if (problem.problem === 'column') throw new AppError('adjust_not_possible');
  const label = table.columns.find(({ name }) => name === problem.column)?.label;
  const message = label ? `Este valor não serve para «${label}».` : 'Este ajuste não está completo.';
  throw new AppError('validation', { detail: message, errors: [{ field: 'adjust.plan', message }] });
}

/** The ends of ranges in their order, and without the readings that were offered beside the first answer. */
const prepared = (plan: Plan, { cells }: AskedSource): Plan => ({
  ...plan,
  alternatives: [],
  unknown: [],
  ignored: [],
  filters: plan.filters.map((filter) => {
    const cell = withReckoned(cells, plan).find(({ name }) => name === filter.column);
    return cell ? inOrder(filter, cell) : filter;
  }),
});
