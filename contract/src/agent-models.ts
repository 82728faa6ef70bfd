/** The models of agents that have none of their own yet. */
import type { ModelId } from './model-catalogue.ts';

type StoredModel = { model: ModelId; temperature: number };

/** The defaults of a new agent, and the fallbacks of an agent with nothing stored. */
export const NEW_AGENT = { model: 'claude-4-sonnet', temperature: 0.5 } as const satisfies StoredModel;
export const AGENT_FALLBACK = { model: 'claude-3-5-sonnet', temperature: 0.7 } as const satisfies StoredModel;
