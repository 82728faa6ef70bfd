/** A test server for a test file: its own database, the real app, a clock that stands still, a mailbox in memory. */
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import type { FastifyInstance, InjectOptions } from 'fastify';
import type { AnswerEvent } from '#contract/chat-record.ts';
import { API_BASE } from '#contract/endpoint.ts';
import { openContentDatabases } from '../src/adapters/content/content-databases.ts';
import { noSheetWriter, type SheetWriter } from '../src/adapters/content/sheet-writer.ts';
import { noSqlReader, type SqlReader } from '../src/adapters/content/sql-reader.ts';
import type { Resolve } from '../src/adapters/guarded-fetch/address-policy.ts';
import { openIdentityNetwork } from '../src/adapters/identity/identity-network.ts';
import { type Log, openLog } from '../src/adapters/log.ts';
import type { Mailbox } from '../src/adapters/mail/mailbox.ts';
import { openMailer } from '../src/adapters/mail/open-mailer.ts';
import type { Models } from '../src/adapters/models/model.ts';
import { openModels } from '../src/adapters/models/open-models.ts';
import { openPayments } from '../src/adapters/payments/open-payments.ts';
import type { Payments } from '../src/adapters/payments/payments.ts';
import type { ReadReplica } from '../src/adapters/read-replica.ts';
import { noRecognition, type Recognition } from '../src/adapters/recognition/open-recognition.ts';
import { openObjectStore } from '../src/adapters/s3/object-store.ts';
import { secretKeys } from '../src/adapters/sealing/secret-keys.ts';
import { openSignals } from '../src/adapters/signals.ts';
import { openSyncSources } from '../src/adapters/sync-sources/open-sources.ts';
import { accessFigures } from '../src/adapters/telemetry/access-figures.ts';
import { modelFigures } from '../src/adapters/telemetry/model-figures.ts';
import { observeModels } from '../src/adapters/telemetry/observed-models.ts';
import type { Tracing } from '../src/adapters/telemetry/open-tracing.ts';
import { buildApp } from '../src/app.ts';
import { type OpenDatabase, openDatabase } from '../src/db/client.ts';
import { type Env, parseEnv } from '../src/env.ts';
import { configureSealingKeys, parseSealingKeys } from '../src/features/audit/sealing-keys.ts';
import { drain } from '../src/features/chat/run/chat-runtime.ts';
import { drainChecks } from '../src/features/checks/background-run.ts';
import { openStoredConnections } from '../src/features/connections/open-connections.ts';
import { languageOfReader } from '../src/features/interface/language-of-reader.ts';
import { fillSeededPriceIds } from '../src/features/plans/seeded-price-ids.ts';
import { openMetrics } from '../src/http/metrics.ts';
import { createServerContext } from '../src/server-context.ts';
import { jobBodies } from '../src/worker.ts';
import { type BuiltUser, buildUser, type UserWishes } from './builders.ts';
import { openMemoryMailbox } from './memory-mailbox.ts';
import { openLazyQueue } from './process/lazy-queue.ts';
import { createCopiedDatabase, dropDatabase } from './test-databases.ts';

/** The parsed body of a reply; a test asserts on it. */
type Json = ReturnType<typeof JSON.parse>;

export type Reply = { status: number; body: Json; headers: Record<string, unknown>; text: string };
export type AskReply = Reply & { events: AnswerEvent[]; answer: string };

export type TestServerOptions = {
  models?: Models;
  env?: Partial<Env>;
  now?: Date;
  content?: SqlReader;
  sheets?: SheetWriter;
  payments?: Payments | null;
  tracing?: Tracing;
  /** None unless given: it takes seconds to begin. */
  recognition?: Recognition;
  /** Resolves the names of hosts that syncs ask. */
  resolve?: Resolve;
  /** Where lists, searches and statistics are read; it is closed with the server. */
  replica?: (primary: OpenDatabase, log: Log) => ReadReplica;
  /** For the page that shows it; e-mails go to `testServer.mailbox` all the same. */
  mailbox?: Mailbox;
};

/** A Saturday, in the middle of a month. */
export const TEST_NOW = new Date('2026-11-14T12:00:00.000Z');

/** Seal the audit chain and the backups of tests. */
export const TEST_SEALING_KEYS = parseSealingKeys('a sealing key for tests only, of more than 32 bytes');

/** Opens the pages under `/dev`. */
export const DEV_TOKEN = 'token-for-tests-only';

export async function startTestServer(options: TestServerOptions = {}) {
  const address = await createCopiedDatabase();
  const lines: string[] = [];
  const log = openLog(
    'info',
    new Writable({
      write: (chunk, _, done) => {
        lines.push(String(chunk));
        done();
      },
    }),
  );
  const { tracing } = options;
  const database = openDatabase(address, {
    max: 10,
    // How fast the machine of the tests is proves nothing.
    patience_ms: 60_000,
  });
  tracing?.database(database.pool);
  const replica = options.replica?.(database, log);
  const signals = await openSignals(address, database.pool, log);
  const plainQueue = openLazyQueue(address, log);
  const queue = tracing?.queue(plainQueue) ?? plainQueue;
  const metrics = openMetrics();
  const mailbox = openMemoryMailbox();
  let now = options.now ?? TEST_NOW;
  // A folder of its own; most tests never write to it.
  const DATA_DIR = join(tmpdir(), `prosa-house-${randomUUID()}`);
  const env: Env = { ...parseEnv({ NODE_ENV: 'test', LOG_LEVEL: 'info' }), DATA_DIR, ...options.env };
  const secret = 'a secret for tests only, of more than 32 bytes';
  const clock = {
    now: () => now,
    advance: async (ms: number) => {
      now = new Date(now.getTime() + ms);
    },
  };
  const { db } = database;
  const sync_pauses: number[] = [];
  // The fake payment provider sends its events once a test lets the server listen.
  const webhook_url = () => {
    const { port } = (app.server.address() ?? {}) as { port?: number };
    return port ? `http://127.0.0.1:${port}${API_BASE}/subscriptions/webhook` : null;
  };
  const keys = secretKeys(env.SECRETS_KEYS, secret);
  const around = { db, queue, log, secret, webhook_url, clock: env.production ? null : clock };
  configureSealingKeys(TEST_SEALING_KEYS);
  const context = createServerContext({
    env,
    db,
    ...(replica ? { reads: replica } : {}),
    clock,
    log,
    mailer: openMailer(mailbox, languageOfReader({ db, env })),
    models: observeModels(
      options.models ?? openModels(env, { log, clock }),
      modelFigures(metrics.registry),
      tracing?.tracer ?? null,
    ),
    queue,
    payments: options.payments === undefined ? openPayments(env, around) : options.payments,
    signals,
    objects: env.FILES_URL ? openObjectStore(env.FILES_URL) : null,
    recognition: options.recognition ?? noRecognition(),
    content: openContentDatabases(
      options.content ?? noSqlReader(),
      openStoredConnections({ db, env, log, secretKeys: keys }),
    ),
    sheets: options.sheets ?? noSheetWriter(),
    secret,
    secretKeys: keys,
    identity: openIdentityNetwork(env, options.resolve),
    accessFigures: accessFigures(metrics.registry),
    syncSources: openSyncSources(env, {
      // Tests do not wait; the pauses are kept for them to look at.
      pause: async (ms) => void sync_pauses.push(ms),
      ...(options.resolve ? { resolve: options.resolve } : {}),
    }),
  });
  await fillSeededPriceIds(context);
  const readiness = { draining: false, asked_at: null };
  await queue.work(jobBodies(context));
  const app = await buildApp({
    context,
    readiness,
    metrics,
    tracing: tracing ?? null,
    mailbox: options.mailbox ?? null,
    dev_token: DEV_TOKEN,
  });
  await app.ready();

  return {
    context,
    app,
    address,
    mailbox,
    readiness,
    /** Milliseconds that syncs would have waited between requests. */
    sync_pauses,
    /** The log, one JSON line each. */
    logs: lines,
    clock: {
      set: (date: Date) => {
        now = date;
      },
      advance: (ms: number) => {
        now = new Date(now.getTime() + ms);
      },
    },
    user: (wishes: UserWishes = {}): Promise<BuiltUser> => buildUser(context, wishes),
    as: (user: { token: string }) => caller(app, user.token),
    anyone: () => caller(app),
    async close() {
      await drain(context, 0);
      await drainChecks(context);
      await app.close();
      await queue.stop();
      await signals.close();
      await replica?.close();
      await database.close();
      await dropDatabase(address);
      await rm(DATA_DIR, { recursive: true, force: true });
    },
  };
}

export type TestServer = Awaited<ReturnType<typeof startTestServer>>;

type Extra = { headers?: Record<string, string>; query?: Record<string, string | string[]> };

function caller(app: FastifyInstance, token?: string) {
  const send = async (method: string, path: string, payload?: unknown, extra: Extra = {}): Promise<Reply> => {
    const request: InjectOptions = {
      method: method as 'GET',
      url: path.startsWith('/api') || path.startsWith('/dev') ? path : API_BASE + path,
      headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...extra.headers },
      ...(extra.query ? { query: extra.query } : {}),
      ...(payload === undefined ? {} : { payload: payload as InjectOptions['payload'] }),
    };
    const response = await app.inject(request);
    const isJson = String(response.headers['content-type']).includes('json');
    return {
      status: response.statusCode,
      headers: response.headers,
      text: response.body,
      body: isJson ? response.json() : null,
    };
  };
  return {
    get: (path: string, extra?: Extra) => send('GET', path, undefined, extra),
    post: (path: string, body?: unknown, extra?: Extra) => send('POST', path, body, extra),
    put: (path: string, body?: unknown, extra?: Extra) => send('PUT', path, body, extra),
    patch: (path: string, body?: unknown, extra?: Extra) => send('PATCH', path, body, extra),
    delete: (path: string, body?: unknown, extra?: Extra) => send('DELETE', path, body, extra),
    form: (path: string, fields: Record<string, string>, extra: Extra = {}) =>
      send('POST', path, new URLSearchParams(fields).toString(), {
        ...extra,
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...extra.headers },
      }),
    /** Sends a form with files, as a browser does. */
    async upload(path: string, form: FormData, extra: Extra = {}, method = 'POST'): Promise<Reply> {
      const { headers, body } = await encodeForm(form);
      return send(method, path, body, { ...extra, headers: { ...headers, ...extra.headers } });
    },
    /** Asks and reads the stream to its end. */
    async ask(sessionId: string, question: string, extra: Extra = {}): Promise<AskReply> {
      const reply = await send(
        'POST',
        `/chat/sessions/${sessionId}/messages`,
        { question },
        {
          ...extra,
          headers: { accept: 'text/event-stream', ...extra.headers },
        },
      );
      const events = eventsOf(reply.text);
      return { ...reply, events, answer: events.map(({ content }) => content).join('') };
    },
  };
}

async function encodeForm(form: FormData): Promise<{ headers: Record<string, string>; body: Buffer }> {
  const encoded = new Response(form);
  const headers = { 'content-type': encoded.headers.get('content-type') ?? '' };
  return { headers, body: Buffer.from(await encoded.arrayBuffer()) };
}

/** The events of a finished stream. */
export function eventsOf(text: string): AnswerEvent[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => JSON.parse(line.slice(6)) as AnswerEvent);
}
