/** R-ENG-02: a replica that is the same database, one that does not answer, and one that stands still. */
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createEmptyDatabase, dropEmptyDatabases } from '../../test/test-databases.ts';
import { startTestServer, type TestServer } from '../../test/test-server.ts';
import { AppError } from '../app-error.ts';
import { type DatabaseAddress, type OpenDatabase, openDatabase } from '../db/client.ts';
import type { Log } from './log.ts';
import { lagOf, openReadReplica, type ReadReplica } from './read-replica.ts';

let testServer: TestServer;
let replica: ReadReplica;
let pool: OpenDatabase;
const opened: ReadReplica[] = [];

beforeAll(async () => {
  testServer = await startTestServer({
    replica: (primary, log) => {
      pool = openDatabase(primary.address, { max: 2 });
      replica = openReadReplica({ primary, replica: pool, lag_max_seconds: 30, log });
      return replica;
    },
  });
});
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});
afterAll(async () => {
  await testServer.close();
  await dropEmptyDatabases();
});

/** Beside the one of the server, with a log of its own. */
function openBeside(address: DatabaseAddress, lag_max_seconds = 30) {
  const lines: string[] = [];
  const say = (fields: object, text: string) => void lines.push(`${text} ${JSON.stringify(fields)}`);
  const log = { info: say, warn: say } as unknown as Log;
  const primary = openDatabase(testServer.address, { max: 1 });
  const one = openReadReplica({ primary, replica: openDatabase(address, { max: 1 }), lag_max_seconds, log });
  const close = async () => {
    await one.close();
    await primary.close();
  };
  const beside = { ...one, close, lines };
  opened.push(beside);
  return beside;
}

const NOBODY_WROTE = { user_id: 0 };
/** Which of the two was read; both are one server here. */
const where = async ({ read, replica: { figures } }: ReadReplica, reader = NOBODY_WROTE) => {
  const before = new Map(figures().reads);
  await read(reader, (db) => db.execute(sql`select 1`));
  return [...figures().reads]
    .filter(([routed, count]) => count !== (before.get(routed) ?? 0))
    .map(([to]) => to);
};

describe('R-ENG-02 a read that may be old', () => {
  test('is of the replica once its lag is known, and one line of the log says so', async () => {
    const beside = openBeside(testServer.address);
    expect(await where(beside)).toEqual(['unknown']);
    for (let looks = 0; looks < 3; looks += 1) await beside.look();
    expect(await where(beside)).toEqual(['replica']);
    expect(beside.lines).toEqual([expect.stringContaining('are read from the replica')]);
    expect(beside.replica.figures()).toMatchObject({ standing: 'streaming', lag_seconds: 0 });
  });

  test('is of the primary while the replica does not answer, and one line of the log says so', async () => {
    const beside = openBeside({ host: '127.0.0.1', port: 1, user: 'prosa', database: 'prosa' });
    for (let looks = 0; looks < 3; looks += 1) await beside.look();
    expect(await where(beside)).toEqual(['away']);
    expect(beside.lines).toEqual([
      expect.stringMatching(/from the primary: the replica does not answer.*ECONNREFUSED/),
    ]);
  });

  test('begins again on the primary when the replica breaks under it, but an error of ours is not tried twice', async () => {
    const beside = openBeside(testServer.address);
    await beside.look();
    let tries = 0;
    const found = await beside.read(NOBODY_WROTE, async (db) => {
      tries += 1;
      // As the server cancels a statement whose rows the primary has vacuumed away.
      if (tries === 1) await db.execute(sql`do $$ begin raise sqlstate '40001'; end $$`);
      return 'found';
    });
    expect([found, tries]).toEqual(['found', 2]);
    expect(beside.replica.figures().reads.get('failed')).toBe(1);
    await expect(
      beside.read(NOBODY_WROTE, () => {
        tries += 1;
        throw new AppError('user_not_found');
      }),
    ).rejects.toThrow(AppError);
    expect(tries).toBe(3);
  });

  test('is of the primary where the address leads to another database', async () => {
    const beside = openBeside(await createEmptyDatabase());
    await beside.look();
    expect(await where(beside)).toEqual(['not_replica']);
    expect(beside.lines).toEqual([expect.stringContaining('DATABASE_READ_URL leads to no replica')]);
  });

  test('is of the primary while the replica stands still for too long, and of the replica again when it follows', async () => {
    const { db } = testServer.context;
    // Found before PostgreSQL's own: this session believes that the log has come as far as the table says.
    await db.execute(sql`create schema still`);
    await db.execute(sql`create table still.place as select null::pg_lsn as position`);
    await db.execute(sql`create function still.pg_current_wal_insert_lsn() returns pg_lsn language sql as
      'select coalesce(position, pg_catalog.pg_current_wal_insert_lsn()) from still.place'`);
    const { host, port, user, database } = testServer.address as Exclude<
      DatabaseAddress,
      { connectionString: string }
    >;
    const options = encodeURIComponent('-c search_path=still,pg_catalog,public');
    const beside = openBeside(
      {
        connectionString: `postgres://${user}@/${database}?host=${encodeURIComponent(host)}&port=${port}&options=${options}`,
      },
      0,
    );
    await beside.look();
    await db.execute(sql`update still.place set position = '0/1'`);
    await beside.look();
    await beside.look();
    expect(await where(beside)).toEqual(['behind']);
    expect(beside.replica.figures().lag_seconds).toBeGreaterThan(0);
    await db.execute(sql`update still.place set position = null`);
    await beside.look();
    expect(await where(beside)).toEqual(['replica']);
    expect(beside.lines.map((line) => /replica is too far behind|from the replica/.exec(line)?.[0])).toEqual([
      'from the replica',
      'replica is too far behind',
      'from the replica',
    ]);
  });

  test('its lag is the age of the oldest position that is not replayed', () => {
    const samples = [3, 5, 9].map((second) => ({ at: second * 1_000, position: BigInt(second) }));
    expect([lagOf(samples, 10_000), lagOf(samples.slice(2), 10_000), lagOf([], 10_000)]).toEqual([
      7_000, 1_000, 0,
    ]);
  });
});

describe('R-ENG-02 what a person wrote', () => {
  test('is in their next read, while other people read from the replica', async () => {
    const [ana, rui] = [await testServer.user({ role: 'admin' }), await testServer.user({ role: 'admin' })];
    await replica.look();
    const created = await testServer.as(ana).post('/user-groups', { name: 'Jurídico' });
    expect(created.status).toBe(201);
    expect(await where(replica, { user_id: ana.id })).toEqual(['own_write']);
    expect(await where(replica, { user_id: rui.id })).toEqual(['replica']);
    await replica.look();
    expect(await where(replica, { user_id: ana.id })).toEqual(['replica']);
  });

  test('counts from the end of an answer too, and a read writes nothing', async () => {
    const person = await testServer.user();
    const as = testServer.as(person);
    const positions = async () =>
      (
        await testServer.context.db.execute<{ position: string }>(
          sql`select position::text from write_positions where user_id = ${person.id}`,
        )
      ).rows.map(({ position }) => position);
    await as.get('/chat/sessions');
    expect(await positions()).toEqual([]);
    await testServer.context.db.execute(
      sql`insert into write_positions values (${person.id}, 'FFFF/0', now())`,
    );
    await replica.look();
    // A position of another server, which the log here has never reached, holds nobody up.
    expect(await where(replica, { user_id: person.id })).toEqual(['replica']);
    await as.put('/users/me/cap', { tokens: 1_000_000 });
    expect(await positions()).not.toEqual(['FFFF/0']);
    expect(await where(replica, { user_id: person.id })).toEqual(['own_write']);
  });

  test('lists, searches and statistics are read there, and the metrics say how many', async () => {
    const admin = await testServer.user({ role: 'superadmin' });
    await replica.look();
    const before = replica.replica.figures().reads.get('replica') ?? 0;
    const paths = [
      '/users/all',
      '/admin/audit?limit=10',
      '/admin/stats/users?time_range=week',
      '/chat/search?q=senha',
    ];
    for (const path of paths)
      expect([path, (await testServer.as(admin).get(path)).status]).toEqual([path, 200]);
    expect(replica.replica.figures().reads.get('replica')).toBe(before + paths.length);
    const { body } = await testServer.app.inject({ url: '/api/v1/metrics' });
    expect(body).toMatch(/^prosa_read_replica_in_use 1$/m);
    expect(body).toMatch(/prosa_reads_total\{from="replica"\} \d/);
  });
});

test('R-ENG-02 without a replica nothing is noted and nothing is measured', async () => {
  const other = await startTestServer();
  try {
    const admin = await other.user({ role: 'admin' });
    await other.as(admin).post('/user-groups', { name: 'Jurídico' });
    const { rows } = await other.context.db.execute(sql`select from write_positions`);
    expect(rows).toEqual([]);
    expect((await other.app.inject({ url: '/api/v1/metrics' })).body).not.toContain('prosa_reads_total');
  } finally {
    await other.close();
  }
});
