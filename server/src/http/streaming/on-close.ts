import type { ServerResponse } from 'node:http';

/** Calls once when the connection of a response is closed; at once where it is closed already. */
export function onConnectionClosed(raw: ServerResponse, act: () => void): void {
  if (raw.destroyed) act();
  else raw.once('close', act);
}
