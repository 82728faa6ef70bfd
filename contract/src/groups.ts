/** Groups of people and the agents that are open to them. */
import { z } from 'zod';
import { del, get, post, put } from './endpoint.ts';
import { Nothing } from './envelope.ts';
import {
  BUDGET_NOTIFIED_MAX,
  DESCRIPTION_MAX,
  EMAIL_MAX,
  GROUP_AGENTS_MAX,
  GROUP_USERS_MAX,
  GROUPS_PAGE,
  NAME_MAX,
} from './limits.ts';
import { Flag, Id, IdNumber, Limit, NamedId, PeopleSearch, Search, Skip, Time } from './paging.ts';

export const UserGroup = z
  .object({
    id: z.int(),
    name: z.string(),
    description: z.string().nullable(),
    is_default: z.boolean(),
    /** The default group and those that plans are tied to stay. */
    can_delete: z.boolean(),
    users_count: z.int(),
    agents_count: z.int(),
  })
  .meta({ id: 'UserGroup' });
export type UserGroup = z.output<typeof UserGroup>;

export const Association = z.enum(['all', 'in_group', 'not_in_group']);
export type Association = z.infer<typeof Association>;

export const GroupAgent = z
  .object({
    agent: z.object({
      id: z.int(),
      name: z.string(),
      description: z.string().nullable(),
      deploy_status: z.boolean(),
    }),
    is_associated: z.boolean(),
  })
  .meta({ id: 'GroupAgent' });
export type GroupAgent = z.output<typeof GroupAgent>;

export const GroupUser = z
  .object({
    user: z.object({
      id: z.int(),
      name: z.string(),
      email: z.string(),
      /** Where they are now; assigning them moves them away from it. */
      user_group: z.object({ id: z.int(), name: z.string() }).nullable(),
    }),
    is_associated: z.boolean(),
  })
  .meta({ id: 'GroupUser' });
export type GroupUser = z.output<typeof GroupUser>;

const GroupForm = z.object({
  name: z
    .string('O nome do grupo é obrigatório.')
    .trim()
    .min(1, 'O nome do grupo é obrigatório.')
    .max(NAME_MAX, 'O nome deve ter no máximo 200 caracteres.'),
  description: z
    .string()
    .trim()
    .max(DESCRIPTION_MAX, 'A descrição deve ter no máximo 2.000 caracteres.')
    .nullish()
    .transform((text) => text || null),
});

/** The part after the @; a leading @ and spaces do not matter. Blank means no filter. */
const EmailDomain = z
  .string()
  .max(EMAIL_MAX)
  .optional()
  .transform(
    (domain) => domain?.replaceAll('\0', '').trim().replace(/^@+/, '').trim().toLowerCase() || undefined,
  );

const AgentIds = z.object({
  agent_ids: z
    .array(IdNumber, 'Informe os agentes.')
    .min(1, 'Informe ao menos um agente.')
    .max(GROUP_AGENTS_MAX, 'São permitidos no máximo 1.000 agentes por vez.'),
});

/** The unit of a group's monthly budget; `none` without one. */
export const BUDGET_KINDS = ['none', 'tokens', 'brl'] as const;

const PERSON_LIMIT = 'Informe um limite por pessoa entre 0 e 1.000.000.000.000 tokens.';
const BUDGET = 'Informe um orçamento maior que zero.';
const amountOf = (message: string, least: number) =>
  z.number(message).int(message).min(least, message).max(1_000_000_000_000, message);

const GroupLimitsFields = {
  /** A month; null: as many as the plan gives. */
  tokens_per_person: amountOf(PERSON_LIMIT, 0).nullable(),
  budget_kind: z.enum(BUDGET_KINDS, 'Informe o tipo de orçamento.'),
  /** Tokens, or cents of BRL; null without a budget. */
  budget: amountOf(BUDGET, 1).nullable(),
  /** Whether new questions are refused at the end of the budget. */
  hard: z.boolean('Informe o que acontece ao chegar ao fim.'),
  notify_user_ids: z
    .array(IdNumber, 'Informe quem é avisado.')
    .max(BUDGET_NOTIFIED_MAX, `São permitidas no máximo ${BUDGET_NOTIFIED_MAX} pessoas.`),
  /** Rises with each change; the one that was read. */
  version: z.int().min(0),
};

export const GroupLimitsForm = z
  .object(GroupLimitsFields)
  .refine(({ budget_kind, budget }) => budget_kind === 'none' || budget !== null, {
    path: ['budget'],
    message: BUDGET,
  });
export type GroupLimitsForm = z.output<typeof GroupLimitsForm>;

export const GroupLimits = z
  .object({
    ...GroupLimitsFields,
    notify_user_ids: z.array(z.int()),
    notified: z.array(z.object({ id: z.int(), name: z.string() })),
    /** The use of the running calendar month in the unit of the budget, and what running answers hold. */
    used: z.int(),
    reserved: z.int(),
    /** The same use in both units, whatever the budget is. */
    month_tokens: z.int(),
    month_cents: z.int(),
    /** When the next month begins. */
    renews_at: Time,
    /** The people who took most, most first, with their share of it; null for a caller who is no superadmin. */
    people: z.array(z.object({ id: z.int(), name: z.string(), percent: z.int() })).nullable(),
  })
  .meta({ id: 'GroupLimits' });
export type GroupLimits = z.output<typeof GroupLimits>;

export const groupsApi = {
  list: get('/user-groups', {
    access: 'admin',
    summary: 'Groups, by id',
    query: z.object({
      skip: Skip,
      limit: Limit(GROUPS_PAGE),
      /** A part of the name or of the description. */
      search_term: Search,
      /** Only groups that see this agent. */
      agent_id: IdNumber.optional(),
    }),
    list: UserGroup,
  }),
  create: post('/user-groups', {
    access: 'admin',
    summary: 'Makes a group',
    body: GroupForm,
    parts: true,
    reply: UserGroup,
    status: 201,
    idempotent: true,
  }),
  /** Stands before `/:id`: the path is no group. */
  filteredUsers: get('/user-groups/users/filtered', {
    access: 'admin',
    summary: 'The ids of all active people that match, ascending',
    query: z.object({
      search_term: PeopleSearch,
      email_domain: EmailDomain,
      group_id: IdNumber.optional(),
      association: Association.default('all'),
    }),
    reply: z.array(z.int()),
  }),
  assignUsers: post('/user-groups/assign-users', {
    access: 'admin',
    summary: 'Moves people into a group, all or none',
    body: z.object({
      user_ids: z
        .array(IdNumber, 'Informe os usuários.')
        .min(1, 'Informe ao menos um usuário.')
        .max(GROUP_USERS_MAX, 'São permitidos no máximo 10.000 usuários por vez.'),
      user_group_id: NamedId('Informe um grupo válido.'),
    }),
    reply: z.object({ assigned: z.int() }),
    missing: 'group_not_found',
  }),
  one: get('/user-groups/:id', {
    access: 'admin',
    summary: 'A group',
    params: Id,
    reply: UserGroup,
    missing: 'group_not_found',
  }),
  update: put('/user-groups/:id', {
    access: 'admin',
    summary: 'Renames a group or describes it anew',
    params: Id,
    body: GroupForm,
    parts: true,
    reply: UserGroup,
    missing: 'group_not_found',
  }),
  limits: get('/user-groups/:id/limits', {
    access: 'admin',
    summary: 'The limits of a group and what it used this month',
    params: Id,
    reply: GroupLimits,
    missing: 'group_not_found',
  }),
  changeLimits: put('/user-groups/:id/limits', {
    access: 'superadmin',
    summary: 'Sets the limit of each person and the monthly budget of a group',
    params: Id,
    body: GroupLimitsForm,
    reply: GroupLimits,
    missing: 'group_not_found',
  }),
  remove: del('/user-groups/:id', {
    access: 'admin',
    summary: 'Deletes a group; its people go to the default group',
    params: Id,
    reply: Nothing,
    missing: 'group_not_found',
  }),
  addAgents: post('/user-groups/:id/agents', {
    access: 'admin',
    summary: 'Opens agents to a group',
    params: Id,
    body: AgentIds,
    reply: z.object({ added: z.int() }),
    missing: 'group_not_found',
  }),
  removeAgents: del('/user-groups/:id/agents', {
    access: 'admin',
    summary: 'Closes agents to a group',
    params: Id,
    body: AgentIds,
    reply: z.object({ removed: z.int() }),
    missing: 'group_not_found',
  }),
  agentsStatus: get('/user-groups/:id/agents/status', {
    access: 'admin',
    summary: 'Agents and whether they are open to the group',
    params: Id,
    query: z.object({
      deployed_only: Flag(false),
      skip: Skip,
      limit: Limit(GROUPS_PAGE),
      search_term: Search,
      association: Association.default('all'),
    }),
    list: GroupAgent,
    missing: 'group_not_found',
  }),
  usersStatus: get('/user-groups/:id/users/status', {
    access: 'admin',
    summary: 'Active people and whether they are in the group',
    params: Id,
    query: z.object({
      search_term: PeopleSearch,
      skip: Skip,
      limit: Limit(GROUPS_PAGE),
      email_domain: EmailDomain,
      association: Association.default('all'),
    }),
    list: GroupUser,
    missing: 'group_not_found',
  }),
};
