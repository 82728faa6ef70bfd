/** An installation for the quick bench: its own PostgreSQL with the guards of a real one, one process, two providers. */
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { BUILT_SERVER, buildServer, isServerBuilt } from '../../scripts/server/build-server.ts';
import { type Database, openDatabase } from '../../server/src/db/client.ts';
import { ensureDatabase, startEmbedded } from '../../server/src/db/embedded.ts';
import { migrate } from '../../server/src/db/migrate.ts';
import { users } from '../../server/src/db/tables/people.ts';
import { buildAgent } from '../../server/test/builders.ts';
import { isUp, type Started, startProcess } from '../../server/test/process/started-process.ts';
import { openProviderStub } from '../../server/test/providers/provider-stub.ts';
import { urlOf } from '../../trials/support/database-url.ts';
import type { QuickTestServer } from './figure.ts';
import { signIn } from './signing-in.ts';
import { type Child, startChild } from './streams/child.ts';

const ADMIN = { email: 'admin@exemplo.com.br', password: 'uma senha de administrador' };
const DATABASE = 'prosa';
/** As `npm start` and the image start it. */
const SURROUNDINGS = { NODE_OPTIONS: '--max-semi-space-size=16', MALLOC_ARENA_MAX: '1' };

export type ServerProcess = Awaited<ReturnType<typeof startServerProcess>>;

/** `prepare` fills the migrated database before the process starts; without `durable` it survives no power cut. */
type Options = { prepare?: (db: Database) => Promise<void>; durable?: boolean };

/** A statement that fills a large table may take as long as this. */
const FILLING_MS = 1_200_000;

export async function startServerProcess(options: Options = {}) {
  if (!isServerBuilt()) await buildServer(await import('vite'));
  const closing: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const end of closing.toReversed()) await end();
  };
  try {
    return await open(options, closing, close);
  } catch (error) {
    await close();
    throw error;
  }
}

async function open(
  { prepare, durable = true }: Options,
  closing: (() => Promise<unknown>)[],
  close: () => Promise<void>,
) {
  const folder = await mkdtemp(join(tmpdir(), 'prosa-quick-'));
  closing.push(() => rm(folder, { recursive: true, force: true }));
  const embedded = await startEmbedded({ folder: join(folder, 'postgres'), durable });
  closing.push(() => embedded.stop());
  await ensureDatabase(embedded, DATABASE);
  const address = embedded.address(DATABASE);
  await migrate(address);
  const database = openDatabase(address, { max: 16, patience_ms: FILLING_MS });
  closing.push(() => database.close());
  await prepare?.(database.db);
  const stub = await openProviderStub();
  closing.push(() => stub.close());
  const provider: Child = await startChild('./provider.ts');
  closing.push(() => provider.end());
  const secret = randomBytes(48).toString('base64url');

  /** One more process over the same database; `env` takes precedence. */
  async function start(env: Record<string, string> = {}): Promise<Started> {
    const started = await startProcess(
      {
        DATA_DIR: join(folder, randomUUID()),
        DATABASE_URL: urlOf(address),
        JWT_SECRET: secret,
        ADMIN_EMAIL: ADMIN.email,
        ADMIN_PASSWORD: ADMIN.password,
        ANTHROPIC_API_KEY: 'sk-teste',
        ANTHROPIC_BASE_URL: stub.url,
        OPENAI_API_KEY: 'sk-teste',
        OPENAI_BASE_URL: provider.url,
        ...SURROUNDINGS,
        ...env,
      },
      BUILT_SERVER,
    );
    closing.push(() => started.end('SIGTERM'));
    return started;
  }

  const first = await start();
  await first.says(isUp);
  const { db } = database;
  const [admin] = await db.select({ id: users.id }).from(users).where(eq(users.email, ADMIN.email));
  if (!admin) throw new Error('there is no administrator');
  const agent = await buildAgent({ db }, { name: 'Atendimento', model: 'claude-4-sonnet' });
  const testServer: QuickTestServer = {
    url: first.url,
    admin: { id: admin.id, ...ADMIN, ...(await signIn(first.url, ADMIN)) },
    agent: { id: agent.id, name: 'Atendimento' },
    db,
    stub,
    pid: first.child.pid as number,
  };
  return { testServer, process: first, start, database, provider, secret, close };
}
