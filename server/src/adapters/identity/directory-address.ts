/** Where a directory is, and how the way there is secured; judged without its client, which is loaded when it is needed. */
import type { LdapSettings } from '#contract/identity-providers.ts';
import { isLoopbackHost } from '../../network-address.ts';
import { AddressRefused } from '../guarded-fetch/address-policy.ts';
import type { IdentityNetwork } from './identity-network.ts';

export type DirectoryConnection = Pick<
  LdapSettings,
  | 'url'
  | 'tls'
  | 'ca_pem'
  | 'bind_dn'
  | 'base'
  | 'attribute_login'
  | 'attribute_email'
  | 'attribute_name'
  | 'attribute_id'
  | 'nested'
> & { password: string | null };

const LDAPS_PORT = 636;
const LDAP_PORT = 389;

const PLAIN_DIRECTORY = 'precisa de LDAPS (ldaps://…) ou de StartTLS (ldap://…).';

type Target = { host: string; port: number; secure: 'ldaps' | 'starttls' | 'plain' };

/** Throws `AddressRefused` where neither the address nor the setting says TLS. */
export function targetOf(
  { production }: Pick<IdentityNetwork, 'production'>,
  { url, tls }: Pick<DirectoryConnection, 'url' | 'tls'>,
): Target {
  const { protocol, hostname, port } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  const isLdaps = protocol === 'ldaps:';
  if (isLdaps && tls === 'starttls') throw new AddressRefused('já é LDAPS: StartTLS usa ldap://.');
  const secure = isLdaps ? 'ldaps' : tls === 'starttls' ? 'starttls' : 'plain';
  if (secure === 'plain' && (production || !isLoopbackHost(host))) throw new AddressRefused(PLAIN_DIRECTORY);
  return { host, port: Number(port) || (isLdaps ? LDAPS_PORT : LDAP_PORT), secure };
}
