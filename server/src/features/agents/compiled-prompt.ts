import type { CompiledPrompt } from '#contract/agent-prompt.ts';
import { countTokens } from '../../language/tokens.ts';
import { type AgentPrompt, instructionsOf, SECURITY_PROMPT } from './instructions.ts';

export async function compilePrompt(prompt: AgentPrompt): Promise<CompiledPrompt> {
  const text = instructionsOf(prompt);
  return { text, tokens: await countTokens(text), security_prompt: SECURITY_PROMPT };
}
