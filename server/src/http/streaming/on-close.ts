import type { ServerResponse } from 'node:http';

/** Calls once when an answer's connection is done with; at once where whoever asked has left already. */
export function onConnectionClosed(raw: ServerResponse, act: () => void): void {
  if (raw.destroyed) act();
  else raw.once('close', act);
}
