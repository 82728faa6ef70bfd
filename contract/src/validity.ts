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
  'decreto',
  'portaria',
  'resolucao',
  'instrucao_normativa',
] as const;
export type NormType = (typeof NORM_TYPES)[number];

export const Norm = z.object({
  type: z.enum(NORM_TYPES, 'Informe o tipo da norma.'),
  number: z
    .string()
    .transform((number) => number.replace(/\D/g, '').replace(/^0+(?=\d)/, ''))
    .pipe(z.string().min(1, 'Informe o número da norma.').max(8, 'O número da norma é longo demais.')),
  year: z.number().int().min(FIRST_YEAR, 'Informe o ano da norma.').max(LAST_YEAR, 'Informe o ano da norma.'),
  issuer: z.string().trim().max(120, 'O órgão deve ter no máximo 120 caracteres.').default(''),
});
export type Norm = z.output<typeof Norm>;

export const RELATION_KINDS = [
  'repeals',
  'repeals_in_part',
  'amends',
  'regulates',
  'suspends',
  'revives',
] as const;
export type RelationKind = (typeof RELATION_KINDS)[number];

/** `art:12/par:1`: a paragraph; an article covers all that stands under it. */
const Provision = z
  .string()
  .regex(/^art:\d{1,4}(?:-[a-z])?(?:\/par:(?:\d{1,3}|unico))?$/i, 'Escreva o dispositivo como art:12/par:1.');

export const Relation = z
  .object({
    id: z.number().int(),
    kind: z.enum(RELATION_KINDS),
    /** The document that does it, and the one that it is done to; null where the base has no such document. */
    document_id: z.number().int(),
    by: z.string(),
    target: z.object({
      document_id: z.number().int().nullable(),
      name: z.string(),
    }),
    provisions: z.array(z.string()),
    effective_on: z.string(),
    until: z.string().nullable(),
  })
  .meta({ id: 'DocumentRelation' });
export type Relation = z.output<typeof Relation>;

export const DocumentValidity = z
  .object({
    norm: Norm.nullable(),
    /** The stated days; null where nobody stated them. */
    from: z.string().nullable(),
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
  unrelate: del('/knowledge-bases/:id/documents/:documentId/relations/:relationId', {
    access: 'admin',
    summary: 'Takes back what a document was stated to do',
    params: BaseAndDocument.extend({ relationId: IdNumber }),
    reply: Nothing,
    missing: 'document_not_found',
  }),
};
