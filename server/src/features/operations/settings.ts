/**
 * The configuration of this installation as administrators see it, named field by field: a new variable does not appear
 * by itself, and no key, address or password ever does.
 */
import { sql } from 'drizzle-orm';
import { FIRST_CONNECTION } from '#contract/connections.ts';
import { problems } from '#contract/errors.ts';
import type { Settings } from '#contract/settings.ts';
import type { ContentProblem } from '../../adapters/content/content-problem.ts';
import { paymentsKind } from '../../adapters/payments/payments-kind.ts';
import { LANGUAGE } from '../../adapters/recognition/recognised-page.ts';
import { readSealingState } from '../../adapters/sealing/reseal.ts';
import type { AppContext } from '../../app-context.ts';
import type { Database, Queryable } from '../../db/client.ts';
import type { Caller } from '../../http/routes.ts';
import { version } from '../../version.ts';
import { listConnectionRows } from '../connections/records/stored-connections.ts';
import { fileStorageOf } from '../file-storage/file-figures.ts';
import { missing, type Readiness } from './readiness.ts';

export type SettingsContext = Pick<
  AppContext,
  'env' | 'db' | 'objects' | 'models' | 'content' | 'secretKeys' | 'recognition'
>;
type Shown = Omit<Settings, 'started_at'> & { started_at: Date };

/** A database that is away must not hold up the page. */
const CONTENT_PATIENCE_MS = 3_000;

export async function settingsOf(
  context: SettingsContext,
  readiness: Readiness,
  { role }: Pick<Caller, 'role'>,
): Promise<Shown> {
  const { env, db, models } = context;
  const [database, content_database, connections, files, queue, lacking, secrets] = await Promise.all([
    databaseOf(db),
    contentOf(context),
    connectionsOf(context),
    fileStorageOf(context),
    queueDepth(db),
    missing(context, readiness),
    readSealingState(db, context.secretKeys),
  ]);
  return {
    version,
    node_version: process.versions.node,
    started_at: new Date(Date.now() - process.uptime() * 1000),
    local_models: models.local,
    models: models.catalogue.map((entry) => ({
      id: entry.id,
      name: entry.name,
      provider: entry.provider,
      provider_model: entry.provider_model,
      configured: !models.local && models.open(entry.id) !== null,
      successor: successorOf(models, entry.id),
    })),
    embeddings: {
      model: env.EMBEDDING_MODEL ?? null,
      host: role === 'superadmin' && env.EMBEDDING_BASE_URL ? new URL(env.EMBEDDING_BASE_URL).host : null,
      // The table stands only where the database server has pgvector.
      available: !!models.embedder && (await hasVectors(db)),
    },
    database: { kind: env.DATABASE_URL ? 'external' : 'embedded', ...database },
    content_database,
    connections,
    files,
    mail: { kind: env.SMTP_URL ? 'smtp' : 'mailbox', from: env.MAIL_FROM },
    payments: { kind: paymentsKind(env) },
    feedback_email: env.FEEDBACK_EMAIL ?? null,
    error_reports: env.SENTRY_DSN !== undefined,
    ocr: ocrOf(context.recognition),
    sync: {
      folders: role === 'superadmin' ? env.SYNC_FOLDERS : null,
      private_hosts: role === 'superadmin' ? [...env.SYNC_PRIVATE_HOSTS.written] : null,
    },
    secrets,
    queue,
    health: { ready: !lacking.length, missing: lacking },
  };
}

const ocrOf = ({ recogniser }: AppContext['recognition']): Settings['ocr'] => ({
  engine: recogniser?.name ?? null,
  version: recogniser?.version ?? null,
  language: LANGUAGE,
  ok: recogniser !== null,
});

async function databaseOf(db: Database): Promise<{ version: string; size: number }> {
  const { rows } = await db.execute<{ version: string; size: string }>(sql`
    select current_setting('server_version') as version, pg_database_size(current_database()) as size`);
  return { version: rows[0]?.version ?? '', size: Number(rows[0]?.size ?? 0) };
}

async function hasVectors(db: Database): Promise<boolean> {
  const { rows } = await db.execute<{ stands: boolean }>(
    sql`select to_regclass('public.passage_embeddings') is not null as stands`,
  );
  return rows[0]?.stands === true;
}

async function contentOf({ env, content }: SettingsContext): Promise<Settings['content_database']> {
  const problem = await problemOf(content, FIRST_CONNECTION);
  const kind = problem?.kind === 'missing' ? 'none' : env.DATASOURCE_DATABASE_URL ? 'external' : 'embedded';
  return { kind, problem: problem?.sentence ?? null };
}

async function connectionsOf({ db, content }: SettingsContext): Promise<Settings['connections']> {
  const rows = await listConnectionRows(db);
  return Promise.all(
    rows.map(async ({ id, name, kind }) => {
      const problem = await problemOf(content, id);
      return { name, kind, problem: problem?.sentence ?? null };
    }),
  );
}

async function problemOf(content: SettingsContext['content'], id: number) {
  // A connection whose password cannot be read has no reader.
  const found = content
    .of(id)
    .problem()
    .catch((error: ContentProblem) => error);
  const problem = await Promise.race([found, late()]);
  // The reason goes to the log only: drivers name hosts and roles.
  const sentence = problem?.kind === 'away' ? problems.content_database_away.detail : problem?.message;
  return problem && { kind: problem.kind, sentence };
}

const late = (): Promise<{ kind: 'away'; message: string }> =>
  new Promise((resolve) => {
    setTimeout(() => resolve({ kind: 'away', message: '' }), CONTENT_PATIENCE_MS).unref();
  });

function successorOf(models: AppContext['models'], id: string): string | null {
  const running = models.open(id)?.entry.id;
  return running === undefined || running === id ? null : running;
}

/** More are not counted: «this many» is all that anybody needs to know then. */
const COUNTED_MAX = 10_000;

/** The queue keeps jobs of its own, and a copy of each that failed. */
async function queueDepth(db: Queryable): Promise<Settings['queue']> {
  const { rows } = await db.execute<Settings['queue']>(sql`
    select count(*) filter (where state in ('created', 'retry'))::int waiting,
      count(*) filter (where state = 'active')::int running,
      count(*) filter (where state = 'failed')::int failed
    from (
      select state from pgboss.job
      where state in ('created', 'retry', 'active', 'failed') and name <> 'dead' and name not like '\_\_pgboss%'
      limit ${COUNTED_MAX}) jobs`);
  return rows[0] ?? { waiting: 0, running: 0, failed: 0 };
}
