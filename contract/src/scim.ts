/** People and groups as a directory sends them: SCIM 2.0 (RFC 7643, RFC 7644), in the form of that protocol. */
import { z } from 'zod';
import { del, get, patch, post, put } from './endpoint.ts';
import { Time } from './paging.ts';
import { SCIM_FILTER_MAX, SCIM_OPERATIONS_MAX, SCIM_TEXT_MAX } from './scim-limits.ts';

export const SCIM_PATH = '/scim/v2';
export const SCIM_MEDIA_TYPE = 'application/scim+json';

export const SCIM_SCHEMAS = {
  user: 'urn:ietf:params:scim:schemas:core:2.0:User',
  group: 'urn:ietf:params:scim:schemas:core:2.0:Group',
  enterprise: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User',
  config: 'urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig',
  resourceType: 'urn:ietf:params:scim:schemas:core:2.0:ResourceType',
  schema: 'urn:ietf:params:scim:schemas:core:2.0:Schema',
  list: 'urn:ietf:params:scim:api:messages:2.0:ListResponse',
  error: 'urn:ietf:params:scim:api:messages:2.0:Error',
} as const;

const Schemas = z.array(z.string());

const Meta = z.object({
  resourceType: z.string(),
  created: Time.optional(),
  lastModified: Time.optional(),
  location: z.string(),
});

const text = () => z.string().optional();

export const ScimName = z.object({
  formatted: text(),
  familyName: text(),
  givenName: text(),
  middleName: text(),
});

export const ScimValued = z.object({
  value: z.string(),
  type: text(),
  primary: z.boolean().optional(),
});

/** The attributes that are kept; everything else that a directory sends is accepted and forgotten. */
export const ScimAttributes = z.object({
  userName: z.string(),
  externalId: text(),
  displayName: text(),
  name: ScimName.optional(),
  title: text(),
  preferredLanguage: text(),
  emails: z.array(ScimValued).optional(),
  phoneNumbers: z.array(ScimValued).optional(),
  [SCIM_SCHEMAS.enterprise]: z.object({ department: text(), employeeNumber: text() }).optional(),
});
export type ScimAttributes = z.output<typeof ScimAttributes>;

export const ScimUser = ScimAttributes.extend({
  schemas: Schemas,
  id: z.uuid(),
  /** False also for people whom an administrator here keeps out. */
  active: z.boolean(),
  meta: Meta,
}).meta({ id: 'ScimUser' });
export type ScimUser = z.input<typeof ScimUser>;

export const ScimGroup = z
  .object({
    schemas: Schemas,
    id: z.uuid(),
    externalId: text(),
    displayName: z.string(),
    members: z.array(z.object({ value: z.uuid(), display: z.string() })).optional(),
    meta: Meta,
  })
  .meta({ id: 'ScimGroup' });
export type ScimGroup = z.input<typeof ScimGroup>;

const listOf = <S extends z.ZodType>(resource: S) =>
  z.object({
    schemas: Schemas,
    totalResults: z.int(),
    startIndex: z.int(),
    itemsPerPage: z.int(),
    Resources: z.array(resource),
  });

export const ScimError = z
  .object({
    schemas: Schemas,
    /** The status of HTTP, as a text. */
    status: z.string(),
    scimType: text(),
    detail: z.string(),
    /** Ours; stable, for programs. */
    code: z.string(),
  })
  .meta({ id: 'ScimError' });
export type ScimError = z.output<typeof ScimError>;

const Whole = z
  .string()
  .regex(/^-?\d{1,9}$/)
  .transform(Number)
  .optional();

const Query = z.object({
  /** `attribute eq value`, joined by `and`. */
  filter: z.string().max(SCIM_FILTER_MAX).optional(),
  /** From 1. */
  startIndex: Whole,
  count: Whole,
  /** `members` alone is heeded. */
  excludedAttributes: z.string().max(SCIM_FILTER_MAX).optional(),
});

const Id = z.object({ id: z.uuid() });

/** As directories send it; attributes that are not named here are looked at by the server. */
const User = z.looseObject({ schemas: Schemas.optional(), userName: z.string().min(1).max(SCIM_TEXT_MAX) });
const Group = z.looseObject({
  schemas: Schemas.optional(),
  displayName: z.string().trim().min(1).max(SCIM_TEXT_MAX),
});
const Patch = z.object({
  schemas: Schemas.optional(),
  Operations: z
    .array(
      z.object({
        /** Add, replace or remove, in any case. */
        op: z.string().max(20),
        path: z.string().max(SCIM_FILTER_MAX).nullish(),
        value: z.unknown().optional(),
      }),
    )
    .min(1)
    .max(SCIM_OPERATIONS_MAX),
});
export type ScimOperation = z.output<typeof Patch>['Operations'][number];

const common = { access: 'scim', media_type: SCIM_MEDIA_TYPE } as const;
const one = { ...common, params: Id, missing: 'scim_not_found' } as const;
const done = { bare: z.null(), status: 204 } as const;
const Described = z.looseObject({ schemas: Schemas });

export const scimApi = {
  config: get(`${SCIM_PATH}/ServiceProviderConfig`, {
    ...common,
    summary: 'What this server does of SCIM 2.0',
    bare: Described,
  }),
  resourceTypes: get(`${SCIM_PATH}/ResourceTypes`, {
    ...common,
    summary: 'The resources: User and Group',
    bare: listOf(Described),
  }),
  schemas: get(`${SCIM_PATH}/Schemas`, {
    ...common,
    summary: 'The attributes that are kept',
    bare: listOf(Described),
  }),
  users: get(`${SCIM_PATH}/Users`, {
    ...common,
    summary: 'People whom the directory has sent',
    query: Query,
    bare: listOf(ScimUser),
  }),
  createUser: post(`${SCIM_PATH}/Users`, {
    ...common,
    summary: 'Makes an account for a person of the directory, or links the one with their address',
    body: User,
    bare: ScimUser,
    status: 201,
  }),
  user: get(`${SCIM_PATH}/Users/:id`, { ...one, summary: 'One person of the directory', bare: ScimUser }),
  replaceUser: put(`${SCIM_PATH}/Users/:id`, {
    ...one,
    summary: 'Replaces the attributes of a person; `active` false keeps them out at once',
    body: User,
    bare: ScimUser,
  }),
  changeUser: patch(`${SCIM_PATH}/Users/:id`, {
    ...one,
    summary: 'Changes attributes of a person: all operations or none',
    body: Patch,
    bare: ScimUser,
  }),
  removeUser: del(`${SCIM_PATH}/Users/:id`, {
    ...one,
    ...done,
    summary: 'Keeps a person out and forgets them as one of the directory; their conversations stay',
  }),
  groups: get(`${SCIM_PATH}/Groups`, {
    ...common,
    summary: 'Groups that the directory has sent',
    query: Query,
    bare: listOf(ScimGroup),
  }),
  createGroup: post(`${SCIM_PATH}/Groups`, {
    ...common,
    summary: 'Adds a group of the directory; the mappings of the provider say what it means here',
    body: Group,
    bare: ScimGroup,
    status: 201,
  }),
  group: get(`${SCIM_PATH}/Groups/:id`, {
    ...one,
    summary: 'One group of the directory',
    query: Query.pick({ excludedAttributes: true }),
    bare: ScimGroup,
  }),
  replaceGroup: put(`${SCIM_PATH}/Groups/:id`, {
    ...one,
    summary: 'Replaces a group and its members',
    body: Group,
    bare: ScimGroup,
  }),
  changeGroup: patch(`${SCIM_PATH}/Groups/:id`, {
    ...one,
    ...done,
    summary: 'Changes a group and its members: all operations or none',
    body: Patch,
  }),
  removeGroup: del(`${SCIM_PATH}/Groups/:id`, {
    ...one,
    ...done,
    summary: 'Removes a group of the directory; its people stay',
  }),
};
