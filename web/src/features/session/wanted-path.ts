/**
 * The page that was opened before the sign-in, as the link of a letter is. It is of this tab alone and outlives the way over
 * a provider’s own page of sign-in.
 */
import { TAB_KEYS } from '../../lib/browser/storage.ts';

const KEY = TAB_KEYS.wanted;

/** Only screens behind the sign-in of this very origin: anything else could lead people away or round in circles. */
const BEHIND_SIGN_IN = /^\/(?:admin|chat|compartilhado|profile|subscription)(?:[/?#]|$)/;

/** In the form in which the browser would open it; null where it leads elsewhere. */
export function wantedOf(text: string | null): string | null {
  if (!text?.startsWith('/')) return null;
  try {
    const { origin, pathname, search, hash } = new URL(text, window.location.origin);
    const path = `${pathname}${search}${hash}`;
    return origin === window.location.origin && BEHIND_SIGN_IN.test(path) ? path : null;
  } catch {
    return null;
  }
}

export function keepWanted({ pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>): void {
  try {
    sessionStorage.setItem(KEY, `${pathname}${search}${hash}`);
  } catch {
    // A browser that keeps nothing leads to the chat.
  }
}

export function wantedPath(): string | null {
  try {
    return wantedOf(sessionStorage.getItem(KEY));
  } catch {
    return null;
  }
}

export function forgetWanted(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was kept.
  }
}
