/** When the documents of a base hold. */
import type { OverdueReason, ProposalKind, RelationKind } from '#contract/validity.ts';
import { validityWords } from '#contract/validity-state.ts';
import { counted } from '../../../lib/format.ts';
import type { Same } from '../../../lib/text/same.ts';
import { en, validityWordsEn } from './texts-en.ts';

const pt = {
  tab: 'Vigência',
  views: {
    label: 'O que mostrar',
    proposals: (count: number | undefined) => (count === undefined ? 'Propostas' : `Propostas (${count})`),
    timeline: 'Linha do tempo',
    overdue: 'Vencidos',
  },
  proposals: {
    list: 'Propostas de vigência',
    line: 'O que foi encontrado nos textos. Nada muda nas respostas até você aceitar.',
    keys: 'Teclas: A aceita, J ajusta, R recusa.',
    loadFailed: 'Falha ao carregar as propostas',
    none: 'Nenhuma proposta em aberto',
    noneLine:
      'Quando um documento diz que norma é, quando começa a valer ou o que revoga, a proposta aparece aqui.',
    accept: 'Aceitar',
    adjust: 'Ajustar',
    reject: 'Recusar',
    failed: 'Falha ao decidir a proposta',
    accepted: 'Proposta aceita.',
    rejected: 'Proposta recusada.',
    presumed: 'presumida',
    dayMissing: 'A data não está no texto: informe-a em «Ajustar».',
    clauseOf: (document: string) => `Trecho de ${document}`,
    noClause: 'O texto não diz quando começa a valer: 45 dias depois da publicação (LINDB, art. 1º).',
    kinds: {
      norm: 'Norma',
      starts: 'Início da vigência',
      repeals: 'Revogação',
      repeals_in_part: 'Revogação parcial',
      amends: 'Alteração',
      regulates: 'Regulamentação',
      suspends: 'Suspensão',
      revives: 'Repristinação',
    } satisfies Record<ProposalKind, string>,
    isNorm: (document: string, norm: string) =>
      `${document} é ${norm.startsWith('Decreto') ? 'o' : 'a'} ${norm}`,
    startsOn: (document: string, day: string) => `${document} vale desde ${day}`,
    wording: (norm: string, provisions: string, by: string) =>
      `${norm}: a redação de ${provisions} é a dada por ${by}`,
  },
  relation: {
    /** «Lei nº 4.310/2022 revoga Lei nº 3.210/2015, art. 5º, desde 12/03/2022» */
    verbs: {
      repeals: 'revoga',
      repeals_in_part: 'revoga em parte',
      amends: 'altera',
      regulates: 'regulamenta',
      suspends: 'suspende',
      revives: 'faz valer de novo',
    } satisfies Record<RelationKind, string>,
    since: (day: string) => `desde ${day}`,
    until: (day: string) => `até ${day}`,
    titles: 'Relações com outras normas',
    none: 'Nenhuma relação registrada.',
    add: 'Adicionar relação',
    remove: (words: string) => `Desfazer: ${words}`,
    removeFailed: 'Falha ao desfazer a relação',
  },
  panel: {
    title: 'Vigência',
    show: 'Mostrar',
    text: 'Texto',
    validity: 'Vigência',
    loadFailed: 'Falha ao carregar a vigência',
    edit: 'Editar',
    norm: 'Norma',
    noNorm: 'não informada',
    from: 'Em vigor de',
    until: 'até',
    review: 'Revisar em',
    noDay: '—',
    today: 'Hoje',
    proposals: (count: number) => counted(count, 'proposta em aberto', 'propostas em aberto'),
  },
  form: {
    title: 'Vigência do documento',
    type: 'Tipo',
    noType: 'Não é uma norma',
    number: 'Número',
    year: 'Ano',
    issuer: 'Órgão',
    issuerHint: 'Se a mesma numeração existe em mais de um órgão. Ex.: MEC.',
    from: 'Em vigor de',
    until: 'até',
    untilHint: 'Último dia. Vazio: sem fim.',
    review: 'Revisar em',
    reviewHint: 'Depois desse dia o documento aparece em «Vencidos».',
    numberMissing: 'Informe o número e o ano da norma.',
    cancel: 'Cancelar',
    submit: 'Salvar',
    submitting: 'Salvando…',
    failed: 'Falha ao salvar a vigência',
  },
  relationForm: {
    title: 'Adicionar relação',
    kind: 'Este documento',
    target: 'Documento ou norma',
    otherNorm: 'Outra norma, fora desta base',
    provisions: 'Dispositivos',
    provisionsHint: 'Vazio: o documento inteiro. Ex.: art:12, art:5/par:1, art:3/inc:II.',
    on: 'Desde',
    until: 'Até',
    dayMissing: 'Informe desde quando.',
    cancel: 'Cancelar',
    submit: 'Adicionar',
    submitting: 'Adicionando…',
    failed: 'Falha ao adicionar a relação',
  },
  adjustForm: {
    title: 'Ajustar a proposta',
    day: 'Desde',
    submit: 'Aceitar ajustada',
    submitting: 'Aceitando…',
    cancel: 'Cancelar',
  },
  timeline: {
    list: 'Documentos com vigência',
    loadFailed: 'Falha ao carregar a linha do tempo',
    none: 'Nenhum documento com vigência',
    noneLine: 'Aceite propostas ou informe a vigência na página do documento.',
    open: (name: string) => `Abrir ${name}`,
    changed: 'O que mudou',
  },
  overdue: {
    list: 'Documentos vencidos',
    line: 'Documentos que não valem mais, ou cuja revisão passou, com as respostas que os citaram nos últimos 90 dias.',
    loadFailed: 'Falha ao carregar os documentos vencidos',
    none: 'Nenhum documento vencido',
    noneLine: 'Documentos revogados, fora de vigência ou com a revisão vencida aparecem aqui.',
    document: 'Documento',
    why: 'Motivo',
    answers: 'Respostas que citam (90 dias)',
    reasons: {
      repealed: 'revogada',
      out_of_force: 'fora de vigência',
      review: 'revisão vencida',
    } satisfies Record<OverdueReason, string>,
    since: (day: string) => `desde ${day}`,
  },
} as const;

/** The state of a document on a day. */
export const stateWords = __LANGUAGE__ === 'en' ? validityWordsEn : validityWords;

export const texts: Same<typeof pt, typeof en> = __LANGUAGE__ === 'en' ? en : pt;
