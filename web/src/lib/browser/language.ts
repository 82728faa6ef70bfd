/**
 * The language that this browser has chosen. The server reads the cookie to serve the page of that language
 * (server/src/http/web.ts), and nothing else: it has no authority.
 */
import type { Language } from '#contract/language.ts';

const NAME = 'prosa_language';
const ONE_YEAR_SECONDS = 31_536_000;

/** Null: this browser shows the language of the installation. True where that is a change. */
export function keepLanguage(language: Language | null): boolean {
  if (kept() === language) return false;
  const age = language === null ? 0 : ONE_YEAR_SECONDS;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `${NAME}=${language ?? ''}; max-age=${age}; path=/; SameSite=Lax`;
  // A browser that keeps no cookies would load the page again and again.
  return kept() === language;
}

const kept = (): string | null => new RegExp(`(?:^|; )${NAME}=([\\w-]+)`).exec(document.cookie)?.[1] ?? null;

/**
 * After a sign-in the page is shown in the language of the person, where they have chosen one. Never settles where the
 * page is loaded anew.
 */
export async function followLanguage(language: Language | null | undefined): Promise<void> {
  if (!language || !keepLanguage(language) || language === __LANGUAGE__) return;
  await loadAnew();
}

export function loadAnew(): Promise<never> {
  window.location.reload();
  return new Promise(() => {});
}
