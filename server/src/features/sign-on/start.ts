/** The address at a provider where somebody signs in. Nothing is written: the state carries all of it. */
import type { SignOnPurpose } from '#contract/provider-answer.ts';
import { authorizationUrl, configurationOf, scopesFor } from '../../adapters/identity/oidc.ts';
import type { Caller } from '../../http/routes.ts';
import { consumeRateLimits, signOns } from '../auth/records/limits.ts';
import { redirectUri } from '../identity-providers/administration.ts';
import type { OidcProvider } from '../identity-providers/provider.ts';
import { connectionOf, noteFailure, requireOidcProvider, type SignOnContext, timed } from './arrival.ts';
import { derivedFrom, newState } from './state.ts';

type Starting = {
  slug: string;
  purpose: SignOnPurpose;
  /** Somebody who is signed in already. */
  caller: Pick<Caller, 'user_id' | 'sign_in_id'> | null;
  binding_hash: string;
  login_hint?: string | undefined;
};

export async function startSignOn(context: SignOnContext, starting: Starting, ip: string) {
  await consumeRateLimits(context.db, signOns(ip), context.clock.now());
  return beginAt(context, await requireOidcProvider(context, starting.slug), starting);
}

/** At a provider that may be switched off still, for a trial. */
export async function beginAt(
  context: SignOnContext,
  provider: OidcProvider,
  { slug, purpose, caller, binding_hash, login_hint }: Starting,
): Promise<{ authorization_url: string; state: string }> {
  const { clock, secret, env, identity } = context;
  const { user_id = null, sign_in_id = null } = caller ?? {};
  const state = newState(secret, { purpose, slug, binding_hash, user_id, sign_in_id }, clock.now());
  try {
    const configured = configurationOf(identity, connectionOf(context, provider));
    const configuration = await timed(context, provider, 'discovery', configured);
    const authorization_url = await authorizationUrl(configuration, {
      redirect_uri: redirectUri(env.APP_URL, slug),
      scope: scopesFor(configuration, provider.settings.scopes),
      state,
      ...derivedFrom(secret, state),
      more: {
        ...(login_hint ? { login_hint } : {}),
        // Google names a refresh token otherwise, and gives it with the first consent only.
        ...(provider.kind === 'google' ? { access_type: 'offline' } : {}),
        ...(provider.settings.hd ? { hd: provider.settings.hd } : {}),
        // A confirmation needs a proof that is given now.
        ...(purpose === 'confirm' ? { prompt: 'login', max_age: '0' } : {}),
      },
    });
    return { authorization_url, state };
  } catch (error) {
    throw await noteFailure(context, provider, error);
  }
}
