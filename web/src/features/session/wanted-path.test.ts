// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest';
import { forgetWanted, keepWanted, wantedOf, wantedPath } from './wanted-path.ts';

afterEach(forgetWanted);

test.each([
  '/admin/pedidos/7',
  '/admin',
  '/chat/0b8f7f2e-8f5e-4a55-9b52-4b4f6f3a2c11',
  '/admin/pedidos?balcao=3#fim',
  '/compartilhado/abc-_1',
  '/profile?tab=links',
])('R-RCH-08 the screen %s is led to as it is', (path) => expect(wantedOf(path)).toBe(path));

test.each([
  null,
  '',
  'admin',
  '//exemplo.com.br/admin',
  '///exemplo.com.br/chat',
  '/\\exemplo.com.br/admin',
  '\\\\exemplo.com.br',
  '/\t/exemplo.com.br/chat',
  '/\n/exemplo.com.br',
  '/admin/..//exemplo.com.br/chat',
  '/admin/../\\exemplo.com.br',
  '/./\\/exemplo.com.br/admin',
  '/@exemplo.com.br/admin',
  '/%2F%2Fexemplo.com.br',
  'https://exemplo.com.br/admin',
  'https:/admin',
  'http:\\\\exemplo.com.br\\admin',
  ' /admin',
  'javascript:alert(1)//admin',
  'data:text/html,/admin',
  '/administracao',
  '/chats/1',
  '/',
  '/entrar/retorno/orgao?code=1&state=2',
  '/convite#segredo',
  '/api/v1/users/me',
])('R-RCH-08 %j leads nowhere', (path) => expect(wantedOf(path)).toBe(null));

test('R-RCH-08 a path that climbs is led to in its plain form, or not at all', () => {
  expect(wantedOf('/chat/../admin/pedidos/1')).toBe('/admin/pedidos/1');
  expect(wantedOf('/admin/../api/v1/users')).toBe(null);
  expect(wantedOf('/admin/%2e%2e/%2e%2e//exemplo.com.br')).toBe(null);
});

test('R-RCH-08 it is kept until it is forgotten, and not beyond the tab', () => {
  keepWanted({ pathname: '/admin/pedidos/7', search: '?a=1', hash: '#b' });
  expect(wantedPath()).toBe('/admin/pedidos/7?a=1#b');
  expect(localStorage.length).toBe(0);
  forgetWanted();
  expect(wantedPath()).toBe(null);
  keepWanted({ pathname: '//exemplo.com.br', search: '', hash: '' });
  expect(wantedPath()).toBe(null);
});
