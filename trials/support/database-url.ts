/** Addresses of databases as processes take them. */
import type { DatabaseAddress } from '../../server/src/db/client.ts';

/** A socket's folder cannot stand where a host's name does. */
export function urlOf(address: DatabaseAddress): string {
  if ('connectionString' in address) return address.connectionString;
  const { host, port, user, database } = address;
  const where = new URLSearchParams({ host, port: String(port) });
  return `postgres://${user}@/${database}?${where.toString()}`;
}
