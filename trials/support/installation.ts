/** Real processes of the product on one database, with a provider that fails on request. */
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { and, eq, sql } from 'drizzle-orm';
import pg from 'pg';
import type { JobName } from '../../server/src/adapters/jobs.ts';
import { type DatabaseAddress, openDatabase } from '../../server/src/db/client.ts';
import { migrate } from '../../server/src/db/migrate.ts';
import { messages, token_entries } from '../../server/src/db/tables/chat.ts';
import { installation } from '../../server/src/db/tables/installation.ts';
import { brokenDocuments } from '../../server/src/features/knowledge/invariants.ts';
import { seedPlans } from '../../server/src/seed/seed-plans.ts';
import { brokenInvariants } from '../../server/test/invariants.ts';
import { isUp, type Started, startProcess } from '../../server/test/process/started-process.ts';
import { openProviderStub } from '../../server/test/providers/provider-stub.ts';
import { urlOf } from './database-url.ts';
import { openPeople, type Person } from './people.ts';

const ADMIN = { email: 'admin@exemplo.com.br', password: 'uma senha de administrador' };

export type Installation = Awaited<ReturnType<typeof openInstallation>>;

/**
 * In a database of its own on `server`, which is gone again after `close`; `template` spares the migrations, and the first
 * process the demo.
 */
export async function openInstallation(server: DatabaseAddress, template = 'template0') {
  const name = `faults_${randomUUID().replaceAll('-', '')}`;
  await onServer(server, `create database ${name} template ${template}`);
  const address = withDatabaseName(server, name);
  await migrate(address);
  const database = openDatabase(address, { max: 4 });
  const { db } = database;
  await seedPlans(db);
  // As where an administrator removed the demo: to read the whole manual is most of what a first start does.
  if (template !== 'template0')
    await db
      .insert(installation)
      .values({ key: 'demo', value: { knowledge_base_id: 0, agent_ids: [], manual_hash: '' } });
  const stub = await openProviderStub();
  const folder = await mkdtemp(join(tmpdir(), 'prosa-faults-'));
  const processes: Started[] = [];
  const secret = randomBytes(48).toString('base64url');
  const build = openPeople(db);

  /** Without waiting until it serves. */
  async function spawn(env: Record<string, string> = {}): Promise<Started> {
    const process = await startProcess({
      DATA_DIR: join(folder, randomUUID()),
      DATABASE_URL: urlOf(address),
      JWT_SECRET: secret,
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      ANTHROPIC_API_KEY: 'sk-teste',
      ANTHROPIC_BASE_URL: stub.url,
      ...env,
    });
    processes.push(process);
    return process;
  }

  async function start(env: Record<string, string> = {}): Promise<Started> {
    const process = await spawn(env);
    await process.says(isUp);
    return process;
  }

  return {
    db,
    /** The name of its database. */
    name,
    stub,
    folder,
    spawn,
    start,
    /** Signed in at the process that was started first and still runs. */
    person(wishes?: Parameters<typeof build>[1]): Promise<Person> {
      const [first] = processes.filter(({ child }) => child.exitCode === null && child.signalCode === null);
      if (!first) throw new Error('no process is running');
      return build(first.url, wishes);
    },
    async recordsOf({ id }: Person, session_id?: string) {
      const mine = eq(messages.user_id, id);
      return db
        .select()
        .from(messages)
        .where(session_id ? and(mine, eq(messages.session_id, session_id)) : mine)
        .orderBy(messages.id);
    },
    entriesOf: ({ id }: Person) => db.select().from(token_entries).where(eq(token_entries.user_id, id)),
    running: () => db.select().from(messages).where(eq(messages.status, 'streaming')),
    broken: () => brokenInvariants(db),
    brokenDocuments: () => brokenDocuments(db),
    /** The first superadmin's token. */
    async signInAdmin({ url }: Started): Promise<string> {
      const response = await fetch(`${url}/api/v1/auth/login`, {
        method: 'POST',
        body: new URLSearchParams({ username: ADMIN.email, password: ADMIN.password }),
      });
      return (JSON.parse(await response.text()) as { data: { access_token: string } }).data.access_token;
    },
    /** As if it were its time. */
    async queueJob(name: JobName): Promise<void> {
      await db.execute(sql`insert into pgboss.job (name, data) values (${name}, '{}')`);
    },
    async close() {
      await Promise.all(processes.map((process) => process.end('SIGTERM')));
      await database.close();
      await stub.close();
      await onServer(server, `drop database if exists ${name} with (force)`);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Resident memory of a process, in MiB; null where the system does not tell. */
export async function memoryOf({ child }: Started): Promise<number | null> {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(status)?.[1];
  return kilobytes ? Number(kilobytes) / 1024 : null;
}

function withDatabaseName(address: DatabaseAddress, database: string): DatabaseAddress {
  if (!('connectionString' in address)) return { ...address, database };
  const url = new URL(address.connectionString);
  url.pathname = `/${database}`;
  return { connectionString: url.href };
}

async function onServer(server: DatabaseAddress, statement: string): Promise<void> {
  const client = new pg.Client(server);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
