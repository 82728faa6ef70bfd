/**
 * The proof that this tab registered an address, kept until its code is confirmed. It lives as long as the tab; without
 * it the server compares the network, and at worst asks for another password.
 */
import { TAB_KEYS } from '../../lib/browser/storage.ts';

const KEY = TAB_KEYS.registration;

export function keepRegistrationProof(email: string, proof: string): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ email, proof }));
  } catch {
    // A browser that keeps nothing confirms by its network.
  }
}

/** The proof for this address; undefined where this tab registered another one, or none. */
export function registrationProofOf(email: string): string | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as {
      email?: unknown;
      proof?: unknown;
    } | null;
    return kept?.email === email && typeof kept.proof === 'string' ? kept.proof : undefined;
  } catch {
    return undefined;
  }
}

export function forgetRegistrationProof(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was kept.
  }
}
