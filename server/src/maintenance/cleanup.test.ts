/** The hourly cleaning deletes rows of every kind that are over, and leaves the others. */
import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildUser } from '../../test/builders.ts';
import { startTestServer, type TestServer } from '../../test/test-server.ts';
import { JOBS } from '../adapters/jobs.ts';
import { CLEANUPS, cleanUp } from './cleanup.ts';

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer();
});
afterAll(() => testServer.close());

const hash = sql`sha256(gen_random_uuid()::text::bytea)`;
const webhook = sql`insert into webhooks (name, url) values ('Painel', 'https://painel.example') returning id`;
const rule = sql`insert into alert_rules (kind) values ('queue') returning id`;

/** Inserts one row of each kind that became useless `at` that time; `user` is somebody to whom it may belong. */
const ROWS: Record<string, { table: string; insert: (at: Date, user: number) => SQL }> = {
  'codes, temporary passwords and sign-ins': {
    table: 'verification_codes',
    insert: (at, user) =>
      sql`insert into verification_codes (user_id, code_hash, expires_at, sent_at) values (${user}, 'x', ${at}, ${at})`,
  },
  'rate limits': {
    table: 'rate_limits',
    insert: (at) =>
      sql`insert into rate_limits (key, window_start, count, expires_at) values ('cleanup', ${at}, 1, ${at})`,
  },
  'idempotency keys': {
    table: 'idempotency_keys',
    insert: (at, user) =>
      sql`insert into idempotency_keys (user_id, key, request_hash, created_at) values (${user}, 'k', ${hash}, ${at})`,
  },
  'revoked access keys': {
    table: 'access_keys',
    insert: (at, user) => sql`insert into access_keys (user_id, name, key_hash, hint, revoked_at)
      values (${user}, 'Painel', ${hash}, 'abcd', ${at})`,
  },
  invitations: {
    table: 'invitations',
    insert: (at, user) =>
      sql`insert into invitations (email, expires_at) values (${`p${user}@empresa.com.br`}, ${at})`,
  },
  'imports of people': {
    table: 'user_imports',
    insert: (
      at,
      user,
    ) => sql`insert into user_imports (created_by_user_id, file_sha256, ignored_columns, created_at)
      values (${user}, 'x', '[]', ${at})`,
  },
  'months of budgets': {
    table: 'group_usage',
    insert: (at, user) => sql`insert into group_usage (user_group_id, month) values (${user}, ${at}::date)`,
  },
  'counts of personal data': {
    table: 'guard_hours',
    insert: (at) => sql`insert into guard_hours (hour, agent_id, kind) values (${at}, 1, 'cpf')`,
  },
  'resolved alerts': {
    table: 'alert_events',
    insert: (
      at,
    ) => sql`with rule as (${rule}) insert into alert_events (rule_id, kind, subject, opened_at, resolved_at)
      select id, 'queue', '', ${at}, ${at} from rule`,
  },
  'deliveries of webhooks': {
    table: 'webhook_deliveries',
    insert: (
      at,
    ) => sql`with webhook as (${webhook}) insert into webhook_deliveries (webhook_id, kind, body, next_at, created_at)
      select id, 'test', '{}', ${at}, ${at} from webhook`,
  },
  'positions of writes': {
    table: 'write_positions',
    insert: (at, user) => sql`insert into write_positions (user_id, position, written_at)
      values (${user}, '0/1', ${at})`,
  },
  'links of conversations': {
    table: 'session_links',
    insert: (
      at,
      user,
    ) => sql`with session as (insert into chat_sessions (user_id, id, chat_title) values (${user}, gen_random_uuid(), 'x') returning id)
      insert into session_links (user_id, session_id, until_message_id, token_hash, expires_at)
      select ${user}, id, 1, '', ${at} from session`,
  },
};

test('the hourly cleaning deletes of each kind what is old, and nothing that is still needed', async () => {
  const { context } = testServer;
  const now = context.clock.now();
  const longAgo = new Date(now.getTime() - 3 * 365 * 86_400_000);
  const soon = new Date(now.getTime() + 60_000);
  const [one, other] = [
    await buildUser(context, { name: 'Ana Old' }),
    await buildUser(context, { name: 'Rui New' }),
  ];
  const count = async (table: string) => {
    const { rows } = await context.db.execute<{ count: number }>(
      sql`select count(*)::int count from ${sql.identifier(table)}`,
    );
    return rows[0]?.count ?? 0;
  };
  const seen: Record<string, number> = {};
  for (const [kind, { table, insert }] of Object.entries(ROWS)) {
    await context.db.execute(sql`delete from ${sql.identifier(table)}`);
    await context.db.execute(insert(longAgo, one.id));
    await context.db.execute(insert(soon, other.id));
    expect(await count(table)).toBe(2);
    seen[kind] = 1;
  }
  await cleanUp(context);
  const left: Record<string, number> = {};
  for (const [kind, { table }] of Object.entries(ROWS)) left[kind] = await count(table);
  expect(left).toEqual(seen);
});

test('the sentence on the cleaning names each kind that it deletes, and each is tried above', () => {
  const kinds = Object.keys(CLEANUPS);
  expect(kinds).toEqual(Object.keys(ROWS));
  const last = kinds.pop();
  expect(JOBS['maintenance.cleanup'].does).toBe(
    `Deletes ${kinds.join(', ')} and ${last} whose time is over.`,
  );
});
