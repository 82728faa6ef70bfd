import { randomUUID } from 'node:crypto';
import { eq, ne, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { buildAgent, buildSession, buildVersions } from '../../../test/builders.ts';
import { buildProvider } from '../../../test/identity/built-provider.ts';
import { brokenInvariants } from '../../../test/invariants.ts';
import { hold, type Script, scripted, scriptedModels } from '../../../test/providers/scripted-model.ts';
import { startTestServer, TEST_NOW, type TestServer } from '../../../test/test-server.ts';
import {
  choose_password_tokens,
  passkeys,
  pending_registrations,
  recovery_codes,
  refresh_tokens,
  sign_in_attempts,
  sign_ins,
  temporary_passwords,
  totp_secrets,
  verification_codes,
} from '../../db/tables/accounts.ts';
import { agent_check_runs, agent_versions } from '../../db/tables/agents.ts';
import { audit_entries } from '../../db/tables/audit.ts';
import { messages, token_entries } from '../../db/tables/chat.ts';
import { feedback } from '../../db/tables/feedback.ts';
import { identities, provider_sessions } from '../../db/tables/identity.ts';
import { user_import_rows, user_imports } from '../../db/tables/imports.ts';
import { invitations } from '../../db/tables/invitations.ts';
import {
  desk_objects,
  payment_customers,
  payment_events,
  subscriptions,
  usage_notices,
} from '../../db/tables/payments.ts';
import { users } from '../../db/tables/people.ts';
import { purchases, token_credits } from '../../db/tables/plans.ts';
import { recordChange } from '../audit/record.ts';
import { erase } from './erase.ts';
import { eraseDue } from './erase-due.ts';
import { findPerson, type Person } from './person.ts';
import { findResidualData } from './residual-personal-data.ts';

let script: Script = ['Bom dia'];
let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer({
    models: scriptedModels(scripted((call) => (typeof script === 'function' ? script(call) : script))),
    env: { TRUST_PROXY: '127.0.0.1' },
  });
});
afterEach(async () => {
  script = ['Bom dia'];
  expect(await brokenInvariants(testServer.context.db)).toEqual([]);
});
afterAll(() => testServer.close());

const DAY = 86_400_000;
const { now } = { now: () => testServer.context.clock.now() };
const isDue = (id: number) =>
  testServer.context.db
    .update(users)
    .set({ deletion_due: new Date(now().getTime() - 1) })
    .where(eq(users.id, id));
const personOf = async (id: number): Promise<Person> => {
  const person = await findPerson(testServer.context.db, id);
  if (!person) throw new Error('nobody');
  return person;
};
const places = async (person: Person) =>
  (await findResidualData(testServer.context.db, person)).map(
    ({ table, column, of }) => `${table}.${column} ${of}`,
  );

/** From where they signed in and changed something, and from where somebody tried to. */
const originsOf = ({ reference }: Person) => sql`(
  select count(*)::int from audit_origins o join audit_entries e on e.id = o.entry_id
  where e.actor_reference = ${reference} or e.person_reference = ${reference})`;

/** An administrator who has left something in every table that can hold something of a person. */
async function somebodyEverywhere(name: string) {
  const { db } = testServer.context;
  const email = `${name.toLowerCase().replaceAll(' ', '.')}@exemplo.com.br`;
  const from = { headers: { 'x-forwarded-for': '203.0.113.9', 'user-agent': 'Navegador da Marta' } };
  const built = await testServer.user({
    name,
    email,
    phone: `11${String(90_000_000 + name.length)}9`,
    role: 'admin',
  });
  // Rows are made through the API where it has a call for them.
  await testServer.anyone().post('/auth/request-reset', undefined, { query: { email }, ...from });
  await testServer.mailbox.next(email);
  await testServer.anyone().form('/auth/login', { username: email, password: 'errada' }, from);
  const { body } = await testServer
    .anyone()
    .form('/auth/login', { username: email, password: built.password }, from);
  const user = { ...built, token: body.data.access_token as string };
  const as = testServer.as(user);
  const agent = await buildAgent(testServer.context);
  const { id: session_id } = await buildSession(testServer.context, { user_id: user.id, agent_id: agent.id });
  const { events } = await as.ask(session_id, `Sou ${name}, e você?`, {
    headers: { 'idempotency-key': 'uma vez' },
  });
  const message_id = events.at(-1)?.message_id as number;
  await as.post(`/chat/messages/${message_id}/feedback`, { value: 'down', reason: 'Não me conhece.' });
  const test = await buildSession(testServer.context, {
    user_id: user.id,
    agent_id: agent.id,
    is_test: true,
  });
  await as.ask(test.id, 'Um teste?');
  await as.post('/user-groups', { name: `${name} <${email}>` }, from);
  await as.put('/users/me/dismissals', { key: 'foreign_link' });
  // Past them where there is nothing to call.
  const [version] = await buildVersions(testServer.context, agent.id, [{ custom_prompt: 'Outra coisa.' }]);
  await db
    .update(agent_versions)
    .set({ created_by: user.id })
    .where(eq(agent_versions.id, version ?? 0));
  await db.insert(agent_check_runs).values({ agent_id: agent.id, started_by: user.id, total: 1 });
  const soon = new Date(now().getTime() + DAY);
  const code = { code_hash: 'x', expires_at: soon, sent_at: now() };
  await db
    .insert(verification_codes)
    .values({ user_id: user.id, ...code })
    .onConflictDoNothing();
  await db.insert(pending_registrations).values({ user_id: user.id, network_hash: 'x' });
  await db.insert(totp_secrets).values({ user_id: user.id, secret_sealed: 'x', confirmed_at: now() });
  const bytes = Buffer.from(`x${user.id}`);
  const key = { credential_id: bytes, public_key: bytes, counter: 0, transports: [], synced: false };
  await db.insert(passkeys).values({ user_id: user.id, name: 'Celular', ...key });
  await db.insert(recovery_codes).values({ user_id: user.id, code_hash: 'x' });
  await db.insert(sign_in_attempts).values({
    key_hash: `x${user.id}`,
    kind: 'second_step',
    user_id: user.id,
    payload: {},
    expires_at: soon,
  });
  await db.insert(invitations).values([
    { email, expires_at: soon, withdrawn_at: now() },
    { email: 'outra@exemplo.com.br', expires_at: soon, invited_by_user_id: user.id, withdrawn_at: now() },
  ]);
  const provider = await buildProvider(testServer.context);
  await db.insert(identities).values({
    user_id: user.id,
    provider_id: provider,
    subject_hash: String(user.id).padStart(43, 'x'),
    label: email,
  });
  const [entered] = await db.select().from(sign_ins).where(eq(sign_ins.user_id, user.id)).limit(1);
  await db.insert(provider_sessions).values({
    user_id: user.id,
    sign_in_id: entered?.id ?? '',
    provider_id: provider,
    issued_at: now(),
    checked_at: now(),
  });
  const sheet = { file_sha256: 'x', ignored_columns: [], created_at: now() };
  const [other] = await db.select({ id: users.id }).from(users).where(ne(users.id, user.id)).limit(1);
  for (const created_by_user_id of [user.id, other?.id ?? user.id]) {
    const [made] = await db
      .insert(user_imports)
      .values({ created_by_user_id, ...sheet })
      .returning();
    const row = { import_id: made?.id ?? 0, action: 'changed' as const };
    await db.insert(user_import_rows).values([
      { ...row, line: 2, email, user_id: user.id },
      { ...row, line: 3, email: `<${email}>`, action: 'problem' },
    ]);
  }
  await db.insert(choose_password_tokens).values({ user_id: user.id, token_hash: 'x', expires_at: soon });
  await db
    .insert(temporary_passwords)
    .values({ user_id: user.id, password_hash: 'x', expires_at: soon })
    .onConflictDoNothing();
  await db.insert(feedback).values({ user_id: user.id, name, email, message: `De ${name}`, user_agent: 'x' });
  const customer_id = `cus_${user.id}`;
  const id = `sub_${user.id}`;
  await db.insert(payment_customers).values({ user_id: user.id, customer_id });
  await db.insert(subscriptions).values({
    id,
    user_id: user.id,
    customer_id,
    tier: 'plus',
    price_id: 'price',
    interval: 'month',
    amount: 2_990,
    status: 'canceled',
    current_period_start: now(),
    current_period_end: soon,
    ended_at: now(),
  });
  await db
    .insert(payment_events)
    .values({ id: `evt_${user.id}`, type: 'x', object_id: id, received_at: now() });
  await db.insert(usage_notices).values({ user_id: user.id, cycle_start: now(), level: 80, sent_at: now() });
  const purchase_id = randomUUID();
  const bought = { user_id: user.id, kind: 'pack' as const, amount: 100, state: 'paid' as const };
  const provider_session = `cs_once_${user.id}`;
  await db.insert(purchases).values({ ...bought, id: purchase_id, provider_session });
  const given = { user_id: user.id, id: purchase_id, purchase_id, tokens: 10, tokens_left: 5 };
  await db.insert(token_credits).values({ ...given, expires_at: soon });
  await db.update(users).set({ token_credit: 5 }).where(eq(users.id, user.id));
  await db
    .insert(payment_events)
    .values({ id: `evt_once_${user.id}`, type: 'x', object_id: provider_session, received_at: now() });
  const { reference } = await personOf(user.id);
  await db.insert(desk_objects).values([
    { id: customer_id, kind: 'customer', data: { id: customer_id, email, user_id: user.id, reference } },
    { id: `cs_${user.id}`, kind: 'checkout', data: { id: `cs_${user.id}`, customer_id } },
    { id: provider_session, kind: 'checkout', data: { id: provider_session, customer_id } },
  ]);
  return { ...user, agent, session_id, message_id };
}

test('R-MNY-17 of an erased person nothing is left in any table, but sums that name nobody', async () => {
  const { db } = testServer.context;
  const marta = await somebodyEverywhere('Marta Quirino');
  const other = await somebodyEverywhere('Marta Quirino Filha');
  const person = await personOf(marta.id);
  // Unless this is seen, an empty answer below would say nothing.
  expect(await places(person)).toEqual(
    expect.arrayContaining([
      'pgboss.job.data id',
      'pgboss.job.data email',
      'public.agent_check_runs.started_by id',
      'public.agent_versions.created_by id',
      'public.answer_traces.user_id id',
      'public.audit_entries.after email',
      'public.audit_entries.object_name email',
      'public.audit_entries.object_name name',
      'public.chat_sessions.user_id id',
      'public.desk_objects.data email',
      'public.desk_objects.data id',
      'public.desk_objects.data reference',
      'public.feedback.user_id id',
      'public.identities.label email',
      'public.identities.user_id id',
      'public.idempotency_keys.user_id id',
      'public.messages.user_id id',
      'public.payment_customers.user_id id',
      'public.provider_sessions.user_id id',
      'public.purchases.user_id id',
      'public.token_credits.user_id id',
      'public.refresh_tokens.user_id id',
      'public.sign_ins.user_id id',
      'public.subscriptions.user_id id',
      'public.temporary_passwords.user_id id',
      'public.token_entries.user_id id',
      'public.usage_notices.user_id id',
      'public.users.id id',
      'public.users.reference reference',
      'public.users.email email',
      'public.users.phone phone',
      'public.users.name name',
      'public.verification_codes.user_id id',
    ]),
  );
  // Large tables are looked through by the columns whose name says so; no other may have it.
  const { rows: named } = await db.execute<{ table: string; column: string }>(sql`
    select table_schema || '.' || table_name "table", column_name "column" from information_schema.columns
    where data_type = 'uuid' and table_schema = 'public' and column_name !~ '(^|_)reference$'`);
  for (const { table, column } of named) {
    const { rows } = await db.execute(
      sql`select from ${sql.raw(table)} where ${sql.identifier(column)} = ${person.reference}::uuid`,
    );
    expect({ table, column, rows: rows.length }).toEqual({ table, column, rows: 0 });
  }
  const spent = (await db.select().from(token_entries).where(eq(token_entries.user_id, marta.id))).reduce(
    (sum, { charged }) => sum + charged,
    0,
  );
  expect(spent).toBeGreaterThan(0);
  const before = await db.$count(token_entries);
  const { rows: origins } = await db.execute<{ count: number }>(sql`select ${originsOf(person)} count`);
  expect(origins[0]?.count).toBeGreaterThan(1);

  await isDue(marta.id);
  await eraseDue(testServer.context);

  expect(testServer.mailbox.forgotten).toContain(marta.email);
  // A namesake is no trace: what is left of the name is hers.
  expect(await places(person)).toEqual(['public.users.name name', 'public.users.search_text name']);
  const { rows: traces } = await db.execute(sql`
    select ${originsOf(person)} origins,
      (select count(*)::int from payment_events where object_id in (${`sub_${marta.id}`}, ${`cs_once_${marta.id}`})) events,
      (select count(*)::int from desk_objects where data::text like ${`%cus_${marta.id}"%`}) desk,
      (select count(*)::int from rate_limits where key like ${`%:${marta.id}`}) counters`);
  expect(traces[0]).toEqual({ origins: 0, events: 0, desk: 0, counters: 0 });

  // The audit log keeps that a group was made, without the words that named her, and holds.
  const root = testServer.as(await testServer.user({ role: 'superadmin' }));
  const { data: entries } = (await root.get('/admin/audit', { query: { object_type: 'group' } })).body;
  expect(entries.at(-1)).toMatchObject({
    action: 'group.created',
    object_name: null,
    after: { name: null },
    erased_fields: ['after.name', 'object_name'],
  });
  expect((await root.get('/admin/audit/verify')).body.data).toMatchObject({
    intact: true,
    with_erased_words: entries.length,
  });

  // Sums stay, under nobody's name.
  expect(await db.$count(token_entries)).toBe(before);
  const [nobody] = await db.select().from(users).where(eq(users.name, 'Conta removida'));
  expect(nobody).toMatchObject({ active: false, password_hash: '!', token_used: spent, user_group_id: null });
  const admin = testServer.as(await testServer.user({ role: 'admin' }));
  const listed = await admin.get('/users/all', { query: { include_inactive: 'true', search: 'removida' } });
  expect(listed.body).toMatchObject({ data: [], metadata: { total: 0 } });
  expect(nobody?.email).toMatch(/^removida-[0-9a-f]{18}@removida\.invalid$/);
  const moved = await db
    .select()
    .from(token_entries)
    .where(eq(token_entries.user_id, nobody?.id ?? 0));
  expect(moved.reduce((sum, { charged }) => sum + charged, 0)).toBe(spent);
  expect(moved.every((entry) => entry.session_id === null && entry.message_id === null)).toBe(true);

  // Others keep all of theirs.
  expect(await places(await personOf(other.id))).toContain('public.messages.user_id id');
  expect(
    (await testServer.as(other).get(`/chat/sessions/${other.session_id}/messages`)).body.data,
  ).toHaveLength(1);
  // Agents keep their versions.
  const [version] = await db.select().from(agent_versions).where(eq(agent_versions.agent_id, marta.agent.id));
  expect(version?.created_by).toBeNull();

  expect((await testServer.as(marta).get('/users/me')).status).toBe(401);
  expect(
    (await testServer.anyone().post('/auth/refresh', { refresh_token: marta.refresh_token })).status,
  ).toBe(401);
  const { body } = await testServer
    .anyone()
    .form('/auth/login', { username: marta.email, password: marta.password });
  expect(body.code).toBe('invalid_credentials');
  // The address is free again, and what comes with it is somebody new.
  const anew = await testServer.user({ email: marta.email });
  expect(anew.id).not.toBe(marta.id);
  expect((await testServer.as(anew).get('/chat/sessions')).body.data).toEqual([]);
});

test('R-ADM-03 statistics are what they were before', async () => {
  const admin = await testServer.user({ role: 'admin' });
  const figures = async () => {
    const all = await Promise.all(
      ['users', 'tokens'].map((what) =>
        testServer.as(admin).get(`/admin/stats/${what}`, { query: { time_range: 'all' } }),
      ),
    );
    const [users, tokens] = all.map(({ body }) => body.data);
    return { users, models: tokens.models, agents: tokens.agents, tokens: tokens.tokens };
  };
  const { id } = await somebodyEverywhere('Rosa Chaves');
  const before = await figures();
  await isDue(id);
  await eraseDue(testServer.context);
  expect(await figures()).toEqual(before);
});

test('an answer that is being written is stopped first, and nothing comes after it', async () => {
  const waits = hold();
  script = ['Era uma vez', waits, ' para sempre'];
  const ana = await testServer.user();
  const agent = await buildAgent(testServer.context);
  const { id } = await buildSession(testServer.context, { user_id: ana.id, agent_id: agent.id });
  const reply = testServer.as(ana).ask(id, 'Conte uma história?');
  await waits.reached;
  const person = await personOf(ana.id);
  await isDue(ana.id);
  await eraseDue(testServer.context);
  waits.release();
  await reply;
  expect(await findResidualData(testServer.context.db, person)).toEqual([]);
  expect(await testServer.context.db.select().from(messages).where(eq(messages.user_id, ana.id))).toEqual([]);
});

test('who cannot be erased now holds up nobody, is out already, and is tried again', async () => {
  const { db } = testServer.context;
  const [stuck, next] = [await testServer.user(), await testServer.user()];
  // Pays for something at a provider that does not answer.
  await db.insert(subscriptions).values({
    id: 'sub_away',
    user_id: stuck.id,
    customer_id: 'cus_away',
    tier: 'plus',
    price_id: 'price',
    interval: 'month',
    amount: 2_990,
    status: 'active',
    activated_at: now(),
    current_period_start: now(),
    current_period_end: new Date(now().getTime() + 30 * DAY),
  });
  for (const { id } of [stuck, next]) await isDue(id);
  const payments = { ...testServer.context.payments, end: () => Promise.reject(new Error('away')) };
  const context = { ...testServer.context, payments } as TestServer['context'];
  await expect(eraseDue(context)).rejects.toThrow('1 of 2');
  expect((await db.select().from(users).where(eq(users.id, next.id))).length).toBe(0);
  expect((await db.select().from(users).where(eq(users.id, stuck.id)))[0]?.active).toBe(false);
  expect((await testServer.as(stuck).get('/users/me')).status).toBe(401);
  expect(await db.select().from(subscriptions).where(eq(subscriptions.user_id, stuck.id))).toHaveLength(1);

  await db
    .update(subscriptions)
    .set({ ended_at: now(), status: 'canceled' })
    .where(eq(subscriptions.id, 'sub_away'));
  await eraseDue(testServer.context);
  expect((await db.select().from(users).where(eq(users.id, stuck.id))).length).toBe(0);
  expect(await db.select().from(refresh_tokens).where(eq(refresh_tokens.user_id, stuck.id))).toEqual([]);
});

test('a trace that was forgotten fails loudly, and so does one in a table that nobody knew of', async () => {
  const { db } = testServer.context;
  const ana = await testServer.user({ email: 'ana.perdida@exemplo.com.br' });
  await db.execute(sql`create table forgotten (id int, note jsonb, author_user_id int)`);
  try {
    await db.execute(sql`
      insert into forgotten values (1, ${JSON.stringify({ de: 'Ana <ANA.PERDIDA@exemplo.com.br>' })}::jsonb, ${ana.id})`);
    await db.execute(sql`
      insert into forgotten values (2, '{"de": "mariana.perdida@exemplo.com.br ana.perdida@exemplo.com.br.net"}', null)`);
    await isDue(ana.id);
    await expect(eraseDue(testServer.context)).rejects.toThrow();
    const line =
      testServer.logs.find((text) => text.includes('"remains"') && text.includes('forgotten')) ?? '{}';
    expect(JSON.parse(line)).toMatchObject({
      level: 'error',
      remains: [
        { table: 'public.forgotten', column: 'author_user_id', of: 'id', rows: 1 },
        { table: 'public.forgotten', column: 'note', of: 'email', rows: 1 },
      ],
    });
    expect(line).not.toContain('ana.perdida');
  } finally {
    await db.execute(sql`drop table forgotten`);
  }
});

test('the job that does it comes by itself, and twice at once does it once', async () => {
  testServer.clock.set(TEST_NOW);
  const ana = await testServer.user();
  await isDue(ana.id);
  await Promise.all([eraseDue(testServer.context), eraseDue(testServer.context)]);
  const letters = testServer.mailbox.emails.filter(({ to }) => to === ana.email);
  expect(letters.map(({ subject }) => subject)).toEqual(['Sua conta foi excluída']);
  const bia = await testServer.user();
  await isDue(bia.id);
  await testServer.context.queue.send('privacy.erase-due', {});
  expect((await testServer.mailbox.next(bia.email)).subject).toBe('Sua conta foi excluída');
});

test('who is erased while somebody handles their feedback is erased, and the feedback handled: neither waits for the other', async () => {
  const { db } = testServer.context;
  const ana = await testServer.user();
  const person = await personOf(ana.id);
  const [row] = await db
    .insert(feedback)
    .values({ user_id: ana.id, name: 'Ana', email: ana.email, message: 'Oi', user_agent: 'x' })
    .returning({ id: feedback.id });
  let erased: Promise<unknown> | undefined;
  await db.transaction(async (tx) => {
    await tx.execute(sql`select from feedback where id = ${row?.id} for update`);
    erased = db.transaction((other) => erase(other, person, now()));
    erased.catch(() => {});
    // Until it waits for that row.
    for (let waiting = 0; !waiting; )
      [{ waiting }] = (
        await db.execute<{ waiting: number }>(sql`
          select count(*)::int waiting from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`)
      ).rows as [{ waiting: number }];
    await recordChange(tx, null, { action: 'feedback.handled', object_type: 'feedback' }, now());
  });
  await erased;
  const entries = await db
    .select()
    .from(audit_entries)
    .where(eq(audit_entries.person_reference, person.reference));
  expect(entries.map(({ action }) => action)).toEqual(['user.erased']);
  expect(await findPerson(db, ana.id)).toBeUndefined();
});
