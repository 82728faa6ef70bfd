/** Rules of an agent, which are Portuguese in the mixture of languages, whatever the tab around them is. */
import { PROMPT_VARIABLES, type PromptSections } from '#contract/agent-prompt.ts';
import type { FileMode } from '#contract/file-rules.ts';
import type { Effort, Residency } from '#contract/model-sets.ts';
import type { Same } from '../../lib/text/same.ts';
import { ruleFieldsEn, rulesEn, variableNamesEn } from './texts-rules-en.ts';

const rulesPt = {
  local:
    'Modo local: nenhum modelo é preciso. As respostas são trechos das fontes; o modelo escolhido vale quando houver uma chave.',
  files: 'Arquivos na conversa',
  fileModes: {
    no: 'Não aceitar',
    with_sources: 'Junto com as fontes do agente',
    only_files: 'Só os arquivos da pessoa',
  } satisfies Record<FileMode, string>,
  saveFailed: 'Falha ao atualizar configuração do agente',
  nameMissing: 'Informe o nome do agente.',
  answersFor: (successor: string) => `Respondendo com ${successor} até você escolher`,
  use: (model: string) => `Usar ${model}`,
  compare: 'Comparar modelos',
  waiting: 'O formulário mostra as mudanças que esperam publicação; as pessoas ainda recebem as anteriores.',
  effort: 'Esforço de raciocínio',
  effortOfModel: (effort: string) => `Padrão do modelo (${effort})`,
  efforts: {
    none: 'Nenhum',
    minimal: 'Mínimo',
    low: 'Baixo',
    medium: 'Médio',
    high: 'Alto',
    xhigh: 'Muito alto',
    max: 'Máximo',
  } satisfies Record<Effort, string>,
  reserves: 'Reservas',
  reservesHint: 'Se o modelo falhar antes da primeira palavra, o próximo responde e o leitor é avisado.',
  noReserves: 'Nenhuma: valem as reservas da instalação, se houver.',
  reserveUp: (model: string) => `Pôr ${model} antes`,
  reserveAway: (model: string) => `Tirar ${model} das reservas`,
  addReserve: 'Acrescentar reserva',
  personalData: 'Dados pessoais',
  personalDataLine: 'Vale antes de um texto ir a um modelo fora da casa.',
  personalDataMode: 'O que fazer com dados pessoais',
  personalDataDefault: (mode: string | null) => (mode ? `Usar o padrão (${mode})` : 'Usar o padrão'),
  personalDataKinds: 'Tipos de dado',
  personalDataKindsMissing: 'Escolha ao menos um tipo de dado.',
  residency: 'Onde este agente processa',
  residencies: {
    exterior: 'No exterior também',
    brasil: 'Só no Brasil',
    local: 'Não sai da casa',
  } satisfies Record<Residency, string>,
  modelBeyond: (model: string, place: Exclude<Residency, 'local'>) =>
    `${model} processa ${place === 'brasil' ? 'no Brasil' : 'no exterior'}: escolha outro modelo ou outra regra.`,
  ofModels: 'Regras de modelos',
  ofModelsLine: 'Reservas, dados pessoais e números. No modo local não mudam nada.',
  refuseNumbers: 'Recusar números não conferidos',
  refuseNumbersLine: 'Nas respostas sobre tabelas, a frase com um número que não vem da fonte é retirada.',
  insertVariable: 'Inserir variável',
  insertVariableIn: (label: string) => `Inserir variável em ${label}`,
  unknownVariable: 'não é uma variável e será enviada como está.',
} as const;

export const rules: Same<typeof rulesPt, typeof rulesEn> = __LANGUAGE__ === 'en' ? rulesEn : rulesPt;

/** The variables of a prompt. */
export const variableNames: Same<typeof PROMPT_VARIABLES, typeof variableNamesEn> =
  __LANGUAGE__ === 'en' ? variableNamesEn : PROMPT_VARIABLES;

/** An example for each section of a guided prompt; agents speak Portuguese. */
export const sectionExamples = {
  identity:
    'Você é especialista em legislação de trânsito brasileira e atende cidadãos e despachantes que não são advogados.',
  goal: 'Explicar direitos, prazos e próximos passos de cada caso, sempre com a base legal e a página do documento em que ela está.',
  response_style:
    'Comece pela resposta em uma frase. Depois, passos numerados, em linguagem simples, sem jargão. No máximo dez linhas.',
  constraints:
    'Não dê opinião sobre processos em andamento. Se a resposta não estiver nas fontes, diga isso e indique o órgão que pode ajudar.',
  custom_instructions:
    'Escreva datas como 20/11/2026 e valores em reais. Quando perguntarem por multa já paga, lembre que pagar não impede o recurso.',
} as const satisfies Record<keyof PromptSections, string>;

/** Fields that a version may have changed. */
const ruleFieldsPt = {
  reasoning_effort: 'Esforço de raciocínio',
  fallback_models: 'Reservas',
  personal_data: 'Dados pessoais',
  personal_data_kinds: 'Tipos de dado',
  residency_max: 'Onde este agente processa',
  refuse_unchecked_numbers: 'Recusar números não conferidos',
  files: 'Arquivos na conversa',
} as const;

export const ruleFields: Same<typeof ruleFieldsPt, typeof ruleFieldsEn> =
  __LANGUAGE__ === 'en' ? ruleFieldsEn : ruleFieldsPt;
