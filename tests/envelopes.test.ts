/** Every call of the contract, asked rightly, oddly and wrongly: whatever comes back has one of the agreed forms. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RagConfig } from '#contract/data-sources.ts';
import { type Endpoint, pathOf } from '#contract/endpoint.ts';
import { EMPTY_PLAN } from '#contract/table-plan.ts';
import { allRoutes } from '../server/src/app.ts';
import { model_comparisons } from '../server/src/db/tables/agents.ts';
import { chat_sessions, messages } from '../server/src/db/tables/chat.ts';
import { sheet_uploads } from '../server/src/db/tables/data-sources.ts';
import { feedback } from '../server/src/db/tables/feedback.ts';
import { user_imports } from '../server/src/db/tables/imports.ts';
import { knowledge_bases } from '../server/src/db/tables/knowledge.ts';
import { user_groups } from '../server/src/db/tables/people.ts';
import { session_file_parts, session_files } from '../server/src/db/tables/session-files.ts';
import { sync_runs, syncs } from '../server/src/db/tables/syncs.ts';
import { terms_versions } from '../server/src/db/tables/terms.ts';
import { ingestText } from '../server/src/features/knowledge/ingest/replace-passages.ts';
import { type BuiltUser, buildAgent, buildDataSource, buildTag } from '../server/test/builders.ts';
import { openTestContent, type TestContent } from '../server/test/content/test-content.ts';
import { buildProvider } from '../server/test/identity/built-provider.ts';
import { buildScimGroup, buildScimToken, buildScimUser } from '../server/test/identity/scim-directory.ts';
import { resultOf } from '../server/test/tables/store-result.ts';
import { type Reply, startTestServer, type TestServer } from '../server/test/test-server.ts';
import { newCounter, newVisit } from './authorisation/counter-things.ts';
import type { Kind } from './authorisation/kind.ts';
import { kindsIn } from './authorisation/things.ts';
import { collectStatements, distributedTables, tablesWithoutKey } from './distribution-keys.ts';
import { schemaOf, spoilt, valuesFor } from './odd-values.ts';
import { rounds } from './support/rounds.ts';

/** Nothing of this installation is behind them: it is not ready to take more, and its documents were not scanned. */
const MAY_LACK = new Set(['not_ready', 'page_not_found']);

const MANUAL = '# Conta\n\nA senha temporária vale por trinta minutos e só pode ser usada uma vez.\n';

const RAG_CONFIG = RagConfig.parse({
  document_search: { base_sql_query: 'select id, objeto from licitacoes', main_content_column: 'objeto' },
});

/** Those that the calls send to the database. */
let statements: ReturnType<typeof collectStatements> | undefined;
let content: TestContent;
let testServer: TestServer;
let endpoints: Endpoint[];
let root: BuiltUser;
/** With which a program calls, and with which a directory. */
let key: { token: string };
let directory: { token: string };
/** With which a visitor of a public counter calls. */
let visit: Record<string, string>;
/** Path parameters that name existing objects. */
let existing: Record<string, string | number>;

beforeAll(async () => {
  content = await openTestContent();
  testServer = await startTestServer({ content: content.reader });
  endpoints = allRoutes(testServer.context, testServer.readiness).map(({ endpoint }) => endpoint);
  // Calls name the first person by the number 1, and one of them deactivates whom it names.
  await testServer.user();
  root = await testServer.user({ role: 'superadmin' });
  existing = await furnish();
  statements = collectStatements();
});
afterAll(async () => {
  statements?.stop();
  await testServer.close();
  await content.close();
});

/** One of each thing, and an answer that cites and has a result. */
async function furnish(): Promise<Record<string, string | number>> {
  const { db } = testServer.context;
  const [base] = await db.insert(knowledge_bases).values({ name: 'Manual' }).returning();
  if (!base) throw new Error('no base');
  const file = { original_filename: 'manual.md', file_type: 'md', file_size: MANUAL.length };
  const document = await ingestText(db, { knowledge_base_id: base.id, ...file, text: MANUAL });
  const source = await buildDataSource(testServer.context, { rag_config: RAG_CONFIG });
  const agent = await buildAgent(testServer.context, {
    knowledge_bases: [base.id],
    data_sources: [source.id],
  });
  const as = testServer.as(root);
  const { body } = await as.post(`/chat/create-session?agent_id=${agent.id}&is_test=true`);
  const { events } = await as.ask(body.data.id, 'Por quanto tempo vale a senha temporária?');
  const message_id = events.at(-1)?.message_id ?? 0;
  const results = [await resultOf(testServer, { source, plan: { ...EMPTY_PLAN, rows: true } })];
  await db.update(messages).set({ results }).where(eq(messages.id, message_id));
  const { body: versions } = await as.get(`/agents/${agent.id}/versions`);
  const { body: made } = await as.post('/users/me/access-keys', { name: 'Planilha' });
  key = { token: made.data.secret };
  const sheetOfPeople = { created_by_user_id: root.id, file_sha256: 'x', ignored_columns: [] };
  const [imported] = await db
    .insert(user_imports)
    .values({ ...sheetOfPeople, created_at: testServer.context.clock.now() })
    .returning();
  const { id: userId } = await testServer.user();
  const [group] = await db.insert(user_groups).values({ name: 'Jurídico' }).returning();
  const picture = { screenshot: Buffer.from('x'), screenshot_type: 'image/png' as const };
  const { body: pack } = await as.post('/packs', { name: 'Um milhão', tokens: 1_000_000, amount: 9_900 });
  const [comparison] = await db
    .insert(model_comparisons)
    .values({ agent_id: agent.id, columns: [] })
    .returning();
  const sheet = {
    user_id: root.id,
    file: 'obras.csv',
    content: Buffer.from('obra;valor\nPonte;10\nPraça;20\n'),
  };
  const expires_at = new Date(testServer.context.clock.now().getTime() + 3_600_000);
  const uploadId = randomUUID();
  await db.insert(sheet_uploads).values({ id: uploadId, ...sheet, expires_at });
  const fileId = randomUUID();
  const row = { user_id: root.id, id: fileId, session_id: body.data.id, status: 'ready' as const };
  const ofTwoBytes = { original_filename: 'a.txt', file_type: 'txt', file_size: 2 };
  await db.insert(session_files).values({ ...row, ...ofTwoBytes });
  const part = { user_id: root.id, file_id: fileId, part: 0, content: Buffer.from('Oi') };
  await db.insert(session_file_parts).values(part);
  const [told] = await db
    .insert(feedback)
    .values({ message: 'Oi', ...picture })
    .returning();
  const folder = { kind: 'folder' as const, root: '/nenhuma', subfolder: '', include: [], exclude: [] };
  const [sync] = await db
    .insert(syncs)
    .values({
      knowledge_base_id: base.id,
      kind: 'folder',
      name: 'Pasta',
      settings: folder,
      schedule: { kind: 'manual' },
    })
    .returning();
  const at = testServer.context.clock.now();
  const ended = { knowledge_base_id: base.id, started_at: at, finished_at: at, outcome: 'done' as const };
  const [run] = await db
    .insert(sync_runs)
    .values({ ...ended, sync_id: sync?.id ?? 0, kind: 'run' })
    .returning();
  const [preview] = await db
    .insert(sync_runs)
    .values({ ...ended, kind: 'preview' })
    .returning();
  await as.put('/admin/interface', { receipts_public: true });
  // An answer that was only tried out gets no receipt.
  await db.update(chat_sessions).set({ is_test: false }).where(eq(chat_sessions.id, body.data.id));
  const receipt = { question: true, name: false };
  const { body: sealed } = await as.post(`/chat/messages/${message_id}/receipts`, receipt);
  const provider_id = await buildProvider(testServer.context);
  directory = { token: await buildScimToken(testServer.context, provider_id) };
  const kinds = kindsIn(testServer.context);
  const counter = await newCounter(testServer.context);
  const visited = await newVisit(testServer.context, counter);
  visit = visited.headers;
  const shared = await kinds.shared_source.own();
  const text = { kind: 'privacy' as const, title: 'Aviso', body: 'Texto.', required: false, version: 1 };
  const [terms] = await db
    .insert(terms_versions)
    .values({ ...text, published_at: testServer.context.clock.now() })
    .returning();
  const numberOf = async (kind: Kind) => (await kind.own(root.id)).id ?? 0;
  return {
    'public/counters/:slug': counter.slug,
    'public/counters/:slug/sources/:message': visited.message,
    'counters/:id': counter.id,
    'citizen-requests/:id': await numberOf(kinds.citizen_request),
    'admin/identity-providers/:id': await numberOf(kinds.identity_provider),
    'admin/open-questions/:id': await numberOf(kinds.question_group),
    code: sealed.data.code,
    token: shared.token ?? '',
    'shared/:token/messages/:id': shared.id ?? 0,
    'admin/terms/:id': terms?.id ?? 0,
    'scim/v2/Users/:id': await buildScimUser(testServer.context, provider_id),
    'scim/v2/Groups/:id': await buildScimGroup(testServer.context, provider_id),
    tokenId: 1,
    'knowledge-bases/:id/syncs/preview/:runId': preview?.id ?? 0,
    syncId: sync?.id ?? 0,
    runId: run?.id ?? 0,
    'agents/:id': agent.id,
    'chat/sessions/:id': body.data.id,
    'chat/messages/:id': message_id,
    'knowledge-bases/:id': base.id,
    'data-sources/:id': source.id,
    'users/imports/:id': imported?.id ?? 0,
    'users/:id': userId,
    'user-groups/:id': group?.id ?? 0,
    'feedback/:id': told?.id ?? 0,
    'packs/:id': pack.data.id,
    'comparisons/:id': comparison?.id ?? 0,
    'agents/tags/:id': (await buildTag(testServer.context, 'Jurídico')).id,
    index: 1,
    agentId: agent.id,
    tagId: (await buildTag(testServer.context, 'Compras')).id,
    kbId: base.id,
    docId: document.id,
    versionId: versions.data[0]?.id ?? 0,
    checkId: 1,
    uploadId,
    fileId,
    userId,
    roleId: 1,
    model: `agente-${agent.id}`,
  };
}

/** An address of something that is there, as far as we have one. */
function address(endpoint: Endpoint, parts: Record<string, string | number> = {}): string {
  const before = (name: string) =>
    endpoint.path.slice(1, endpoint.path.indexOf(`:${name}`) + name.length + 1);
  const names = [...endpoint.path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '');
  return pathOf(
    endpoint,
    Object.fromEntries(
      names.map((name) => [name, parts[name] ?? existing[before(name)] ?? existing[name] ?? 1]),
    ),
  );
}

type Verb = 'get' | 'post' | 'put' | 'patch' | 'delete';
type Asked = {
  path?: string;
  body?: unknown;
  query?: Record<string, string | string[]>;
  headers?: Record<string, string>;
};

function send(who: ReturnType<TestServer['as']>, endpoint: Endpoint, asked: Asked = {}): Promise<Reply> {
  const { path = address(endpoint), body, query } = asked;
  const headers = endpoint.access === 'visitor' ? { ...visit, ...asked.headers } : asked.headers;
  const extra = { ...(query ? { query } : {}), ...(headers ? { headers } : {}) };
  const verb = endpoint.method.toLowerCase() as Verb;
  return verb === 'get' ? who.get(path, extra) : who[verb](path, body, extra);
}

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
const isText = (value: unknown) => typeof value === 'string';

/** The fault in the form of a reply; null when there is none. */
function oddity(endpoint: Endpoint, { status, body, headers, text }: Reply): string | null {
  if (status >= 400 && endpoint.access === 'key' && body?.error)
    return isText(body?.error?.message) && (isText(body.error.code) || Number.isInteger(body.error.code))
      ? null
      : `${status} ${text.slice(0, 200)}`;
  // An address that leads away from the directory’s calls is no longer one of them.
  if (status >= 400 && endpoint.access === 'scim' && body?.code !== 'not_found')
    return body?.status === String(status) && isText(body.detail) && isText(body.code)
      ? null
      : text.slice(0, 200);
  if (status >= 400) {
    const fine = body?.success === false && isText(body.detail) && body.detail !== '' && isText(body.code);
    const fields = body?.errors ?? [];
    const named = fields.every(
      ({ field, message }: Record<string, unknown>) => isText(field) && isText(message),
    );
    return fine && named ? null : `${status} ${text.slice(0, 200)}`;
  }
  if (status !== (endpoint.status ?? 200)) return `status ${status}`;
  if (endpoint.events && !endpoint.bare)
    return String(headers['content-type']).startsWith('text/event-stream') ? null : 'no stream';
  if (endpoint.download)
    return String(headers['content-disposition']).startsWith('attachment;') ? null : 'no file';
  if (endpoint.bare) return null;
  if (body?.success !== true || !('data' in body)) return text.slice(0, 200);
  if (!endpoint.list) return body.message === undefined || isText(body.message) ? null : 'message';
  const { total, has_more } = body.metadata ?? {};
  const fine =
    Array.isArray(body.data) &&
    Number.isInteger(total) &&
    typeof has_more === 'boolean' &&
    isText(body.message);
  return fine && total >= body.data.length ? null : text.slice(0, 200);
}

describe('every call of the contract', () => {
  test('R-CALL-01 R-CALL-06 that reads answers what is there in its envelope, below the one base path', async () => {
    const odd: string[] = [];
    let answered = 0;
    for (const endpoint of endpoints.filter(({ method }) => method === 'GET')) {
      const reply = await send(testServer.as(callerOf(endpoint) ?? root), endpoint, {
        query: { q: 'senha', time_range: 'all', format: 'md' },
      });
      const wrong = oddity(endpoint, reply);
      if (wrong) odd.push(`${nameOf(endpoint)} ${wrong}`);
      if (reply.status < 400) answered += 1;
      else if (!MAY_LACK.has(reply.body.code))
        odd.push(`${nameOf(endpoint)} was not answered: ${reply.text.slice(0, 200)}`);
      const elsewhere = await testServer.app.inject({ method: 'GET', url: `/api${address(endpoint)}` });
      if (elsewhere.statusCode !== 404)
        odd.push(`${nameOf(endpoint)} is served elsewhere: ${elsewhere.statusCode}`);
    }
    expect(odd).toEqual([]);
    expect(answered).toBeGreaterThan(15);
  });

  test('R-CALL-06 R-CALL-10 R-CALL-11 that is asked nonsense refuses it in the agreed form, and nothing breaks', {
    timeout: 300_000,
  }, async () => {
    const odd: string[] = [];
    let refused = 0;
    let accepted = 0;
    for (const endpoint of endpoints) {
      const person = endsSignIns(endpoint) ? await testServer.user({ role: 'superadmin' }) : root;
      const who = testServer.as(callerOf(endpoint) ?? person);
      for (const asked of nonsense(endpoint)) {
        const reply = await send(who, endpoint, asked);
        const wrong = oddity(endpoint, reply);
        const broken = reply.status >= 500 && !EXPECTED.has(reply.body?.code ?? reply.body?.error?.code);
        if (wrong || broken)
          odd.push(
            `${nameOf(endpoint)} ${JSON.stringify(asked).slice(0, 300)} → ${wrong ?? reply.text.slice(0, 200)}`,
          );
        if (reply.status >= 400 && reply.status < 500) refused += 1;
        if (reply.status < 400) accepted += 1;
      }
    }
    expect(odd).toEqual([]);
    expect(refused).toBeGreaterThan(endpoints.length * 4);
    // A spoilt input is correct but for one place, so much of it passes.
    expect(accepted).toBeGreaterThan(endpoints.length * rounds({ sample: 1, whole: 2 }));
    expect((await testServer.as(root).get('/users/me')).status).toBe(200);
    expect(testServer.logs.filter((line) => line.includes('"level":"fatal"'))).toEqual([]);
  });
});

/** They count, or administer, over all people. */
const OVER_EVERYBODY = [
  /^select "agent_version_id", count\(\*\) from "messages"/,
  /^select "agent_id", sum\("chat_sessions"/,
  /^select avg\("input_tokens"\)/,
  /from "feedback"( where "feedback"\."handled" = \$1)?$/,
  /"feedback" .*where "feedback"\."id" = \$\d( for no key update)?$/,
  /^select count\(\*\) as count from "subscriptions" where \("subscriptions"\."tier"/,
  /^select "id" from "plan_prices" where /,
  /from \(select stored_in from document_files union all/,
];

test('the statements of calls name the key by which their tables would be distributed', async () => {
  const keys = distributedTables();
  expect(keys.get('messages')).toBe('user_id');
  const sent = [...(statements?.texts ?? [])].map((text) => text.replace(/\s+/g, ' ').trim());
  expect(sent.length).toBeGreaterThan(500);
  const spread: string[] = [];
  for (const text of sent)
    if (!OVER_EVERYBODY.some((pattern) => pattern.test(text)))
      for (const table of await tablesWithoutKey(text, keys)) spread.push(`${table}: ${text}`);
  expect(spread).toEqual([]);
  expect(await tablesWithoutKey('select from messages where id = $1', keys)).toEqual(['messages']);
});

const callerOf = ({ access }: Endpoint) => (access === 'key' ? key : access === 'scim' ? directory : null);

/** A call that may end the sign-in that made it. */
const endsSignIns = ({ path }: Endpoint) => /^\/(auth|users)\//.test(path);

/** Error codes of an installation without a content database, and without a provider or with one that does not answer. */
const EXPECTED = new Set([
  'not_ready',
  'model_not_configured',
  'model_failed',
  'content_database_missing',
  'identity_provider_away',
]);

const IDS = [
  'x',
  '-1',
  '0',
  '99999999999999999999',
  '1e3',
  '%00',
  '../..',
  "1'--",
  '%F0%9F%99%82',
  '1999999999',
];
const BODIES = [
  '{',
  '[]',
  'null',
  '"x"',
  '7',
  '{"__proto__":{"x":1}}',
  `{"a":${'['.repeat(5_000)}${']'.repeat(5_000)}}`,
];
const JSON_TYPE = { 'content-type': 'application/json' };

/** Requests that are wrong in one place each. */
function* nonsense(endpoint: Endpoint): Generator<Asked> {
  const names = [...endpoint.path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '');
  // An otherwise valid call is tried on an object that does not exist, so that nothing other tests read is deleted.
  const absent = Object.fromEntries(
    names.map((name) => [
      name,
      name === 'id' && endpoint.path.includes('/chat/sessions/')
        ? '00000000-0000-4000-8000-000000000000'
        : 1_999_999_999,
    ]),
  );
  const path = endpoint.method === 'DELETE' ? address(endpoint, absent) : address(endpoint);
  for (const name of names)
    for (const id of IDS)
      yield {
        path: address(endpoint, absent).replace(/[^/]+$|1999999999|00000000-[-0-9a-f]+/, id),
        body: {},
        query: { odd: name },
      };
  if (endpoint.query)
    for (const value of spoilt(valuesFor(schemaOf(endpoint.query)), rounds({ sample: 7, whole: 24 })))
      yield { path, query: asQuery(value) };
  if (endpoint.method === 'GET') return;
  for (const body of BODIES) yield { path, body, headers: JSON_TYPE };
  yield { path, body: 'a=1', headers: { 'content-type': 'application/x-www-form-urlencoded' } };
  yield { path, body: 'x', headers: { 'content-type': 'text/plain' } };
  yield { path, body: 'x', headers: { 'content-type': 'multipart/form-data; boundary=nada' } };
  if (endpoint.body)
    for (const value of spoilt(valuesFor(schemaOf(endpoint.body)), rounds({ sample: 17, whole: 60 })))
      yield { path, body: value };
}

function asQuery(value: unknown): Record<string, string | string[]> {
  if (value === null || typeof value !== 'object') return { odd: String(value) };
  const given = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return Object.fromEntries(
    given.map(([key, inner]) => [key, Array.isArray(inner) ? inner.map(textOf) : textOf(inner)]),
  );
}

const textOf = (value: unknown) =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed();
