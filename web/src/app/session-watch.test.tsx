// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { clearTokens, keepTokens } from '../api/tokens.ts';
import { forget, store } from '../lib/browser/storage.ts';
import { SessionWatch } from './session-watch.ts';

afterEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

async function signedIn() {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  window.history.replaceState(null, '', '/chat/abc');
  keepTokens({ access: 'a', refresh: 'r' });
  store('lastUsedAgentId', '7');
  sessionStorage.setItem('checkout', 'begun');
  const root = createRoot(document.createElement('div'));
  await act(async () =>
    root.render(
      <MemoryRouter>
        <SessionWatch />
      </MemoryRouter>,
    ),
  );
  return () => act(async () => root.unmount());
}

test('R-AUTH-48 a sign-out leaves neither an agent nor a begun purchase to the next person', async () => {
  const close = await signedIn();
  await act(async () => clearTokens());
  expect(Object.keys(localStorage)).toEqual([]);
  expect(Object.keys(sessionStorage)).toEqual([]);
  await close();
});

test('a sign-out in another tab empties this one too', async () => {
  const close = await signedIn();
  for (const key of ['token', 'refreshToken'] as const) forget(key);
  await act(async () => window.dispatchEvent(new StorageEvent('storage', { key: 'token' })));
  expect(Object.keys(sessionStorage)).toEqual([]);
  await close();
});

test('R-AUTH-48 a session that ended by itself leads back to where one was, and leaves no agent', async () => {
  const close = await signedIn();
  await act(async () => clearTokens('lost'));
  expect(Object.keys(localStorage)).toEqual([]);
  expect(sessionStorage.getItem('wanted')).toBe('/chat/abc');
  await close();
});

test('a sign-in of another tab keeps where one wanted to go here', async () => {
  const close = await signedIn();
  await act(async () => clearTokens('lost'));
  await act(async () => window.dispatchEvent(new StorageEvent('storage', { key: 'token' })));
  expect(sessionStorage.getItem('wanted')).toBe('/chat/abc');
  await close();
});
