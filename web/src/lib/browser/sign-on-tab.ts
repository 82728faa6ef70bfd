/** The secret of a tab that begins a sign-on: only this tab can end it. Nothing of it is in `localStorage`. */
import type { SignOnPurpose } from '#contract/provider-answer.ts';
import { TAB_KEYS } from './storage.ts';

const SECRET_BYTES = 32;
const keyOf = (state: string) => `${TAB_KEYS.signOn}${state}`;

/** `provider_id`: of a trial. */
type Kept = { binding: string; purpose: SignOnPurpose; provider_id?: number };

/** The browser keeps no data of this page, so that the way back would find nothing. */
export class TabKeepsNothing extends Error {}

const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');

export async function newTabSecret(): Promise<{ binding: string; binding_hash: string }> {
  const bytes = crypto.getRandomValues(new Uint8Array(SECRET_BYTES));
  const digest = await crypto.subtle.digest('SHA-256', bytes);
  return { binding: base64url(bytes), binding_hash: base64url(new Uint8Array(digest)) };
}

export function keepTabSecret(state: string, kept: Kept): void {
  try {
    sessionStorage.setItem(keyOf(state), JSON.stringify(kept));
  } catch {
    throw new TabKeepsNothing();
  }
}

/** Null where this tab did not begin. It is forgotten with the first look: an answer is sent once. */
export function takeTabSecret(state: string): Kept | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(keyOf(state)) ?? 'null') as Kept | null;
    sessionStorage.removeItem(keyOf(state));
    return kept;
  } catch {
    return null;
  }
}
