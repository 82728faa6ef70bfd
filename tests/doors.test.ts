import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Endpoint, pathOf } from '#contract/endpoint.ts';
import { allRoutes } from '../server/src/app.ts';
import { startTestServer, type TestServer } from '../server/test/test-server.ts';
import { newPerson, signInAs } from './authorisation/people.ts';

let testServer: TestServer;
let endpoints: Endpoint[];
beforeAll(async () => {
  testServer = await startTestServer();
  endpoints = allRoutes(testServer.context, testServer.readiness).map(({ endpoint }) => endpoint);
});
afterAll(() => testServer.close());

/** An address that fits the call; what it names does not exist. */
function address(endpoint: Endpoint): string {
  return pathOf(endpoint, {
    id: endpoint.path.includes('/chat/sessions/') ? '00000000-0000-4000-8000-000000000000' : 1_999_999_999,
    agentId: 1_999_999_999,
    tagId: 1_999_999_999,
    kbId: 1_999_999_999,
    docId: 1_999_999_999,
    documentId: 1_999_999_999,
    relationId: 1_999_999_999,
    syncId: 1_999_999_999,
    runId: 1_999_999_999,
    versionId: 1_999_999_999,
    uploadId: '00000000-0000-4000-8000-000000000000',
    fileId: '00000000-0000-4000-8000-000000000000',
    checkId: 1_999_999_999,
    proposalId: 1_999_999_999,
    answerId: 1_999_999_999,
    page: 1,
    n: 1,
    slug: 'nenhum',
    token: 'nenhum-link-tem-esta-senha-no-endereco',
    tokenId: 1_999_999_999,
    code: 'PRSA-000000000000',
    index: 1,
    message: 1_999_999_999,
    userId: 1_999_999_999,
    roleId: 1,
    model: 'agente-1999999999',
    model_id: 'nenhum-modelo',
  });
}

/** In OpenAI’s form, and in that of JSON-RPC, whose own codes are numbers. */
const programCode = (body: { error?: { code?: unknown; data?: { code?: unknown } } }) =>
  body?.error?.data?.code ?? body?.error?.code;

const UNKNOWN: Partial<Record<Endpoint['access'], string>> = {
  key: 'invalid_api_key',
  scim: 'scim_token_invalid',
  visitor: 'visitor_unknown',
};

/** SCIM has an error form of its own. */
const isInForm = ({ access }: Endpoint, body: { success?: unknown; schemas?: unknown }) =>
  access === 'scim' ? Array.isArray(body?.schemas) : body?.success === false;

type Verb = 'get' | 'post' | 'put' | 'patch' | 'delete';
const knock = (who: ReturnType<TestServer['anyone']>, endpoint: Endpoint) =>
  who[endpoint.method.toLowerCase() as Verb](address(endpoint));

describe('every call of the contract', () => {
  test('R-CALL-07 R-AUTH-49 refuses strangers, unless it is public', async () => {
    const open: string[] = [];
    for (const endpoint of endpoints.filter(({ access }) => access !== 'public')) {
      for (const token of [undefined, 'x', 'eyJhbGciOiJub25lIn0.e30.']) {
        const who = token ? testServer.as({ token }) : testServer.anyone();
        const { status, body } = await knock(who, endpoint);
        const code = endpoint.access === 'key' ? programCode(body) : body.code;
        const expected = UNKNOWN[endpoint.access] ?? 'not_authenticated';
        if (status !== 401 || code !== expected) open.push(`${endpoint.method} ${endpoint.path} ${status}`);
      }
    }
    expect(open).toEqual([]);
  });

  test('R-AUTH-54 of administrators refuses ordinary people, whatever they send', async () => {
    const open: string[] = [];
    for (const role of ['user', 'user_td'] as const) {
      const someone = await testServer.user({ role });
      for (const endpoint of endpoints.filter(
        ({ access }) => access === 'admin' || access === 'superadmin',
      )) {
        const { status, body } = await knock(testServer.as(someone), endpoint);
        if (status !== 403 || body.code !== (endpoint.refused ?? 'forbidden'))
          open.push(`${role}: ${endpoint.method} ${endpoint.path} ${status}`);
      }
    }
    expect(open).toEqual([]);
  });

  test('of superadmins refuses administrators', async () => {
    const admin = await testServer.user({ role: 'admin' });
    const open: string[] = [];
    for (const endpoint of endpoints.filter(({ access }) => access === 'superadmin')) {
      const { status } = await knock(testServer.as(admin), endpoint);
      if (status !== 403) open.push(`${endpoint.method} ${endpoint.path} ${status}`);
    }
    expect(open).toEqual([]);
  });

  test('R-CALL-01 R-CALL-06 R-CALL-11 answers failures in one form, with a sentence', async () => {
    const odd: string[] = [];
    for (const endpoint of endpoints) {
      // A fresh one each time: some calls end the sign-in that they were made with.
      const ana = await newPerson(testServer.context, { role: 'superadmin' });
      const { status, body } = await knock(testServer.as(await signInAs(testServer.context, ana)), endpoint);
      if (status < 400) continue;
      const { detail, code } =
        endpoint.access === 'key'
          ? { detail: body?.error?.message, code: programCode(body) }
          : { detail: isInForm(endpoint, body) && body.detail, code: body?.code };
      const fine = typeof detail === 'string' && detail && typeof code === 'string';
      if (!fine || status >= 500) odd.push(`${endpoint.method} ${endpoint.path} ${status}`);
    }
    expect(odd).toEqual([]);
  });

  test('every call has one path: none is declared twice and none hides another', () => {
    const names = endpoints.map(({ method, path }) => `${method} ${path}`);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  test('R-CALL-11 an unknown path under /api answers 404 in JSON, to strangers too', async () => {
    for (const path of ['/api/v1/nothing', '/api/nothing', '/api/v1/chat/../../etc/passwd']) {
      const { status, body } = await testServer.anyone().get(path);
      expect([status, body?.success, typeof body?.detail]).toEqual([404, false, 'string']);
    }
  });
});
