/** The proofs that the caller can give anew, and what is sent for one. */
import { authApi } from '#contract/auth.ts';
import type { Answer, Arguments, Endpoint } from '#contract/endpoint.ts';
import { type ConfirmMeans, secondFactorApi } from '#contract/second-factor.ts';

/** `call` of the client, which loads this. */
export type Call = <E extends Endpoint>(endpoint: E, args: Arguments<E>) => Promise<Answer<E>>;

type Proofs = { has_password: boolean; confirm_means: ConfirmMeans[] };

/** Where it cannot be asked the password is: most people have no second factor, and the server says what it wants. */
export const proofsOfCaller = (call: Call): Promise<Proofs> =>
  call(secondFactorApi.show, {}).catch(() => ({ has_password: true, confirm_means: ['password'] }));

export type TypedMeans = Exclude<ConfirmMeans, 'sso'>;

export async function proofOf(call: Call, means: TypedMeans, typed: string) {
  if (means === 'totp') return { code: typed };
  if (means === 'password') return { password: typed };
  const { askDeviceKey } = await import('../../lib/browser/device-key.ts');
  const options = await call(authApi.confirmStart, { body: { means: 'passkey' } });
  return { response: await askDeviceKey(options) };
}
