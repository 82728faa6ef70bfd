/** The server and account of a stored connection, and the rules for its address. */
import type { ConnectionAddress } from '#contract/connections.ts';
import type { AddressPolicy } from '../../../adapters/guarded-fetch/address-policy.ts';
import type { Env } from '../../../env.ts';
import type { ConnectionRow } from './stored-connections.ts';

export const addressOf = ({
  kind,
  host,
  port,
  database_name,
  user_name,
  tls,
}: ConnectionRow): ConnectionAddress => ({
  kind,
  host,
  port,
  database: database_name,
  user: user_name,
  tls,
});

/** Databases stand in private networks; in production those of this machine are named by the operator. */
export const connectionPolicy = ({
  production,
  CONNECTION_HOSTS,
}: Pick<Env, 'production' | 'CONNECTION_HOSTS'>): AddressPolicy => ({
  private_hosts: 'all',
  loopback_hosts: production ? CONNECTION_HOSTS : 'all',
  reasons: {
    private: 'fica nesta máquina. Libere-o em CONNECTION_HOSTS no servidor.',
    plain: 'fora desta rede é preciso usar TLS.',
  },
});
