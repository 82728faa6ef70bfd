/** A bucket that a base follows through processes that are killed: the end is as if none had been. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { S3Settings } from '#contract/sync-sources.ts';
import { openLog } from '../../server/src/adapters/log.ts';
import { noRecognition } from '../../server/src/adapters/recognition/open-recognition.ts';
import { sealSecret } from '../../server/src/adapters/sealing/seal.ts';
import { SEALED } from '../../server/src/adapters/sealing/sealed-columns.ts';
import { secretKeys } from '../../server/src/adapters/sealing/secret-keys.ts';
import { type DatabaseAddress, openDatabase } from '../../server/src/db/client.ts';
import { document_files, documents } from '../../server/src/db/tables/knowledge.ts';
import { sync_runs, syncs } from '../../server/src/db/tables/syncs.ts';
import { createKnowledgeBase, isBeingRead } from '../../server/src/features/knowledge/documents/store.ts';
import { ingestDocument } from '../../server/src/features/knowledge/ingest/ingest-document.ts';
import { brokenDocuments } from '../../server/src/features/knowledge/invariants.ts';
import { brokenSyncs } from '../../server/src/features/syncs/invariants.ts';
import { COMPILED } from '../../server/test/process/compile-cache.ts';
import { ACCOUNT, type BucketStub, openBucketStub } from '../../server/test/syncs/s3.ts';
import { urlOf } from '../support/database-url.ts';
import { type Chance, seeded } from '../support/seeded-random.ts';

export type SyncTrial = { items: number; kills: number; seed: number };

const SECRET = 'a secret for trials only, of more than 32 bytes';
const LEADER = new URL('./lead-run.ts', import.meta.url).pathname;
/** A process that is not killed must end within it. */
const PATIENCE_MS = 600_000;

/** On a database of its own with all tables. */
export async function syncThroughKills(address: DatabaseAddress, { items, kills, seed }: SyncTrial) {
  const chance = seeded(seed);
  const database = openDatabase(address, { max: 4 });
  const { db } = database;
  const bucket = await openBucketStub(200);
  const folder = await mkdtemp(join(tmpdir(), 'prosa-syncs-'));
  const broken: string[] = [];
  const phases: Record<string, number> = {};
  try {
    for (let at = 0; at < items; at += 1) bucket.objects.set(nameOf(at), textOf(at, 0));
    const { id: base } = await createKnowledgeBase(db, { name: 'Quedas' });
    const sync_id = await insertSync(base, bucket);
    const followed = { base, sync_id };
    const half = Math.ceil(kills / 2);

    const first = await runThrough(followed, half);
    changeMuch(bucket, items, chance);
    const second = await runThrough(followed, kills - half);
    // The listing before lacked them once; this one withdraws them.
    const third = await runThrough(followed, 0);
    await compare(base);
    bucket.asked.splice(0);
    const fourth = await runThrough(followed, 0);
    const bodies = bucket.asked.filter(({ what }) => what === 'get').length;
    if (bodies) broken.push(`${bodies} bodies were fetched though nothing had changed`);
    return {
      ...{
        items,
        kills: first.kills + second.kills,
        phases_at_kills: phases,
        bodies_of_an_unchanged_run: bodies,
      },
      runs: [first, second, third, fourth].map(({ counts }) => counts),
      broken,
    };
  } finally {
    await bucket.close();
    await database.close();
    await rm(folder, { recursive: true, force: true });
  }

  async function insertSync(knowledge_base_id: number, { endpoint }: BucketStub): Promise<number> {
    const account = { region: ACCOUNT.region, access_key_id: ACCOUNT.access_key_id };
    const place = { endpoint, bucket: 'docs', prefix: '', include: [], exclude: [] };
    const settings: S3Settings = { kind: 's3', ...account, ...place };
    const schedule = { kind: 'manual' as const };
    const [row] = await db
      .insert(syncs)
      .values({ knowledge_base_id, kind: 's3', name: 'Bucket', settings, schedule, endpoint })
      .returning();
    if (!row) throw new Error('no sync was inserted');
    const secret_sealed = sealSecret(secretKeys(undefined, SECRET), SEALED.sync_secret, row, ACCOUNT.secret);
    await db.update(syncs).set({ secret_sealed }).where(eq(syncs.id, row.id));
    return row.id;
  }

  /** One run, led by one process after the other; all but the last are killed. */
  async function runThrough({ base, sync_id }: { base: number; sync_id: number }, deaths: number) {
    const [run] = await db
      .insert(sync_runs)
      .values({ knowledge_base_id: base, sync_id, kind: 'run', started_at: new Date() })
      .returning();
    if (!run) throw new Error('no run was inserted');
    const isRun = and(eq(sync_runs.knowledge_base_id, base), eq(sync_runs.id, run.id));
    let killed = 0;
    const stateOf = async () => (await db.select().from(sync_runs).where(isRun))[0];
    while (killed < deaths) {
      const leader = lead(base, run.id);
      await leader.begun;
      await pause(chance.below(KILL_WITHIN_MS));
      leader.child.kill('SIGKILL');
      await leader.ended;
      const state = await stateOf();
      if (!state || state.finished_at) break;
      killed += 1;
      phases[state.cursor.phase] = (phases[state.cursor.phase] ?? 0) + 1;
      await judge(`after kill ${killed}`);
      // No living process can hold the lease.
      await db.update(sync_runs).set({ lease_until: null }).where(isRun);
    }
    if (!(await stateOf())?.finished_at) {
      const leader = lead(base, run.id);
      await Promise.race([leader.ended, pause(PATIENCE_MS, undefined, { ref: false })]);
      leader.child.kill('SIGKILL');
    }
    await judge('at the end of a run');
    await readAll(base);
    const state = await stateOf();
    if (state?.outcome !== 'done') broken.push(`a run ended as ${state?.outcome}: ${state?.error?.detail}`);
    const { added = 0, changed = 0, unchanged = 0, missing = 0, withdrawn = 0, failed = 0 } = state ?? {};
    return { kills: killed, counts: { added, changed, unchanged, missing, withdrawn, failed } };
  }

  function lead(base: number, run_id: number) {
    const child = spawn(process.execPath, [LEADER, String(base), String(run_id)], {
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'test',
        DATABASE_URL: urlOf(address),
        DATA_DIR: folder,
        JWT_SECRET: SECRET,
        SYNC_PRIVATE_HOSTS: '127.0.0.1',
        ...COMPILED,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const begun = new Promise<void>((resolve) => {
      child.stdout.once('data', () => resolve());
      child.once('exit', () => resolve());
    });
    child.stdout.resume();
    return { child, begun, ended: once(child, 'exit') };
  }

  /** Every tenth document is read as the product reads it; the others are noted as read, because readers are not on trial. */
  async function readAll(base: number): Promise<void> {
    const isOurs = and(eq(documents.knowledge_base_id, base), isNull(documents.withdrawn_at), isBeingRead);
    const waiting = await db
      .select({ document_id: documents.id, file_id: documents.file_id })
      .from(documents)
      .where(isOurs);
    const context = {
      db,
      signals: unheard,
      log: openLog('silent'),
      queue: unsent,
      recognition: noRecognition(),
      objects: null,
    };
    for (const { document_id, file_id } of waiting)
      if (file_id && document_id % READ_IN_EARNEST === 0)
        await ingestDocument(context, { knowledge_base_id: base, document_id, file_id });
    await db
      .update(documents)
      .set({ status: 'ready', progress: 1, indexed_file_id: sql`${documents.file_id}` })
      .where(isOurs);
    await db.execute(sql`
      delete from document_files f using documents d
      where d.knowledge_base_id = f.knowledge_base_id and d.id = f.document_id and f.id is distinct from d.file_id
        and d.status = 'ready' and d.knowledge_base_id = ${base}`);
  }

  /** Checks what holds at any moment, also while a run is interrupted. */
  async function judge(when: string): Promise<void> {
    const found = [...(await brokenSyncs(db)), ...(await brokenDocuments(db))];
    for (const { what, subject } of found) broken.push(`${when}: ${what} ${subject}`);
  }

  /** The base holds the objects of the bucket, each once and with its newest bytes. */
  async function compare(base: number): Promise<void> {
    const rows = await db
      .select({ name: documents.original_filename, sha256: document_files.sha256 })
      .from(documents)
      .innerJoin(
        document_files,
        and(
          eq(document_files.knowledge_base_id, documents.knowledge_base_id),
          eq(document_files.id, documents.file_id),
        ),
      )
      .where(and(eq(documents.knowledge_base_id, base), isNull(documents.withdrawn_at)));
    const expected = [...bucket.objects].map(([name, body]) => `${name} ${hashOf(body)}`);
    const there = rows.map(({ name, sha256 }) => `${name} ${sha256?.toString('hex')}`);
    const has = new Set(there);
    for (const one of expected) if (!has.has(one)) broken.push(`lacks ${one}`);
    if (there.length !== expected.length)
      broken.push(`${there.length} documents stand for ${expected.length} objects`);
  }
}

/** From before the first object to long after the last of most runs. */
const KILL_WITHIN_MS = 1_500;

const READ_IN_EARNEST = 10;
/** Jobs that no process of the trial works off. */
const unsent = {
  send: async () => {},
  work: async () => {},
  schedule: async () => {},
  prepare: async () => {},
  stop: async () => {},
};
/** A signal of a document that nobody waits for. */
const unheard = { send: async () => {}, listen: () => () => {}, close: async () => {} };

const nameOf = (at: number) => `ata-${String(at).padStart(4, '0')}.txt`;
const textOf = (at: number, edition: number) =>
  `A ata de número ${at}, na edição ${edition}, fixa o prazo de ${at + edition} dias.\n`.repeat(20);
const hashOf = (body: string | Uint8Array) => createHash('sha256').update(body).digest('hex');

/** A tenth changes, a tenth goes, and as many are new. */
function changeMuch({ objects }: BucketStub, items: number, chance: Chance): void {
  const share = Math.max(1, Math.floor(items / 10));
  for (let at = 0; at < share; at += 1) {
    objects.set(nameOf(items + at), textOf(items + at, 0));
    objects.delete(nameOf(at));
    const changed = share + chance.below(items - share);
    objects.set(nameOf(changed), textOf(changed, 1));
  }
}
