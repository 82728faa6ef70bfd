/** Two real processes on one database: whichever of them is asked, an answer is one answer. */
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import type { ModelInfo } from '#contract/models.ts';
import { SCIM_MEDIA_TYPE, SCIM_PATH, SCIM_SCHEMAS } from '#contract/scim.ts';
import { systemClock } from '../server/src/adapters/clock.ts';
import { chat_sessions } from '../server/src/db/tables/chat.ts';
import { email_domains } from '../server/src/db/tables/identity.ts';
import { user_groups, users } from '../server/src/db/tables/people.ts';
import { addDays, today } from '../server/src/language/values/calendar.ts';
import { buildAgent, buildSession } from '../server/test/builders.ts';
import { TEMPLATE } from '../server/test/database.ts';
import { CLIENT, type OidcStandIn, startOidcProvider } from '../server/test/identity/oidc-provider.ts';
import { newTab } from '../server/test/identity/sign-on.ts';
import { endAll, type Started } from '../server/test/process/started-process.ts';
import {
  openProviderStub,
  type ProviderStub,
  STUB_TEXT,
  STUB_USAGE,
} from '../server/test/providers/provider-stub.ts';
import { rejoinRounds } from '../trials/faults/readers/rejoin.ts';
import { outliveProvider } from '../trials/faults/surroundings/dead-provider.ts';
import { deleteRounds } from '../trials/faults/surroundings/delete-while-writing.ts';
import { type Installation, openInstallation } from '../trials/support/installation.ts';
import type { Person } from '../trials/support/people.ts';
import { ask, join, newReader, readOn, stop } from '../trials/support/reader.ts';

let testServer: Installation;
/** OpenAI; the installation's own stub is Anthropic. */
let openai: ProviderStub;
let processes: [Started, Started];
beforeAll(async () => {
  testServer = await openInstallation(inject('database'), TEMPLATE);
  openai = await openProviderStub();
  const env = {
    OPENAI_API_KEY: 'sk-teste',
    OPENAI_BASE_URL: openai.url,
    // One address for both, as behind a load balancer.
    APP_URL: 'http://localhost:3000',
  };
  processes = await Promise.all([testServer.start(env), testServer.start(env)]);
}, 120_000);
afterEach(async () => {
  testServer.stub.reset();
  expect(await testServer.running()).toEqual([]);
  expect(await testServer.broken()).toEqual([]);
  await expect.poll(() => testServer.stub.open).toBe(0);
  for (const process of processes) expect(process.output()).not.toMatch(/"type":"internal"|"fatal"/);
});
afterAll(async () => {
  await endAll();
  await testServer.close();
});

const placesOf = (person: Person, conversation = 0) =>
  processes.map((process) => ({ process, person, session_id: person.conversations[conversation] ?? '' })) as [
    Parameters<typeof ask>[0],
    Parameters<typeof ask>[0],
  ];

const CREDIT_SPENT = 402;
const TOO_MANY = 429;

test('B18 readers who leave at random and join again anywhere have every byte of the stored answer', {
  timeout: 60_000,
}, async () => {
  const seen = await rejoinRounds(testServer, processes, { rounds: 40, conversations: 8, seed: 1 });
  expect(seen).toMatchObject({ broken: [], rounds: 40, readers: 80, provider_calls: 40 });
  // Otherwise nothing was proved.
  expect(seen.disconnects).toBeGreaterThan(15);
  expect(seen.resent).toBeGreaterThan(0);
});

test('a stop through the other process ends the answer long before its provider would, with the same text for everybody', async () => {
  const words = Array.from({ length: 500 }, (_, number) => `palavra ${number} `);
  testServer.stub.say(words);
  testServer.stub.always('pace=20');
  await Promise.all(
    Array.from({ length: 6 }, async (_, number) => {
      const person = await testServer.person();
      const [here, there] = placesOf(person);
      const [reader, follower] = [newReader(), newReader()];
      const response = await ask(here, 'Quanto tempo vale a senha?');
      await readOn(reader, response, { chunks: 2 + number, share: 1 });
      const following = join(there, 0).then((joined) => readOn(follower, joined));
      expect((await stop(there)).status).toBe(200);
      await readOn(reader, await join(here, reader.seq));
      await following;
      const [record] = await testServer.recordsOf(person);
      expect(record).toMatchObject({ status: 'stopped', answer: reader.text });
      expect(follower.text).toBe(reader.text);
      expect([...reader.faults, ...follower.faults]).toEqual([]);
      expect(words.join('').startsWith(reader.text)).toBe(true);
      expect(reader.text.length).toBeLessThan(words.join('').length / 2);
      expect(await testServer.entriesOf(person)).toHaveLength(1);
    }),
  );
});

test('fifty questions at once over both processes with credit for one: one is admitted', async () => {
  testServer.stub.always('pace=20');
  const person = await testServer.person({ token_limit: 1, conversations: 50 });
  const responses = await Promise.all(
    person.conversations.map((_, number) => ask(placesOf(person, number)[number % 2] as never, 'Oi?')),
  );
  const statuses = responses.map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(new Set(statuses)).toEqual(new Set([200, CREDIT_SPENT, TOO_MANY]));
  for (const response of responses) {
    const text = await response.text();
    if (response.status !== 200) expect(JSON.parse(text).detail).toMatch(/limite|resposta|Muitas/);
  }
  expect(testServer.stub.calls).toHaveLength(1);
  expect(await testServer.recordsOf(person)).toHaveLength(1);
  expect(await testServer.entriesOf(person)).toMatchObject([
    { charged: STUB_USAGE.input + STUB_USAGE.output },
  ]);
});

test('B17 the same key twenty times at once over both processes: one message, one call, one charge, one text', async () => {
  testServer.stub.always('pace=10');
  const person = await testServer.person();
  const places = placesOf(person);
  const readers = await Promise.all(
    Array.from({ length: 20 }, async (_, number) => {
      const reader = newReader();
      await readOn(reader, await ask(places[number % 2] as never, 'Oi?', { key: 'uma vez' }));
      return reader;
    }),
  );
  expect(readers.flatMap(({ faults }) => faults)).toEqual([]);
  expect(new Set(readers.map(({ text }) => text))).toEqual(new Set([STUB_TEXT]));
  const records = await testServer.recordsOf(person);
  expect(records).toMatchObject([{ answer: STUB_TEXT, status: 'done' }]);
  expect(new Set(readers.map(({ end }) => end?.message_id))).toEqual(new Set([records[0]?.id]));
  expect(testServer.stub.calls).toHaveLength(1);
  expect(await testServer.entriesOf(person)).toHaveLength(1);
});

test('connections to the provider are kept: fifteen questions in turn need one or two', async () => {
  const person = await testServer.person();
  const [here] = placesOf(person);
  const before = testServer.stub.connections;
  for (let turn = 0; turn < 15; turn += 1) {
    const reader = newReader();
    await readOn(reader, await ask(here, 'Oi?'));
    expect(reader.text).toBe(STUB_TEXT);
  }
  expect(testServer.stub.calls).toHaveLength(15);
  expect(testServer.stub.connections - before).toBeLessThanOrEqual(2);
});

test('B32 sessions, agents, bases, documents and accounts deleted while they are written: each ends, nothing comes back', {
  timeout: 120_000,
}, async () => {
  const seen = await deleteRounds(testServer, processes[0], { rounds: 5, seed: 3 });
  expect(seen).toMatchObject({ broken: [], rounds: 5 });
});

/** The model that the agent of `person` runs on: its own has a successor. */
const MODEL = 'claude-sonnet-5-5';

test('R-MDL-30 a change of a model at one process holds at the other within 15 seconds, and a running answer keeps its model', {
  timeout: 60_000,
}, async () => {
  const { stub } = testServer;
  const [here, there] = processes;
  const token = await testServer.signInAdmin(here);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const change = async (provider_model: string | null) => {
    const list = await (await fetch(`${here.url}/api/v1/models`, { headers })).json();
    const { version } = (list as { data: ModelInfo[] }).data.find(({ id }) => id === MODEL) ?? {};
    const body = JSON.stringify({ provider_model, version });
    const { status } = await fetch(`${here.url}/api/v1/models/${MODEL}`, { method: 'PUT', headers, body });
    expect(status).toBe(200);
  };
  const person = await testServer.person({ conversations: 2 });
  const [slow, next] = person.conversations.map((session_id) => ({ process: there, person, session_id }));
  if (!slow || !next) throw new Error('no conversation');
  const long = Array.from({ length: 100 }, (_, number) => `palavra ${number} `);
  const [running, follower] = [newReader(), newReader()];
  stub.say(long);
  stub.always('pace=40');
  const response = await ask(slow, 'Conte.');
  await readOn(running, response, { chunks: 2, share: 1 });
  await change('claude-sonnet-6');
  stub.say([STUB_TEXT]);
  stub.always('');
  const changed = performance.now();
  const models = () => stub.calls.map(({ model }) => model);
  while (models().at(-1) !== 'claude-sonnet-6') {
    const reader = newReader();
    await readOn(reader, await ask(next, 'Oi?'));
    expect(reader.text).toBe(STUB_TEXT);
  }
  expect(performance.now() - changed).toBeLessThan(15_000);
  await readOn(follower, await join(slow, 0));
  expect(follower.text).toBe(long.join(''));
  expect(models()[0]).toBe(MODEL);
  const [record] = await testServer.recordsOf(person, slow.session_id);
  expect(record).toMatchObject({ status: 'done', model: MODEL, answer: long.join('') });
  await change(null);
});

test('R-LOP-08 R-LOP-12 a verified answer that one process writes, changes, stops or deletes is that for the very next question at the other', {
  timeout: 60_000,
}, async () => {
  const [here, there] = processes;
  const token = await testServer.signInAdmin(here);
  const person = await testServer.person({ conversations: 12 });
  const [session] = await testServer.db
    .select({ agent_id: chat_sessions.agent_id })
    .from(chat_sessions)
    .where(eq(chat_sessions.user_id, person.id));
  const path = `${here.url}/api/v1/agents/${session?.agent_id}/verified-answers`;
  const write = async (method: string, url: string, body?: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const reply = await fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    expect(reply.ok).toBe(true);
    return ((await reply.json()) as { data: { id: number; version: number } }).data;
  };
  const conversations = person.conversations.values();
  const answer = async (question: string) => {
    const reader = newReader();
    const session_id = conversations.next().value ?? '';
    await readOn(reader, await ask({ process: there, person, session_id }, question));
    return reader.text;
  };
  const fields = { owner_label: 'Trânsito', review_on: addDays(today(new Date()), 90) };
  const question = 'Qual é o prazo para recorrer de uma multa?';
  const tow = 'Quanto custa retirar um carro do pátio?';
  const made = await write('POST', path, { ...fields, question, answer: 'São trinta dias.' });
  expect(await answer(question)).toBe('São trinta dias.');
  await write('POST', path, { ...fields, question: tow, answer: 'São duzentos reais.' });
  expect(await answer(tow)).toBe('São duzentos reais.');
  const one = `${path}/${made.id}`;
  await write('PUT', one, { version: 1, answer: 'São vinte dias.' });
  expect(await answer(question)).toBe('São vinte dias.');
  await write('PUT', one, { version: 2, wordings: ['Até quando recorro de uma multa de trânsito?'] });
  expect(await answer('Até quando recorro de uma multa de trânsito?')).toBe('São vinte dias.');
  await write('PUT', one, { version: 3, wordings: [] });
  expect(await answer('Até quando recorro de uma multa de trânsito?')).toBe(STUB_TEXT);
  await write('PUT', one, { version: 4, paused: true });
  expect(await answer(question)).toBe(STUB_TEXT);
  await write('PUT', one, { version: 5, paused: false });
  expect(await answer(question)).toBe('São vinte dias.');
  await write('DELETE', one);
  expect(await answer(question)).toBe(STUB_TEXT);
  expect(await answer(tow)).toBe('São duzentos reais.');
});

test('R-MDL-22 R-MDL-24 a provider dies between two of two hundred questions: none fails, none is charged twice, each reader is shown who answered', {
  timeout: 120_000,
}, async () => {
  const seen = await outliveProvider(testServer, processes, { first: openai, questions: 200, death: 'away' });
  expect(seen).toMatchObject({
    broken: [],
    questions: 200,
    failed: 0,
    double_charges: 0,
    by_reserve: 100,
    named: 100,
  });
});

const API = '/api/v1';

async function post<T>({ url }: Started, path: string, body: unknown, token?: string): Promise<T> {
  const response = await fetch(`${url}${API}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    body: JSON.stringify(body),
  });
  const reply = (await response.json()) as { data: T };
  if (!response.ok) throw new Error(`${path} answered ${response.status} ${JSON.stringify(reply)}`);
  return reply.data;
}

/** Somebody whom a provider has let in at one of the processes, with an open conversation. */
async function personByProvider(place: Started, provider: OidcStandIn, slug: string): Promise<Person> {
  const { binding, binding_hash } = newTab();
  const begun = await post<{ state: string; authorization_url: string }>(place, `/auth/sso/${slug}/start`, {
    binding_hash,
  });
  const { state } = begun;
  const query = provider.authorize(begun.authorization_url, {
    ...{ sub: slug, sid: 'sessao-la', email: `${slug}@exemplo.gov.br`, email_verified: true },
  });
  const { access_token: token } = await post<{ access_token: string }>(place, `/auth/sso/${slug}/finish`, {
    ...{ state, binding, query },
  });
  const reply = await fetch(`${place.url}${API}/users/me`, { headers: { authorization: `Bearer ${token}` } });
  const { id } = ((await reply.json()) as { data: { id: number } }).data;
  const { db } = testServer;
  const agent = await buildAgent({ db }, { model: 'claude-4-sonnet' });
  const session = await buildSession({ db, clock: systemClock }, { user_id: id, agent_id: agent.id });
  const email = `${slug}@exemplo.gov.br`;
  return {
    id,
    email,
    token,
    conversations: [session.id],
    signInAt: async () => token,
    renew: async () => {},
  };
}

const CLOSED_WITHIN_MS = 5_000;

/** A long answer that the person reads at one process and follows at the other; `closed` once both streams have ended. */
async function readInBoth(person: Person) {
  testServer.stub.say(Array.from({ length: 400 }, (_, number) => `palavra ${number} `));
  testServer.stub.always('pace=20');
  const [place, other] = placesOf(person);
  const readers = [newReader(), newReader()] as const;
  const reading = readOn(readers[0], await ask(place, 'Quanto tempo vale a senha?'));
  const following = readOn(readers[1], await join(other, 0));
  await expect.poll(() => Math.min(...readers.map(({ text }) => text.length))).toBeGreaterThan(0);
  return { readers, closed: Promise.all([reading, following]) };
}

const me = ({ url }: Started, { token }: Person) =>
  fetch(`${url}${API}/users/me`, { headers: { authorization: `Bearer ${token}` } });

test('R-ACC-15 a logout at the provider closes what its person reads in both processes, and the answer goes on', {
  timeout: 60_000,
}, async () => {
  const provider = await startOidcProvider();
  const [here, there] = processes;
  const slug = 'dois-processos';
  try {
    await post(
      here,
      '/admin/identity-providers',
      {
        ...{ slug, kind: 'oidc', name: 'Dois processos', active: true, secret: CLIENT.secret },
        settings: { issuer: provider.issuer, client_id: CLIENT.client_id },
      },
      await testServer.signInAdmin(here),
    );
    const person = await personByProvider(here, provider, slug);
    const { readers, closed } = await readInBoth(person);
    const began = performance.now();
    const logout_token = await provider.logoutToken({
      sid: 'sessao-la',
      iat: Math.floor(Date.now() / 1_000),
    });
    const ended = await fetch(`${there.url}${API}/auth/sso/${slug}/backchannel`, {
      method: 'POST',
      body: new URLSearchParams({ logout_token }),
    });
    expect(ended.status).toBe(200);
    await closed;
    expect(performance.now() - began).toBeLessThan(CLOSED_WITHIN_MS);
    expect(readers.map(({ end }) => end)).toEqual([null, null]);
    for (const process of processes) expect((await me(process, person)).status).toBe(401);
    await expect.poll(() => testServer.running(), { timeout: 40_000 }).toEqual([]);
    const [record] = await testServer.recordsOf(person);
    expect(record?.answer?.length).toBeGreaterThan(Math.max(...readers.map(({ text }) => text.length)));
  } finally {
    await provider.close();
  }
});

test('R-ACC-04 R-ACC-12 an entry begun at one process ends at the other once, and both agree on the group that its claim maps to', {
  timeout: 60_000,
}, async () => {
  const provider = await startOidcProvider();
  const [here, there] = processes;
  const slug = 'grupos';
  try {
    const token = await testServer.signInAdmin(here);
    const groups: number[] = [];
    for (const name of ['Pessoas', 'Técnicos']) {
      const [row] = await testServer.db.insert(user_groups).values({ name }).returning();
      groups.push(row?.id ?? 0);
    }
    const group_mappings = ['rh', 'ti'].map((value, place) => ({
      ...{ value, user_group_id: groups[place], grants_admin: false },
    }));
    const settings = { issuer: provider.issuer, client_id: CLIENT.client_id, claim_groups: 'groups' };
    const made = { slug, kind: 'oidc', name: 'Grupos', active: true, secret: CLIENT.secret };
    await post(here, '/admin/identity-providers', { ...made, settings, group_mappings }, token);
    const enter = async (from: Started, to: Started, claim: string) => {
      const { binding, binding_hash } = newTab();
      const begun = await post<{ state: string; authorization_url: string }>(
        from,
        `/auth/sso/${slug}/start`,
        {
          binding_hash,
        },
      );
      const query = provider.authorize(begun.authorization_url, {
        ...{ sub: slug, email: 'grupos@exemplo.gov.br', email_verified: true, groups: [claim] },
      });
      const answer = { state: begun.state, binding, query };
      const finish = (place: Started) =>
        fetch(`${place.url}${API}/auth/sso/${slug}/finish`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(answer),
        });
      const replies = await Promise.all([to, from, to, from, to].map(finish));
      const entered = replies.filter(({ status }) => status === 200);
      expect(entered).toHaveLength(1);
      for (const place of processes) expect((await finish(place)).status).toBe(400);
      const reply = (await entered[0]?.json()) as { data: { access_token: string } };
      return reply.data.access_token;
    };
    const groupsSeen = (bearer: string) =>
      Promise.all(
        processes.map(async ({ url }) => {
          const reply = await fetch(`${url}${API}/users/me`, {
            headers: { authorization: `Bearer ${bearer}` },
          });
          return ((await reply.json()) as { data: { user_group_id: number } }).data.user_group_id;
        }),
      );
    const first = await enter(here, there, 'rh');
    expect(await groupsSeen(first)).toEqual([groups[0], groups[0]]);
    const second = await enter(there, here, 'ti');
    // The sign-in of before is of the same person, and sees the move too.
    for (const bearer of [second, first]) expect(await groupsSeen(bearer)).toEqual([groups[1], groups[1]]);
  } finally {
    await provider.close();
  }
});

test('R-ACC-31 a deactivation by the directory at one process closes what its person reads in both', {
  timeout: 60_000,
}, async () => {
  const [here, there] = processes;
  const admin = await testServer.signInAdmin(here);
  const provider = await post<{ id: number }>(
    here,
    '/admin/identity-providers',
    {
      ...{ slug: 'diretorio', kind: 'oidc', name: 'Diretório', active: true, secret: CLIENT.secret },
      settings: { issuer: 'https://sso.exemplo.invalid/realms/pessoas', client_id: 'prosa' },
    },
    admin,
  );
  const domain = { domain: 'exemplo.com.br', written: 'exemplo.com.br', provider_id: provider.id };
  await testServer.db.insert(email_domains).values(domain);
  const tokens = `/admin/identity-providers/${provider.id}/scim-tokens`;
  const { secret } = await post<{ secret: string }>(here, tokens, {}, admin);
  const directory = (process: Started, method: string, path: string, body: object) =>
    fetch(`${process.url}${API}${SCIM_PATH}${path}`, {
      method,
      headers: { authorization: `Bearer ${secret}`, 'content-type': SCIM_MEDIA_TYPE },
      body: JSON.stringify(body),
    });
  const person = await testServer.person();
  const [row] = await testServer.db.select().from(users).where(eq(users.id, person.id));
  const sent = { schemas: [SCIM_SCHEMAS.user], userName: row?.email, active: true };
  const made = await directory(here, 'POST', '/Users', sent);
  expect(made.status).toBe(201);
  const { id } = (await made.json()) as { id: string };
  const { readers, closed } = await readInBoth(person);
  const began = performance.now();
  const gone = await directory(there, 'PUT', `/Users/${id}`, { ...sent, active: false });
  expect(gone.status).toBe(200);
  await closed;
  expect(performance.now() - began).toBeLessThan(CLOSED_WITHIN_MS);
  expect(readers.filter(({ text }) => text.includes('palavra 399'))).toEqual([]);
  for (const process of processes) expect((await me(process, person)).status).toBe(401);
  await expect.poll(() => testServer.running(), { timeout: 40_000 }).toEqual([]);
});
