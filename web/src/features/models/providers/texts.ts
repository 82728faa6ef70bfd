import type { Residency } from '#contract/model-sets.ts';
import type { Same } from '../../../lib/text/same.ts';
import { en, residenciesEn, serverHintsEn } from './texts-en.ts';

const residenciesPt = {
  local: 'Nesta casa',
  brasil: 'No Brasil',
  exterior: 'No exterior',
} satisfies Record<Residency, string>;

const pt = {
  line: 'De onde vêm os modelos. Uma chave guardada aqui nunca volta a aparecer.',
  list: 'Provedores de modelos',
  loadFailed: 'Falha ao carregar os provedores',
  add: 'Adicionar servidor',
  edit: 'Editar',
  editOf: (name: string) => `Editar ${name}`,
  remove: 'Remover',
  removeOf: (name: string) => `Remover ${name}`,
  address: 'Endereço',
  ownAddress: 'O do provedor',
  fixedIn: (variable: string) => `Definido em ${variable} no servidor`,
  key: 'Chave',
  keyFrom: (variable: string) => `Variável de ambiente ${variable}`,
  keyStored: (hint: string | null) => (hint ? `Guardada, termina em …${hint}` : 'Guardada'),
  keyNone: 'Sem chave',
  keyUnreadable: 'Chave ilegível: digite-a de novo.',
  residency: 'Onde processa',
  listedAt: 'Última consulta',
  neverListed: 'Nenhuma ainda',
  models: 'Modelos no catálogo',

  addTitle: 'Adicionar servidor',
  addLine: 'Um servidor com a API da OpenAI, nesta casa ou fora dela.',
  editTitle: (name: string) => `Provedor ${name}`,
  type: 'Tipo',
  name: 'Nome',
  addressPlaceholder: 'http://127.0.0.1:11434/v1',
  addressHint: 'Outro endereço exige digitar a chave de novo.',
  optionalKey: 'Chave (opcional)',
  keyKept: 'Em branco: fica a que está guardada.',
  keyRemoved: 'A chave guardada sai ao salvar.',
  removeKey: 'Remover a chave guardada',
  keepKey: 'Manter a chave guardada',
  residencyHint: 'Decide quais agentes podem usar este provedor.',
  test: 'Testar conexão',
  testing: 'Testando…',
  testKeyHint: 'O teste usa a chave digitada aqui; a guardada não é enviada.',
  works: (count: number) => (count === 1 ? 'Tudo certo: 1 modelo.' : `Tudo certo: ${count} modelos.`),
  modelsFound: (names: string[]) => names.join(' · '),
  andMore: (count: number) => `e mais ${count}`,
  save: 'Salvar',
  saving: 'Salvando…',
  cancel: 'Cancelar',
  saveFailed: 'Falha ao salvar o provedor',
  testFailed: 'Falha ao testar a conexão',
  needed: 'Campo obrigatório.',

  removeQuestion: (name: string, count: number) =>
    `Remover o servidor ${name}? ${count === 1 ? 'Seu 1 modelo sai' : `Seus ${count} modelos saem`} do catálogo.`,
  removeFailed: 'Falha ao remover o provedor',
  inUseTitle: (name: string) => `${name} está em uso`,
  inUseLine: 'Modelos deste provedor estão em uso. Troque-os antes nestes lugares.',
  agents: 'Agentes',
  sources: 'Fontes de dados',
  defaults: 'É um dos modelos padrão da instalação.',
  close: 'Fechar',
} as const;

const hintsPt = {
  ollama:
    'O Ollama corta em silêncio o que passa do contexto configurado nele (muitas vezes 4.096). Ajuste OLLAMA_CONTEXT_LENGTH; o teste confere.',
  vllm: 'O endereço de «vllm serve», com /v1 no fim.',
  lmstudio: 'Ligue o servidor na aba «Developer» do LM Studio.',
  other: 'O endereço que termina antes de /chat/completions.',
  otherLabel: 'Outro compatível com OpenAI',
} as const;

export const serverHints: Same<typeof hintsPt, typeof serverHintsEn> =
  __LANGUAGE__ === 'en' ? serverHintsEn : hintsPt;

export const residencies: Same<typeof residenciesPt, typeof residenciesEn> =
  __LANGUAGE__ === 'en' ? residenciesEn : residenciesPt;
export const texts: Same<typeof pt, typeof en> = __LANGUAGE__ === 'en' ? en : pt;
