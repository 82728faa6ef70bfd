/** The composition root: opens the real or the local form of each dependency, as the environment says. */
import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { pathOf } from '#contract/endpoint.ts';
import { subscriptionsApi } from '#contract/subscriptions.ts';
import { systemClock } from './adapters/clock.ts';
import { openContent, openContentDatabases } from './adapters/content/content-databases.ts';
import { closeToContentRoles } from './adapters/content/keep-reader-out.ts';
import { localSheets, openLocalContent } from './adapters/content/sample/local-content.ts';
import { claimFolder, isClaimed, prepareFolder } from './adapters/data-folder.ts';
import { openIdentityNetwork } from './adapters/identity/identity-network.ts';
import { type Log, openLog } from './adapters/log.ts';
import { type Mailbox, openMailbox } from './adapters/mail/mailbox.ts';
import type { MailTransport } from './adapters/mail/mailer.ts';
import { openMailer } from './adapters/mail/open-mailer.ts';
import { openSmtp } from './adapters/mail/smtp.ts';
import { openModels } from './adapters/models/open-models.ts';
import { pause } from './adapters/models/pause.ts';
import { openMovableClock } from './adapters/movable-clock.ts';
import { openPayments } from './adapters/payments/open-payments.ts';
import { openQueue } from './adapters/queue.ts';
import { openReads } from './adapters/read-replica.ts';
import { noRecognition, openRecognition } from './adapters/recognition/open-recognition.ts';
import { type ObjectStore, openObjectStore } from './adapters/s3/object-store.ts';
import { secretKeys } from './adapters/sealing/secret-keys.ts';
import { openSignals } from './adapters/signals.ts';
import { openSyncSources } from './adapters/sync-sources/open-sources.ts';
import { accessFigures } from './adapters/telemetry/access-figures.ts';
import { modelFigures } from './adapters/telemetry/model-figures.ts';
import { observeModels } from './adapters/telemetry/observed-models.ts';
import type { Tracing } from './adapters/telemetry/open-tracing.ts';
import { databaseAddresses, requireReachable } from './db/addresses.ts';
import { type DatabaseAddress, openDatabase } from './db/client.ts';
import {
  type EmbeddedDatabase,
  ensureDatabase,
  findRunning,
  startEmbedded,
  whileSpaceLasts,
} from './db/embedded.ts';
import { migrate } from './db/migrate.ts';
import type { Env } from './env.ts';
import { configureSealingKeys, parseSealingKeys, type SealingKeys } from './features/audit/sealing-keys.ts';
import { openStoredConnections } from './features/connections/open-connections.ts';
import { languageOfReader } from './features/interface/language-of-reader.ts';
import { type Metrics, openMetrics } from './http/metrics.ts';
import { isExposed } from './network-address.ts';
import { createServerContext, type ServerContext } from './server-context.ts';

export type CreatedContext = {
  context: ServerContext;
  mailbox: Mailbox | null;
  /** Opens the pages under `/dev`; another one at each start unless `DEV_TOKEN` is set. */
  dev_token: string;
  embedded: EmbeddedDatabase | null;
  metrics: Metrics;
  /** Null where tracing is not configured. */
  tracing: Tracing | null;
  /** Ends everything that was opened, the embedded database last. */
  close: () => Promise<void>;
};

const DATABASE = 'prosa';

export async function createContext(env: Env): Promise<CreatedContext> {
  const log = openLog(env.LOG_LEVEL);
  const opened = openedThings(log);
  try {
    // Uploads pass through the folder even where nothing else is kept in it.
    await prepareFolder(env.DATA_DIR);
    const isOurs = !env.DATABASE_URL || !env.SMTP_URL || !env.JWT_SECRET;
    if (isOurs) opened.closeLater(await claimFolder(env.DATA_DIR));
    const embedded = env.DATABASE_URL ? null : await openEmbedded(env, log);
    if (embedded) opened.closeLater(() => embedded.stop());
    return await whileSpaceLasts(embedded, () => openAround(env, { log, embedded, opened }));
  } catch (error) {
    await opened.close();
    throw error;
  }
}

type Opened = { closeLater: (end: () => Promise<void>) => void; close: () => Promise<void> };

/** Ended in the reverse order of their opening. */
function openedThings(log: Log): Opened {
  const closing: (() => Promise<void>)[] = [];
  return {
    closeLater: (end) => void closing.push(end),
    close: async () => {
      for (const end of closing.splice(0).reverse())
        await end().catch((error) => log.warn({ err: { message: error.message } }, 'closing'));
    },
  };
}

type Around = { log: Log; embedded: EmbeddedDatabase | null; opened: Opened };

/** Everything that stands on the database. */
async function openAround(env: Env, { log, embedded, opened }: Around): Promise<CreatedContext> {
  const { closeLater, close } = opened;
  const addresses = databaseAddresses(env, embedded?.address(DATABASE));
  const { direct, isPooled } = addresses;
  await requireReachable(addresses, env, (text) => log.warn(text));
  await migrate(direct);

  const metrics = openMetrics();
  const tracing = await openTraces(env, log);
  if (tracing) closeLater(() => tracing.close());
  const database = openDatabase(addresses.requests, {
    isPooled,
    onError: (error) => log.warn({ err: { message: error.message } }, 'database connection'),
  });
  closeLater(() => database.close());
  tracing?.database(database.pool);
  const reads = openReads(env, database, { log, isPooled });
  closeLater(() => reads.close());
  const signals = await openSignals(direct, database.pool, log);
  closeLater(() => signals.close());
  const plainQueue = await openQueue(direct, log);
  closeLater(() => plainQueue.stop());
  const queue = tracing?.queue(plainQueue) ?? plainQueue;
  const { reader: firstContent, sheets } = await openContent(env, embedded, log);
  await closeToContentRoles(env, direct, log);

  const { transport, mailbox } = openMail(env);
  const secret = env.JWT_SECRET ?? (await keptSecret(env.DATA_DIR, 'secret'));
  await openSealing(env, log);
  const { db } = database;
  const keys = secretKeys(env.SECRETS_KEYS, secret);
  const content = openContentDatabases(
    firstContent,
    openStoredConnections({ db, env, log, secretKeys: keys }),
  );
  closeLater(() => content.close());
  const movable = isClockFixed(env) ? null : await openMovableClock({ db, signals, log });
  const clock = movable ?? systemClock;
  const webhook_url = () => webhookAt(env);
  const context = createServerContext({
    env,
    db,
    reads,
    clock,
    log,
    mailer: openMailer(transport, languageOfReader({ db, env })),
    models: observeModels(
      openModels(env, { log, clock }),
      modelFigures(metrics.registry),
      tracing?.tracer ?? null,
    ),
    queue,
    payments: openPayments(env, { db, queue, log, secret, webhook_url, clock: movable }),
    signals,
    objects: openObjects(env, closeLater),
    recognition: openRecogniser(env, log),
    content,
    sheets,
    secret,
    secretKeys: keys,
    identity: openIdentityNetwork(env),
    accessFigures: accessFigures(metrics.registry),
    syncSources: openSyncSources(env, { pause }),
  });
  return { context, mailbox, dev_token: devToken(env), embedded, metrics, tracing, close };
}

function openObjects({ FILES_URL }: Env, closeLater: Opened['closeLater']): ObjectStore | null {
  if (!FILES_URL) return null;
  const objects = openObjectStore(FILES_URL);
  closeLater(async () => objects.close());
  return objects;
}

const openRecogniser = ({ OCR }: Env, log: Log) =>
  OCR === 'off' ? noRecognition() : openRecognition(log, { path: process.env.PATH ?? '' });

function openMail({ SMTP_URL, MAIL_FROM, DATA_DIR }: Env): {
  transport: MailTransport;
  mailbox: Mailbox | null;
} {
  if (SMTP_URL) return { transport: openSmtp(SMTP_URL, MAIL_FROM), mailbox: null };
  const mailbox = openMailbox(join(DATA_DIR, 'mailbox'), () => systemClock.now());
  return { transport: mailbox, mailbox };
}

/** With a real payment provider the clock cannot be moved either. */
const isClockFixed = (env: Env) => env.production || isExposed(env) || env.STRIPE_SECRET_KEY !== undefined;

async function openSealing(env: Env, log: Log): Promise<void> {
  configureSealingKeys(await openSealingKeys(env));
  if (env.production && env.DATABASE_URL && !env.BACKUP_KEY)
    log.warn(
      'BACKUP_KEY is not set: the key in DATA_DIR seals the audit chain, and other replicas have other keys',
    );
}

/** Loaded only where it is asked for. */
async function openTraces(env: Env, log: Log): Promise<Tracing | null> {
  if (!env.OTEL_EXPORTER_OTLP_ENDPOINT) return null;
  const { openTracing } = await import('./adapters/telemetry/open-tracing.ts');
  return openTracing(env, log);
}

const devToken = (env: Env) => env.DEV_TOKEN ?? randomBytes(24).toString('base64url');

/** The endpoint of this process for webhook events of the simulated provider. */
function webhookAt({ HOST, PORT }: Env): string {
  const host = ['0.0.0.0', '::', ''].includes(HOST) ? '127.0.0.1' : HOST;
  const address = host.includes(':') ? `[${host}]` : host;
  return `http://${address}:${PORT}${pathOf(subscriptionsApi.webhook)}`;
}

/** The databases of a task: the application's own, and the one that holds spreadsheets, if there is one. */
export type TaskDatabases = {
  address: DatabaseAddress;
  sheets: { address: DatabaseAddress; reader: string | undefined } | null;
  close: () => Promise<void>;
};

/**
 * The databases alone, for a task. An embedded one that serves is used as it runs, unless the task has to be `alone`; one
 * that does not is started for as long as the task takes.
 */
export async function openDatabaseAlone(env: Env, { alone }: { alone: boolean }): Promise<TaskDatabases> {
  if (env.DATABASE_URL) {
    const addresses = databaseAddresses(env);
    await requireReachable(addresses, env, (text) => openLog(env.LOG_LEVEL).warn(text));
    return { address: addresses.direct, sheets: configuredSheets(env), close: async () => {} };
  }
  const folder = join(env.DATA_DIR, 'postgres');
  if (!alone && (await isClaimed(env.DATA_DIR))) {
    const running = await findRunning(folder);
    if (running) {
      const sheets = env.DATASOURCE_DATABASE_URL
        ? configuredSheets(env)
        : withoutReader(localSheets(running));
      return { address: running(DATABASE), sheets, close: async () => {} };
    }
  }
  await prepareFolder(env.DATA_DIR);
  const release = await claimFolder(env.DATA_DIR);
  const embedded = await openEmbedded(env, openLog(env.LOG_LEVEL)).catch(async (error) => {
    await release();
    throw error;
  });
  const local = env.DATASOURCE_DATABASE_URL ? null : await openLocalContent(embedded);
  return {
    address: embedded.address(DATABASE),
    sheets: local ? withoutReader(local.sheets) : configuredSheets(env),
    async close() {
      await embedded.stop();
      await release();
    },
  };
}

/** The reading role has its usual name. */
const withoutReader = (address: DatabaseAddress) => ({ address, reader: undefined });

function configuredSheets({ DATASOURCE_DATABASE_URL, SHEETS_DATABASE_URL }: Env): TaskDatabases['sheets'] {
  if (!SHEETS_DATABASE_URL) return null;
  const { user } = new pg.Client({ connectionString: DATASOURCE_DATABASE_URL });
  return { address: { connectionString: SHEETS_DATABASE_URL }, reader: user };
}

async function openEmbedded(env: Env, log: Log): Promise<EmbeddedDatabase> {
  const embedded = await startEmbedded({
    folder: join(env.DATA_DIR, 'postgres'),
    onLog: (line) => log.debug({ line }, 'postgres'),
  });
  try {
    await ensureDatabase(embedded, DATABASE);
    return embedded;
  } catch (error) {
    await embedded.stop();
    throw error;
  }
}

/** `BACKUP_KEY`, else a key that is made once and kept in DATA_DIR. */
export async function openSealingKeys(env: Pick<Env, 'BACKUP_KEY' | 'DATA_DIR'>): Promise<SealingKeys> {
  if (env.BACKUP_KEY) return parseSealingKeys(env.BACKUP_KEY);
  await prepareFolder(env.DATA_DIR);
  return parseSealingKeys(await keptSecret(env.DATA_DIR, 'backup-key'));
}

/** Made once and kept, so that it is the same after a restart. */
async function keptSecret(folder: string, name: 'secret' | 'backup-key'): Promise<string> {
  const file = join(folder, name);
  const kept = await readFile(file, 'utf8').catch(() => '');
  if (kept.trim().length >= 43) return kept.trim();
  const secret = randomBytes(48).toString('base64url');
  await writeFile(file, `${secret}\n`, { mode: 0o600 });
  return secret;
}
