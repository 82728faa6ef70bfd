/** Starts and stops the process. Without a task it serves; `migrate` and `seed` do their work and end. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { foldEmail } from '#contract/account-fields.ts';
import { readSealingState } from './adapters/sealing/reseal.ts';
import { buildApp } from './app.ts';
import type { AppContext } from './app-context.ts';
import { queuePromised } from './backup/promised-jobs.ts';
import { keepOrRestore } from './backup/task.ts';
import { type CreatedContext, createContext } from './create-context.ts';
import { isDiskFull } from './db/client.ts';
import { whileSpaceLasts } from './db/embedded.ts';
import { type Env, StartRefused } from './env.ts';
import { drain } from './features/chat/run/chat-runtime.ts';
import { expireLeases, startSweeper } from './features/chat/run/sweep.ts';
import { drainChecks } from './features/checks/background-run.ts';
import { resetSecondFactorOf } from './features/factors/reset.ts';
import { applyGuard, followGuard } from './features/guard/installation-guard.ts';
import { followModels } from './features/models/follow-models.ts';
import { readInstallationModels } from './features/models/installation-models.ts';
import { isWatched, type Readiness } from './features/operations/readiness.ts';
import { DEV_PAGE_WORDS } from './http/access/dev-access.ts';
import { deleteLeftUploads } from './http/files/upload-folder.ts';
import { isExposed } from './network-address.ts';
import { type Seeded, seed } from './seed/seed.ts';
import { seedProviders } from './seed/seed-providers.ts';
import { tuneHeap } from './tuning/heap.ts';
import { jobBodies } from './worker.ts';

/** Answers that are being written get this long when the process is asked to end. */
const DRAIN_SECONDS = 30;
/** The first part of it: a load balancer sees `/ready` fail before a question is refused, and routes elsewhere. */
const TELLING_SECONDS = 2;
/** Then readers have this long to take what is left for them. */
const CLOSING_SECONDS = 2;
/**
 * Listen backlog. Node accepts one connection per event-loop turn, and a turn with a thousand readers is long; a full
 * backlog refuses connections. The system may allow less (`somaxconn`).
 */
const WAITING_CONNECTIONS = 4_096;

export async function carryOut(args: string[], env: Env): Promise<void> {
  try {
    await carryOutTask(args, env);
  } catch (error) {
    throw isOutOfSpace(error) ? new StartRefused(diskFull(env), { cause: error }) : error;
  }
}

const isOutOfSpace = (error: unknown) =>
  isDiskFull(error) || ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '');

const diskFull = ({ DATABASE_URL, DATA_DIR }: Env) =>
  DATABASE_URL
    ? 'Não há espaço em disco para o banco de dados de DATABASE_URL. Libere espaço e tente de novo.'
    : `Não há espaço em disco em ${DATA_DIR}. Libere espaço ou escolha outra pasta com DATA_DIR.`;

async function carryOutTask([task, ...args]: string[], env: Env): Promise<void> {
  if (task === 'migrate' && args[0] === 'reset-second-factor') {
    console.log(await resetFactor(args[1] ?? '', env));
    return;
  }
  if (task === 'migrate' && args.length) {
    console.log(await keepOrRestore(args, env));
    return;
  }
  if (task === 'migrate') {
    const open = await createContext(env);
    await open.close();
    console.log('Banco de dados atualizado.');
    return;
  }
  if (task === 'seed') {
    const open = await createContext(env);
    const seeded = await seed(open.context);
    await open.close();
    console.log(seeded.admin ? signIn(seeded) : 'Dados iniciais conferidos.');
    return;
  }
  await run(env);
}

/** For an operator; returns the sentence for them. */
async function resetFactor(email: string, env: Env): Promise<string> {
  const open = await createContext(env);
  try {
    const isDone = await resetSecondFactorOf(open.context, foldEmail(email));
    return isDone
      ? `Verificação em duas etapas de ${email} redefinida: a próxima entrada é só com a senha.`
      : `Nenhuma conta de ${email || 'e-mail vazio'} com verificação em duas etapas.`;
  } finally {
    await open.close();
  }
}

async function run(env: Env): Promise<void> {
  await requireFreePort(env);
  const open = await createContext(env);
  const { log } = open.context;
  const serving: Serving = { ...open, readiness: { draining: false, asked_at: null }, app: null, loops: [] };
  let stopping: Promise<void> | undefined;
  const stop = (reason: string) => {
    stopping ??= stopServing(serving, reason);
    return stopping;
  };
  const end = (reason: string, code: number) => {
    void stop(reason).then(
      () => process.exit(code),
      (error) => {
        log.fatal({ err: { message: String(error) } }, 'stopping failed');
        process.exit(1);
      },
    );
  };
  try {
    await whileSpaceLasts(open.embedded, () => startServing(serving));
  } catch (error) {
    await stop('start failed');
    throw error;
  }
  process.on('SIGINT', () => end('SIGINT', 0));
  process.on('SIGTERM', () => end('SIGTERM', 0));
  void open.embedded?.died.then(() => {
    log.fatal('the embedded PostgreSQL ended unexpectedly');
    process.exit(1);
  });
  endWithParent(() => end('the starting npm is gone', 0));
  try {
    await whileSpaceLasts(open.embedded, () => startWorking(serving));
  } catch (error) {
    // A stop in the middle of the start takes the queue and the database away.
    if (stopping) return;
    await stop('start failed');
    throw error;
  }
}

type Serving = CreatedContext & {
  readiness: Readiness;
  /** Null until it listens. */
  app: FastifyInstance | null;
  /** Work that repeats in this process. */
  loops: { stop(): void }[];
};

/** Does everything that the first request needs, and listens. */
async function startServing(serving: Serving): Promise<void> {
  const { context, embedded, readiness, metrics, tracing, mailbox, dev_token } = serving;
  const { env } = context;
  await seedProviders(context.db);
  await readInstallationModels(context);
  await applyGuard(context);
  const seeded = await seed(context);
  // Printed at once: the password is shown only here, whatever fails afterwards.
  if (seeded.admin && !env.production) console.log(`\n${signIn(seeded)}`);
  await deleteLeftUploads(env.DATA_DIR);
  if (embedded) await expireLeases(context);
  const app = await buildApp({ context, readiness, metrics, tracing, mailbox, dev_token });
  await app.ready();
  await app.listen({ port: env.PORT, host: env.HOST, backlog: WAITING_CONNECTIONS });
  serving.app = app;
  greet(serving);
}

/** Begins the work that no request waits for; the first requests may come already. */
async function startWorking({ context, loops }: Serving): Promise<void> {
  const { queue } = context;
  loops.push(followModels(context), followGuard(context), startSweeper(context));
  await queue.work(jobBodies(context));
  await queue.schedule();
  // The hours before this start are aggregated at once; on the first start all of them.
  await queue.send('stats.roll-up', {});
  // A start is when keys of SECRETS_KEYS change.
  await queue.send('secrets.reseal', {});
  await warnOfDerivedKey(context);
  // Jobs of a restore that ended before it had queued them itself.
  await queuePromised(context);
  tuneHeap();
  // Whether pages can be recognised is known before somebody uploads a scan.
  await context.recognition.ready;
}

async function stopServing(
  { context, readiness, app, loops, close }: Serving,
  reason: string,
): Promise<void> {
  context.log.info({ reason }, 'stopping');
  readiness.draining = true;
  for (const loop of loops) loop.stop();
  if (app) {
    const telling = isWatched(readiness) ? TELLING_SECONDS : 0;
    await pause(telling * 1_000);
    // The first of the two stops admission for both.
    await Promise.all([drain(context, DRAIN_SECONDS - telling), drainChecks(context)]);
    await closeApp(app);
  }
  await close();
}

/** The key that is derived from JWT_SECRET opens stored secrets for everybody who has it and a copy of the database. */
async function warnOfDerivedKey({ env, db, secretKeys, log }: AppContext): Promise<void> {
  if (!env.production || env.SECRETS_KEYS) return;
  const { sealed } = await readSealingState(db, secretKeys);
  if (sealed)
    log.warn({ sealed }, 'SECRETS_KEYS is not set: stored secrets are sealed by a key of JWT_SECRET');
}

/** Idle keep-alive connections and readers that have stopped reading do not delay the end. */
async function closeApp(app: FastifyInstance): Promise<void> {
  const closed = app.close();
  await Promise.race([closed, pause(CLOSING_SECONDS * 1000, undefined, { ref: false })]);
  app.server.closeAllConnections();
  await closed;
}

/** Checked before anything is opened, so that a taken port leaves nothing behind. */
async function requireFreePort({ PORT, HOST }: Env): Promise<void> {
  const probe = createServer();
  try {
    probe.listen(PORT, HOST);
    await once(probe, 'listening');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new StartRefused(portRefused(PORT, HOST, code), { cause });
  }
  await new Promise((resolve) => probe.close(resolve));
}

function portRefused(port: number, host: string, code: string | undefined): string {
  if (code === 'EADDRINUSE')
    return `A porta ${port} já está em uso. Encerre o outro programa ou escolha outra: PORT=${port + 1} npm start`;
  if (code === 'EACCES')
    return `Sem permissão para usar a porta ${port}. Escolha uma acima de 1024, por exemplo: PORT=3000 npm start`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `O endereço HOST=${host} não existe nesta máquina.`;
  return `Não foi possível atender em ${host}:${port} (${code}).`;
}

/** npm does not forward every signal: when it is gone, Ctrl-C no longer reaches this process. */
function endWithParent(end: () => void): void {
  if (!process.env.npm_lifecycle_event) return;
  // npm starts a shell, which starts us; either may be the one that is killed.
  const lineage = () => `${process.ppid} ${parentOf(process.ppid)}`;
  const atStart = lineage();
  const watch = setInterval(() => {
    if (lineage() === atStart) return;
    clearInterval(watch);
    end();
  }, 1_000);
  watch.unref();
}

function parentOf(pid: number): string {
  try {
    return /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '';
  } catch {
    // Gone, or a system without /proc.
    return '';
  }
}

function greet({ context, mailbox, dev_token }: CreatedContext): void {
  const { env, log, models, payments } = context;
  log.info({ port: env.PORT, host: env.HOST, local_models: models.local }, 'listening');
  const dev = (page: string) => `${env.APP_URL}/dev/${page}?token=${encodeURIComponent(dev_token)}`;
  if (env.production) {
    // Only a trial on this machine has one: anywhere else production asks for SMTP_URL.
    if (mailbox) log.warn({ url: dev('mailbox') }, 'e-mails are kept in the local mailbox');
    return;
  }
  const lines = [
    '',
    `  Prosa está no ar em ${env.APP_URL}`,
    '',
    models.local ? '  Modo local: sem chave de modelo, as respostas são trechos das fontes do agente.' : '',
    mailbox && !isExposed(env) ? `  ${DEV_PAGE_WORDS.mailbox} ${dev('mailbox')}` : '',
    payments?.fake ? `  ${DEV_PAGE_WORDS.desk} ${dev('desk')}` : '',
    isExposed(env) ? exposed(mailbox !== null) : '',
    env.DATABASE_URL ? '' : `  Banco de dados embutido em ${env.DATA_DIR}`,
    '  Ctrl-C encerra.',
    '',
  ];
  console.log(lines.filter((line, index) => line || lines[index - 1]).join('\n'));
}

const exposed = (isMailKept: boolean) =>
  isMailKept
    ? '  Outras máquinas chegam a este endereço: as páginas /dev não existem e nenhum e-mail sai. Defina SMTP_URL.'
    : '  Outras máquinas chegam a este endereço: as páginas /dev não existem; os e-mails saem por SMTP_URL.';

function signIn({ admin }: Seeded): string {
  return admin?.password
    ? `  Administrador: ${admin.email}\n  Senha:         ${admin.password}   (mostrada só desta vez)`
    : `  Administrador: ${admin?.email} (senha de ADMIN_PASSWORD)`;
}

process.on('unhandledRejection', (error) => {
  console.error(
    JSON.stringify({
      level: 'fatal',
      time: new Date().toISOString(),
      msg: 'unhandled rejection',
      err: String((error as Error)?.stack ?? error),
    }),
  );
  process.exit(1);
});
