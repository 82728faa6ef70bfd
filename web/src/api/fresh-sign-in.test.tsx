// @vitest-environment happy-dom
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { modelProvidersApi } from '#contract/model-providers.ts';
import { cleanUp, data, failureOf, json, signIn, testServer } from '../../test/network.ts';
import { tellConfirmed } from '../lib/browser/other-tabs.ts';

// Compiled once, however slow the machine: each test loads the code of the dialog anew while it waits.
beforeAll(() => import('../ui/dialogs/proof-question.tsx'));
/** Another file of this process may have set that React expects «act», which a call of the API cannot be wrapped in. */
const react = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
const { IS_REACT_ACT_ENVIRONMENT: expected } = react;
beforeAll(() => {
  react.IS_REACT_ACT_ENVIRONMENT = false;
});
afterAll(() => {
  react.IS_REACT_ACT_ENVIRONMENT = expected;
});
beforeEach(() => {
  // Files of tests share a document, and what another one left is none of these dialogs.
  document.body.replaceChildren();
  signIn();
});
afterEach(async () => {
  cleanUp();
  await eventually(() => expect(document.body.children).toHaveLength(0));
});

const stale = json(403, { detail: 'Confirme sua senha atual.', code: 'reauthentication_required' });
const wrong = json(403, { detail: 'A senha atual está incorreta.', code: 'wrong_current_password' });
const byPassword = () => [data({ has_password: true, confirm_means: ['password'] })];
const args = { body: { kind: 'compatible', name: 'X', base_url: 'http://x', residency: 'local' } } as const;

/** On a busy machine the code of the dialog takes its time. */
const eventually = (check: () => void) => vi.waitFor(check, { timeout: 30_000 });

/** The dialog, once its code is loaded. */
async function dialog(): Promise<HTMLElement> {
  await eventually(() => expect(document.querySelector('[role=dialog]')).not.toBeNull());
  return document.querySelector('[role=dialog]') as HTMLElement;
}

async function type(password: string): Promise<void> {
  const input = document.querySelector('[role=dialog] input') as HTMLInputElement;
  const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
  value?.set?.call(input, password);
  input.dispatchEvent(new Event('input', { bubbles: true }));
  await eventually(() => expect(input.value).toBe(password));
  input.form?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
}

test('C3 a call that asks for a fresh sign-in is repeated once the password was right', async () => {
  const { call, to } = await testServer({
    '/model-providers': [stale, data({ id: 4 })],
    '/users/me/second-factor': byPassword(),
    '/auth/confirm': [wrong, data(null)],
  });
  const answer = call(modelProvidersApi.create, args);
  expect((await dialog()).textContent).toContain('Confirme sua senha');
  await type('não é esta');
  await eventually(() => expect(document.body.textContent).toContain('A senha atual está incorreta.'));
  expect(to('/model-providers')).toHaveLength(1);
  await type('uma senha boa');
  expect(await answer).toEqual({ id: 4 });
  expect(to('/auth/confirm').map(({ body }) => JSON.parse(String(body)))).toEqual([
    { password: 'não é esta' },
    { password: 'uma senha boa' },
  ]);
  expect(to('/model-providers')).toHaveLength(2);
});

test('C3 a password that could not be checked stays in its field, and the dialog says so', async () => {
  const { call } = await testServer({
    '/model-providers': [stale, data({ id: 4 })],
    '/users/me/second-factor': byPassword(),
    '/auth/confirm': [json(500, {}), data(null)],
  });
  const answer = call(modelProvidersApi.create, args);
  const shown = await dialog();
  await type('uma senha boa');
  await eventually(() => expect(shown.textContent).toContain('Falha ao confirmar que é você'));
  expect(shown.querySelector('input')?.value).toBe('uma senha boa');
  shown.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  expect(await answer).toEqual({ id: 4 });
});

test('C3 cancelling ends the call as the server refused it, without another try', async () => {
  const { call, to } = await testServer({
    '/model-providers': [stale],
    '/users/me/second-factor': byPassword(),
  });
  const answer = failureOf(call(modelProvidersApi.create, args));
  const shown = await dialog();
  const cancel = [...shown.querySelectorAll('button')].find(({ textContent }) => textContent === 'Cancelar');
  cancel?.click();
  expect(await answer).toMatchObject({ code: 'reauthentication_required' });
  expect(to('/model-providers')).toHaveLength(1);
});

test('C3 calls at the same time share one dialog, and a form with a field of its own opens none', async () => {
  const { call } = await testServer({
    '/model-providers': [stale, stale, data({ id: 4 })],
    '/users/me/second-factor': byPassword(),
    '/auth/confirm': [data(null)],
  });
  const both = [call(modelProvidersApi.create, args), call(modelProvidersApi.create, args)];
  await dialog();
  expect(document.querySelectorAll('[role=dialog]')).toHaveLength(1);
  await type('uma senha boa');
  expect(await Promise.all(both)).toEqual([{ id: 4 }, { id: 4 }]);
  const { call: again } = await testServer({ '/model-providers': [stale] });
  const own = failureOf(again(modelProvidersApi.create, args, { ownPassword: true }));
  expect(await own).toMatchObject({ code: 'reauthentication_required' });
});

test('R-ACC-47 a person with a second factor confirms with a code of the app', async () => {
  const { call, to } = await testServer({
    '/model-providers': [stale, data({ id: 4 })],
    '/users/me/second-factor': [data({ has_password: true, confirm_means: ['totp'] })],
    '/auth/confirm': [data(null)],
  });
  const answer = call(modelProvidersApi.create, args);
  expect((await dialog()).textContent).toContain('Digite o código do seu aplicativo autenticador');
  await type('123456');
  expect(await answer).toEqual({ id: 4 });
  expect(to('/auth/confirm').map(({ body }) => JSON.parse(String(body)))).toEqual([{ code: '123456' }]);
});

test('R-ACC-47 a form with a field for the password leaves it to the dialog where there is no password', async () => {
  const { call, to } = await testServer({
    '/model-providers': [stale, data({ id: 4 })],
    '/users/me/second-factor': [data({ has_password: false, confirm_means: ['sso'] })],
  });
  const answer = call(modelProvidersApi.create, args, { ownPassword: true });
  const link = (await dialog()).querySelector('a');
  expect([link?.getAttribute('href'), link?.target]).toEqual(['/confirmar', '_blank']);
  // The provider has confirmed in the tab that the link opened.
  tellConfirmed();
  expect(await answer).toEqual({ id: 4 });
  expect(to('/auth/confirm')).toHaveLength(0);
});

test('R-ACC-47 another proof may be chosen, and a person with none has to enter again', async () => {
  const { call, to } = await testServer({
    '/model-providers': [stale, data({ id: 4 })],
    '/users/me/second-factor': [data({ has_password: true, confirm_means: ['totp', 'sso'] })],
    '/auth/confirm': [data(null)],
  });
  const answer = call(modelProvidersApi.create, args);
  const press = async (name: string) => {
    const found = async () => [...(await dialog()).querySelectorAll('button')];
    (await found()).find(({ textContent }) => textContent === name)?.click();
  };
  await press('Confirmar com o provedor');
  await eventually(() => expect(document.querySelector('[role=dialog] a')).not.toBeNull());
  await press('Digitar um código do aplicativo');
  await eventually(() => expect(document.querySelector('[role=dialog] input')).not.toBeNull());
  await type('123456');
  expect(await answer).toEqual({ id: 4 });
  expect(to('/auth/confirm')).toHaveLength(1);
  const { call: again } = await testServer({
    '/model-providers': [stale],
    '/users/me/second-factor': [data({ has_password: false, confirm_means: [] })],
  });
  const refused = failureOf(again(modelProvidersApi.create, args));
  await eventually(() => expect(document.body.textContent).toContain('Saia do Prosa, entre de novo'));
  await press('Fechar');
  expect(await refused).toMatchObject({ code: 'reauthentication_required' });
});
