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
    tokens: z.int(),
    /** The security part by itself, in full, whether or not it is switched on. */
    security_prompt: z.string(),
  })
  .meta({ id: 'CompiledPrompt' });
export type CompiledPrompt = z.output<typeof CompiledPrompt>;

/**
 * The names that an agent's instructions may have for things of a conversation, and the fixed words that stand in the place of the name.
 * The values stand apart, after all instructions, so that the text before them is the same for everybody.
 */
export const PROMPT_VARIABLES = {
  data: 'data de hoje',
  hora: 'hora de agora',
  dia_da_semana: 'dia da semana',
  nome: 'nome de quem pergunta',
  primeiro_nome: 'primeiro nome de quem pergunta',
  grupo: 'grupo de quem pergunta',
  agente: 'nome deste agente',
} as const;
export type PromptVariable = keyof typeof PROMPT_VARIABLES;

export const PROMPT_VARIABLE_NAMES = Object.keys(PROMPT_VARIABLES) as PromptVariable[];

/** `variable` is null for the text between variables, and for a name that is none and is sent as it is written. */
export type PromptPart = { text: string; variable: PromptVariable | null; unknown: boolean };

/** The text in pieces, none of which is lost: texts, variables as they are written, and names that are no variable. */
export function promptParts(text: string): PromptPart[] {
  return text
    .split(/(\{\{[^{}\n]{1,60}\}\})/)
    .filter(Boolean)
    .map((part) => {
      const named =
        part.startsWith('{{') && part.endsWith('}}') ? part.slice(2, -2).trim().toLowerCase() : null;
      const variable = PROMPT_VARIABLE_NAMES.find((name) => name === named) ?? null;
      return { text: part, variable, unknown: named !== null && variable === null };
    });
}
