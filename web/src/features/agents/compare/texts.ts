/** The comparison of versions and models on an agent’s checks. */
import { counted, formatNumber } from '../../../lib/format.ts';
import { formatAmount } from '../../../lib/text/figures.ts';
import type { Same } from '../../../lib/text/same.ts';
import { en } from './texts-en.ts';

const pt = {
  titles: { models: 'Comparar modelos', versions: 'Comparar versões' },
  line: 'As verificações do agente são perguntadas em cada coluna, lado a lado. Nada é cobrado de ninguém.',
  column: (place: number) => `Coluna ${place}`,
  version: 'Versão',
  now: 'A atual',
  candidate: 'Mudanças que esperam',
  savedAt: (time: string, author: string | undefined) => (author ? `${time}, ${author}` : time),
  oldVersion: 'Versão antiga',
  model: 'Modelo',
  ownModel: (name: string) => `O da versão (${name})`,
  local: 'Modo local',
  add: 'Acrescentar coluna',
  alike: 'Há colunas iguais: mude a versão ou o modelo de uma delas.',
  toLast: 'Ver a última',
  size: (checks: number, columns: number) =>
    `${counted(checks, 'verificação', 'verificações')} × ${counted(columns, 'coluna', 'colunas')}`,
  about: (cost: string) => `cerca de ${cost}`,
  noCost: 'custo desconhecido',
  start: 'Começar',
  stop: 'Parar',
  stopped: 'A comparação terminou antes do fim.',
  again: 'Comparar de novo',
  noChecks: 'Este agente ainda não tem verificações. Crie ao menos uma para comparar.',
  toChecks: 'Ver verificações',
  loadFailed: 'A comparação não pôde ser carregada',
  failed: 'Falha ao comparar',
  comparison: 'Comparação',
  newest: (time: string) => `${time} (a última)`,
  check: 'Verificação',
  shown: 'Coluna mostrada',
  turned: (turned: number) => counted(turned, 'verificação mudou', 'verificações mudaram'),
  noneTurned: 'Nenhuma verificação mudou de uma coluna para a outra.',
  turnedOnly: 'Só as que mudaram',
  turnedMark: 'Mudou',
  progress: (done: number, all: number) => `${formatNumber(done)} de ${formatNumber(all)}`,
  asking: 'perguntando',
  outcomes: { held: 'Mantida', failed: 'Falhou', error: 'Erro' },
  held: (held: number, all: number) => `${formatNumber(held)} de ${formatNumber(all)}`,
  heldLabel: 'Mantidas',
  tokens: 'Tokens',
  time: 'Tempo',
  seconds: (ms: number) => `${formatNumber(ms / 1_000, { maximumFractionDigits: 1 })} s`,
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
  formatAmount(micro / 1_000_000, {
    style: 'currency',
    currency: 'BRL',
    maximumFractionDigits: micro < 10_000 ? 4 : 2,
  });

export const texts: Same<typeof pt, typeof en> = __LANGUAGE__ === 'en' ? en : pt;
