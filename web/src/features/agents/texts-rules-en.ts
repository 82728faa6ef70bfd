/** Rules of an agent in English. */
import type { Residency } from '#contract/model-sets.ts';

export const rulesEn = {
  local:
    'Local mode: no model is needed. Answers are passages of the sources; the chosen model is used once there is a key.',
  files: 'Files in the conversation',
  fileModes: {
    no: 'Do not accept',
    with_sources: 'Together with the sources of the agent',
    only_files: 'Only the files of the person',
  },
  saveFailed: 'The configuration of the agent could not be changed',
  nameMissing: 'Enter the name of the agent.',
  answersFor: (successor: string) => `Answering with ${successor} until you choose`,
  use: (model: string) => `Use ${model}`,
  compare: 'Compare models',
  waiting: 'The form shows the changes that wait to be published; people still get the earlier ones.',
  effort: 'Reasoning effort',
  effortOfModel: (effort: string) => `Default of the model (${effort})`,
  efforts: {
    none: 'None',
    minimal: 'Minimal',
    low: 'Low',
    medium: 'Medium',
    high: 'High',
    xhigh: 'Very high',
    max: 'Maximum',
  },
  reserves: 'Fallback models',
  reservesHint: 'If the model fails before the first word, the next one answers and the reader is told.',
  noReserves: 'None: those of the installation are used, if there are any.',
  reserveUp: (model: string) => `Move ${model} up`,
  reserveAway: (model: string) => `Remove ${model} from the fallback models`,
  addReserve: 'Add fallback model',
  personalData: 'Personal data',
  personalDataLine: 'Applies before a text goes to a model off premises.',
  personalDataMode: 'What to do with personal data',
  personalDataDefault: (mode: string | null) => (mode ? `Use the default (${mode})` : 'Use the default'),
  personalDataKinds: 'Kinds of data',
  personalDataKindsMissing: 'Choose at least one kind of data.',
  residency: 'Where this agent runs',
  residencies: {
    exterior: 'Also abroad',
    brasil: 'Only in Brazil',
    local: 'Stays on premises',
  },
  modelBeyond: (model: string, place: Exclude<Residency, 'local'>) =>
    `${model} runs ${place === 'brasil' ? 'in Brazil' : 'abroad'}: choose another model or another rule.`,
  ofModels: 'Model rules',
  ofModelsLine: 'Fallback models, personal data and numbers. In local mode they change nothing.',
  refuseNumbers: 'Refuse unverified numbers',
  refuseNumbersLine:
    'In answers about tables, a sentence with a number that does not come from the source is taken out.',
  insertVariable: 'Insert variable',
  insertVariableIn: (label: string) => `Insert variable in ${label}`,
  unknownVariable: 'is not a variable and will be sent as it is.',
} as const;

/** The variables of a prompt. */
export const variableNamesEn = {
  data: 'today’s date',
  hora: 'present time',
  dia_da_semana: 'day of the week',
  nome: 'name of whoever asks',
  primeiro_nome: 'first name of whoever asks',
  grupo: 'group of whoever asks',
  agente: 'name of this agent',
} as const;

/** Fields that a version may have changed. */
export const ruleFieldsEn = {
  reasoning_effort: 'Reasoning effort',
  fallback_models: 'Fallback models',
  personal_data: 'Personal data',
  personal_data_kinds: 'Kinds of data',
  residency_max: 'Where this agent runs',
  refuse_unchecked_numbers: 'Refuse unverified numbers',
  files: 'Files in the conversation',
} as const;
