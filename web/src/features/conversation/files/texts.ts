/** Texts of the files of a conversation. */
import { formatNumber } from '../../../lib/format.ts';
import type { Same } from '../../../lib/text/same.ts';
import { en } from './texts-en.ts';

const pt = {
  attach: 'Anexar arquivo',
  drop: 'Solte para anexar a esta conversa',
  list: 'Arquivos anexados',
  sending: (percent: number) => `Enviando… ${percent} %`,
  waiting: 'Na fila',
  reading: (percent: number) => (percent > 0 ? `Lendo… ${percent} %` : 'Lendo…'),
  recognising: (done: number, pages: number) =>
    pages === 1 ? 'Reconhecendo texto…' : `Reconhecendo texto: ${done} de ${formatNumber(pages)} páginas`,
  weak: (pages: number) =>
    pages === 1 ? '1 página com leitura fraca' : `${pages} páginas com leitura fraca`,
  ready: 'pronto',
  failed: 'Falha ao anexar o arquivo',
  again: 'Tentar de novo',
  againOne: (name: string) => `Tentar de novo com ${name}`,
  remove: (name: string) => `Remover ${name}`,
  onlyYou: (days: number | null) =>
    days === null
      ? 'Só você vê este arquivo. Ele é apagado com a conversa.'
      : `Só você vê este arquivo. Ele é apagado com a conversa ou após ${days === 1 ? '1 dia' : `${days} dias`} sem uso.`,
  held: (names: string[]) =>
    names.length === 1
      ? `Será enviada quando ${names[0]} terminar de ser lido.`
      : `Será enviada quando ${names.length} arquivos terminarem de ser lidos.`,
  heldFailed: (names: string[]) =>
    names.length === 1
      ? `A pergunta não foi enviada: ${names[0]} não pôde ser lido.`
      : `A pergunta não foi enviada: ${names.length} arquivos não puderam ser lidos.`,
  sendWithout: 'Enviar sem o arquivo',
  sendWithoutMany: 'Enviar sem os arquivos',
  leftOut: 'Este agente não lê mais arquivos: os desta conversa ficam de fora das respostas.',
  files: 'Arquivos desta conversa',
  filesLine: 'Só você vê estes arquivos.',
  loadFailed: 'Falha ao carregar os arquivos',
  none: 'Nenhum arquivo nesta conversa.',
  save: (name: string) => `Baixar ${name}`,
  saveFailed: 'Falha ao baixar o arquivo',
  confirm: (name: string) => `Remover ${name} desta conversa?`,
  confirmLine: 'As respostas continuam; as citações mostram “arquivo removido”.',
  confirmRemove: 'Remover',
  removeFailed: 'Falha ao remover o arquivo',
  pages: (pages: number) => (pages === 1 ? '1 página' : `${formatNumber(pages)} páginas`),
} as const;

export const texts: Same<typeof pt, typeof en> = __LANGUAGE__ === 'en' ? en : pt;
