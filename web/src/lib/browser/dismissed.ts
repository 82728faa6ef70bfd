/** Notices that a person has read and put away, in a cookie: a browser's own matter, known at the first drawing. */
import { useCallback, useSyncExternalStore } from 'react';

const NAME = 'dismissed';
const ONE_YEAR_SECONDS = 31_536_000;
/** The older ones speak of cycles that are over. */
const KEPT = 12;
const SEPARATOR = '~';

const listeners = new Set<() => void>();

/** Keys are letters, digits and hyphens. */
export function useDismissed(key: string): [boolean, () => void] {
  const isDismissed = useSyncExternalStore(subscribe, () => keysIn(document.cookie).includes(key));
  return [isDismissed, useCallback(() => dismiss(key), [key])];
}

export function keysIn(cookies: string): string[] {
  const value = new RegExp(`(?:^|; )${NAME}=([\\w${SEPARATOR}-]+)`).exec(cookies)?.[1];
  return value?.split(SEPARATOR) ?? [];
}

/** The cookie's value once this key is among them. */
export function valueWith(key: string, keys: string[]): string {
  return [...keys.filter((each) => each !== key), key].slice(-KEPT).join(SEPARATOR);
}

function dismiss(key: string): void {
  const value = valueWith(key, keysIn(document.cookie));
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `${NAME}=${value}; max-age=${ONE_YEAR_SECONDS}; path=/; SameSite=Lax`;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
