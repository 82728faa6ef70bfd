import { expect, test } from 'vitest';
import type { AgentSummary } from '#contract/agents.ts';
import { bringing, broughtAgent } from './brought-agent.ts';

test('an agent that somebody chose is not shown to the next person in the tab', () => {
  const agent = { id: 7, name: 'Férias' } as AgentSummary;
  const state = bringing(agent, 1);
  expect(broughtAgent(state, 1)).toBe(agent);
  expect(broughtAgent(state, 2)).toBeUndefined();
  expect(broughtAgent(null, 2)).toBeUndefined();
  expect(broughtAgent({ agent }, 2)).toBeUndefined();
});
