// @vitest-environment happy-dom
import { act } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { mount } from '../../../../test/mount.tsx';
import { cleanUp, json, signIn, testServer, unauthorized } from '../../../../test/network.ts';
import { ConfirmScreen, ProofFailed } from './confirm-screen.tsx';

afterEach(cleanUp);

const TOKEN = 'Token de atualização inválido';
const until = (check: () => void) =>
  vi.waitFor(async () => {
    await act(() => new Promise((resolve) => setImmediate(resolve)));
    check();
  });

test('who opens the confirmation without a sign-in is led to it, and nothing is asked of the server', async () => {
  const { to } = await testServer({ '/auth/confirm/start': [json(500, {})] });
  const { place, leave } = mount(
    <MemoryRouter>
      <ConfirmScreen />
    </MemoryRouter>,
  );
  await until(() => expect(place.textContent).toContain('Você não está conectado.'));
  expect(place.textContent).not.toContain(TOKEN);
  expect(place.querySelector('a[href="/"]')?.textContent).toBe('Entrar');
  expect(to('/auth/confirm/start')).toEqual([]);
  leave();
});

test('a sign-in that is over by the time of the confirmation leads to a new one', async () => {
  signIn();
  await testServer({
    '/auth/confirm/start': [unauthorized],
    '/auth/refresh': [json(401, { detail: TOKEN, code: 'invalid_refresh_token' })],
  });
  const { place, leave } = mount(
    <MemoryRouter>
      <ConfirmScreen />
    </MemoryRouter>,
  );
  await until(() => expect(place.textContent).toContain('Entre e repita o que pediu'));
  expect(place.textContent).not.toContain(TOKEN);
  leave();
});

test('a refusal of the provider may be tried again by who is signed in', () => {
  signIn();
  const { place, leave } = mount(
    <MemoryRouter>
      <ProofFailed failure={new Error('x')} />
    </MemoryRouter>,
  );
  expect(place.querySelector('button')?.textContent).toContain('Tentar de novo');
  leave();
});
