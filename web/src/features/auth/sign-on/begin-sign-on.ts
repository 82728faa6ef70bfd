/** Leaves for the sign-in page of a provider. */
import { signOnApi } from '#contract/sign-on.ts';
import { call } from '../../../api/client.ts';
import { isWebAddress, leaveFor } from '../../../lib/browser/leave-for.ts';
import { keepTabSecret, newTabSecret } from '../../../lib/browser/sign-on-tab.ts';

export async function beginSignOn(slug: string, login_hint?: string): Promise<void> {
  const { binding, binding_hash } = await newTabSecret();
  const { authorization_url, state } = await call(signOnApi.start, {
    params: { slug },
    body: { binding_hash, ...(login_hint ? { login_hint } : {}) },
  });
  keepTabSecret(state, { binding, purpose: 'sign-in' });
  if (!isWebAddress(authorization_url)) throw new Error('no address to sign in at');
  await leaveFor(authorization_url);
}
