/**
 * Files of a conversation are their owner's: two people, each with a file of their own, and every call of the contract
 * that reads something or names a conversation, an answer or a file. Read from the contract: a new call is tried as well.
 */
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { API_BASE, type Endpoint, pathOf } from '#contract/endpoint.ts';
import type { Role } from '#contract/users.ts';
import { allRoutes } from '../server/src/app.ts';
import { buildAgent } from '../server/test/builders.ts';
import { type Script, scripted, scriptedModels } from '../server/test/providers/scripted-model.ts';
import { type Reply, startTestServer, type TestServer } from '../server/test/test-server.ts';
import { formWith } from '../server/test/uploads.ts';
import { schemaOf, valuesFor } from './odd-values.ts';

/** Words that stand in nothing but one person's conversation and its file. */
const wordsOf = (owner: string) => ({
  name: `nomesecreto${owner}`,
  text: `textosecreto${owner}`,
  question: `perguntasecreta${owner}`,
  answer: `respostasecreta${owner}`,
  reason: `motivosecreto${owner}`,
});
type Words = ReturnType<typeof wordsOf>;
type Owner = {
  user: Awaited<ReturnType<TestServer['user']>>;
  words: Words;
  /** Values for the parameters of paths, by the part of the path before each. */
  names: Record<string, string | number>;
};

let testServer: TestServer;
let endpoints: Endpoint[];
let agent_id: number;
let script: Script = [''];
let ana: Owner;
beforeAll(async () => {
  const model = scripted((call) => (typeof script === 'function' ? script(call) : script));
  testServer = await startTestServer({ models: scriptedModels(model) });
  endpoints = allRoutes(testServer.context, testServer.readiness).map(({ endpoint }) => endpoint);
  agent_id = (await buildAgent(testServer.context, { rules: { files: 'with_sources' } })).id;
  ana = await ownerOf('ana', 'user');
});
afterAll(() => testServer.close());

/** A file, a question about it whose answer cites it, a 👎, and a question that finds nothing. */
async function ownerOf(owner: string, role: Role): Promise<Owner> {
  const words = wordsOf(owner);
  const user = await testServer.user({ role });
  const as = testServer.as(user);
  const opened = await as.post(`/chat/create-session?agent_id=${agent_id}`);
  const { id } = opened.body.data;
  const file = formWith(`${words.name}.txt`, `O código é ${words.text}.`);
  const sent = await as.upload(`/chat/sessions/${id}/files`, file);
  script = [`É ${words.answer} [1].`];
  const { events } = await as.ask(id, `O que é ${words.question}?`);
  const { message_id } = events.at(-1) ?? {};
  expect([sent.status, events.at(-1)?.with_files]).toEqual([201, true]);
  await as.post(`/chat/messages/${message_id}/feedback`, { value: 'down', reason: words.reason });
  script = ['Não encontrei isso nas fontes deste agente.'];
  await as.ask(id, `Onde está ${words.question}?`);
  const names = { sessions: id, messages: message_id ?? 0, files: sent.body.data.id, users: user.id };
  return { user, words, names: { ...names, agents: agent_id, models: `agente-${agent_id}` } };
}

/** The parameters of a path, each by the part before it; others name the first of their kind. */
function paramsOf({ path }: Endpoint, names: Owner['names']): Record<string, string | number> {
  const parts = path.split('/');
  return Object.fromEntries(
    parts.flatMap((part, place) =>
      part.startsWith(':') ? [[part.slice(1), names[parts[place - 1] ?? ''] ?? 1]] : [],
    ),
  );
}

const isAbout = ({ path }: Endpoint) => /^\/chat\/(?:sessions|messages)\/:/.test(path);
const isRead = ({ method, access }: Endpoint) => method === 'GET' && access !== 'key';

function call(endpoint: Endpoint, caller: Owner, names: Owner['names']): Promise<Reply> {
  const as = testServer.as(caller.user);
  const path = pathOf(endpoint, paramsOf(endpoint, names));
  const { required = [] } = (endpoint.query ? schemaOf(endpoint.query) : {}) as { required?: string[] };
  const values = endpoint.query ? (valuesFor(schemaOf(endpoint.query)) as Record<string, unknown>) : {};
  const query = Object.fromEntries(required.map((name) => [name, String(values[name])]));
  if (endpoint.method === 'GET') return as.get(path, { query });
  const verb = endpoint.method.toLowerCase() as 'post' | 'put' | 'patch' | 'delete';
  return as[verb](path, endpoint.body ? valuesFor(schemaOf(endpoint.body)) : undefined, { query });
}

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
const saidIn = (text: string, words: Words) => Object.values(words).filter((word) => text.includes(word));

describe('R-DOC-41 nothing of a file and of the conversation about it is shown to anybody else', () => {
  test.each(['user', 'admin', 'superadmin'] as const)('by any call of the contract: %s', async (role) => {
    const bento = await ownerOf(`bento${role}`, role);
    const tried: string[] = [];
    const leaks: string[] = [];
    const trials: [caller: Owner, other: Owner][] = [
      [bento, ana],
      [ana, bento],
    ];
    for (const [caller, other] of trials)
      for (const endpoint of endpoints) {
        if (!isRead(endpoint) && !isAbout(endpoint)) continue;
        const reply = await call(endpoint, caller, { ...caller.names, ...other.names });
        tried.push(nameOf(endpoint));
        const said = saidIn(reply.text, other.words);
        if (said.length) leaks.push(`${nameOf(endpoint)}: ${said.join(', ')}`);
        if (isAbout(endpoint) && reply.status < 400) leaks.push(`${nameOf(endpoint)}: ${reply.status}`);
      }
    expect(leaks).toEqual([]);
    expect(tried).toEqual(
      expect.arrayContaining([
        'GET /admin/stats/questions',
        'GET /admin/audit',
        'GET /users/me/export',
        'GET /chat/search',
        'GET /chat/sessions/:id/files/:fileId/file',
        'DELETE /chat/sessions/:id/files/:fileId',
        'POST /chat/messages/:id/retry',
      ]),
    );
    // All of it is still there for its owner.
    const own = `/chat/sessions/${bento.names.sessions}`;
    expect((await testServer.as(bento.user).get(`${own}/files/${bento.names.files}/file`)).text).toContain(
      bento.words.text,
    );
    expect(saidIn(testServer.logs.join('\n'), ana.words)).toEqual([]);
  });

  test('in the export of another person, which is packed', async () => {
    const other = await ownerOf('celia', 'superadmin');
    const archive = async ({ user }: Owner) => {
      const reply = await testServer.app.inject({
        method: 'GET',
        url: `${API_BASE}/users/me/export`,
        headers: { authorization: `Bearer ${user.token}` },
      });
      return Object.entries(unzipSync(new Uint8Array(reply.rawPayload)))
        .map(([name, bytes]) => `${name}\n${strFromU8(bytes)}`)
        .join('\n');
    };
    expect(saidIn(await archive(other), ana.words)).toEqual([]);
    expect(saidIn(await archive(ana), ana.words)).toEqual(Object.values(ana.words));
  });

  test('with the open questions and the disliked answers, of which none is counted either', async () => {
    const admin = testServer.as(await testServer.user({ role: 'admin' }));
    const query = { agent_id: String(agent_id) };
    for (const kind of ['', 'unanswered', 'down'] as const) {
      const { status, body } = await admin.get('/admin/stats/questions', {
        query: { ...query, ...(kind && { kind }) },
      });
      expect([status, body.data, body.metadata?.total]).toEqual([200, [], 0]);
    }
  });
});
