/** The access and refresh tokens, stored in the browser and shared by its tabs. */
import { forgetPerson, onStoredElsewhere, readStored, store } from '../lib/browser/storage.ts';

export type StoredTokens = { access: string; refresh: string };

const listeners = new Set<() => void>();
let lost = false;

export function accessToken(): string | null {
  return readStored('token');
}

export function refreshToken(): string | null {
  return readStored('refreshToken');
}

/** Whether both are stored; only the server knows whether they are valid. */
export function hasTokens(): boolean {
  return Boolean(accessToken() && refreshToken());
}

export function keepTokens({ access, refresh }: StoredTokens): void {
  lost = false;
  store('token', access);
  store('refreshToken', refresh);
  notify();
}

/**
 * With everything else that the person kept in this browser. `lost` when the session ended without a sign-out, so that the sign-in
 * screen can say so.
 */
export function clearTokens(reason: 'left' | 'lost' = 'left'): void {
  // A late failure after a sign-out does not count as a lost session.
  lost = reason === 'lost' && accessToken() !== null;
  forgetPerson();
  notify();
}

/** The last session ended without the person asking for it. */
export function sessionWasLost(): boolean {
  return lost;
}

/** Subscribes to every change, including those made in other tabs. */
export function subscribeTokens(listener: () => void): () => void {
  listeners.add(listener);
  const leave = onStoredElsewhere((key) => {
    if (key === null || key === 'token' || key === 'refreshToken') listener();
  });
  return () => {
    listeners.delete(listener);
    leave();
  };
}

function notify(): void {
  for (const listener of listeners) listener();
}
