/** The rules for addresses of model providers: those that the environment names, and those that somebody typed. */
import { BlockList } from 'node:net';
import type { Residency } from '#contract/model-sets.ts';
import type { Env } from '../../env.ts';
import { isListed, isRemoteHost } from '../../network-address.ts';
import type { Resolve } from '../guarded-fetch/address-policy.ts';
import { type GuardedNetwork, openGuardedNetwork } from '../guarded-fetch/guarded-network.ts';

/**
 * `environment`: the operator may name private addresses, but no metadata service, and no plain http across other
 * networks. `typed`: in production only the private hosts that the operator lists, too.
 */
export type ProviderNetworks = { environment: GuardedNetwork; typed: GuardedNetwork };

/** For addresses of the environment where no other networks were opened, such as those of the embedder. */
export const environmentNetwork: GuardedNetwork = openGuardedNetwork({ private_hosts: 'all' });

/** `resolve` replaces the system's resolver. */
export function openProviderNetworks(
  { production, MODEL_PRIVATE_HOSTS }: Pick<Env, 'production' | 'MODEL_PRIVATE_HOSTS'>,
  resolve?: Resolve,
): ProviderNetworks {
  const resolver = resolve ? { resolve } : {};
  const private_hosts = production ? MODEL_PRIVATE_HOSTS : 'all';
  return {
    environment: resolve ? openGuardedNetwork({ private_hosts: 'all', resolve }) : environmentNetwork,
    typed: openGuardedNetwork({ private_hosts, ...resolver }),
  };
}

/** Where nobody opened networks, a typed address reaches no private host. */
const strictNetworks: ProviderNetworks = {
  environment: environmentNetwork,
  typed: openGuardedNetwork({ private_hosts: { names: new Set(), networks: new BlockList(), written: [] } }),
};

/** The residency of an address that no provider declares one for: this machine, a private network, or a listed host. */
export function residencyOfAddress(
  base_url: string,
  { MODEL_PRIVATE_HOSTS }: Pick<Env, 'MODEL_PRIVATE_HOSTS'>,
): Residency {
  const { hostname } = new URL(base_url);
  const address = hostname.replace(/^\[|\]$/g, '');
  const isOurs = !isRemoteHost(hostname) || isListed(MODEL_PRIVATE_HOSTS, hostname, address);
  return isOurs ? 'local' : 'exterior';
}

export const networkOf = (
  networks: ProviderNetworks | undefined,
  { typed_address }: { typed_address?: boolean },
): GuardedNetwork => (networks ?? strictNetworks)[typed_address ? 'typed' : 'environment'];
