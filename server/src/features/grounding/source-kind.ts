/** What every kind of source an agent can read is asked, and what it gives back. */
import type { Source } from '#contract/chat.ts';
import type { PromptPassage } from '../../adapters/models/model.ts';
import type { World } from '../../world.ts';

export type Asked = {
  agent_id: number;
  question: string;
  /** Oldest first. */
  history: { question: string }[];
  /** Of the model that will read the passages, in tokens. */
  context_window: number;
};

/** One thing that was found: what the model reads of it and what a reader sees of it. */
export type Finding = { passage: Omit<PromptPassage, 'index'>; source: Omit<Source, 'index'> };

/** Finds within a number of characters; null when the agent has no source of this kind. */
export type SourceKind = (
  world: Pick<World, 'db'>,
  asked: Asked,
  characters: number,
) => Promise<Finding[] | null>;
