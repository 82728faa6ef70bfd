/** Texts of the chat screens and of their sidebar. */
import { formatNumber } from '../../lib/format.ts';
import type { Same } from '../../lib/text/same.ts';
import { en } from './texts-en.ts';

const pt = {
  newChat: 'Novo chat',
  welcome: 'Sobre o que vamos prosear?',
  chooseAgent: 'Escolher um agente',
  changeAgent: (name: string) => `Agente escolhido: ${name}. Trocar de agente`,
  chooseFirst: 'Escolha um agente para começar',
  createFailed: 'Falha ao criar sessão de chat',
  noAgents: 'Nenhum agente disponível para você',
  noAgentsLine: 'Os agentes aparecem aqui quando um administrador libera um deles para o seu grupo.',
  createAgent: 'Criar um agente',
  agents: 'Agentes',
  agentsFailed: 'Falha ao carregar os agentes',
  seeAll: (count: number) => `Ver todos (${formatNumber(count)})`,
  openersOf: (name: string) => `Perguntas de exemplo de ${name}`,
  goOn: 'Continuar',
  askOther: 'Conversar com outro agente',

  goToChat: 'Ir para um novo chat',
  withdrawn: 'Este agente não está mais disponível para você.',
  emptyConversation: 'Faça a primeira pergunta',
  emptyConversationLine: (agent: string) => `${agent} responde com as fontes que conhece e mostra onde leu.`,

  conversation: 'Conversa',
  conversations: 'Conversas',
  noConversations: 'Nenhuma conversa ainda',
  noConversationsLine: 'As suas conversas ficam guardadas aqui.',
  pinned: 'Fixadas',
  today: 'Hoje',
  yesterday: 'Ontem',
  lastWeek: 'Últimos 7 dias',
  temporary: 'Temporárias',
  endsIn: (time: string, now = Date.now()) => {
    const hours = Math.ceil((Date.parse(time) - now) / 3_600_000);
    return hours > 1 ? `Some em ${hours} h` : 'Some em menos de 1 h';
  },
  sessionsFailed: 'Falha ao buscar sessões',

  options: (title: string) => `Opções da conversa «${title}»`,
  pin: (title: string) => `Fixar a conversa «${title}»`,
  pinShort: 'Fixar',
  pinFailed: 'Falha ao fixar a conversa',
  unpin: (title: string) => `Desafixar a conversa «${title}»`,
  unpinShort: 'Desafixar',
  unpinFailed: 'Falha ao desafixar a conversa',
  rename: (title: string) => `Renomear a conversa «${title}»`,
  renameShort: 'Renomear',
  renameFailed: 'Falha ao renomear a conversa',
  newTitle: 'Título da conversa',
  blankTitle: 'O título não pode estar vazio.',
  remove: (title: string) => `Excluir a conversa «${title}»`,
  removeFailed: 'Falha ao deletar sessão',
  confirmRemove: 'Excluir esta conversa?',
  removeReceipt: 'Excluir também o comprovante desta conversa',
  removeReceipts: (count: number) => `Excluir também os comprovantes (${count}) desta conversa`,
  confirmRemoveLine: 'As perguntas e as respostas são apagadas e não podem ser recuperadas.',

  search: 'Buscar nas conversas',
  searchLine: 'Títulos, perguntas e respostas.',
  closeSearch: 'Fechar a busca',
  results: 'Resultados da busca',
  found: (count: number) => (count === 1 ? '1 resultado' : `${formatNumber(count)} resultados`),
  searching: 'Buscando…',
  noneFound: 'Nada encontrado',
  noneFoundLine: 'Tente outras palavras, ou menos palavras.',
  searchFailed: 'Falha ao buscar nas conversas',
} as const;

export const texts: Same<typeof pt, typeof en> = __LANGUAGE__ === 'en' ? en : pt;
