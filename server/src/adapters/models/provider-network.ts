/** The rules for addresses of model providers: those that the environment names, and those that somebody typed. */
import type { Env } from '../../env.ts';
import type { AddressPolicy } from '../guarded-fetch/address-policy.ts';
import { type GuardedNetwork, openGuardedNetwork } from '../guarded-fetch/guarded-network.ts';

/** The operator may name private addresses, but no metadata service, and no plain http across other networks. */
export const environmentNetwork: GuardedNetwork = openGuardedNetwork({ private_hosts: 'all' });

/** In production an address that was typed on a screen reaches only the private hosts that the operator lists. */
export const typedAddressPolicy = ({
  production,
  MODEL_PRIVATE_HOSTS,
}: Pick<Env, 'production' | 'MODEL_PRIVATE_HOSTS'>): AddressPolicy => ({
  private_hosts: production ? MODEL_PRIVATE_HOSTS : 'all',
});
