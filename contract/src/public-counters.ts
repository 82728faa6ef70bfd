/** The calls of citizens at a counter. No one signs in: a visitor has a session token of an hour or a day, and nothing else. */
import { z } from 'zod';
import { Email } from './account-fields.ts';
import { MessageStatus, Verified } from './chat-record.ts';
import { Source } from './citations.ts';
import { COUNTER_MODES, REQUEST_STATES } from './counters.ts';
import { get, post } from './endpoint.ts';
import { Nothing } from './envelope.ts';
import {
  COUNTER_QUESTION_MAX,
  REQUEST_NAME_MAX,
  REQUEST_TEXT_MAX,
  VERIFICATION_CODE_LENGTH,
} from './limits.ts';
import { Time } from './paging.ts';

/** The page of a counter, and the script that shows it on another site. */
export const COUNTER_PAGE_PATH = '/balcao';
export const COUNTER_SCRIPT_PATH = '/balcao.js';
/** Carries the token of a visitor: never a cookie, never the header of people. */
export const COUNTER_SESSION_HEADER = 'x-counter-session';

/** A slug is at most forty characters; what is no slug is no counter. */
const Slug = z.object({ slug: z.string().regex(/^[a-z0-9-]{2,40}$/) });

export const CounterPage = z
  .object({
    name: z.string(),
    mode: z.enum(COUNTER_MODES),
    open: z.boolean(),
    greeting: z.string(),
    notice: z.string(),
    contact: z.string(),
    colours: z.object({ background: z.string(), text: z.string() }),
    has_logo: z.boolean(),
    /** Questions that may be asked by a click. */
    openers: z.array(z.string()),
    keep_hours: z.int(),
    deadline_days: z.int(),
  })
  .meta({ id: 'CounterPage' });
export type CounterPage = z.output<typeof CounterPage>;

/** `nonce` is any text with which SHA-256 of `challenge + "." + nonce` begins with `bits` zero bits. */
const Proof = z.object({ challenge: z.string().max(300), nonce: z.string().max(40) });

export const CounterSession = z
  .object({
    token: z.string().optional(),
    expires_at: Time.optional(),
    /** A puzzle comes first; its solution is sent as `proof`. */
    challenge: z.string().optional(),
    bits: z.int().optional(),
  })
  .meta({ id: 'CounterSession' });
export type CounterSession = z.output<typeof CounterSession>;

/** As a visitor sees it: the words and where they stand, no number of any base. */
export const CounterSource = Source.pick({
  index: true,
  kind: true,
  title: true,
  snippet: true,
  page: true,
  section: true,
  url: true,
  validity_label: true,
}).meta({ id: 'CounterSource' });
export type CounterSource = z.output<typeof CounterSource>;

export const CounterEvent = z
  .object({
    content: z.string(),
    done: z.boolean(),
    message_id: z.int().optional(),
    sources: z.array(CounterSource).optional(),
    verified: Verified.pick({ owner_label: true, verified_on: true, review_on: true }).optional(),
    status: MessageStatus.optional(),
    error: z.string().optional(),
    /** In the last event: a request may be left instead. */
    found_nothing: z.boolean().optional(),
  })
  .meta({ id: 'CounterEvent' });
export type CounterEvent = z.output<typeof CounterEvent>;

export const CounterSourceView = z
  .object({
    source: CounterSource,
    state: z.enum(['shown', 'changed', 'removed']),
    text: z.string().nullable(),
    start: z.int().nullable(),
    end: z.int().nullable(),
    more_before: z.boolean(),
    more_after: z.boolean(),
  })
  .meta({ id: 'CounterSourceView' });
export type CounterSourceView = z.output<typeof CounterSourceView>;

const NO_QUESTION = 'A pergunta não pode estar vazia.';
const NO_NAME = 'Informe o seu nome.';
const NO_TEXT = 'Escreva o seu pedido.';
const CONSENT = 'É preciso concordar com o uso dos dados para responder ao pedido.';

/** Control characters stand in no name, and a line break could begin another header of a letter. */
const isOneLine = (text: string) => !/[\p{Cc}\u2028\u2029]/u.test(text);

export const OpenedRequest = z
  .object({
    /** Absent where only a code was asked for. */
    request: z
      .object({
        protocol: z.string(),
        state: z.enum(REQUEST_STATES),
        due_on: z.iso.date(),
        text: z.string().nullable(),
        answer: z.string().nullable(),
        /** In words. */
        reason: z.string().nullable(),
        created_at: Time,
      })
      .optional(),
  })
  .meta({ id: 'OpenedRequest' });
export type OpenedRequest = z.output<typeof OpenedRequest>;

const Named = z.object({
  protocol: z.string('Informe o protocolo.').trim().min(1, 'Informe o protocolo.').max(40),
  email: Email,
});
const Code = z
  .string('Informe o código.')
  .trim()
  .regex(new RegExp(`^\\d{${VERIFICATION_CODE_LENGTH}}$`), 'Informe os seis algarismos do código.');

export const publicCountersApi = {
  page: get('/public/counters/:slug', {
    access: 'public',
    summary: 'The texts and colours of a counter, and questions to begin with',
    params: Slug,
    reply: CounterPage,
    missing: 'counter_not_found',
  }),
  logo: get('/public/counters/:slug/logo', {
    access: 'public',
    summary: 'The logo of a counter',
    params: Slug,
    download: 'image/png',
    missing: 'counter_not_found',
  }),
  begin: post('/public/counters/:slug/sessions', {
    access: 'public',
    summary: 'Gives a visitor a token, or a puzzle that comes first',
    params: Slug,
    body: z.object({
      proof: Proof.optional(),
      /** A puzzle in any case: who has solved one may ask more from a shared address. */
      prove: z.boolean().default(false),
    }),
    reply: CounterSession,
    missing: 'counter_not_found',
  }),
  ask: post('/public/counters/:slug/questions', {
    access: 'visitor',
    summary: 'Asks the agent of the counter',
    params: Slug,
    body: z.object({
      question: z
        .string(NO_QUESTION)
        .trim()
        .min(1, NO_QUESTION)
        .max(COUNTER_QUESTION_MAX, 'A pergunta deve ter no máximo 1.000 caracteres.'),
    }),
    events: CounterEvent,
    missing: 'counter_not_found',
  }),
  source: get('/public/counters/:slug/sources/:message/:index', {
    access: 'visitor',
    summary: 'The place in a document that an answer of the visitor cites',
    params: Slug.extend({
      message: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER),
      index: z.coerce.number().int().positive().max(10_000),
    }),
    reply: CounterSourceView,
    missing: 'message_not_found',
  }),
  request: post('/public/counters/:slug/requests', {
    access: 'visitor',
    summary: 'Leaves a request to the staff of the counter',
    params: Slug,
    body: z.object({
      name: z
        .string(NO_NAME)
        .trim()
        .min(1, NO_NAME)
        .max(REQUEST_NAME_MAX, 'O nome deve ter no máximo 100 caracteres.')
        .refine(isOneLine, 'O nome tem caracteres que não podem ser usados.'),
      email: Email,
      text: z
        .string(NO_TEXT)
        .trim()
        .min(1, NO_TEXT)
        .max(REQUEST_TEXT_MAX, 'O pedido deve ter no máximo 4.000 caracteres.'),
      /** The answer that it follows. */
      message_id: z.int().positive().max(Number.MAX_SAFE_INTEGER).optional(),
      consent: z.literal(true, CONSENT),
    }),
    reply: z.object({ protocol: z.string(), due_on: z.iso.date() }),
    status: 201,
    missing: 'counter_not_found',
  }),
  open: post('/public/counters/:slug/requests/open', {
    access: 'public',
    summary: 'Sends a code to the address of a request; with the code, shows it',
    params: Slug,
    body: Named.extend({ code: Code.optional() }),
    reply: OpenedRequest,
    missing: 'counter_not_found',
  }),
  erase: post('/public/counters/:slug/requests/erase', {
    access: 'public',
    summary: 'Erases a request by the wish of its citizen',
    params: Slug,
    body: Named.extend({ code: Code }),
    reply: Nothing,
    missing: 'counter_not_found',
  }),
};
