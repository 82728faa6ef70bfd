/** All that shapes the answers of an agent, and the versions that keep it. */
import { z } from 'zod';
import { PromptSections } from './agent-prompt.ts';
import { FILE_MODES } from './file-rules.ts';
import { FALLBACK_MODELS_MAX } from './limits.ts';
import { EFFORTS, RESIDENCIES } from './model-sets.ts';
import { Time } from './paging.ts';
import { PERSONAL_DATA_KINDS, PERSONAL_DATA_MODES } from './personal-data.ts';

/** How an agent's model is run. A version and an agent file leave a field out that has its default. */
export const ModelRules = z.object({
  /** Catalogue ids of the models that answer, in this order, where the agent's own fails before its first word. */
  fallback_models: z.array(z.string()),
  /** Null: the default of the model. */
  reasoning_effort: z.enum(EFFORTS).nullable(),
  /** How personal data in a prompt is treated; null: as the installation says. */
  personal_data: z.enum(PERSONAL_DATA_MODES).nullable(),
  /** Which personal data counts; null: as the installation says. */
  personal_data_kinds: z.array(z.enum(PERSONAL_DATA_KINDS)).nullable(),
  /** The farthest place where a model of the agent may process what it is sent. */
  residency_max: z.enum(RESIDENCIES),
  /** A sentence of a model with a number that its sources do not hold is taken out of the answer. */
  refuse_unchecked_numbers: z.boolean(),
  /** Whether it reads the files of its conversations, beside its sources or alone. */
  files: z.enum(FILE_MODES),
});
export type ModelRules = z.output<typeof ModelRules>;

export const DEFAULT_MODEL_RULES: ModelRules = {
  fallback_models: [],
  reasoning_effort: null,
  personal_data: null,
  personal_data_kinds: null,
  residency_max: 'exterior',
  refuse_unchecked_numbers: false,
  files: 'no',
};

/** All that shapes an agent's answers: what a version keeps. */
export const AgentConfiguration = z
  .object({
    model: z.string().nullable(),
    temperature: z.number().nullable(),
    use_guided_prompt: z.boolean(),
    use_security_prompt: z.boolean(),
    prompt_sections: PromptSections,
    custom_prompt: z.string().nullable(),
    knowledge_bases: z.array(z.object({ id: z.int(), name: z.string() })),
    data_sources: z.array(z.object({ id: z.int(), name: z.string() })),
    ...ModelRules.partial().shape,
  })
  .meta({ id: 'AgentConfiguration' });
export type AgentConfiguration = z.output<typeof AgentConfiguration>;

export const AgentVersion = z
  .object({
    id: z.int(),
    /** SHA-256 over the configuration, as hexadecimal digits. */
    hash: z.string(),
    configuration: AgentConfiguration,
    is_current: z.boolean(),
    /** Answers that were given with it, test chats included. */
    answers_count: z.int(),
    created_by: z.object({ id: z.int(), name: z.string() }).nullable(),
    created_at: Time,
  })
  .meta({ id: 'AgentVersion' });
export type AgentVersion = z.output<typeof AgentVersion>;

const FallbackModels = z
  .array(z.string('Escolha os modelos de reserva.').max(200), 'Escolha os modelos de reserva.')
  .max(FALLBACK_MODELS_MAX, `Escolha no máximo ${FALLBACK_MODELS_MAX} modelos de reserva.`);
const PersonalDataKinds = z.array(z.enum(PERSONAL_DATA_KINDS, 'Escolha tipos de dados da lista.')).max(20);

/** The model rules as they are sent; an absent one is not changed. */
export const GivenModelRules = z
  .object({
    fallback_models: FallbackModels,
    reasoning_effort: z.enum(EFFORTS, 'Escolha um esforço da lista.').nullable(),
    personal_data: z.enum(PERSONAL_DATA_MODES, 'Escolha uma regra da lista.').nullable(),
    personal_data_kinds: PersonalDataKinds.nullable(),
    residency_max: z.enum(RESIDENCIES, 'Escolha onde este agente processa.'),
    refuse_unchecked_numbers: z.boolean(),
    files: z.enum(FILE_MODES, 'Escolha uma opção da lista.'),
  })
  .partial();
