/** Alerts of the installation: rules that are looked at every minute, what happened, and the webhooks that hear of it. */
import { z } from 'zod';
import { del, get, post, put } from './endpoint.ts';
import { Nothing } from './envelope.ts';
import { ALERT_EVENTS_PAGE, ALERT_PEOPLE_MAX, WEBHOOK_ADDRESS_MAX, WEBHOOK_NAME_MAX } from './limits.ts';
import { Id, IdNumber, Limit, Skip, Time } from './paging.ts';

/**
 * Every kind of rule: the object that an event of it is about, and the unit of its limit:
 * days before a date, a count in a window, minutes of waiting, percent of free space or the spend of a day.
 */
export const ALERTS = {
  checks_fell: { subject: 'agent', threshold: null },
  verified_due: { subject: 'agent', threshold: { unit: 'days', least: 0, most: 365, initial: 14 } },
  provider_refuses: { subject: 'provider', threshold: { unit: 'count', least: 1, most: 1_000, initial: 3 } },
  spend: { subject: 'installation', threshold: { unit: 'spend', least: 1, most: 1e12, initial: 1_000_000 } },
  queue: { subject: 'installation', threshold: { unit: 'minutes', least: 1, most: 1_440, initial: 15 } },
  disk: { subject: 'installation', threshold: { unit: 'percent', least: 1, most: 90, initial: 10 } },
  model_ends: { subject: 'model', threshold: { unit: 'days', least: 1, most: 365, initial: 30 } },
  mail_fails: { subject: 'installation', threshold: { unit: 'count', least: 1, most: 1_000, initial: 3 } },
  webhook_fails: { subject: 'webhook', threshold: null },
  sync_fails: { subject: 'sync', threshold: null },
} as const;
export type AlertKind = keyof typeof ALERTS;
export const ALERT_KINDS = Object.keys(ALERTS) as [AlertKind, ...AlertKind[]];

export const AlertThreshold = z.union([
  z.null(),
  z.number(),
  z.object({ unit: z.enum(['tokens', 'brl']), amount: z.number() }),
]);
export type AlertThreshold = z.output<typeof AlertThreshold>;

/** The message for a limit that does not fit its kind; null for one that does. */
export function thresholdProblem(kind: AlertKind, threshold: AlertThreshold): string | null {
  const wanted = ALERTS[kind].threshold;
  if (!wanted) return threshold === null ? null : 'Este aviso não tem limite.';
  const { unit, least, most } = wanted;
  const isSpend = typeof threshold === 'object' && threshold !== null;
  const number = isSpend ? threshold.amount : threshold;
  const range = `Informe um número de ${least} a ${most.toLocaleString('pt-BR')}.`;
  if (number === null || isSpend !== (unit === 'spend')) return range;
  const isWhole = Number.isInteger(number) || (isSpend && threshold.unit === 'brl');
  return isWhole && number >= least && number <= most ? null : range;
}

export const AlertRule = z
  .object({
    id: z.int(),
    kind: z.enum(ALERT_KINDS),
    threshold: AlertThreshold,
    /** The administrators who get the e-mails, beside the owner of an agent whose checks fell. */
    people: z.array(z.object({ id: z.int(), name: z.string() })),
    webhook_id: z.int().nullable(),
    active: z.boolean(),
    version: z.int(),
  })
  .meta({ id: 'AlertRule' });
export type AlertRule = z.output<typeof AlertRule>;

const GivenRule = z
  .object({
    kind: z.enum(ALERT_KINDS, 'Escolha um aviso da lista.'),
    threshold: AlertThreshold.default(null),
    user_ids: z
      .array(IdNumber)
      .max(ALERT_PEOPLE_MAX, `Escolha até ${ALERT_PEOPLE_MAX} administradores.`)
      .default([]),
    webhook_id: IdNumber.nullable().default(null),
    active: z.boolean().default(true),
  })
  .superRefine(({ kind, threshold }, context) => {
    const message = thresholdProblem(kind, threshold);
    if (message) context.addIssue({ code: 'custom', path: ['threshold'], message });
  });

export const AlertEvent = z
  .object({
    id: z.int(),
    rule_id: z.int(),
    kind: z.enum(ALERT_KINDS),
    /** `id` is null for the installation itself. */
    subject: z.object({ type: z.string(), id: z.string().nullable(), name: z.string().nullable() }),
    /** Figures of the present or of the last look. */
    values: z.record(z.string(), z.union([z.string(), z.number()])),
    opened_at: Time,
    notified_at: Time.nullable(),
    reminded_at: Time.nullable(),
    /** Null while it lasts. */
    resolved_at: Time.nullable(),
  })
  .meta({ id: 'AlertEvent' });
export type AlertEvent = z.output<typeof AlertEvent>;

export const alertsApi = {
  rules: get('/alert-rules', {
    access: 'superadmin',
    summary: 'The rules of alerts',
    reply: z.array(AlertRule),
  }),
  createRule: post('/alert-rules', {
    access: 'superadmin',
    summary: 'Makes a rule; it is looked at every minute',
    body: GivenRule,
    reply: AlertRule,
    status: 201,
  }),
  updateRule: put('/alert-rules/:id', {
    access: 'superadmin',
    summary:
      'Changes a rule; what is going on ends silently where it is switched off or looks for something else',
    params: Id,
    body: GivenRule.safeExtend({ version: IdNumber }),
    reply: AlertRule,
    missing: 'alert_not_found',
  }),
  removeRule: del('/alert-rules/:id', {
    access: 'superadmin',
    summary: 'Deletes a rule with its events',
    params: Id,
    reply: Nothing,
    missing: 'alert_not_found',
  }),
  testRule: post('/alert-rules/:id/test', {
    access: 'superadmin',
    summary: 'Sends a made-up event to the people and the webhook of a rule',
    params: Id,
    reply: z.object({ letters: z.int(), webhook: z.boolean() }),
    missing: 'alert_not_found',
  }),
  events: get('/alert-events', {
    access: 'superadmin',
    summary: 'What happened, newest first',
    query: z.object({ skip: Skip, limit: Limit(ALERT_EVENTS_PAGE) }),
    list: AlertEvent,
  }),
};

export const WEBHOOK_STATES = ['active', 'off'] as const;

export const WebhookDelivery = z
  .object({
    n: z.int(),
    at: Time,
    kind: z.string(),
    status: z.enum(['waiting', 'done', 'failed']),
    attempts: z.int(),
    /** The status that the address answered with; null where it did not answer. */
    code: z.int().nullable(),
    ms: z.int().nullable(),
    /** Why the last attempt failed, as one sentence. */
    error: z.string().nullable(),
  })
  .meta({ id: 'WebhookDelivery' });
export type WebhookDelivery = z.output<typeof WebhookDelivery>;

export const Webhook = z
  .object({
    id: z.int(),
    name: z.string(),
    url: z.string(),
    /** `off`: by a superadmin, or after a day of failures. */
    state: z.enum(WEBHOOK_STATES),
    /** Since when every attempt has failed; null while it works. */
    failing_since: Time.nullable(),
    version: z.int(),
    /** The newest first, at most twenty. */
    deliveries: z.array(WebhookDelivery),
  })
  .meta({ id: 'Webhook' });
export type Webhook = z.output<typeof Webhook>;

const Name = z
  .string('Informe um nome.')
  .trim()
  .min(1, 'Informe um nome.')
  .max(WEBHOOK_NAME_MAX, 'O nome deve ter no máximo 100 caracteres.');
const Address = z
  .url({ protocol: /^https?$/, error: 'Informe um endereço como https://avisos.exemplo.com.br/prosa.' })
  .max(WEBHOOK_ADDRESS_MAX, 'O endereço deve ter no máximo 500 caracteres.');
const WebhookId = Id.extend({ n: IdNumber });

/** The secret is in this reply and in no other. */
const WithSecret = Webhook.extend({ secret: z.string().nullable() }).meta({ id: 'WebhookWithSecret' });

export const webhooksApi = {
  list: get('/webhooks', {
    access: 'superadmin',
    summary: 'The webhooks, each with its newest deliveries',
    reply: z.array(Webhook),
  }),
  create: post('/webhooks', {
    access: 'superadmin',
    summary: 'Adds a webhook; its secret is shown once',
    confirmed: true,
    body: z.object({ name: Name, url: Address }),
    reply: WithSecret,
    status: 201,
  }),
  update: put('/webhooks/:id', {
    access: 'superadmin',
    summary: 'Changes a webhook; another address gets another secret, which is shown once',
    confirmed: true,
    params: Id,
    body: z.object({ name: Name, url: Address, active: z.boolean().default(true), version: IdNumber }),
    reply: WithSecret,
    missing: 'webhook_not_found',
  }),
  remove: del('/webhooks/:id', {
    access: 'superadmin',
    summary: 'Deletes a webhook with its deliveries',
    params: Id,
    reply: Nothing,
    missing: 'webhook_not_found',
  }),
  test: post('/webhooks/:id/test', {
    access: 'superadmin',
    summary: 'Sends a made-up event now and answers how it went',
    params: Id,
    reply: WebhookDelivery,
    missing: 'webhook_not_found',
  }),
  repeat: post('/webhooks/:id/deliveries/:n/repeat', {
    access: 'superadmin',
    summary: 'Sends a delivery again now and answers how it went',
    params: WebhookId,
    reply: WebhookDelivery,
    missing: 'webhook_not_found',
  }),
};
