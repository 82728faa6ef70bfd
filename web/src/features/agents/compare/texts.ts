/** The comparison of models on an agent's checks. */
import { counted, formatNumber } from '../../../lib/format.ts';

export const texts = {
  title: 'Comparar modelos',
  line: 'As verificações do agente são perguntadas a cada modelo. Nada é cobrado de ninguém.',
  models: 'Modelos',
  model: (place: number) => `Modelo ${place}`,
  present: 'Modelo atual',
  choose: 'Escolha um modelo',
  add: 'Acrescentar modelo',
  size: (checks: number, models: number) =>
    `${counted(checks, 'verificação', 'verificações')} × ${counted(models, 'modelo', 'modelos')}`,
  about: (cost: string) => `cerca de ${cost}`,
  noCost: 'custo desconhecido',
  start: 'Começar',
  stop: 'Parar',
  stopped: 'A comparação terminou antes do fim.',
  again: 'Comparar de novo',
  noChecks: 'Este agente ainda não tem verificações. Crie ao menos uma para comparar.',
  toChecks: 'Ver verificações',
  loadFailed: 'A comparação não pôde ser carregada',
  failed: 'Falha ao comparar os modelos',
  comparison: 'Comparação',
  newest: (time: string) => `${time} (a última)`,
  check: 'Verificação',
  shown: 'Modelo mostrado',
  progress: (done: number, all: number) => `${formatNumber(done)} de ${formatNumber(all)}`,
  asking: 'perguntando',
  outcomes: { held: 'Valeu', failed: 'Não valeu', error: 'Erro' },
  held: (held: number, all: number) => `${formatNumber(held)} de ${formatNumber(all)}`,
  heldLabel: 'Valeram',
  tokens: 'Tokens',
  time: 'Tempo',
  seconds: (ms: number) => `${(ms / 1_000).toLocaleString('pt-BR', { maximumFractionDigits: 1 })} s`,
  cost: 'Custo',
  answers: 'Respostas',
  noAnswer: 'Sem resposta',
  use: 'Usar este modelo',
  using: 'Trocando...',
  useFailed: 'Falha ao atualizar configuração do agente',
  confirm: (agent: string, name: string, held: number, all: number) =>
    `Trocar o modelo de ${agent} para ${name}? ${held} de ${all} verificações valeram.`,
  confirmUse: 'Trocar',
  cancel: 'Cancelar',
} as const;

/** Millionths of BRL. */
export const formatMicroBRL = (micro: number): string =>
  (micro / 1_000_000).toLocaleString('pt-BR', {
    style: 'currency',
    currency: 'BRL',
    maximumFractionDigits: micro < 10_000 ? 4 : 2,
  });
