/** Sockets to a database whose address somebody typed: each address is judged as it is connected to. */
import { Socket } from 'node:net';
import {
  type AddressPolicy,
  guardedLookup,
  requireAllowedLiteral,
} from '../../guarded-fetch/address-policy.ts';

/** `secure`: the connection will be encrypted. A refused address is an `error` event of the socket, like any failure. */
export function guardedSocket(policy: AddressPolicy, { secure }: { secure: boolean }): Socket {
  const socket = new Socket();
  const connect = socket.connect.bind(socket) as (options: object) => Socket;
  const lookup = guardedLookup(policy, { secure });
  return Object.assign(socket, {
    connect(port: number, host: string) {
      // The name that Node's TLS looks for in the certificate where a driver gives none, as MySQL's does for an address.
      Object.assign(socket, { _host: host });
      try {
        requireAllowedLiteral(policy, host, { secure });
      } catch (error) {
        process.nextTick(() => socket.destroy(error as Error));
        return socket;
      }
      return connect({ port, host, lookup });
    },
  });
}
