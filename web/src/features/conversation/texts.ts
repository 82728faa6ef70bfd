/** Texts of a conversation. */
import { CHAT_INPUT_LINES, QUESTION_MAX } from '#contract/limits.ts';
import { formatNumber } from '../../lib/format.ts';
import type { Same } from '../../lib/text/same.ts';
import { en } from './texts-en.ts';

const pt = {
  messages: 'Mensagens da conversa',
  you: 'Você',
  someAgent: 'Agente',
  ask: 'Pergunte ao agente',
  askAgent: (agent: string) => `Pergunte ao agente ${agent}`,
  question: 'Sua pergunta',
  send: 'Enviar',
  stop: 'Parar resposta',
  stopping: 'Parando…',
  stopFailed: 'Falha ao parar a resposta',
  enterHint: 'Enter envia, Shift+Enter quebra a linha',
  linesCut: `Limite de ${CHAT_INPUT_LINES} linhas: as anteriores foram removidas.`,
  lengthReached: `Limite de ${formatNumber(QUESTION_MAX)} caracteres atingido.`,
  toEnd: 'Ir para o fim',
  earlier: 'Carregar mensagens anteriores',
  seekFailed: 'Falha ao buscar a mensagem',
  notHere: 'Esta mensagem não está mais nesta conversa.',

  loadFailed: 'Falha ao carregar mensagens',
  fetchContext: 'Falha ao buscar mensagens',
  sendFailed: 'Falha ao enviar mensagem',
  firstSendFailed: 'Falha ao enviar mensagem inicial',
  notSent: 'A pergunta não foi enviada',
  startFailed: 'Falha ao iniciar streaming',
  continueFailed: 'Falha ao continuar a resposta',
  retryFailed: 'Falha ao tentar novamente',
  streamFailed: 'Erro de streaming',
  streamCutLine: 'A conexão caiu antes do fim. O que já chegou está acima.',
  empty: 'O agente terminou sem escrever nada.',
  plans: 'Ver planos',

  waiting: 'Lendo as fontes…',
  writing: 'Escrevendo…',
  interrupted: 'resposta interrompida',
  stopped: 'resposta parada por você',
  continue: 'Continuar',
  askAgain: 'Perguntar de novo',
  finished: 'Resposta concluída.',
  finishedBadly: 'A resposta não foi concluída.',
  notDrawn: 'Esta mensagem não pôde ser formatada. Este é o texto dela.',
  /** A retired model runs on its successor without a failure. */
  answeredBy: (name: string, { name: asked, reason }: { name: string; reason: string }) =>
    reason === 'successor'
      ? `Respondido por ${name}, sucessor de ${asked}.`
      : `Respondido por ${name}: ${asked} não respondeu.`,
  local: 'Modo local: as respostas são trechos das fontes do agente.',

  uncheckedNumber: 'Este número não vem da fonte.',
  uncheckedNumbers: (count: number) =>
    count === 1 ? '1 número não conferido' : `${count} números não conferidos`,

  masked: (count: number) =>
    count === 1
      ? '1 dado pessoal foi trocado por uma marca antes de sair.'
      : `${count} dados pessoais foram trocados por marcas antes de sair.`,

  openForeign: 'Abrir um endereço fora do Prosa?',
  openForeignLine:
    'Este link veio da resposta. Confira o endereço antes de abrir. Esta pergunta aparece só na primeira vez.',
  open: 'Abrir',

  copy: 'Copiar resposta',
  copyWithSources: 'Copiar com as fontes',
  copyCode: 'Copiar código',
  copied: 'Copiado',
  copyFailed: 'Não foi possível copiar',
  helpful: 'Esta resposta ajudou',
  notHelpful: 'Esta resposta não ajudou',
  giveReason: 'Dizer o motivo',
  changeReason: 'Mudar o motivo',
  whyHelpful: 'O que ajudou? (opcional)',
  whyNotHelpful: 'O que faltou? (opcional)',
  sendReason: 'Enviar motivo',
  mayBeRead: 'Administradores podem ler esta pergunta e o motivo, sem o seu nome.',
  notRead: 'Esta resposta usou um arquivo seu: administradores não veem a pergunta.',
  feedbackFailed: 'Falha ao guardar a sua avaliação',
  filters: 'Filtros entendidos na pergunta',
  removeDay: (words: string) => `Perguntar de novo na data de hoje, sem «${words}»`,
  day: {
    today: 'na data de hoje',
    title: 'Data das respostas',
    hint: 'As respostas usam o que estava em vigor nesse dia. Hoje, se você não escolher outro.',
    field: 'Dia',
    use: 'Usar este dia',
    toToday: 'Voltar para hoje',
    wrong: 'Escolha um dia entre 1822 e 2199.',
    chosen: (day: string) => `em ${day}`,
    change: (day: string) => `Mudar a data das respostas: ${day}`,
  },
  removeFilter: (words: string) => `Perguntar de novo sem ${words}`,
  without: (words: string) => `sem ${words}`,
  sentWithout: (files: number) =>
    files === 1 ? 'Enviada sem um arquivo anexado' : `Enviada sem ${files} arquivos anexados`,
  read: {
    passages: ['trecho lido', 'trechos lidos'],
    records: ['registro lido', 'registros lidos'],
    results: ['resultado lido', 'resultados lidos'],
    documents: ['documento', 'documentos'],
    dataSources: ['fonte de dados', 'fontes de dados'],
    verified: ['resposta verificada', 'respostas verificadas'],
    in: 'em',
    and: 'e',
  },
  notes: 'Notas',
  sources: 'Fontes:',
  sourcesOfAnswer: 'Fontes da resposta',
  source: (index: number, title: string) => `Fonte ${index}: ${title}`,
  otherSources: (count: number) =>
    count === 1 ? 'Ver outro trecho lido' : `Ver outros ${count} trechos lidos`,
  fewerSources: 'Ver só os citados',
  ownFile: 'seu arquivo',
  verified: (area: string, day: string) => `Resposta verificada · ${area} · ${day}`,
  verifiedTitle: 'Escrita por pessoas. Nenhum modelo foi usado.',
  verifiedSource: 'Resposta verificada',
  verifiedSourceTitle: 'Escrita por pessoas para uma pergunta parecida; o modelo a leu.',
  weakPage: 'leitura fraca',
  table: 'Tabela',
  code: 'Código',
  image: 'imagem',
  done: 'feito',
  toDo: 'por fazer',
} as const;

export const texts: Same<typeof pt, typeof en> = __LANGUAGE__ === 'en' ? en : pt;
