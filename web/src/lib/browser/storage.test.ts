// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { forget, forgetPerson, forgetTab, onStoredElsewhere, readStored, store } from './storage.ts';

afterEach(() => {
  vi.restoreAllMocks();
  for (const key of ['token', 'sidebarState'] as const) forget(key);
  localStorage.clear();
});

test('R-AUTH-50 what is stored is read back under its own key', () => {
  store('sidebarState', 'true');
  expect(localStorage.getItem('sidebarState')).toBe('true');
  expect(readStored('sidebarState')).toBe('true');
  forget('sidebarState');
  expect(readStored('sidebarState')).toBeNull();
  expect(localStorage).toHaveLength(0);
});

test('a browser that refuses to keep anything still remembers while the page lives', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('blocked', 'SecurityError');
  });
  store('token', 'abc');
  expect(readStored('token')).toBe('abc');
  forget('token');
  expect(readStored('token')).toBeNull();
});

test('changes in other tabs are heard, those of strangers are not', () => {
  const heard: (string | null)[] = [];
  const leave = onStoredElsewhere((key) => heard.push(key));
  for (const key of ['token', 'somebody-else', null])
    window.dispatchEvent(new StorageEvent('storage', { key }));
  leave();
  window.dispatchEvent(new StorageEvent('storage', { key: 'token' }));
  expect(heard).toEqual(['token', null]);
});

test('a person who leaves takes everything along but the sidebar, and of the tab only what others keep stays', () => {
  for (const key of ['token', 'lastUsedAgentId', 'pendingChatQuestion', 'sidebarState'] as const)
    store(key, '1');
  for (const key of ['wanted', 'sso:abc', 'of-others']) sessionStorage.setItem(key, '1');
  forgetPerson();
  forgetTab();
  expect(Object.keys(localStorage)).toEqual(['sidebarState']);
  expect(Object.keys(sessionStorage)).toEqual(['of-others']);
});
