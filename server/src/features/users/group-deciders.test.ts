import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { User } from '#contract/users.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { group_mappings, identities, identity_providers } from '../../db/tables/identity.ts';
import { scim_users } from '../../db/tables/scim.ts';

let testServer: TestServer;
let admin: ReturnType<TestServer['as']>;
let ana: number;
let chief: number;
beforeAll(async () => {
  testServer = await startTestServer();
  admin = testServer.as(await testServer.user({ role: 'admin' }));
  ana = (await testServer.user({ email: 'ana@decide.test', signed_in: false })).id;
  chief = (await testServer.user({ email: 'chefe@decide.test', role: 'superadmin', signed_in: false })).id;
});
afterAll(() => testServer.close());
beforeEach(async () => {
  await testServer.context.db.delete(identity_providers);
});

type ProviderFields = {
  slug?: string;
  kind?: 'oidc' | 'ldap';
  active?: boolean;
  position?: number;
  settings?: object;
  mapped?: boolean;
  scim?: boolean;
};

/** A provider that hears of groups, with a line that places people by them; both people enter by it. */
async function provider(fields: ProviderFields = {}): Promise<void> {
  const { slug = 'casa', kind = 'oidc', active = true, position = 0, settings, mapped = true } = fields;
  const { db } = testServer.context;
  const [made] = await db
    .insert(identity_providers)
    .values({
      ...{ slug, kind, active, position, name: `Contas ${slug}` },
      settings: { groups_mode: 'always', claim_groups: 'groups', user_group_id: null, ...settings },
    })
    .returning({ id: identity_providers.id });
  if (!made) throw new Error('The provider was not made.');
  const provider_id = made.id;
  if (mapped)
    await db
      .insert(group_mappings)
      .values({ provider_id, position: 0, value: 'servidores', user_group_id: 2 });
  for (const user_id of [ana, chief]) {
    await db
      .insert(identities)
      .values({ user_id, provider_id, subject_hash: String(user_id).padEnd(43, '0') });
    const userName = `${user_id}@decide.test`;
    if (fields.scim)
      await db
        .insert(scim_users)
        .values({ provider_id, user_id, user_name: userName, attributes: { userName } });
  }
}

const decider = async (id: number): Promise<User['managed_by']> => {
  const { body } = await admin.get('/users/all', { query: { search: '@decide.test' } });
  return body.data.find((user: User) => user.id === id).managed_by;
};

const CASA = { slug: 'casa', name: 'Contas casa' };
const silent = { claim_groups: null };

describe('the list of people says who decides about a group', () => {
  test.each<[string, ProviderFields, User['managed_by']]>([
    ['a provider with a line', {}, CASA],
    ['a provider with a group of its own', { mapped: false, settings: { user_group_id: 2 } }, CASA],
    ['a directory, which names groups without a claim', { kind: 'ldap', settings: silent }, CASA],
    ['a provider whose people and groups come by SCIM', { scim: true, settings: silent }, CASA],
    ['nobody, where the provider is switched off', { active: false }, null],
    ['nobody, where the first entry decided', { settings: { groups_mode: 'first' } }, null],
    ['nobody, where no line and no group is given', { mapped: false }, null],
    ['nobody, where the provider does not name groups', { settings: silent }, null],
    [
      'nobody, where SCIM has no line to place people by',
      { scim: true, mapped: false, settings: { ...silent, user_group_id: 2 } },
      null,
    ],
  ])('it is %s', async (_, fields, expected) => {
    await provider(fields);
    expect(await decider(ana)).toEqual(expected);
  });

  test('of two providers the first in the order of their buttons is named', async () => {
    await provider({ slug: 'segunda', position: 2 });
    await provider({ slug: 'casa', position: 1 });
    expect(await decider(ana)).toEqual(CASA);
  });

  test('superadmins are not moved by a directory that sends groups by SCIM alone', async () => {
    await provider({ scim: true, settings: silent });
    expect(await decider(ana)).toEqual(CASA);
    expect(await decider(chief)).toBeNull();
  });

  test('it is nobody for who has no account at a provider', async () => {
    await provider();
    await testServer.context.db.delete(identities);
    expect(await decider(ana)).toBeNull();
  });
});
