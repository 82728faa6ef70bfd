/** Light, dark, or what the system says. The choice is a cookie; `public/theme.js` reads it before the first paint. */
import { useSyncExternalStore } from 'react';

export type ThemeChoice = 'light' | 'dark' | 'system';

const ONE_YEAR_SECONDS = 31_536_000;
const PAPER = { light: '#fbfaf6', dark: '#171713' } as const;
const listeners = new Set<() => void>();

export function themeChoice(): ThemeChoice {
  const saved = /(?:^|; )theme=(light|dark|system)/.exec(document.cookie)?.[1];
  return saved === 'light' || saved === 'dark' ? saved : 'system';
}

export function chooseTheme(choice: ThemeChoice): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `theme=${choice}; max-age=${ONE_YEAR_SECONDS}; path=/; SameSite=Lax`;
  applyTheme();
  for (const listener of listeners) listener();
}

export function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore(subscribe, themeChoice);
}

/** Keeps following the system while «sistema» is chosen. */
export function followSystemTheme(): void {
  systemIsDark().addEventListener('change', applyTheme);
}

function applyTheme(): void {
  const choice = themeChoice();
  const theme = choice === 'system' ? (systemIsDark().matches ? 'dark' : 'light') : choice;
  document.documentElement.dataset.theme = theme;
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', PAPER[theme]);
}

const systemIsDark = () => matchMedia('(prefers-color-scheme: dark)');

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
