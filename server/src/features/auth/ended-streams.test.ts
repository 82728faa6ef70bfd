import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildAgent, buildSession } from '../../../test/builders.ts';
import { hold, type Script, scripted, scriptedModels } from '../../../test/providers/scripted-model.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';

let script: Script = [];
let testServer: TestServer;
beforeAll(async () => {
  const model = scripted((call) => (typeof script === 'function' ? script(call) : script));
  testServer = await startTestServer({ models: scriptedModels(model) });
});
afterAll(() => testServer.close());

type Pair = { access_token: string; refresh_token: string };
type Two = { kept: Pair; ended: Pair; password: string };

const by = ({ access_token }: Pair) => testServer.as({ token: access_token });

async function reading(streams: number): Promise<void> {
  const line = `prosa_streams_open ${streams}\n`;
  while (!(await testServer.app.inject({ url: '/api/v1/metrics' })).body.includes(line));
}

async function endEvery({ ended }: Two) {
  expect((await by(ended).post('/auth/logout-everywhere')).status).toBe(200);
}

async function endOne({ kept, ended }: Two) {
  const { body } = await by(ended).get('/auth/sign-ins');
  const { id } = body.data.find(({ is_current }: { is_current: boolean }) => is_current);
  expect((await by(kept).delete(`/auth/sign-ins/${id}`)).status).toBe(200);
}

async function changePassword({ kept, password }: Two) {
  const body = { new_password: 'outra senha boa', current_password: password };
  expect((await by(kept).post('/auth/reset-password', body)).status).toBe(200);
}

async function signOut({ ended }: Two) {
  expect((await by(ended).post('/auth/logout', {})).status).toBe(200);
}

async function replay({ ended: { refresh_token } }: Two) {
  await testServer.anyone().post('/auth/refresh', { refresh_token });
  testServer.clock.advance(120_000);
  expect((await testServer.anyone().post('/auth/refresh', { refresh_token })).status).toBe(401);
}

test.each([
  ['one sign-in is ended by its owner', 'reads on', endOne],
  ['the password is changed', 'reads on', changePassword],
  ['somebody signs out', 'reads on', signOut],
  ['a refresh token is replayed', 'reads on', replay],
  ['all sign-ins are ended', 'ends too', endEvery],
] as const)('when %s, what it was reading ends at once; another one %s', async (_, other, end) => {
  const waits = hold();
  script = ['Bom', waits, ' dia'];
  const ana = await testServer.user({ signed_in: false });
  const enter = async (): Promise<Pair> =>
    (await testServer.anyone().form('/auth/login', { username: ana.email, password: ana.password })).body
      .data;
  const [kept, ended] = [await enter(), await enter()];
  const agent = await buildAgent(testServer.context);
  const { id } = await buildSession(testServer.context, { user_id: ana.id, agent_id: agent.id });
  const asked = by(kept).ask(id, 'Oi?');
  await waits.reached;
  const joined = by(ended).get(`/chat/sessions/${id}/stream`);
  await reading(2);

  await end({ kept, ended, password: ana.password });

  const cut = await joined;
  expect([cut.status, cut.text.includes('Bom'), cut.text.includes(' dia')]).toEqual([200, true, false]);
  if (other === 'reads on') waits.release();
  expect((await asked).text.includes(' dia')).toBe(other === 'reads on');
  waits.release();
  await reading(0);
});
