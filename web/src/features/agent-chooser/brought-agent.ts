/** An agent that was chosen for a new conversation, in the state of its address: the history of a tab outlives a sign-out. */
import type { AgentSummary } from '#contract/agents.ts';

export const bringing = (agent: AgentSummary, userId: number) => ({ agent, userId });

/** Only for the person who chose it. */
export function broughtAgent(state: unknown, userId: number): AgentSummary | undefined {
  const brought = state as Partial<ReturnType<typeof bringing>> | null;
  return brought?.userId === userId ? brought.agent : undefined;
}
