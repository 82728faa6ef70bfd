/** Public counters: an agent that citizens ask without an account. Administration; what citizens call is in public-counters.ts. */
import { z } from 'zod';
import { del, get, post, put } from './endpoint.ts';
import { Nothing } from './envelope.ts';
import {
  COUNTER_CONTACT_MAX,
  COUNTER_DEADLINE_DAYS_MAX,
  COUNTER_KEEP_HOURS_MAX,
  COUNTER_LOGO_BYTES_MAX,
  COUNTER_NAME_MAX,
  COUNTER_NOTIFIED_MAX,
  COUNTER_ORIGINS_MAX,
  COUNTER_REQUEST_YEARS_MAX,
  COUNTER_STATISTICS_DAYS_MAX,
  COUNTER_TEXT_MAX,
  COUNTER_TOKENS_MAX,
} from './limits.ts';
import { Id, IdNumber, Time } from './paging.ts';

/** `literal`: answers are spans of documents, and no provider is asked. `model`: a model writes them. */
export const COUNTER_MODES = ['literal', 'model'] as const;
export type CounterMode = (typeof COUNTER_MODES)[number];

/** `erased`: its words are gone, by the citizen's wish or after the time that they are kept. */
export const REQUEST_STATES = ['open', 'answered', 'closed', 'erased'] as const;
export type RequestState = (typeof REQUEST_STATES)[number];

export const counterMessages = {
  name: 'Informe o nome do balcão.',
  nameLength: `O nome deve ter no máximo ${COUNTER_NAME_MAX} caracteres.`,
  slug: 'Use de 2 a 40 letras minúsculas sem acento, algarismos e hífens.',
  mode: 'Escolha como o balcão responde.',
  greeting: 'Escreva a saudação.',
  textLength: `O texto deve ter no máximo ${COUNTER_TEXT_MAX} caracteres.`,
  contact: 'Informe o contato da organização.',
  contactLength: `O contato deve ter no máximo ${COUNTER_CONTACT_MAX} caracteres.`,
  script: 'O texto não pode ter endereços que executam código.',
  colour: 'Informe uma cor como #1a5fb4.',
  contrast: 'O texto não se lê sobre esta cor: escolha cores com mais contraste.',
  logo: 'Envie um logo PNG ou WebP de até 200 KB.',
  origins: `Informe no máximo ${COUNTER_ORIGINS_MAX} origens.`,
  tokens: 'Informe o orçamento de tokens por dia.',
  keep: `Informe de 1 a ${COUNTER_KEEP_HOURS_MAX} horas.`,
  deadline: `Informe de 1 a ${COUNTER_DEADLINE_DAYS_MAX} dias.`,
  years: `Informe de 1 a ${COUNTER_REQUEST_YEARS_MAX} anos.`,
  notified: `Escolha até ${COUNTER_NOTIFIED_MAX} administradores.`,
  hours: 'Informe horas como 08:00, com o fim depois do começo.',
  days: 'Escolha ao menos um dia da semana.',
} as const;

/** The notice of the page where its administrators have written nothing else. */
export const counterNotice = (mode: CounterMode, name: string): string =>
  mode === 'literal'
    ? `Você fala com um programa. As respostas são trechos literais dos documentos de ${name}.`
    : `Você fala com um programa. As respostas são escritas por IA a partir dos documentos de ${name}; confira as fontes.`;

/** Texts are shown as they are written: no part of them becomes a link or markup. */
const Plain = (max: number, tooLong: string, missing?: string) =>
  z
    .string(missing ?? tooLong)
    .trim()
    .min(missing === undefined ? 0 : 1, missing)
    .max(max, tooLong)
    .refine((text) => !/(?:java|vb)script\s*:|data\s*:\s*text\/html/i.test(text), counterMessages.script);

const CounterTexts = z.object({
  greeting: Plain(COUNTER_TEXT_MAX, counterMessages.textLength, counterMessages.greeting),
  /** Empty: `counterNotice`. */
  notice: Plain(COUNTER_TEXT_MAX, counterMessages.textLength).default(''),
  contact: Plain(COUNTER_CONTACT_MAX, counterMessages.contactLength, counterMessages.contact),
});
export type CounterTexts = z.output<typeof CounterTexts>;

const Colour = z.string(counterMessages.colour).regex(/^#[0-9a-f]{6}$/i, counterMessages.colour);

/** The colours of the header and of the words on it; a pair that can be read. */
const CounterColours = z
  .object({ background: Colour, text: Colour })
  .refine(({ background, text }) => contrastOf(background, text) >= CONTRAST_MIN, {
    message: counterMessages.contrast,
    path: ['text'],
  });
export type CounterColours = z.output<typeof CounterColours>;

export const CONTRAST_MIN = 4.5;

/** The ratio of WCAG 2, from 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [lighter, darker] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => b - a);
  return ((lighter ?? 0) + 0.05) / ((darker ?? 0) + 0.05);
}

function luminanceOf(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

const Hour = z.string(counterMessages.hours).regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, counterMessages.hours);

/** In the zone of the installation; days of the week as ISO counts them, Monday is 1. */
const CounterHours = z
  .object({
    days: z.array(z.int().min(1).max(7)).min(1, counterMessages.days).max(7),
    from: Hour,
    until: Hour,
  })
  .refine(({ from, until }) => from < until, { message: counterMessages.hours, path: ['until'] });
export type CounterHours = z.output<typeof CounterHours>;

export const Counter = z
  .object({
    id: z.int(),
    name: z.string(),
    slug: z.string(),
    agent_id: z.int(),
    agent_name: z.string(),
    mode: z.enum(COUNTER_MODES),
    texts: CounterTexts,
    colours: CounterColours,
    has_logo: z.boolean(),
    origins: z.array(z.string()),
    tokens_per_day: z.int(),
    /** Charged since midnight. */
    tokens_today: z.int(),
    keep_hours: z.int(),
    open_hours: CounterHours.nullable(),
    deadline_days: z.int(),
    /** Years after its end for which the words of a request are kept. */
    request_years: z.int(),
    /** The active administrators among those who are notified of requests. */
    notified: z.array(z.object({ id: z.int(), name: z.string() })),
    paused: z.boolean(),
    /** Neither paused nor outside of its hours. */
    open: z.boolean(),
    open_requests: z.int(),
    version: z.int(),
  })
  .meta({ id: 'Counter' });
export type Counter = z.output<typeof Counter>;

/** The last part of a counter's address. */
export const COUNTER_SLUG = /^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])$/;

const GivenCounter = z.object({
  name: z
    .string(counterMessages.name)
    .trim()
    .min(1, counterMessages.name)
    .max(COUNTER_NAME_MAX, counterMessages.nameLength),
  slug: z.string(counterMessages.slug).regex(COUNTER_SLUG, counterMessages.slug),
  agent_id: IdNumber,
  mode: z.enum(COUNTER_MODES, counterMessages.mode),
  texts: CounterTexts,
  colours: CounterColours,
  /** PNG or WebP in base64; null removes it, absent leaves it. */
  logo: z
    .base64(counterMessages.logo)
    .max(Math.ceil(COUNTER_LOGO_BYTES_MAX / 3) * 4, counterMessages.logo)
    .nullable()
    .optional(),
  origins: z.array(z.string().trim().max(300)).max(COUNTER_ORIGINS_MAX, counterMessages.origins),
  tokens_per_day: z.number(counterMessages.tokens).int().min(0).max(COUNTER_TOKENS_MAX),
  keep_hours: z
    .number(counterMessages.keep)
    .int()
    .min(1, counterMessages.keep)
    .max(COUNTER_KEEP_HOURS_MAX, counterMessages.keep),
  open_hours: CounterHours.nullable(),
  deadline_days: z
    .number(counterMessages.deadline)
    .int()
    .min(1, counterMessages.deadline)
    .max(COUNTER_DEADLINE_DAYS_MAX, counterMessages.deadline),
  request_years: z
    .number(counterMessages.years)
    .int()
    .min(1, counterMessages.years)
    .max(COUNTER_REQUEST_YEARS_MAX, counterMessages.years)
    .default(2),
  /** Administrators who are notified of new requests and of those that are due soon. */
  notify_user_ids: z
    .array(IdNumber, counterMessages.notified)
    .max(COUNTER_NOTIFIED_MAX, counterMessages.notified)
    .default([]),
});
export type GivenCounter = z.output<typeof GivenCounter>;

const CounterDay = z.object({
  day: z.iso.date(),
  /** Visits that began: a token was given. */
  visits: z.int(),
  questions: z.int(),
  found: z.int(),
  not_found: z.int(),
  over_budget: z.int(),
  requests: z.int(),
});

export const CounterStatistics = z
  .object({
    days: z.array(CounterDay),
    total: CounterDay.omit({ day: true }),
    open_requests: z.int(),
    overdue_requests: z.int(),
    since: Time,
  })
  .meta({ id: 'CounterStatistics' });
export type CounterStatistics = z.output<typeof CounterStatistics>;

export const countersApi = {
  list: get('/counters', {
    access: 'admin',
    summary: 'All counters, by name',
    reply: z.array(Counter),
  }),
  create: post('/counters', {
    access: 'superadmin',
    summary: 'Adds a counter with the account that pays for it',
    body: GivenCounter,
    reply: Counter,
    status: 201,
  }),
  show: get('/counters/:id', {
    access: 'admin',
    summary: 'One counter',
    params: Id,
    reply: Counter,
    missing: 'counter_not_found',
  }),
  update: put('/counters/:id', {
    access: 'admin',
    summary: 'Changes a counter',
    params: Id,
    body: GivenCounter.extend({ version: IdNumber }),
    reply: Counter,
    missing: 'counter_not_found',
  }),
  remove: del('/counters/:id', {
    access: 'superadmin',
    summary: 'Deletes a counter that no open request waits at, with the words of its visitors',
    params: Id,
    reply: Nothing,
    missing: 'counter_not_found',
  }),
  pause: post('/counters/:id/pause', {
    access: 'admin',
    summary: 'Closes a counter until it is opened again, or opens it',
    params: Id,
    body: z.object({ paused: z.boolean('Informe se o balcão fica pausado.') }),
    reply: Counter,
    missing: 'counter_not_found',
  }),
  statistics: get('/counters/:id/statistics', {
    access: 'admin',
    summary: 'What a counter was asked on each day, without persons and without words',
    params: Id,
    query: z.object({
      days: z.coerce
        .number()
        .int()
        .min(1)
        .default(30)
        .transform((days) => Math.min(days, COUNTER_STATISTICS_DAYS_MAX)),
    }),
    reply: CounterStatistics,
    missing: 'counter_not_found',
  }),
};
