/** The words of the chat screens and of its sidebar. */
export const texts = {
  newChat: 'Novo chat',
  welcome: 'Sobre o que vamos prosear?',
  chooseAgent: 'Escolher um agente',
  changeAgent: (name: string) => `Agente escolhido: ${name}. Trocar de agente`,
  chooseFirst: 'Escolha um agente para começar',
  createFailed: 'Falha ao criar sessão de chat',
  noAgents: 'Nenhum agente disponível para você',
  noAgentsLine: 'Os agentes aparecem aqui quando um administrador libera um deles para o seu grupo.',
  askOther: 'Conversar com outro agente',

  goToChat: 'Ir para um novo chat',
  withdrawn: 'Este agente não está mais disponível para você.',
  emptyConversation: 'Faça a primeira pergunta',
  emptyConversationLine: (agent: string) => `${agent} responde com as fontes que conhece e mostra onde leu.`,

  conversation: 'Conversa',
  conversations: 'Conversas',
  noConversations: 'Nenhuma conversa ainda',
  noConversationsLine: 'As suas conversas ficam guardadas aqui.',
  sessionsFailed: 'Falha ao buscar sessões',
  removeFailed: 'Falha ao deletar sessão',
  remove: (title: string) => `Excluir a conversa «${title}»`,
  confirmRemove: 'Excluir esta conversa?',
  confirmRemoveLine: 'As perguntas e as respostas são apagadas e não podem ser recuperadas.',
} as const;
