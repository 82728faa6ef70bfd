/** A question of a visitor as its models will be asked: which of them, and how many tokens it may take. */
import { COUNTER_ANSWER_TOKENS } from '#contract/limits.ts';
import { conversationDataOf } from '../../agents/prompt/instructions.ts';
import type { Asker } from '../../agents/prompt/variables.ts';
import { type Configured, chainFor } from '../../chat/admission/agent-version.ts';
import { longestAnswer, reservationOf } from '../../chat/admission/reservation.ts';
import { type HistoryTurn, historyOf } from '../../chat/compose/history.ts';
import type { ChatContext } from '../../chat/run/chat-runtime.ts';
import type { ModelChain } from '../../models/model-chain.ts';

export type ModelAnswer = {
  chain: ModelChain;
  history: HistoryTurn[];
  asker: Asker;
  prompt_tokens: number;
  reserved_tokens: number;
  max_tokens: number;
};

type Asked = { question: string; history: HistoryTurn[]; agent_name: string };

/** No one is named: instructions that call who asks by name read «visitante». */
export const VISITOR = 'visitante';

export async function modelAnswer(
  { db, models, clock }: Pick<ChatContext, 'db' | 'models' | 'clock'>,
  agent: Configured,
  { question, history, agent_name }: Asked,
): Promise<ModelAnswer> {
  const now = clock.now();
  const chain = await chainFor(models, agent, null);
  const { entry } = chain.links[0];
  const asker = { name: VISITOR, group: VISITOR, agent: agent_name };
  const told = historyOf(history, history.length, entry.context_window);
  const resolved = { agent, is_test: false, chain, files: null };
  const { prompt_tokens, reserved_tokens } = await reservationOf(
    { db, models },
    { budget: null, budget_month: null },
    resolved,
    {
      question,
      history: told,
      others: conversationDataOf(agent, asker, { now, hides_name: false }),
      wanted: COUNTER_ANSWER_TOKENS,
    },
    now,
  );
  const max_tokens = longestAnswer(entry, COUNTER_ANSWER_TOKENS);
  return { chain, history: told, asker, prompt_tokens, reserved_tokens, max_tokens };
}
