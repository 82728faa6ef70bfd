/** Terms of use and the privacy notice: versions that are published, and asked for. */
import { z } from 'zod';
import { del, get, post, put } from './endpoint.ts';
import { Nothing } from './envelope.ts';
import { TERMS_BODY_MAX, TERMS_TITLE_MAX } from './limits.ts';
import { Id, IdNumber, Time } from './paging.ts';

/** `terms` are accepted, `privacy` is read. */
export const TERMS_KINDS = ['terms', 'privacy'] as const;
export type TermsKind = (typeof TERMS_KINDS)[number];

export const termsMessages = {
  title: `Dê um título de 1 a ${TERMS_TITLE_MAX} caracteres.`,
  body: 'Escreva o texto.',
  long: `O texto pode ter até ${TERMS_BODY_MAX.toLocaleString('pt-BR')} caracteres.`,
} as const;

const Text = {
  title: z
    .string(termsMessages.title)
    .trim()
    .min(1, termsMessages.title)
    .max(TERMS_TITLE_MAX, termsMessages.title),
  /** Markdown. */
  body: z
    .string(termsMessages.body)
    .trim()
    .min(1, termsMessages.body)
    .max(TERMS_BODY_MAX, termsMessages.long),
  /** Everybody is asked anew once it is published. */
  required: z.boolean(),
};

export const Terms = z
  .object({
    id: z.int(),
    kind: z.enum(TERMS_KINDS),
    version: z.int(),
    title: z.string(),
    body: z.string(),
    required: z.boolean(),
    published_at: Time,
  })
  .meta({ id: 'Terms' });
export type Terms = z.output<typeof Terms>;

export const TermsVersion = Terms.extend({
  /** Null while it is a draft. */
  version: z.int().nullable(),
  published_at: Time.nullable(),
  accepted: z.int(),
  updated_at: Time,
}).meta({ id: 'TermsVersion' });
export type TermsVersion = z.output<typeof TermsVersion>;

export const termsApi = {
  inForce: get('/terms', {
    access: 'public',
    summary: 'The newest published version of each kind',
    reply: z.array(Terms),
  }),
  accept: post('/users/me/terms', {
    access: 'user',
    summary: 'Accepts the terms, and acknowledges the privacy notice, that are in force',
    body: z.object({ ids: z.array(IdNumber).min(1).max(TERMS_KINDS.length) }),
    /** Whether nothing is left to accept. */
    reply: z.object({ complete: z.boolean() }),
    with_temporary_password: true,
    before_second_factor: true,
    before_terms: true,
  }),
  versions: get('/admin/terms', {
    access: 'superadmin',
    summary: 'Drafts and published versions, newest first, with how many people have accepted each',
    reply: z.array(TermsVersion),
  }),
  create: post('/admin/terms', {
    access: 'superadmin',
    summary: 'Adds the draft of a kind; there is one at most',
    body: z.object({ kind: z.enum(TERMS_KINDS), ...Text }),
    reply: TermsVersion,
    status: 201,
  }),
  update: put('/admin/terms/:id', {
    access: 'superadmin',
    summary: 'Changes a draft',
    params: Id,
    body: z.object({ ...Text, updated_at: Time }),
    reply: TermsVersion,
    missing: 'terms_not_found',
  }),
  remove: del('/admin/terms/:id', {
    access: 'superadmin',
    summary: 'Deletes a draft',
    params: Id,
    reply: Nothing,
    missing: 'terms_not_found',
  }),
  publish: post('/admin/terms/:id/publish', {
    access: 'superadmin',
    summary: 'Publishes a draft, which never changes from then on; a required one is asked of everybody',
    params: Id,
    body: z.object({ updated_at: Time }),
    reply: TermsVersion,
    missing: 'terms_not_found',
  }),
  acceptances: get('/admin/terms/:id/acceptances', {
    access: 'superadmin',
    summary: 'Who accepted a version, when and from which address, as CSV with formulas defused',
    params: Id,
    download: 'text/csv; charset=utf-8',
    missing: 'terms_not_found',
  }),
};
