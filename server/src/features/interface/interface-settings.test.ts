import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { languageOfInstallation } from './interface-settings.ts';

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer();
});
afterAll(() => testServer.close());

test('R-LNG-04 a superadmin chooses the language of those who have not; a variable of the environment decides instead', async () => {
  const superadmin = testServer.as(await testServer.user({ role: 'superadmin' }));
  const { db, env } = testServer.context;
  const language = languageOfInstallation({ db, env: { ...env, PROSA_LANGUAGE: undefined } });
  expect(await language()).toBe('mixed');
  const changed = await superadmin.put('/admin/interface', { language: 'en' });
  expect(changed.body.data).toMatchObject({ language: 'en', language_is_fixed: false });
  expect(await language()).toBe('en');
  const [entry] = (await superadmin.get('/admin/audit?action=setting.changed')).body.data;
  expect([entry.before, entry.after]).toEqual([{ language: 'mixed' }, { language: 'en' }]);
  expect(await languageOfInstallation({ db, env: { ...env, PROSA_LANGUAGE: 'pt-BR' } })()).toBe('pt-BR');
});

test('R-LNG-04 what the environment has set cannot be changed on a screen', async () => {
  const fixed = await startTestServer({ env: { PROSA_LANGUAGE: 'pt-BR' } });
  try {
    const superadmin = fixed.as(await fixed.user({ role: 'superadmin' }));
    const shown = (await superadmin.get('/admin/interface')).body.data;
    expect(shown).toMatchObject({ language: 'pt-BR', language_is_fixed: true });
    const refused = await superadmin.put('/admin/interface', { language: 'en' });
    expect([refused.status, refused.body.code, refused.body.detail]).toEqual([
      409,
      'set_by_environment',
      'Este valor é definido no servidor.',
    ]);
    expect((await superadmin.put('/admin/interface', { nightly_hour: 4 })).status).toBe(200);
  } finally {
    await fixed.close();
  }
});

test('the language of a page is the last known one where the database does not answer', async () => {
  const { db, env } = testServer.context;
  let isAway = false;
  const sometimes = new Proxy(db, {
    get: (target, name) => {
      if (isAway && name === 'select') throw new Error('away');
      return Reflect.get(target, name);
    },
  });
  const language = languageOfInstallation({ db: sometimes, env: { ...env, PROSA_LANGUAGE: undefined } });
  const before = await language();
  isAway = true;
  expect(await language()).toBe(before);
});
