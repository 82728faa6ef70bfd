/** The discovery documents of SCIM: features, resources, and the attributes that are kept. */
import { API_BASE } from '#contract/endpoint.ts';
import { SCIM_PATH, SCIM_SCHEMAS } from '#contract/scim.ts';
import { SCIM_PAGE_MAX } from '#contract/scim-limits.ts';

const at = (app_url: string, path: string) => new URL(`${API_BASE}${SCIM_PATH}/${path}`, app_url).href;

export const serviceProviderConfig = (app_url: string) => ({
  schemas: [SCIM_SCHEMAS.config],
  documentationUri: at(app_url, 'Schemas'),
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: SCIM_PAGE_MAX },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'OAuth Bearer Token',
      description: 'Um token feito por um superadmin do Prosa, no cabeçalho Authorization.',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: at(app_url, 'ServiceProviderConfig') },
});

export const resourceTypes = (app_url: string) =>
  listed([
    {
      ...resourceType(app_url, 'User', SCIM_SCHEMAS.user),
      schemaExtensions: [{ schema: SCIM_SCHEMAS.enterprise, required: false }],
    },
    resourceType(app_url, 'Group', SCIM_SCHEMAS.group),
  ]);

const resourceType = (app_url: string, name: 'User' | 'Group', schema: string) => ({
  schemas: [SCIM_SCHEMAS.resourceType],
  id: name,
  name,
  endpoint: `/${name}s`,
  schema,
  meta: { resourceType: 'ResourceType', location: at(app_url, `ResourceTypes/${name}`) },
});

export const resourceSchemas = (app_url: string) =>
  listed([
    schemaOf(app_url, SCIM_SCHEMAS.user, 'User', [
      { ...text('userName'), required: true, uniqueness: 'server' },
      { ...text('externalId'), caseExact: true },
      text('displayName'),
      complex('name', ['formatted', 'familyName', 'givenName', 'middleName'].map(text)),
      text('title'),
      text('preferredLanguage'),
      flag('active'),
      several('emails'),
      several('phoneNumbers'),
    ]),
    schemaOf(app_url, SCIM_SCHEMAS.enterprise, 'EnterpriseUser', [
      text('employeeNumber'),
      text('department'),
    ]),
    schemaOf(app_url, SCIM_SCHEMAS.group, 'Group', [
      { ...text('displayName'), required: true, uniqueness: 'server' },
      { ...text('externalId'), caseExact: true },
      { ...complex('members', [text('value'), text('display')]), multiValued: true },
    ]),
  ]);

const schemaOf = (app_url: string, id: string, name: string, attributes: object[]) => ({
  schemas: [SCIM_SCHEMAS.schema],
  id,
  name,
  attributes,
  meta: { resourceType: 'Schema', location: at(app_url, `Schemas/${id}`) },
});

const attribute = (name: string, type: 'string' | 'boolean' | 'complex') => ({
  name,
  type,
  multiValued: false,
  required: false,
  mutability: 'readWrite',
  returned: 'default',
});

const text = (name: string) => ({ ...attribute(name, 'string'), caseExact: false, uniqueness: 'none' });
const flag = (name: string) => attribute(name, 'boolean');
const complex = (name: string, subAttributes: object[]) => ({
  ...attribute(name, 'complex'),
  subAttributes,
});
const several = (name: string) => ({
  ...complex(name, [text('value'), text('type'), flag('primary')]),
  multiValued: true,
});

const listed = <T>(resources: T[]) => ({
  schemas: [SCIM_SCHEMAS.list],
  totalResults: resources.length,
  startIndex: 1,
  itemsPerPage: resources.length,
  Resources: resources,
});
