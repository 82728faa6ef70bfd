/** People: the signed-in user, roles. */
import { z } from 'zod';
import { get, patch, post, put } from './endpoint.ts';
import { LANGUAGES } from './language.ts';
import { INACTIVE_DAYS_MAX, OWN_CAP, STATUS_CHANGES_MAX, USERS_PAGE } from './limits.ts';
import { Flag, Id, IdNumber, Limit, PeopleSearch, Skip, Time } from './paging.ts';

/** `level`: 0 uses the product, 1 administers it, 2 also gives and takes roles. */
export const ROLES = {
  user: { id: 1, level: 0 },
  admin: { id: 2, level: 1 },
  user_td: { id: 3, level: 0 },
  superadmin: { id: 4, level: 2 },
} as const;
export type Role = keyof typeof ROLES;
export const ROLE_NAMES = Object.keys(ROLES) as [Role, ...Role[]];
export const Role = z.enum(ROLE_NAMES);

/** The few that are looked for among many: who administers, and whom somebody has kept out. */
export const PEOPLE_KINDS = ['administrators', 'inactive'] as const;
export type PeopleKind = (typeof PEOPLE_KINDS)[number];

/** `waiting`: an administrator has yet to let the person in, and no sign-in opens until then. */
export const APPROVALS = ['approved', 'waiting', 'refused'] as const;
export type Approval = (typeof APPROVALS)[number];

type WithRole = { role: Role };

export const isAdministrator = ({ role }: WithRole): boolean => ROLES[role].level >= 1;
export const isSuperadmin = ({ role }: WithRole): boolean => ROLES[role].level === 2;

export const User = z
  .object({
    id: z.int(),
    email: z.string(),
    name: z.string(),
    phone: z.string().nullable(),
    role: Role,
    role_id: z.int(),
    user_group_id: z.int().nullable(),
    user_group: z.object({ id: z.int(), name: z.string() }).nullable(),
    token_used: z.int(),
    token_limit: z.int(),
    /** The limit is no more than the plan Free gives. */
    is_on_free_limit: z.boolean(),
    /** When the cycle of token_used ends. */
    next_token_reset: Time,
    last_login: Time.nullable(),
    is_verified: z.boolean(),
    active: z.boolean(),
    /** Whether an administrator has let the person in, where their domain asks for it. */
    approval: z.enum(APPROVALS),
    /** The account has a second factor. */
    second_factor: z.boolean(),
    /** From when on the account is closed without a second factor; null where the role asks for none. */
    second_factor_due: Time.nullable(),
    /** The account enters by password also where its domain is closed; only superadmins receive this, in the list of people. */
    emergency: z.boolean().optional(),
    /** In the list of people: the provider that moves the person to its group again at their next entry; null where the choice made here stays. */
    managed_by: z.object({ slug: z.string(), name: z.string() }).nullable().optional(),
    must_change_password: z.boolean().optional(),
    /** In `/users/me` only: the steps that have to be taken before other calls are open. */
    pending: z.array(z.enum(['password', 'second_factor', 'terms'])).optional(),
    /** The account was asked to be deleted and will be then; until then it may change its mind. */
    deletion_due: Time.nullable().optional(),
    /** The language of the screens; null or absent where the person takes that of the installation. */
    language: z.enum(LANGUAGES).nullable().optional(),
    created_at: Time,
    updated_at: Time,
  })
  .meta({ id: 'User' });
export type User = z.output<typeof User>;

/** A record is answered once, may be continued where it was cut off, and answered anew when it did not come to its end. */
export const RUN_PURPOSES = ['answer', 'continuation', 'retry'] as const;
export type RunPurpose = (typeof RUN_PURPOSES)[number];

export const TOKEN_PURPOSES = [
  ...RUN_PURPOSES,
  /** A model that failed before its first word, so that another one was asked. */
  'attempt',
  'profile_extraction',
  'filter',
  'title',
  'embedding',
  /** Questions that are offered after an answer, made by a model. */
  'suggestion',
  /** Example questions that an administrator had a model propose. */
  'opener',
  /** An answer to a check that a model gave a mark. */
  'rubric',
  /** Other forms of a verified question that an administrator had a model propose. */
  'match_forms',
] as const;
export const TokenPurpose = z.enum(TOKEN_PURPOSES);
export type TokenPurpose = z.infer<typeof TokenPurpose>;

/** Where the tokens of the running cycle went. */
export const TokenUsage = z
  .object({
    cycle_start: Time,
    next_token_reset: Time,
    token_used: z.int(),
    token_limit: z.int(),
    /** The cap that the person set for themselves; null without one. */
    own_cap: z.int().nullable(),
    /** One entry a day of the cycle up to today, days without use included; days of the installation's time zone. */
    days: z.array(z.object({ day: z.iso.date(), tokens: z.int(), answers: z.int() })),
    /** Most used first. The name is the agent's, or what the conversation kept of it when it is gone. */
    agents: z.array(
      z.object({
        agent_id: z.int().nullable(),
        agent_name: z.string().nullable(),
        tokens: z.int(),
        answers: z.int(),
      }),
    ),
    /** The purposes of the model calls; most used first. */
    purposes: z.array(z.object({ purpose: TokenPurpose, tokens: z.int(), calls: z.int() })),
    /** When the limit is reached at the cycle's pace so far; null where it is not reached within the cycle. */
    runs_out_at: Time.nullable(),
  })
  .meta({ id: 'TokenUsage' });
export type TokenUsage = z.output<typeof TokenUsage>;

const CAP_MESSAGE = 'Informe um teto entre 1.000 e 1.000.000.000 de tokens.';
/** Tokens a month. */
export const OwnCap = z
  .number(CAP_MESSAGE)
  .int(CAP_MESSAGE)
  .min(OWN_CAP.min, CAP_MESSAGE)
  .max(OWN_CAP.max, CAP_MESSAGE);

export const PeopleFilter = z.object({
  include_inactive: Flag(false),
  /** Only people who have not entered for so many days; those who never did count from the making of their account. */
  inactive_days: z.coerce.number().int().min(1).max(INACTIVE_DAYS_MAX).optional(),
  /** A part of the name or of the e-mail, or several whole e-mails. */
  search: PeopleSearch,
  /** Administrators of both roles, or the inactive alone, whatever `include_inactive` says of these. */
  only: z.enum(PEOPLE_KINDS).optional(),
  /** Only people of this group; who is in none belongs to the default one. */
  group_id: IdNumber.optional(),
});

export const usersApi = {
  me: get('/users/me', {
    access: 'user',
    summary: 'The signed-in user',
    reply: User,
    with_temporary_password: true,
    before_second_factor: true,
  }),
  usage: get('/users/me/usage', {
    access: 'user',
    summary: 'The caller’s tokens of this cycle by day and by agent; their sum is token_used',
    reply: TokenUsage,
  }),
  setCap: put('/users/me/cap', {
    access: 'user',
    summary: 'Sets or takes away the caller’s own monthly cap',
    body: z.object({ tokens: OwnCap.nullable() }),
    reply: z.object({ own_cap: z.int().nullable() }),
  }),
  usageFile: get('/users/me/usage/export', {
    access: 'user',
    summary: 'The entries of the caller’s ledger in this cycle, one line a model call',
    download: 'text/csv; charset=utf-8',
  }),
  all: get('/users/all', {
    access: 'admin',
    summary: 'People, by id',
    query: PeopleFilter.extend({ skip: Skip, limit: Limit(USERS_PAGE) }),
    list: User,
  }),
  setStatus: patch('/users/:id/status', {
    access: 'admin',
    summary: 'Lets somebody in or keeps them out; ends their sign-ins and running answers at once',
    params: Id,
    body: z.object({ active: z.boolean('Informe se o usuário está ativo.') }),
    reply: User,
    missing: 'user_not_found',
  }),
  setManyInactive: post('/users/status', {
    access: 'admin',
    summary: 'Keeps several people out: all of them, or none where one may not be',
    body: z.object({
      ids: z.array(IdNumber).min(1).max(STATUS_CHANGES_MAX),
      active: z.literal(false, 'Várias pessoas só podem ser desativadas.'),
    }),
    reply: z.object({ deactivated: z.int() }),
    idempotent: true,
  }),
  setEmergency: patch('/users/:id/emergency', {
    access: 'superadmin',
    summary: 'Lets a superadmin enter by password also where their domain is closed, or no longer',
    params: Id,
    body: z.object({ emergency: z.boolean('Informe se a conta é de emergência.') }),
    reply: User,
    missing: 'user_not_found',
    confirmed: true,
  }),
  promote: post('/admin/promote/:userId/:roleId', {
    access: 'superadmin',
    summary: 'Gives a role, by its number or its name',
    /** The role is judged by the handler: an unknown one is no missing object. */
    params: z.object({ userId: IdNumber, roleId: z.string().max(50) }),
    reply: User,
    missing: 'user_not_found',
    refused: 'only_superadmins_change_roles',
  }),
};
