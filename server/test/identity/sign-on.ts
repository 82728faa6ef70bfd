/** Signs on as a browser does: a secret of the tab, the address of the provider, and back. */
import { createHash, randomBytes } from 'node:crypto';
import type { Reply, TestServer } from '../test-server.ts';
import type { OidcStandIn, Person } from './oidc-provider.ts';

export function newTab() {
  const bytes = randomBytes(32);
  return {
    binding: bytes.toString('base64url'),
    binding_hash: createHash('sha256').update(bytes).digest('base64url'),
  };
}

export type Began = { binding: string; state: string; authorization_url: string };

export async function begin(testServer: TestServer, slug: string): Promise<Began> {
  const { binding, binding_hash } = newTab();
  const { status, body } = await testServer.anyone().post(`/auth/sso/${slug}/start`, { binding_hash });
  if (status !== 200) throw new Error(`the sign-on was not begun: ${status} ${body?.code}`);
  return { binding, ...body.data };
}

export const finish = (
  testServer: TestServer,
  slug: string,
  { state, binding }: Pick<Began, 'state' | 'binding'>,
  query: string,
): Promise<Reply> => testServer.anyone().post(`/auth/sso/${slug}/finish`, { state, binding, query });

/** There and back. */
export async function signOn(
  testServer: TestServer,
  provider: OidcStandIn,
  slug: string,
  person: Person,
): Promise<Reply> {
  const began = await begin(testServer, slug);
  provider.state.present = person;
  return finish(testServer, slug, began, provider.authorize(began.authorization_url, person));
}
