/** Texts of the verified answers of an agent. */
import type { VerifiedState } from '#contract/verified-answers.ts';
import type { Same } from '../../../lib/text/same.ts';
import { en } from './texts-en.ts';

const pt = {
  title: 'Respostas verificadas',
  line: 'Escritas por pessoas e dadas sem modelo, sem gastar tokens, a quem faz a mesma pergunta.',
  none: 'Nenhuma resposta verificada ainda.',
  loadFailed: 'Falha ao carregar as respostas verificadas',
  add: 'Nova resposta',
  edit: (question: string) => `Editar «${question}»`,
  editShort: 'Editar',
  pause: 'Pausar',
  resume: 'Retomar',
  remove: 'Excluir',
  confirmRemove: 'Excluir esta resposta verificada?',
  confirmRemoveLine: 'Ela deixa de ser dada. As conversas guardam o que ela disse.',
  changeFailed: 'Falha ao alterar a resposta verificada',
  states: {
    active: 'Em uso',
    paused: 'Pausada',
    due: 'Vencida',
    source_changed: 'Fonte mudou',
    conflict: 'Em conflito',
  } satisfies Record<VerifiedState, string>,
  dueOn: (day: string) => `Vence em ${day}`,
  uses: (count: number) => (count === 1 ? '1 uso em 30 dias' : `${count} usos em 30 dias`),
  formTitle: 'Resposta verificada',
  question: 'Pergunta',
  wordings: 'Outras formas de perguntar',
  wordingsHint: 'Uma por linha, até 20. Quanto mais formas, mais perguntas casam.',
  answer: 'Resposta',
  answerHint: 'Aceita Markdown. [1] marca a primeira fonte.',
  linkTitle: 'Nome do link',
  linkUrl: 'Endereço (https)',
  sources: 'Fontes',
  removeSource: (title: string) => `Retirar a fonte «${title}»`,
  owner: 'Área responsável',
  ownerHint: 'Uma área, não uma pessoa.',
  review: 'Revisar em',
  reviewHint: 'Depois desse dia ela não é mais dada. No máximo daqui a dois anos.',
  reviewer: 'Quem revisa',
  reviewerPlaceholder: 'Nome ou e-mail de um administrador',
  reviewerHint: 'Recebe um e-mail 14 dias antes, no dia e nas quatro semanas seguintes.',
  dropReviewer: (name: string) => `Tirar ${name} da revisão`,
  save: 'Salvar',
  saving: 'Salvando…',
  saveFailed: 'Falha ao salvar a resposta verificada',
  try: 'Experimentar',
  tryLabel: 'Digite uma pergunta para ver se ela casa',
  tryFailed: 'Falha ao experimentar a pergunta',
  match: (question: string) => `Casa com «${question}».`,
  near: (question: string, words: string) =>
    `Parecida com «${question}», não casa${words ? `: ${words} só em uma das duas` : ''}.`,
  noMatch: 'Não casa.',
} as const;

export const texts: Same<typeof pt, typeof en> = __LANGUAGE__ === 'en' ? en : pt;
