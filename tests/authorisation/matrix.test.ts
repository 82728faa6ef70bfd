/**
 * Every call × everybody who might call × what they might name. Read from the contract: a call without a row in
 * rows.ts fails here.
 */

import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Endpoint, pathOf } from '#contract/endpoint.ts';
import { FRESH_SIGN_IN_MINUTES } from '#contract/limits.ts';
import { COUNTER_SESSION_HEADER } from '#contract/public-counters.ts';
import { allRoutes } from '../../server/src/app.ts';
import { sign_ins } from '../../server/src/db/tables/accounts.ts';
import { givenCounter } from '../../server/test/counters.ts';
import { buildProvider } from '../../server/test/identity/built-provider.ts';
import { buildScimToken } from '../../server/test/identity/scim-directory.ts';
import { scripted, scriptedModels } from '../../server/test/providers/scripted-model.ts';
import { type Reply, startTestServer, type TestServer } from '../../server/test/test-server.ts';
import { schemaOf, valuesFor } from '../odd-values.ts';
import { newCounter, newVisit } from './counter-things.ts';
import type { Kind, Names } from './kind.ts';
import { newPerson, signInAs } from './people.ts';
import { rows } from './rows.ts';
import { kindsIn } from './things.ts';

let testServer: TestServer;
let endpoints: Endpoint[];
let kinds: Record<string, Kind>;
beforeAll(async () => {
  testServer = await startTestServer({ models: scriptedModels(scripted(['Sim.'])) });
  endpoints = allRoutes(testServer.context, testServer.readiness).map(({ endpoint }) => endpoint);
  kinds = kindsIn(testServer.context);
});
afterAll(() => testServer.close());

const ROLES = ['user', 'user_td', 'admin', 'superadmin'] as const;
const OTHERS = [
  'stranger',
  'unverified',
  'inactive',
  'temporary',
  'must_enrol',
  'must_accept',
  'directory',
  'visitor',
] as const;
type Actor = (typeof ROLES)[number] | (typeof OTHERS)[number];
const ACTORS: Actor[] = [...OTHERS, ...ROLES];
/** Rights that a role alone would give: what keeps these out is not their role. */
const ROLE_OF_OTHERS = 'superadmin';

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
const isAdmin = (actor: Actor) => actor === 'admin' || actor === 'superadmin';

/** The code of the refusal; null: they are let in. */
function refusalOf({ access, ...endpoint }: Endpoint, actor: Actor): string | null {
  if (access === 'public') return null;
  // Programs enter there, with a key; nobody does with a sign-in.
  if (access === 'key') return 'invalid_api_key';
  if (access === 'scim') return actor === 'directory' ? null : 'scim_token_invalid';
  if (access === 'visitor') return actor === 'visitor' ? null : 'visitor_unknown';
  if (actor === 'directory' || actor === 'visitor') return 'not_authenticated';
  // A sign-in requires a verified address.
  if (actor === 'stranger' || actor === 'unverified') return 'not_authenticated';
  if (actor === 'inactive') return 'account_ended';
  if (actor === 'temporary') return endpoint.with_temporary_password ? null : 'password_change_required';
  if (actor === 'must_enrol') return endpoint.before_second_factor ? null : 'second_factor_required';
  if (actor === 'must_accept') {
    const isOpen = endpoint.before_terms || endpoint.before_second_factor || endpoint.with_temporary_password;
    return isOpen ? null : 'terms_required';
  }
  const mayEnter = access === 'user' || actor === 'superadmin' || (access === 'admin' && isAdmin(actor));
  return mayEnter ? null : (endpoint.refused ?? 'forbidden');
}

/** A visitor sends the header of the visit beside the bearer, so that neither opens what the other does. */
type Entry = { id: number; token: string | null; headers?: Record<string, string> };

async function tokenOf(actor: Actor): Promise<Entry> {
  if (actor === 'directory') return directory();
  if (actor === 'visitor') return visitor();
  const role = ROLES.find((name) => name === actor) ?? ROLE_OF_OTHERS;
  const id = await newPerson(testServer.context, {
    role,
    active: actor !== 'inactive',
    is_verified: actor !== 'unverified',
    second_factor_due: actor === 'must_enrol' ? testServer.context.clock.now() : null,
    consent_version: actor === 'must_accept' ? -1 : 0,
  });
  if (actor === 'stranger' || actor === 'unverified') return { id, token: null };
  return { id, token: (await signInAs(testServer.context, id, actor === 'temporary')).token };
}

/** With its provider in the place of a person: its own things are the provider's. */
async function directory(): Promise<{ id: number; token: string }> {
  const id = await buildProvider(testServer.context);
  return { id, token: await buildScimToken(testServer.context, id) };
}

/** With the counter in the place of a person. */
async function visitor(): Promise<Entry> {
  const counter = await newCounter(testServer.context);
  const { headers } = await newVisit(testServer.context, counter);
  return { id: counter.id, token: headers[COUNTER_SESSION_HEADER] ?? null, headers };
}

type Verb = 'get' | 'post' | 'put' | 'patch' | 'delete';

const without = (values: unknown, names: string[]): unknown =>
  names.length
    ? Object.fromEntries(Object.entries(values as object).filter(([name]) => !names.includes(name)))
    : values;

/** Optional fields that name something besides the path. */
const LEFT_OUT: Record<string, string[]> = {
  'POST /agents/:id/verified-answers': ['group_id'],
  'POST /chat/sessions/:id/messages': ['edits'],
  'POST /public/counters/:slug/requests': ['message_id'],
  // Columns and models exclude each other.
  'POST /agents/:id/checks/compare': ['columns'],
};

/** Bodies whose parts have to fit each other. */
const WHOLE: Record<string, object> = {
  'PUT /counters/:id': { ...givenCounter({ agent_id: 1 }), version: 1 },
};

/** The body and query that the call needs besides its path. */
function filled(endpoint: Endpoint): Filled {
  const { body, query } = endpoint;
  const values = query ? (valuesFor(schemaOf(query)) as Record<string, unknown>) : {};
  const { required = [] } = (query ? schemaOf(query) : {}) as { required?: string[] };
  return {
    body:
      WHOLE[nameOf(endpoint)] ??
      (body ? without(valuesFor(schemaOf(body)), LEFT_OUT[nameOf(endpoint)] ?? []) : undefined),
    query: Object.fromEntries(required.map((name) => [name, String(values[name])])),
  };
}

type Filled = { body?: unknown; query?: Record<string, string>; headers?: Record<string, string> };

function call(
  endpoint: Endpoint,
  names: Names,
  token: string | null,
  { body, query = {}, headers = {} }: Filled = {},
): Promise<Reply> {
  const as = token ? testServer.as({ token }) : testServer.anyone();
  const verb = endpoint.method.toLowerCase() as Verb;
  const path = pathOf(endpoint, names);
  return verb === 'get' ? as.get(path, { query, headers }) : as[verb](path, body, { query, headers });
}

const codeOf = ({ body }: Reply): string | undefined =>
  body?.code ?? body?.error?.data?.code ?? body?.error?.code;
const UNKNOWN_CALLER = [
  'not_authenticated',
  'account_ended',
  'invalid_api_key',
  'scim_token_invalid',
  'visitor_unknown',
];
const told = (reply: Reply) => `${reply.status} ${codeOf(reply) ?? ''}`.trim();

describe('who may do what', () => {
  test('R-DOC-64 R-ACC-59 every call has its row, and knows what its path names', () => {
    const without = endpoints.map(nameOf).filter((name) => !(name in rows));
    expect(without, 'calls without a row in tests/authorisation/rows.ts').toEqual([]);
    const unnamed = endpoints.filter((endpoint) => {
      const kind = rows[nameOf(endpoint)] ?? 'nothing';
      return kind === 'nothing' ? endpoint.path.includes(':') : !endpoint.path.includes(':');
    });
    expect(unnamed.map(nameOf), 'rows that do not fit their path').toEqual([]);
  });

  test.each(ACTORS)('who is kept out is kept out whatever they name: %s', async (actor) => {
    const { token, headers = {} } = await tokenOf(actor);
    const wrong: string[] = [];
    for (const endpoint of endpoints) {
      const expected = refusalOf(endpoint, actor);
      if (!expected) continue;
      const kind = kinds[rows[nameOf(endpoint)] ?? ''];
      const things = kind ? [await existing(kind), kind.missing, kind.malformed] : [{}];
      for (const names of things) {
        const reply = await call(endpoint, names, token, { headers });
        const came = codeOf(reply);
        const status = UNKNOWN_CALLER.includes(expected) ? 401 : 403;
        if (came !== expected || reply.status !== status)
          wrong.push(`${nameOf(endpoint)} ${JSON.stringify(names)}: ${told(reply)}, not ${expected}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test.each(['temporary', 'directory', 'visitor', ...ROLES] as Actor[])(
    'who is let in reaches their own and nothing else: %s',
    async (actor) => {
      const wrong: string[] = [];
      const reader = await tokenOf(actor);
      for (const endpoint of endpoints) {
        if (endpoint.access === 'public' || refusalOf(endpoint, actor)) continue;
        const kind = kinds[rows[nameOf(endpoint)] ?? ''];
        const input = filled(endpoint);
        // The call changes an account that belongs to this row alone.
        const { id, token, headers = {} } = endpoint.method === 'GET' ? reader : await tokenOf(actor);
        const own = await call(endpoint, kind ? await kind.own(id) : {}, token, { ...input, headers });
        if (isRefused(own, endpoint) || (own.status === 404 && kind && !kind.may_lack))
          wrong.push(`${nameOf(endpoint)} own: ${told(own)}`);
        if (!kind || endpoint.file) continue;
        const others: [string, Names][] = [
          ...(kind.foreign ? [['foreign', await kind.foreign()] as [string, Names]] : []),
          ['missing', kind.missing],
          ['malformed', kind.malformed],
        ];
        const replies = new Map<string, string>();
        for (const [name, names] of others) {
          const reply = await call(endpoint, names, reader.token, {
            ...input,
            headers: reader.headers ?? {},
          });
          replies.set(name, told(reply));
          // A visit is of one counter: at another address it is no visit.
          const unknown = endpoint.access === 'visitor' ? 401 : 404;
          if (reply.status !== unknown)
            wrong.push(`${nameOf(endpoint)} ${name}: ${told(reply)}, not ${unknown}`);
        }
        // Whether it exists is nobody else's business.
        if (kind.foreign && isPersonal(endpoint) && replies.get('foreign') !== replies.get('missing'))
          wrong.push(`${nameOf(endpoint)} tells foreign from missing: ${JSON.stringify([...replies])}`);
      }
      expect(wrong).toEqual([]);
    },
    180_000,
  );

  test('calls that are declared confirmed refuse a sign-in older than fifteen minutes', async () => {
    const declared = endpoints.filter(({ confirmed }) => confirmed);
    expect(declared.map(nameOf)).toContain('POST /model-providers');
    const wrong: string[] = [];
    for (const endpoint of declared) {
      const { id, token } = await tokenOf('superadmin');
      const began = new Date(testServer.context.clock.now().getTime() - FRESH_SIGN_IN_MINUTES * 60_000 - 1);
      await testServer.context.db.update(sign_ins).set({ created_at: began }).where(eq(sign_ins.user_id, id));
      const kind = kinds[rows[nameOf(endpoint)] ?? ''];
      const reply = await call(endpoint, kind ? await existing(kind) : {}, token, filled(endpoint));
      if (reply.status !== 403 || codeOf(reply) !== 'reauthentication_required')
        wrong.push(`${nameOf(endpoint)}: ${told(reply)}, not reauthentication_required`);
    }
    expect(wrong).toEqual([]);
  });

  test('who has not verified their address gets no sign-in to call with', async () => {
    const ana = await testServer.user({ is_verified: false, signed_in: false });
    const { status, body } = await testServer
      .anyone()
      .form('/auth/login', { username: ana.email, password: ana.password });
    expect([status, body.code]).toEqual([403, 'email_not_verified']);
  });
});

const isPersonal = ({ path }: Endpoint) => /^\/(chat|auth|users\/me)\//.test(path);

const KEPT_OUT = ['not_authenticated', 'account_ended', 'password_change_required', 'forbidden'];
const isRefused = ({ status, body }: Reply, { refused }: Endpoint) =>
  status === 500 || KEPT_OUT.includes(body?.code) || (refused !== undefined && body?.code === refused);

const made = new Map<Kind, Promise<Names>>();
/** One of each is enough for those who never get to it. */
function existing(kind: Kind): Promise<Names> {
  const known = made.get(kind) ?? newPerson(testServer.context).then((id) => kind.own(id));
  made.set(kind, known);
  return known;
}
