/** An agent's instructions, written in sections or as one text, and the system prompt assembled from them. */
import { z } from 'zod';
import { PROMPT_SECTION_MAX } from './limits.ts';

/** In the order in which the sections stand in the system prompt. */
export const PROMPT_SECTIONS = [
  'identity',
  'goal',
  'response_style',
  'constraints',
  'custom_instructions',
] as const;

const Section = z
  .string()
  .max(PROMPT_SECTION_MAX, 'Cada seção deve ter no máximo 20.000 caracteres.')
  .default('');

export const PromptSections = z
  .object({
    identity: Section,
    goal: Section,
    response_style: Section,
    constraints: Section,
    custom_instructions: Section,
  })
  .meta({ id: 'PromptSections' });
export type PromptSections = z.output<typeof PromptSections>;

export const CustomPrompt = z
  .string()
  .max(PROMPT_SECTION_MAX, 'O prompt deve ter no máximo 20.000 caracteres.')
  .nullable();

/** The system prompt, without documents, rows or questions. */
export const CompiledPrompt = z
  .object({
    text: z.string(),
    /** An estimate: every model counts a little differently. */
    tokens: z.number().int(),
    /** The security part by itself, in full, whether or not it is switched on. */
    security_prompt: z.string(),
  })
  .meta({ id: 'CompiledPrompt' });
export type CompiledPrompt = z.output<typeof CompiledPrompt>;
