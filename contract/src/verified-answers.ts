/** Answers that people have written for an agent: given to the same question without a model, at no token. */
import { z } from 'zod';
import { del, get, post, put } from './endpoint.ts';
import { Nothing } from './envelope.ts';
import {
  VERIFIED_ANSWER_MAX,
  VERIFIED_OWNER_MAX,
  VERIFIED_QUESTION_MAX,
  VERIFIED_SOURCES_MAX,
  VERIFIED_WORDINGS_MAX,
} from './limits.ts';
import { Day, Id, IdNumber, Time } from './paging.ts';

/** Only `active` ones are given. `due`: its day has come, or its reviewer left. `conflict`: another one matches the same question. */
export const VERIFIED_STATES = ['active', 'paused', 'due', 'source_changed', 'conflict'] as const;
export type VerifiedState = (typeof VERIFIED_STATES)[number];

/** A span of a document that the agent reads, or a page on the web. */
export const VerifiedSource = z.union([
  z.object({
    document_id: z.int(),
    knowledge_base_id: z.int(),
    title: z.string(),
    start: z.int(),
    end: z.int(),
    text: z.string(),
    page: z.int().nullable(),
    section: z.string(),
  }),
  z.object({ title: z.string(), url: z.string() }),
]);
export type VerifiedSource = z.output<typeof VerifiedSource>;

export const VerifiedContent = z.object({
  question: z.string(),
  wordings: z.array(z.string()),
  answer: z.string(),
  sources: z.array(VerifiedSource),
  owner_label: z.string(),
  reviewer_user_id: z.int().nullable(),
  review_on: z.string(),
});
export type VerifiedContent = z.output<typeof VerifiedContent>;

export const VerifiedAnswer = VerifiedContent.extend({
  id: z.int(),
  agent_id: z.int(),
  reviewer_name: z.string().nullable(),
  /** The state of today: the day of review counts as soon as it has passed. */
  state: z.enum(VERIFIED_STATES),
  version: z.int(),
  /** How often it was given in the last 30 days. */
  uses: z.int(),
  created_at: Time,
  updated_at: Time,
}).meta({ id: 'VerifiedAnswer' });
export type VerifiedAnswer = z.output<typeof VerifiedAnswer>;

const Question = z
  .string('Escreva a pergunta.')
  .trim()
  .min(1, 'Escreva a pergunta.')
  .max(VERIFIED_QUESTION_MAX, `Uma pergunta tem no máximo ${VERIFIED_QUESTION_MAX} caracteres.`);

/** The server takes the words of a span from the document itself. */
const GivenSource = z.union([
  z.object({
    document_id: IdNumber,
    start: z.int().min(0),
    end: z.int().min(1),
    /** The words that were marked: refused where the document has others there. */
    text: z.string().max(10_000).optional(),
  }),
  z.object({
    title: z.string().trim().min(1, 'Dê um nome ao link.').max(200),
    url: z
      .url({ protocol: /^https$/, error: 'Informe um endereço que comece com https://.' })
      .max(2_000, 'O endereço é longo demais.'),
  }),
]);

const given = {
  question: Question,
  wordings: z
    .array(Question)
    .max(VERIFIED_WORDINGS_MAX, `Escreva no máximo ${VERIFIED_WORDINGS_MAX} outras formas.`),
  answer: z
    .string('Escreva a resposta.')
    .trim()
    .min(1, 'Escreva a resposta.')
    .max(VERIFIED_ANSWER_MAX, 'A resposta tem no máximo 8.000 caracteres.'),
  sources: z.array(GivenSource).max(VERIFIED_SOURCES_MAX, `Cite no máximo ${VERIFIED_SOURCES_MAX} fontes.`),
  owner_label: z
    .string('Informe a área responsável.')
    .trim()
    .min(1, 'Informe a área responsável.')
    .max(VERIFIED_OWNER_MAX, 'A área tem no máximo 100 caracteres.'),
  reviewer_user_id: IdNumber.nullable(),
  review_on: Day,
};

export const NewVerifiedAnswer = z.object({
  ...given,
  wordings: given.wordings.default([]),
  sources: given.sources.default([]),
  reviewer_user_id: given.reviewer_user_id.default(null),
  /** The group of open questions that it closes. */
  group_id: IdNumber.optional(),
});
export type NewVerifiedAnswer = z.output<typeof NewVerifiedAnswer>;

export const VerifiedAnswerChange = z
  .object({ ...given, paused: z.boolean() })
  .partial()
  .extend({ version: z.int() });
export type VerifiedAnswerChange = z.output<typeof VerifiedAnswerChange>;

/** A passage of a document that the agent reads, literally, at its place there in UTF-16 code units. */
export const QuotablePassage = z
  .object({
    document_id: z.int(),
    knowledge_base_id: z.int(),
    title: z.string(),
    section: z.string(),
    page: z.int().nullable(),
    text: z.string(),
    start: z.int(),
    end: z.int(),
  })
  .meta({ id: 'QuotablePassage' });
export type QuotablePassage = z.output<typeof QuotablePassage>;

const AnswerId = Id.extend({ answerId: IdNumber });

export const verifiedAnswersApi = {
  list: get('/agents/:id/verified-answers', {
    access: 'admin',
    summary: 'The verified answers of an agent, by question',
    params: Id,
    reply: z.array(VerifiedAnswer),
    missing: 'agent_not_found',
  }),
  create: post('/agents/:id/verified-answers', {
    access: 'admin',
    summary: 'Writes a verified answer; refused where another one matches the same question',
    params: Id,
    body: NewVerifiedAnswer,
    reply: VerifiedAnswer,
    status: 201,
    missing: 'agent_not_found',
  }),
  update: put('/agents/:id/verified-answers/:answerId', {
    access: 'admin',
    summary: 'Changes what is given of a verified answer, or pauses it',
    params: AnswerId,
    body: VerifiedAnswerChange,
    reply: VerifiedAnswer,
    missing: 'verified_answer_not_found',
  }),
  remove: del('/agents/:id/verified-answers/:answerId', {
    access: 'admin',
    summary: 'Deletes a verified answer; records keep what it said',
    params: AnswerId,
    reply: Nothing,
    missing: 'verified_answer_not_found',
  }),
  attempt: post('/agents/:id/verified-answers/try', {
    access: 'admin',
    summary: 'Tells whether a question would be answered by a verified answer, and which words differ',
    params: Id,
    body: z.object({ question: Question }),
    reply: z.object({
      outcome: z.enum(['match', 'near', 'none']),
      id: z.int().nullable(),
      question: z.string().nullable(),
      differing: z.array(z.string()),
    }),
    missing: 'agent_not_found',
  }),
  wordings: post('/agents/:id/verified-answers/wordings', {
    access: 'admin',
    summary: 'Other ways to ask a question, proposed by a model; none in local mode',
    params: Id,
    body: z.object({ question: given.question, wordings: given.wordings }),
    reply: z.array(z.string()),
    missing: 'agent_not_found',
  }),
  passages: post('/agents/:id/verified-answers/passages', {
    access: 'admin',
    summary: 'Passages of the documents that the agent reads, to mark what an answer cites',
    params: Id,
    body: z.object({ question: given.question }),
    reply: z.array(QuotablePassage),
    missing: 'agent_not_found',
  }),
};
