/** When documents hold: their days, what other norms do to them, and the days that answers are for. */
import { z } from 'zod';
import { del, get, patch, post, put } from './endpoint.ts';
import { Nothing } from './envelope.ts';
import { KnowledgeBase } from './knowledge.ts';
import { PROVISIONS_MAX } from './limits.ts';
import { Day, FIRST_YEAR, Id, IdNumber, LAST_YEAR, Time } from './paging.ts';
import { Validity } from './validity-state.ts';

export type ValidityStretch = Validity;

export const NORM_TYPES = [
  'lei',
  'lei_complementar',
  'decreto_lei',
  'medida_provisoria',
  'decreto',
  'portaria',
  'resolucao',
  'instrucao_normativa',
] as const;
export type NormType = (typeof NORM_TYPES)[number];

export const NORM_NAMES: Record<NormType, string> = {
  lei: 'Lei',
  lei_complementar: 'Lei Complementar',
  decreto_lei: 'Decreto-Lei',
  medida_provisoria: 'Medida Provisória',
  decreto: 'Decreto',
  portaria: 'Portaria',
  resolucao: 'Resolução',
  instrucao_normativa: 'Instrução Normativa',
};

export const Norm = z.object({
  type: z.enum(NORM_TYPES, 'Informe o tipo da norma.'),
  number: z
    .string()
    .transform((number) => number.replace(/\D/g, '').replace(/^0+(?=\d)/, ''))
    .pipe(z.string().min(1, 'Informe o número da norma.').max(8, 'O número da norma é longo demais.')),
  year: z.int().min(FIRST_YEAR, 'Informe o ano da norma.').max(LAST_YEAR, 'Informe o ano da norma.'),
  issuer: z.string().trim().max(120, 'O órgão deve ter no máximo 120 caracteres.').default(''),
});
export type Norm = z.output<typeof Norm>;

/** «Lei nº 3.210/2015» */
export const normName = ({ type, number, year, issuer }: Norm): string =>
  `${NORM_NAMES[type]} nº ${number.replace(/\B(?=(\d{3})+$)/g, '.')}/${year}${issuer ? ` (${issuer})` : ''}`;

export const RELATION_KINDS = [
  'repeals',
  'repeals_in_part',
  'amends',
  'regulates',
  'suspends',
  'revives',
] as const;
export type RelationKind = (typeof RELATION_KINDS)[number];

/** `art:12/par:1/inc:ii`: an item of a paragraph; an article covers all that stands under it, `/caput` only its head. */
const Provision = z
  .string()
  .regex(
    /^art:\d{1,4}(?:-[a-z])?(?:\/caput|(?:\/par:(?:\d{1,3}(?:-[a-z])?|unico))?(?:\/inc:[ivxlc]{1,8}(?:-[a-z])?)?(?:\/ali:[a-z])?)$/i,
    'Escreva o dispositivo como art:12/par:1/inc:II.',
  )
  .transform((path) => path.toLowerCase());

export const Relation = z
  .object({
    id: z.int(),
    kind: z.enum(RELATION_KINDS),
    /** The document that does it, and the one that it is done to; null where the base has no such document. */
    document_id: z.int().nullable(),
    by: z.string(),
    target: z.object({
      document_id: z.int().nullable(),
      name: z.string(),
    }),
    provisions: z.array(z.string()),
    effective_on: z.string(),
    until: z.string().nullable(),
    /** The target's text already has the wording that it was given. */
    is_consolidated: z.boolean(),
  })
  .meta({ id: 'DocumentRelation' });
export type Relation = z.output<typeof Relation>;

export const DocumentValidity = z
  .object({
    norm: Norm.nullable(),
    /** The stated days; null where nobody stated them. */
    from: z.string().nullable(),
    /** The first day rests on a proposal that was not sure of it: no clause, or an unknown day of publication. */
    from_presumed: z.boolean(),
    until: z.string().nullable(),
    review_on: z.string().nullable(),
    /** Today. */
    now: Validity,
    /** The states of the document, one after the other; empty where nothing is known. */
    timeline: z.array(Validity),
    /** The relations that it has to others, in both directions. */
    relations: z.array(Relation),
    /** Null until something is stated. */
    updated_at: Time.nullable(),
  })
  .meta({ id: 'DocumentValidity' });
export type DocumentValidity = z.output<typeof DocumentValidity>;

export const PROPOSAL_KINDS = ['norm', 'starts', ...RELATION_KINDS] as const;
export type ProposalKind = (typeof PROPOSAL_KINDS)[number];
export const PROPOSAL_STATES = ['open', 'accepted', 'rejected'] as const;

/** `other`: the norm at the other end of a relation; `isPassive`: that norm does it to the document. */
export type ProposalFacts = {
  norm?: Norm;
  from?: string;
  isPresumed?: boolean;
  other?: { norm: Norm } | { document_id: number };
  isPassive?: boolean;
  provisions?: string[];
  /** The day of the other norm's act, where it is named. */
  day?: string | null;
  until?: string | null;
};

export const ValidityProposal = z
  .object({
    id: z.int(),
    kind: z.enum(PROPOSAL_KINDS),
    document_id: z.int(),
    document_name: z.string(),
    /** The words that it rests on; empty where a norm does not say when it begins to hold. */
    clause: z.string(),
    clause_start: z.int().nullable(),
    clause_end: z.int().nullable(),
    /** For `norm`. */
    norm: Norm.nullable(),
    /** For `starts`: the first day. For relations: the day of the effect; null where it is not known and has to be given. */
    day: z.string().nullable(),
    is_presumed: z.boolean(),
    /** For relations: which norm does it to which. */
    by: z.string().nullable(),
    target: z.string().nullable(),
    provisions: z.array(z.string()),
    until: z.string().nullable(),
    is_consolidated: z.boolean(),
    updated_at: Time,
  })
  .meta({ id: 'ValidityProposal' });
export type ValidityProposal = z.output<typeof ValidityProposal>;

export const DatedDocument = z
  .object({
    document_id: z.int(),
    /** Its norm, else its file. */
    name: z.string(),
    original_filename: z.string(),
    now: Validity,
    timeline: z.array(Validity),
    /** The relations that aim at it, in order. */
    changes: z.array(Relation),
  })
  .meta({ id: 'DatedDocument' });
export type DatedDocument = z.output<typeof DatedDocument>;

export const OVERDUE_REASONS = ['repealed', 'out_of_force', 'review'] as const;
export type OverdueReason = (typeof OVERDUE_REASONS)[number];

export const OverdueDocument = z
  .object({
    document_id: z.int(),
    name: z.string(),
    original_filename: z.string(),
    reasons: z.array(
      z.object({ reason: z.enum(OVERDUE_REASONS), since: z.string().nullable(), by: z.string().nullable() }),
    ),
    /** Answers of the last 90 days that cite it; those of the last hour may be missing. */
    answers: z.int(),
  })
  .meta({ id: 'OverdueDocument' });
export type OverdueDocument = z.output<typeof OverdueDocument>;

const BaseAndDocument = z.object({ id: IdNumber, documentId: IdNumber });

export const validityApi = {
  changeSettings: patch('/knowledge-bases/:id/settings', {
    access: 'admin',
    summary:
      'Switches the days of a base, and the recognition of its scanned pages, on or off; what is there is kept',
    params: Id,
    body: z.object({
      validity: z.boolean().optional(),
      ocr: z.boolean().optional(),
      keep_page_images: z.boolean().optional(),
    }),
    reply: KnowledgeBase,
    missing: 'knowledge_base_not_found',
  }),
  one: get('/knowledge-bases/:id/documents/:documentId/validity', {
    access: 'admin',
    summary: 'When a document holds, and what it and other norms do to each other',
    params: BaseAndDocument,
    reply: DocumentValidity,
    missing: 'document_not_found',
  }),
  change: put('/knowledge-bases/:id/documents/:documentId/validity', {
    access: 'admin',
    summary: 'States which norm a document is and when it holds',
    params: BaseAndDocument,
    body: z.object({
      norm: Norm.nullable(),
      from: Day.nullable(),
      until: Day.nullable(),
      review_on: Day.nullable(),
      /** That of the state that was edited; another one is refused as a stale change. */
      updated_at: Time.nullable(),
    }),
    reply: DocumentValidity,
    missing: 'document_not_found',
  }),
  relate: post('/knowledge-bases/:id/documents/:documentId/relations', {
    access: 'admin',
    summary: 'States what a document does to another: repeals it, amends or suspends it',
    params: BaseAndDocument,
    body: z.object({
      kind: z.enum(RELATION_KINDS, 'Informe o que o documento faz.'),
      /** A document of the base, or a norm that it may receive later. */
      target: z.union([z.object({ document_id: IdNumber }), z.object({ norm: Norm })]),
      provisions: z.array(Provision).max(PROVISIONS_MAX, 'Informe no máximo 50 dispositivos.').default([]),
      effective_on: Day,
      until: Day.nullable().default(null),
    }),
    reply: DocumentValidity,
    status: 201,
    missing: 'document_not_found',
  }),
  proposals: get('/knowledge-bases/:id/validity/proposals', {
    access: 'admin',
    summary: 'Lists what was found in the documents of a base and waits for a decision',
    params: Id,
    query: z.object({ document_id: IdNumber.optional() }),
    reply: z.array(ValidityProposal),
    missing: 'knowledge_base_not_found',
  }),
  decide: post('/knowledge-bases/:id/validity/proposals/:proposalId', {
    access: 'admin',
    summary: 'Accepts a proposal, with changes or without, or rejects it',
    params: Id.extend({ proposalId: IdNumber }),
    body: z.object({
      action: z.enum(['accept', 'reject']),
      /** That of the proposal that was looked at; another one is refused as a stale change. */
      updated_at: Time,
      changes: z
        .object({
          norm: Norm.optional(),
          day: Day.optional(),
          provisions: z.array(Provision).max(PROVISIONS_MAX, 'Informe no máximo 50 dispositivos.').optional(),
          until: Day.nullable().optional(),
        })
        .optional(),
    }),
    reply: Nothing,
    missing: 'proposal_not_found',
  }),
  norms: get('/knowledge-bases/:id/norms', {
    access: 'admin',
    summary: 'Lists the documents of a base of which it is known when they hold',
    params: Id,
    reply: z.array(DatedDocument),
    missing: 'knowledge_base_not_found',
  }),
  overdue: get('/knowledge-bases/:id/overdue', {
    access: 'admin',
    summary: 'Lists documents that hold no more or whose review is due, with the answers that cite them',
    params: Id,
    reply: z.array(OverdueDocument),
    missing: 'knowledge_base_not_found',
  }),
  unrelate: del('/knowledge-bases/:id/documents/:documentId/relations/:relationId', {
    access: 'admin',
    summary: 'Takes back what a document was stated to do',
    params: BaseAndDocument.extend({ relationId: IdNumber }),
    reply: Nothing,
    missing: 'document_not_found',
  }),
};
