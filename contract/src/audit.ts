/** The audit log: actor, change, time and address. It is append-only but for the words of erased people; each entry is chained to the one before. */
import { z } from 'zod';
import { get } from './endpoint.ts';
import { AUDIT_PAGE } from './limits.ts';
import { IdNumber, Limit, Search, Skip, Time } from './paging.ts';

export const AuditObject = z.enum([
  'user',
  'group',
  'agent',
  'tag',
  'knowledge_base',
  'document',
  'data_source',
  'connection',
  'subscription',
  'session',
  'factor',
  'access_policy',
  'invitation',
  'identity_provider',
  'email_domain',
  'import',
  'terms',
  'feedback',
  'access_key',
  'model',
  'price',
  'rate',
  'provider',
  'installation',
  'plan',
  'pack',
  'verified_answer',
  'check',
  'alert_rule',
  'webhook',
  'banner',
  'open_question',
  'sync',
  'receipt',
  'counter',
  'citizen_request',
]);
export type AuditObject = z.infer<typeof AuditObject>;

/** `object.verb`, the verb in the past: `agent.created`, `user.role_changed` … */
export const AuditAction = z.string().regex(/^[a-z_]+\.[a-z_]+$/);

const Values = z.record(z.string(), z.unknown());

export const AuditEntry = z
  .object({
    id: z.int(),
    created_at: Time,
    action: AuditAction,
    /** Null when the system acted by itself or the account has been erased. */
    actor: z.object({ id: z.int(), name: z.string(), email: z.string() }).nullable(),
    by_system: z.boolean(),
    object_type: AuditObject,
    /** The numeric id of the target; people are named by `person`. */
    object_id: z.int().nullable(),
    object_name: z.string().nullable(),
    person: z.object({ id: z.int(), name: z.string(), email: z.string() }).nullable(),
    /** The changed fields only. */
    before: Values.nullable(),
    after: Values.nullable(),
    /** Paths of the fields, as `object_name` or `after.name`, that are null because they named an erased person. */
    erased_fields: z.array(z.string()),
    ip: z.string().nullable(),
    user_agent: z.string().nullable(),
    /** HMAC-SHA256, hexadecimal, over the entry and the hash before it; SHA-256 in entries of release 1.0. */
    hash: z.string(),
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = z.output<typeof AuditEntry>;

const Filter = z.object({
  /** In action, names and values. */
  search: Search,
  object_type: AuditObject.optional(),
  actor_id: IdNumber.optional(),
  from: z.iso.datetime({ offset: true }).optional(),
  to: z.iso.datetime({ offset: true }).optional(),
});

export const auditApi = {
  list: get('/admin/audit', {
    access: 'superadmin',
    summary: 'Entries, newest first',
    query: Filter.extend({ skip: Skip, limit: Limit(AUDIT_PAGE) }),
    list: AuditEntry,
  }),
  file: get('/admin/audit/export', {
    access: 'superadmin',
    summary: 'The matching entries as CSV, formulas defused',
    query: Filter,
    download: 'text/csv; charset=utf-8',
  }),
  verify: get('/admin/audit/verify', {
    access: 'superadmin',
    summary: 'Walks the chain of hashes',
    reply: z.object({
      entries: z.int(),
      /** Entries that lost words of an erased person; they count as intact when the erasure is sealed. */
      with_erased_words: z.int(),
      intact: z.boolean(),
      broken_at: z.int().nullable(),
    }),
  }),
};
