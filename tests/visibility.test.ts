/** Access to agents in every call that has an agent in it. A call without a row here fails. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Source } from '#contract/citations.ts';
import { type Endpoint, pathOf } from '#contract/endpoint.ts';
import type { Role } from '#contract/users.ts';
import { allRoutes } from '../server/src/app.ts';
import { messages } from '../server/src/db/tables/chat.ts';
import { buildAgent, buildSession } from '../server/test/builders.ts';
import { scripted, scriptedModels } from '../server/test/providers/scripted-model.ts';
import { tableResult } from '../server/test/tables/store-result.ts';
import { type Reply, startTestServer, type TestServer } from '../server/test/test-server.ts';
import { formWith } from '../server/test/uploads.ts';

type Person = { role: Role; user_group_id: number | null };
type AgentState = { deploy_status: boolean; groups: number[] };
type Caller = ReturnType<TestServer['as']>;
/** A person, an agent, and a conversation that the person has had with it, perhaps when things were different. */
type Case = {
  person: Person;
  agent: AgentState & { id: number };
  is_test: boolean;
  session: string;
  message: number;
};
/** The call and its outcome: the status, then the content of the reply. */
type Row = { call(as: Caller, its: Case): Promise<string>; expected(its: Case): string };

const DEFAULT_GROUP = 1;

const isAdmin = ({ role }: Person) => role === 'admin' || role === 'superadmin';
/** O-52 in one line. */
const mayTalk = ({ person, agent }: Case) =>
  agent.deploy_status && (isAdmin(person) || agent.groups.includes(person.user_group_id ?? DEFAULT_GROUP));
/** O-71: tests are for administrators and reach drafts. */
const maySend = (its: Case) => (its.is_test ? isAdmin(its.person) : mayTalk(its));

const said = ({ status, body }: Reply, detail?: string) =>
  `${status} ${status < 400 ? (detail ?? '') : body?.code}`.trim();

/** The outcome does not depend on the person where there is no file. */
const NO_FILE = '00000000-0000-4000-8000-000000000000';

const WITHHELD = '403 agent_unavailable';

const linked = (as: Caller, { session, message }: Case) =>
  as.post(`/chat/sessions/${session}/links`, { until_message_id: message, days: 7 });

async function throughLink(as: Caller, its: Case, below: string): Promise<string> {
  const made = await linked(as, its);
  if (made.status !== 201) return said(made);
  return said(await as.get(`/shared/${made.body.data.url.split('/').at(-1)}${below}`), 'shown');
}

const throughOwnLink = (its: Case): string => {
  if (its.is_test) return '409 link_not_allowed';
  return mayTalk(its) ? '200 shown' : '404 link_not_found';
};

const rows: Record<string, Row | 'administrators'> = {
  'GET /agents/available': {
    call: async (as, { agent }) => {
      const reply = await as.get('/agents/available', { query: { limit: '200' } });
      return said(
        reply,
        reply.body.data.some(({ id }: { id: number }) => id === agent.id) ? 'offered' : 'hidden',
      );
    },
    expected: (its) => (mayTalk(its) ? '200 offered' : '200 hidden'),
  },
  'GET /agents/:id': {
    call: async (as, { agent }) => {
      const reply = await as.get(`/agents/${agent.id}`);
      return said(reply, 'model' in (reply.body.data ?? {}) ? 'whole' : 'summary');
    },
    expected: (its) => {
      if (isAdmin(its.person)) return '200 whole';
      return mayTalk(its) ? '200 summary' : '404 agent_not_found';
    },
  },
  // Some of the agents that may be asked, and never another one.
  'GET /agents/start': {
    call: async (as, its) => {
      const reply = await as.get('/agents/start');
      const isListed = reply.body.data.some(({ id }: { id: number }) => id === its.agent.id);
      return said(reply, isListed && !mayTalk(its) ? 'leaked' : 'right');
    },
    expected: () => '200 right',
  },
  // Names that agents are found by, without the agents.
  'GET /agents/tags': {
    call: async (as) => said(await as.get('/agents/tags')),
    expected: () => '200',
  },
  'POST /chat/create-session': {
    call: async (as, { agent, is_test }) =>
      said(await as.post(`/chat/create-session?agent_id=${agent.id}&is_test=${is_test}`)),
    expected: (its) => {
      if (maySend(its)) return '201';
      return its.is_test ? '403 forbidden' : WITHHELD;
    },
  },
  'GET /chat/sessions': {
    call: async (as, { session, is_test, agent }) => {
      const query = { limit: '200', is_test: String(is_test), agent_id: String(agent.id) };
      const reply = await as.get('/chat/sessions', { query });
      const mine = reply.body.data.find(({ id }: { id: string }) => id === session);
      return said(reply, mine?.can_send ? 'can send' : 'readable');
    },
    expected: (its) => (maySend(its) ? '200 can send' : '200 readable'),
  },
  'GET /chat/sessions/:id': {
    call: async (as, { session }) => {
      const reply = await as.get(`/chat/sessions/${session}`);
      return said(reply, reply.body.data?.can_send ? 'can send' : 'readable');
    },
    expected: (its) => (maySend(its) ? '200 can send' : '200 readable'),
  },
  'POST /chat/sessions/:id/messages': {
    call: async (as, { session }) => said(await as.ask(session, 'Oi?')),
    expected: (its) => (maySend(its) ? '200' : WITHHELD),
  },
  'POST /chat/sessions/:id/files': {
    call: async (as, { session }) =>
      said(await as.upload(`/chat/sessions/${session}/files`, formWith('a.txt', 'Oi'))),
    expected: (its) => (maySend(its) ? '403 agent_without_files' : WITHHELD),
  },
  'POST /chat/messages/:id/continue': {
    call: async (as, { message }) => said(await as.post(`/chat/messages/${message}/continue`)),
    expected: (its) => (maySend(its) ? '409 answer_not_continuable' : WITHHELD),
  },
  'POST /chat/messages/:id/retry': {
    call: async (as, { message }) => said(await as.post(`/chat/messages/${message}/retry`)),
    expected: (its) => (maySend(its) ? '409 answer_not_retryable' : WITHHELD),
  },
  // A record that its owner may read may be copied and turned to its other variant; going on from there is asked about again.
  'POST /chat/sessions/:id/branch': {
    call: async (as, { session, message }) => {
      const reply = await as.post(`/chat/sessions/${session}/branch`, { message_id: message });
      return said(reply, reply.body.data?.session.can_send ? 'can send' : 'readable');
    },
    expected: (its) => (maySend(its) ? '201 can send' : '201 readable'),
  },
  'PATCH /chat/sessions/:id/variant': {
    call: async (as, { session, message }) =>
      said(await as.patch(`/chat/sessions/${session}/variant`, { message_id: message })),
    // Another question is the last one by now, where one could be asked.
    expected: (its) => (maySend(its) ? '409 not_last_question' : '200'),
  },
  // A citation keeps its words; the document around them goes with the agent.
  'GET /chat/messages/:id/sources/:index': {
    call: async (as, { message }) => {
      const reply = await as.get(`/chat/messages/${message}/sources/1`);
      return said(reply, reply.body.data?.state);
    },
    expected: (its) => (maySend(its) ? '200 shown' : '200 withheld'),
  },
  // The cited source is a row, which has no page; of an agent that went its page goes too.
  'GET /chat/messages/:id/sources/:index/page': {
    call: async (as, { message }) => said(await as.get(`/chat/messages/${message}/sources/1/page`)),
    expected: () => '404 page_not_found',
  },
  'GET /chat/messages/:id/suggestions': {
    call: async (as, { message }) => {
      const reply = await as.get(`/chat/messages/${message}/suggestions`);
      return said(reply, `${reply.body.data?.length} questions`);
    },
    // They come from the documents around the cited ones, and here nothing of a document is cited.
    expected: () => '200 0 questions',
  },
  // An answer stays its reader's own: it is signed whatever became of the agent, unless it was only tried out.
  'POST /chat/messages/:id/receipts': {
    call: async (as, { message }) => {
      const reply = await as.post(`/chat/messages/${message}/receipts`, {});
      return said(reply, 'signed');
    },
    expected: ({ is_test }) => (is_test ? '409 link_not_allowed' : '200 signed'),
  },
  'POST /chat/sessions/:id/links': {
    call: async (as, its) => said(await linked(as, its), 'made'),
    expected: ({ is_test }) => (is_test ? '409 link_not_allowed' : '201 made'),
  },
  'GET /chat/links': own((as) => as.get('/chat/links')),
  'DELETE /chat/links/:id': {
    call: async (as) => said(await as.delete('/chat/links/1999999999')),
    expected: () => '404 link_not_found',
  },
  'GET /shared/:token': {
    call: (as, its) => throughLink(as, its, ''),
    expected: (its) => throughOwnLink(its),
  },
  'GET /shared/:token/messages/:id/sources/:index': {
    call: (as, its) => throughLink(as, its, `/messages/${its.message}/sources/1`),
    expected: (its) => throughOwnLink(its),
  },
  // Files hold an answer as its reader had it.
  'GET /chat/messages/:id/export': {
    call: async (as, { message }) =>
      said(await as.get(`/chat/messages/${message}/export?format=md`), 'saved'),
    expected: () => '200 saved',
  },
  'GET /chat/sessions/:id/export': {
    call: async (as, { session }) =>
      said(await as.get(`/chat/sessions/${session}/export?format=md`), 'saved'),
    expected: () => '200 saved',
  },
  // The rows behind a figure go with the agent; of an agent that one has, only the source is missing here.
  ...Object.fromEntries(
    ['csv', 'rows', 'columns', 'how'].map((name) => [
      `GET /chat/messages/:id/results/:index/${name}`,
      {
        call: async (as: Caller, { message }: Case) =>
          said(await as.get(`/chat/messages/${message}/results/1/${name}`)),
        expected: (its: Case) => (maySend(its) ? '410 result_gone' : '404 message_not_found'),
      },
    ]),
  ),
  'GET /chat/messages/:id/trace': {
    call: async (as, { message }) => said(await as.get(`/chat/messages/${message}/trace`)),
    expected: ({ person }) => (isAdmin(person) ? '404 trace_not_found' : '403 forbidden'),
  },

  // One's own past stays one's own, whatever became of the agent.
  'GET /chat/sessions/:id/messages': own((as, { session }) => as.get(`/chat/sessions/${session}/messages`)),
  'POST /chat/sessions/:id/stop': own((as, { session }) => as.post(`/chat/sessions/${session}/stop`)),
  'GET /chat/sessions/:id/stream': own((as, { session }) => as.get(`/chat/sessions/${session}/stream`)),
  'GET /chat/sessions/:id/files': own((as, { session }) => as.get(`/chat/sessions/${session}/files`)),
  'GET /chat/sessions/:id/files/:fileId/file': {
    call: async (as, { session }) => said(await as.get(`/chat/sessions/${session}/files/${NO_FILE}/file`)),
    expected: () => '404 file_not_found',
  },
  'POST /chat/sessions/:id/files/:fileId/retry': {
    call: async (as, { session }) => said(await as.post(`/chat/sessions/${session}/files/${NO_FILE}/retry`)),
    expected: () => '404 file_not_found',
  },
  'DELETE /chat/sessions/:id/files/:fileId': {
    call: async (as, { session }) => said(await as.delete(`/chat/sessions/${session}/files/${NO_FILE}`)),
    expected: () => '404 file_not_found',
  },
  'PATCH /chat/sessions/:id': own((as, { session }) =>
    as.patch(`/chat/sessions/${session}`, { chat_title: 'Minha' }),
  ),
  'GET /chat/search': own((as) => as.get('/chat/search', { query: { q: 'nada' } })),
  'POST /chat/messages/:id/feedback': own((as, { message }) =>
    as.post(`/chat/messages/${message}/feedback`, { value: 'up' }),
  ),
  'DELETE /chat/sessions/:id': own((as, { session }) => as.delete(`/chat/sessions/${session}`)),

  'GET /agents': 'administrators',
  'POST /agents': 'administrators',
  'PUT /agents/:id': 'administrators',
  'DELETE /agents/:id': 'administrators',
  'POST /agents/:id/deploy': 'administrators',
  'POST /agents/compile-prompt': 'administrators',
  'GET /agents/:id/versions': 'administrators',
  'POST /agents/:id/versions/:versionId/restore': 'administrators',
  'POST /agents/:id/duplicate': 'administrators',
  'GET /agents/:id/export': 'administrators',
  'POST /agents/import': 'administrators',
  'POST /agents/:id/tags/:tagId': 'administrators',
  'DELETE /agents/:id/tags/:tagId': 'administrators',
  'POST /agents/tags': 'administrators',
  'PUT /agents/tags/:id': 'administrators',
  'DELETE /agents/tags/:id': 'administrators',
  'GET /agents/:id/knowledge-bases': 'administrators',
  'POST /agents/:id/knowledge-bases/:kbId': 'administrators',
  'DELETE /agents/:id/knowledge-bases/:kbId': 'administrators',
  'GET /agents/:id/data-sources': 'administrators',
  'POST /data-sources/:id/agents/:agentId': 'administrators',
  'DELETE /data-sources/:id/agents/:agentId': 'administrators',
  'POST /agents/:id/openers/propose': 'administrators',
  'GET /agents/:id/verified-answers': 'administrators',
  'POST /agents/:id/verified-answers': 'administrators',
  'PUT /agents/:id/verified-answers/:answerId': 'administrators',
  'DELETE /agents/:id/verified-answers/:answerId': 'administrators',
  'POST /agents/:id/verified-answers/try': 'administrators',
  'POST /agents/:id/verified-answers/wordings': 'administrators',
  'POST /agents/:id/verified-answers/passages': 'administrators',
  'GET /agents/:id/checks': 'administrators',
  'POST /agents/:id/checks': 'administrators',
  'PUT /agents/:id/checks/:checkId': 'administrators',
  'DELETE /agents/:id/checks/:checkId': 'administrators',
  'POST /agents/:id/checks/import': 'administrators',
  'GET /agents/:id/checks/export': 'administrators',
  'POST /agents/:id/candidate/publish': 'administrators',
  'DELETE /agents/:id/candidate': 'administrators',
  'POST /agents/:id/checks/run': 'administrators',
  'POST /agents/:id/checks/compare': 'administrators',
  'GET /agents/:id/comparisons': 'administrators',
  'GET /comparisons/:id': 'administrators',
  'POST /comparisons/:id/stop': 'administrators',
  'GET /user-groups/:id/agents/status': 'administrators',
  'POST /user-groups/:id/agents': 'administrators',
  'DELETE /user-groups/:id/agents': 'administrators',
};

function own(call: (as: Caller, its: Case) => Promise<Reply>): Row {
  return { call: async (as, its) => said(await call(as, its)), expected: () => '200' };
}

const ROLES: Role[] = ['user', 'user_td', 'admin', 'superadmin'];
const people: Person[] = ROLES.flatMap((role) =>
  [1, 2, null].map((user_group_id) => ({ role, user_group_id })),
);
const states: AgentState[] = [true, false].flatMap((deploy_status) =>
  [[1], [2], []].map((groups) => ({ deploy_status, groups })),
);

let testServer: TestServer;
let endpoints: Endpoint[];
let agents: Case['agent'][];
beforeAll(async () => {
  testServer = await startTestServer({ models: scriptedModels(scripted(['Sim.'])) });
  endpoints = allRoutes(testServer.context, testServer.readiness).map(({ endpoint }) => endpoint);
  agents = [];
  for (const state of states) agents.push({ ...state, ...(await buildAgent(testServer.context, state)) });
});
afterAll(() => testServer.close());

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

const cited: Source = { index: 1, kind: 'row', title: 'Contratos', snippet: 'x', data_source_id: 1, row: {} };

async function pastOf(user_id: number, agent: Case['agent'], is_test: boolean) {
  const { id: session } = await buildSession(testServer.context, { user_id, agent_id: agent.id, is_test });
  const [message] = await testServer.context.db
    .insert(messages)
    .values({
      user_id,
      session_id: session,
      question: 'Oi?',
      answer: 'Sim [1].',
      sources: [cited],
      results: [tableResult()],
      status: 'done',
      model: 'gpt-5',
    })
    .returning({ id: messages.id });
  if (!message) throw new Error('no message was inserted');
  return { session, message: message.id };
}

describe('R-AGT-42 R-AGT-43 R-AGT-46 R-CHAT-14 who may use which agent', () => {
  test.each(people)(
    '$role of group $user_group_id, in every call, with every kind of agent',
    async (person) => {
      const user = await testServer.user(person);
      const as = testServer.as(user);
      const wrong: string[] = [];
      for (const agent of agents) {
        // Twenty questions a minute are admitted.
        testServer.clock.advance(60_000);
        for (const is_test of [false, true]) {
          const its: Case = { person, agent, is_test, ...(await pastOf(user.id, agent, is_test)) };
          for (const [name, row] of Object.entries(rows)) {
            if (row === 'administrators') continue;
            const [came, expected] = [await row.call(as, its), row.expected(its)];
            const state = `${agent.deploy_status ? 'deployed' : 'draft'} in [${agent.groups.join()}]${is_test ? ', test' : ''}`;
            if (came !== expected) wrong.push(`${name} (${state}): ${came}, not ${expected}`);
          }
        }
      }
      expect(wrong).toEqual([]);
    },
  );

  test('a conversation of somebody else is not there, for nobody', async () => {
    const owner = await testServer.user();
    const [agent] = agents;
    if (!agent) throw new Error('no agent');
    const past = await pastOf(owner.id, agent, false);
    const open: string[] = [];
    for (const person of people) {
      const as = testServer.as(await testServer.user(person));
      for (const [name, row] of Object.entries(rows)) {
        if (row === 'administrators' || !/\/chat\/(sessions|messages)\/:id/.test(name)) continue;
        const came = await row.call(as, { person, agent, is_test: false, ...past });
        const isClosed = came.startsWith('404') || (name.endsWith('/trace') && came === '403 forbidden');
        if (!isClosed) open.push(`${person.role}: ${name} ${came}`);
      }
    }
    expect(open).toEqual([]);
  });

  test('what makes and changes agents is closed to those who may talk to them', async () => {
    const open: string[] = [];
    const agent = agents.find(({ deploy_status, groups }) => deploy_status && groups.includes(1));
    const somebody = [await testServer.user(), await testServer.user({ role: 'user_td' })];
    const admins = [await testServer.user({ role: 'admin' }), await testServer.user({ role: 'superadmin' })];
    for (const endpoint of endpoints.filter((call) => rows[nameOf(call)] === 'administrators')) {
      for (const user of somebody)
        if ((await knock(testServer.as(user), endpoint, agent?.id)).status !== 403)
          open.push(`${user.email}: ${nameOf(endpoint)}`);
      // Administrators are let in; what they name does not exist, or they say nothing.
      for (const user of admins)
        if ([401, 403].includes((await knock(testServer.as(user), endpoint, 1_999_999_999)).status))
          open.push(`${user.email} is kept out of ${nameOf(endpoint)}`);
    }
    expect(open).toEqual([]);
  });

  test('every call with an agent in it has a row', () => {
    const hasAgent = ({ path }: Endpoint) => /\/agents(\/|$)|^\/chat\/|:agentId/.test(path);
    expect(
      endpoints
        .filter(hasAgent)
        .map(nameOf)
        .filter((name) => !(name in rows)),
    ).toEqual([]);
  });
});

type Verb = 'get' | 'post' | 'put' | 'patch' | 'delete';

function knock(as: Caller, endpoint: Endpoint, id = 0): Promise<Reply> {
  const named = endpoint.path.match(/:\w+/g)?.map((parameter) => [parameter.slice(1), id]) ?? [];
  return as[endpoint.method.toLowerCase() as Verb](pathOf(endpoint, Object.fromEntries(named)));
}
