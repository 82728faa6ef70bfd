/** Gathers what an agent's sources say about a question, numbered for citing. */
import type { Source } from '#contract/chat.ts';
import type { PromptPassage } from '../../adapters/models/model.ts';
import type { World } from '../../world.ts';
import { fromKnowledgeBases } from './from-knowledge-bases.ts';
import type { Asked, SourceKind } from './source-kind.ts';

/** `passages[i]` and `sources[i]` have the same number. */
export type Grounding = { passages: PromptPassage[]; sources: Source[] };

const kinds: SourceKind[] = [fromKnowledgeBases];

/** What passages together may hold; more has not been found to help an answer. */
export const PASSAGES_MAX_LENGTH = 9_600;
const WINDOW_SHARE = 0.5;
const CHARACTERS_PER_TOKEN = 3;

/** Null when the agent has no sources at all; empty when they say nothing about the question. */
export async function retrieve(world: Pick<World, 'db'>, asked: Asked): Promise<Grounding | null> {
  const room = Math.min(PASSAGES_MAX_LENGTH, asked.context_window * WINDOW_SHARE * CHARACTERS_PER_TOKEN);
  const found = await Promise.all(kinds.map((kind) => kind(world, asked, Math.floor(room / kinds.length))));
  if (found.every((findings) => findings === null)) return null;
  const findings = found.flatMap((some) => some ?? []);
  return {
    passages: findings.map(({ passage }, place) => ({ index: place + 1, ...passage })),
    sources: findings.map(({ source }, place) => ({ index: place + 1, ...source })),
  };
}
