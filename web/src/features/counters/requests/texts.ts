/** Texts of the inbox of citizens' requests. */
import type { RequestReason } from '#contract/citizen-requests.ts';
import type { RequestState } from '#contract/counters.ts';
import type { Same } from '../../../lib/text/same.ts';
import { en } from './texts-en.ts';

const pt = {
  title: 'Pedidos',
  line: 'O que cidadãos pediram nos balcões quando a resposta não estava nos documentos. O que vence antes vem primeiro.',
  state: 'Situação',
  states: {
    open: 'Abertos',
    answered: 'Respondidos',
    closed: 'Encerrados',
    erased: 'Apagados',
  } satisfies Record<RequestState, string>,
  counter: 'Balcão',
  allCounters: 'Todos os balcões',
  loading: 'Carregando os pedidos',
  loadFailed: 'Falha ao carregar os pedidos',
  loaded: (count: string, total: string) => `${count} de ${total}`,
  loadMore: 'Carregar mais',
  none: {
    open: 'Nenhum pedido aberto',
    answered: 'Nenhum pedido respondido',
    closed: 'Nenhum pedido encerrado',
    erased: 'Nenhum pedido apagado',
  } satisfies Record<RequestState, string>,
  noneLine: 'Quando um balcão não encontra a resposta, a pessoa pode deixar um pedido, que aparece aqui.',
  open: 'Abrir',
  openOf: (protocol: string) => `Abrir o pedido ${protocol}`,
  due: (day: string) => `Responder até ${day}`,
  overdue: (day: string) => `Venceu em ${day}`,
  badges: { answered: 'Respondido', closed: 'Encerrado', erased: 'Apagado' } satisfies Record<
    Exclude<RequestState, 'open'>,
    string
  >,
  page: {
    back: 'Voltar aos pedidos',
    notFound: 'Pedido não encontrado',
    notFoundLine: 'O endereço pode estar incompleto, ou o balcão do pedido foi excluído.',
    toList: 'Ver os pedidos',
    loadFailed: 'Falha ao carregar o pedido',
    stale: 'O pedido pode ter mudado.',
  },
  erasedWords: 'O que foi escrito foi apagado.',
  request: (protocol: string) => `Pedido ${protocol}`,
  from: 'De',
  received: 'Recebido em',
  dueOn: 'Responder até',
  ended: 'Encerrado em',
  endedBy: 'Por',
  question: 'A pergunta que ficou sem resposta',
  text: 'O pedido',
  answer: 'A resposta',
  reason: 'Motivo',
  note: 'Observação',
  noteLine: 'Só a equipe lê.',
  cancel: 'Voltar',
  reply: {
    action: 'Responder',
    title: (protocol: string) => `Responder o pedido ${protocol}`,
    line: (email: string) => `A resposta vai por e-mail para ${email}, com o contato do balcão.`,
    answer: 'Resposta',
    answerHint: 'Texto simples, até 8.000 caracteres. Linhas em branco separam parágrafos.',
    missing: 'Escreva a resposta.',
    send: 'Enviar resposta',
    sending: 'Enviando…',
    failed: 'Falha ao enviar a resposta',
    sent: 'A resposta foi enviada.',
  },
  end: {
    action: 'Encerrar',
    title: (protocol: string) => `Encerrar o pedido ${protocol}`,
    line: 'O motivo vai por e-mail a quem pediu; a observação fica só aqui.',
    reason: 'Motivo',
    reasons: {
      not_ours: 'O assunto não é desta organização',
      duplicate: 'Já existe outro pedido sobre o mesmo assunto',
      answered_elsewhere: 'Já foi respondido por outro canal',
    } satisfies Record<RequestReason, string>,
    note: 'Observação (opcional)',
    submit: 'Encerrar pedido',
    submitting: 'Encerrando…',
    failed: 'Falha ao encerrar o pedido',
    done: 'O pedido foi encerrado.',
  },
  erase: {
    action: 'Apagar',
    question: (protocol: string) => `Apagar o que foi escrito no pedido ${protocol}?`,
    line: 'Nome, e-mail, pedido e resposta somem e não voltam. Número, datas e situação ficam.',
    lineOpen:
      'Nome, e-mail e pedido somem e não voltam, e ninguém mais pode responder. Número, datas e situação ficam.',
    failed: 'Falha ao apagar o pedido',
  },
  verify: {
    action: 'Virar resposta verificada',
    note: 'Ela será dada a qualquer pessoa que fizer a mesma pergunta. Tire nomes e tudo o que diz quem pediu.',
    done: 'A resposta verificada já é dada pelo agente.',
    see: 'Ver no agente',
  },
} as const;

export const texts: Same<typeof pt, typeof en> = __LANGUAGE__ === 'en' ? en : pt;
