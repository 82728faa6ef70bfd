/** Where the next question of a conversation is processed, for its reader. */

import { AGENT_FALLBACK } from '#contract/agent-models.ts';
import type { ChatSession } from '#contract/chat-session.ts';
import type { AppContext } from '../../../app-context.ts';
import { configurationOf } from '../../agents/versions.ts';
import { ruleOf } from '../../guard/rule.ts';

/** Absent in local mode, without an agent, and where no model can answer now. */
export async function processingOf(
  { db, models }: Pick<AppContext, 'db' | 'models'>,
  agent_id: number | null,
): Promise<Pick<ChatSession, 'processing'>> {
  const agent = agent_id === null ? undefined : await configurationOf(db, agent_id);
  const open = agent && models.open(agent.model ?? AGENT_FALLBACK.model, agent.residency_max);
  if (!agent || !open || open.local) return {};
  const { name: provider, residency } = open.provider;
  const rule = ruleOf(models, agent);
  const is_masked = rule.mode === 'mask' || rule.mode === 'block';
  return { processing: { provider, residency, is_masked } };
}
