/** Signing out here also ends the session at the provider, where its settings say so (RP-initiated logout). */
import { and, eq } from 'drizzle-orm';
import { configurationOf, endSessionUrl } from '../../../adapters/identity/oidc.ts';
import { identity_providers, provider_sessions } from '../../../db/tables/identity.ts';
import type { Caller } from '../../../http/routes.ts';
import { isLdap, type OidcProvider, parseProvider } from '../../identity-providers/provider.ts';
import { connectionOf, noteFailure, type SignOnContext } from '../arrival.ts';

/** The sign-in has ended already: a provider that is away changes nothing of that. */
export async function endSessionAt(
  context: SignOnContext,
  { user_id, sign_in_id }: Pick<Caller, 'user_id' | 'sign_in_id'>,
): Promise<{ end_session_url: string } | null> {
  const [row] = await context.db
    .select({ provider: identity_providers })
    .from(provider_sessions)
    .innerJoin(identity_providers, eq(identity_providers.id, provider_sessions.provider_id))
    .where(and(eq(provider_sessions.user_id, user_id), eq(provider_sessions.sign_in_id, sign_in_id)));
  if (!row?.provider.active) return null;
  const provider = parseProvider(row.provider);
  if (isLdap(provider) || !provider.settings.end_session) return null;
  const end_session_url = await pageOf(context, provider);
  return end_session_url === null ? null : { end_session_url };
}

async function pageOf(context: SignOnContext, provider: OidcProvider): Promise<string | null> {
  const { APP_URL } = context.env;
  const back = new URL('/', APP_URL).href;
  try {
    const configuration = await configurationOf(context.identity, connectionOf(context, provider));
    const announced = await endSessionUrl(configuration, back);
    if (announced !== null || provider.kind !== 'govbr') return announced;
  } catch (error) {
    await noteFailure(context, provider, error);
    if (provider.kind !== 'govbr') return null;
  }
  // It has such a page, and does not announce it.
  const page = new URL('logout', provider.settings.issuer);
  page.searchParams.set('post_logout_redirect_uri', back);
  return page.href;
}
