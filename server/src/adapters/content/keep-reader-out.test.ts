import { Writable } from 'node:stream';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { openTestContent, type TestContent } from '../../../test/content/test-content.ts';
import { openLog } from '../log.ts';
import { keepReaderOut } from './keep-reader-out.ts';

const READER = 'prosa_leitor';
const APPLICATION = 'application_of_reader_test';
const OWNER = 'owner_of_reader_test';
const BACKUP = 'backup_of_reader_test';

let content: TestContent;
const server = () => inject('database') as { host: string; port: number; user: string };

beforeAll(async () => {
  content = await openTestContent();
  await content.owner.query(`create role ${OWNER} login`);
  await content.owner.query(`create role ${BACKUP} login`);
});
afterAll(async () => {
  await content.owner.query(`drop database if exists ${APPLICATION}`);
  await content.owner.query(`drop role ${OWNER}`);
  await content.owner.query(`drop role ${BACKUP}`);
  await content.close();
});

async function newApplicationDatabase(): Promise<void> {
  await content.owner.query(`drop database if exists ${APPLICATION}`);
  await content.owner.query(`create database ${APPLICATION} owner ${OWNER}`);
}

/** Null when the role can connect to the application's database; else the code of the refusal. */
async function refusalFor(user: string): Promise<string | null> {
  const client = new pg.Client({ ...server(), user, database: APPLICATION });
  try {
    await client.connect();
    await client.end();
    return null;
  } catch (error) {
    return (error as { code: string }).code;
  }
}

async function closedBy(user: string, role = READER): Promise<string> {
  let lines = '';
  const into = new Writable({
    write: (chunk, _, done) => {
      lines += chunk;
      done();
    },
  });
  const address = { ...server(), user, database: APPLICATION };
  const { host } = server();
  // As DATASOURCE_DATABASE_URL names a server that is reached over a socket.
  const connectionString = `postgres://${role}@/content?host=${encodeURIComponent(host)}`;
  await keepReaderOut(address, { connectionString }, openLog('info', into));
  return lines;
}

describe('the reading role and the application’s own database', () => {
  test('the start revokes the right to connect, and the other roles keep theirs', async () => {
    await newApplicationDatabase();
    expect(await refusalFor(READER)).toBeNull();
    // Two replicas start at once.
    expect(await Promise.all([closedBy(OWNER), closedBy(OWNER)])).toEqual(['', '']);
    expect(await refusalFor(READER)).toBe('42501');
    expect(await refusalFor(BACKUP)).toBeNull();
    expect(await refusalFor(OWNER)).toBeNull();
    expect(await closedBy(OWNER)).toBe('');
  });

  test('the role that writes spreadsheets is kept out too', async () => {
    await newApplicationDatabase();
    const writer = 'prosa_planilhas';
    expect(await refusalFor(writer)).toBeNull();
    // The reading role first, as at a start: it must not give the other one a right of its own for good.
    expect(await closedBy(OWNER)).toBe('');
    expect(await closedBy(OWNER, writer)).toBe('');
    expect(await refusalFor(writer)).toBe('42501');
    expect(await refusalFor(READER)).toBe('42501');
  });

  test('a start whose role does not own the database logs the statement to run', async () => {
    await newApplicationDatabase();
    expect(await closedBy(BACKUP)).toContain(`revoke connect on database ${APPLICATION} from public`);
    expect(await refusalFor(READER)).toBeNull();
  });

  test('an owner that also reads content is not locked out of its own database', async () => {
    await newApplicationDatabase();
    const address = { ...server(), user: OWNER, database: APPLICATION };
    await keepReaderOut(address, address, openLog('silent'));
    expect(await refusalFor(OWNER)).toBeNull();
  });

  test('the embedded server closes the databases that it comes with', async () => {
    const { rows } = await content.owner.query<{ datname: string }>(
      `select datname from pg_database where datname in ('postgres', 'template1')
        and has_database_privilege('${READER}', datname, 'connect')`,
    );
    expect(rows).toEqual([]);
  });

  test('the role takes 30 seconds at most, of which a question takes 10', async () => {
    const { rows } = await content.owner.query<{ setconfig: string[] }>(
      `select rolconfig as setconfig from pg_roles where rolname = '${READER}'`,
    );
    expect(rows[0]?.setconfig).toEqual(
      expect.arrayContaining(['statement_timeout=30s', 'temp_file_limit=64MB', 'work_mem=8MB', 'jit=off']),
    );
    const selectExpression = await content.reader.read('select 1 as a', (session) =>
      session.rows(`SELECT current_setting('statement_timeout') AS t, current_setting('work_mem') AS w`),
    );
    expect(selectExpression).toEqual([{ t: '10s', w: '8MB' }]);
  });
});
