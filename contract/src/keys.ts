/** Personal access keys: with one of them a program asks agents in its owner's name, and does nothing else. */
import { z } from 'zod';
import { del, get, patch, post } from './endpoint.ts';
import { Nothing } from './envelope.ts';
import { ACCESS_KEY_AGENTS_MAX, ACCESS_KEY_CAP_MAX, ACCESS_KEY_NAME_MAX, PASSWORD_MAX } from './limits.ts';
import { Id, Time } from './paging.ts';

export const AccessKey = z
  .object({
    id: z.int(),
    name: z.string(),
    /** The end of the secret, to tell keys apart by. */
    hint: z.string(),
    /** Null: every agent that its owner may use, now or later. */
    agent_ids: z.array(z.int()).nullable(),
    /** Null: no limit but its owner's. */
    token_cap: z.int().nullable(),
    /** In its owner's running cycle. */
    token_used: z.int(),
    expires_at: Time.nullable(),
    is_expired: z.boolean(),
    /** To the minute. */
    last_used_at: Time.nullable(),
    last_used_ip: z.string().nullable(),
    created_at: Time,
  })
  .meta({ id: 'AccessKey' });
export type AccessKey = z.output<typeof AccessKey>;

export const MadeAccessKey = AccessKey.extend({
  /** Shown once: only its hash is stored. */
  secret: z.string(),
}).meta({ id: 'MadeAccessKey' });
export type MadeAccessKey = z.output<typeof MadeAccessKey>;

export const keyMessages = {
  nameMissing: 'Dê um nome à chave.',
  nameLong: 'O nome da chave deve ter no máximo 100 caracteres.',
  noAgents: 'Escolha ao menos um agente.',
  manyAgents: 'Escolha no máximo 100 agentes.',
  unknownAgent: 'Um dos agentes escolhidos não existe ou não está disponível para você.',
  cap: 'O limite da chave deve ser um número inteiro de tokens, de 1 a 1.000.000.000.',
  expiry: 'A validade deve ser uma data e uma hora.',
  expiryPast: 'A validade deve estar no futuro.',
  nothing: 'Informe o que mudar.',
} as const;

const Name = z
  .string(keyMessages.nameMissing)
  .trim()
  .min(1, keyMessages.nameMissing)
  .max(ACCESS_KEY_NAME_MAX, keyMessages.nameLong);
const AgentIds = z
  .array(z.int().positive().max(2_147_483_647))
  .min(1, keyMessages.noAgents)
  .max(ACCESS_KEY_AGENTS_MAX, keyMessages.manyAgents)
  .nullable();
const Cap = z
  .number(keyMessages.cap)
  .int(keyMessages.cap)
  .min(1, keyMessages.cap)
  .max(ACCESS_KEY_CAP_MAX, keyMessages.cap)
  .nullable();
const Expiry = z.iso.datetime({ offset: true, error: keyMessages.expiry }).nullable();

export const NewAccessKey = z.object({
  name: Name,
  agent_ids: AgentIds.default(null),
  token_cap: Cap.default(null),
  expires_at: Expiry.default(null),
  /** Asked for when the sign-in is not fresh any more. */
  current_password: z.string().min(1).max(PASSWORD_MAX).optional(),
});
export type NewAccessKey = z.output<typeof NewAccessKey>;

export const AccessKeyChange = z
  .object({
    name: Name.optional(),
    agent_ids: AgentIds.optional(),
    token_cap: Cap.optional(),
    expires_at: Expiry.optional(),
  })
  .refine((change) => Object.values(change).some((value) => value !== undefined), keyMessages.nothing);
export type AccessKeyChange = z.output<typeof AccessKeyChange>;

export const keysApi = {
  list: get('/users/me/access-keys', {
    access: 'user',
    summary: 'The caller’s access keys that are not revoked, newest first',
    list: AccessKey,
    with_temporary_password: true,
  }),
  create: post('/users/me/access-keys', {
    access: 'user',
    summary: 'Makes an access key and tells its secret, this once',
    body: NewAccessKey,
    reply: MadeAccessKey,
    status: 201,
    idempotent: true,
  }),
  change: patch('/users/me/access-keys/:id', {
    access: 'user',
    summary: 'Changes what is given of an access key; its secret stays',
    params: Id,
    body: AccessKeyChange,
    reply: AccessKey,
    missing: 'key_not_found',
  }),
  revoke: del('/users/me/access-keys/:id', {
    access: 'user',
    summary: 'Revokes an access key for good; an answer that it is getting stops',
    params: Id,
    reply: Nothing,
    missing: 'key_not_found',
  }),
};
