/** A directory that sends people and groups by SCIM: its token, its rows, and the bodies that Entra ID and Okta document. */
import { randomBytes, randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { SCIM_MEDIA_TYPE, SCIM_PATH, SCIM_SCHEMAS } from '#contract/scim.ts';
import { SCIM_TOKEN_PREFIX } from '#contract/scim-limits.ts';
import type { AppContext } from '../../src/app-context.ts';
import { email_domains, identity_providers } from '../../src/db/tables/identity.ts';
import { users } from '../../src/db/tables/people.ts';
import { scim_groups, scim_tokens, scim_users } from '../../src/db/tables/scim.ts';
import { hashOfScimToken } from '../../src/features/scim/tokens.ts';
import type { TestServer } from '../test-server.ts';
import { buildProvider } from './built-provider.ts';

type Context = Pick<AppContext, 'db' | 'secretKeys' | 'clock'>;

export async function buildScimToken({ db, clock }: Context, provider_id: number): Promise<string> {
  const token = SCIM_TOKEN_PREFIX + randomBytes(32).toString('base64url');
  const row = { provider_id, token_hash: hashOfScimToken(token), hint: token.slice(-4) };
  await db.insert(scim_tokens).values({ ...row, created_at: clock.now() });
  return token;
}

/** Makes a person of that provider, or of a new one where there is none with the number. */
export async function buildScimUser(context: Context, provider_id: number): Promise<string> {
  const { db } = context;
  const user_name = `${randomUUID()}@exemplo.com.br`;
  const [person] = await db
    .insert(users)
    .values({ email: user_name, name: 'Alguém', password_hash: '!', token_limit: 1_000, is_verified: true })
    .returning();
  const [row] = await db
    .insert(scim_users)
    .values({
      provider_id: await someProvider(context, provider_id),
      user_id: person?.id ?? 0,
      user_name,
      attributes: { userName: user_name },
    })
    .returning();
  return row?.id ?? '';
}

export async function buildScimGroup(context: Context, provider_id: number): Promise<string> {
  const [row] = await context.db
    .insert(scim_groups)
    .values({ provider_id: await someProvider(context, provider_id), display_name: randomUUID() })
    .returning();
  return row?.id ?? '';
}

async function someProvider(context: Context, id: number): Promise<number> {
  const known = await context.db.$count(identity_providers, eq(identity_providers.id, id));
  return known > 0 ? id : buildProvider(context);
}

/** The directory of a provider to which a domain is entrusted. */
export async function openDirectory(
  testServer: TestServer,
  { domain = 'exemplo.gov.br', settings = {} }: { domain?: string; settings?: object } = {},
) {
  const { context } = testServer;
  const provider_id = await buildProvider(context, { kind: 'oidc', name: 'Prefeitura', settings });
  await context.db.insert(email_domains).values({ domain, written: domain, provider_id });
  const token = await buildScimToken(context, provider_id);
  const as = testServer.as({ token });
  const extra = { headers: { 'content-type': SCIM_MEDIA_TYPE } };
  const json = (body: unknown) => JSON.stringify(body);
  return {
    provider_id,
    token,
    get: (path: string, query: Record<string, string> = {}) => as.get(SCIM_PATH + path, { query }),
    post: (path: string, body: unknown) => as.post(SCIM_PATH + path, json(body), extra),
    put: (path: string, body: unknown) => as.put(SCIM_PATH + path, json(body), extra),
    patch: (path: string, Operations: unknown[]) =>
      as.patch(
        SCIM_PATH + path,
        json({ schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations }),
        extra,
      ),
    delete: (path: string) => as.delete(SCIM_PATH + path),
  };
}

export type Directory = Awaited<ReturnType<typeof openDirectory>>;

/** As Entra ID creates somebody. */
export const entraUser = (userName: string, name: string, more: object = {}) => {
  const [givenName = '', ...rest] = name.split(' ');
  return {
    schemas: [SCIM_SCHEMAS.user, SCIM_SCHEMAS.enterprise],
    externalId: randomUUID(),
    userName,
    active: true,
    addresses: [{ primary: false, type: 'work', formatted: 'Rua Um, 1', country: 'BR' }],
    emails: [{ primary: true, type: 'work', value: userName }],
    meta: { resourceType: 'User' },
    displayName: name,
    name: { formatted: name, familyName: rest.join(' '), givenName },
    roles: [],
    phoneNumbers: [{ type: 'mobile', value: '+55 11 98765-4321' }],
    [SCIM_SCHEMAS.enterprise]: { department: 'Jurídico', employeeNumber: '701984', manager: 'ninguém' },
    ...more,
  };
};

/** As Okta creates somebody. */
export const oktaUser = (userName: string, name: string) => {
  const [givenName = '', ...rest] = name.split(' ');
  return {
    schemas: [SCIM_SCHEMAS.user],
    userName,
    name: { givenName, familyName: rest.join(' ') },
    emails: [{ primary: true, value: userName, type: 'work' }],
    displayName: name,
    locale: 'pt-BR',
    externalId: '00ujl29u0le5T6Aj10h7',
    groups: [],
    password: '1mz050nq',
    active: true,
  };
};
