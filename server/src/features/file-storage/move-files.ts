/** Moves files between the database and the bucket, to where the configuration wants them, while people go on working. */
import { sql } from 'drizzle-orm';
import type { ObjectStore } from '../../adapters/s3/object-store.ts';
import type { AppContext } from '../../app-context.ts';
import type { Database, Queryable } from '../../db/client.ts';
import { queueRemoval, removeObjects, revokeRemoval } from './removed-objects.ts';
import {
  FILE_KINDS,
  type FileKind,
  isFile,
  isPartOf,
  objectKey,
  readParts,
  type StoredFile,
  type StoredIn,
  storeStream,
} from './stored-files.ts';

export type MovingContext = Pick<AppContext, 'db' | 'objects' | 'env' | 'log'>;

/** A run ends after this long; the next minute goes on. */
const RUN_MS = 45_000;
const BATCH = 50;

type WaitingFile = StoredFile & { stored_in: StoredIn };

/** One run. A bucket that fails ends it; a file that cannot be moved is passed over. */
export async function moveFiles(context: MovingContext, run_ms = RUN_MS): Promise<void> {
  const { db, objects, env, log } = context;
  if (!objects) return;
  const until = performance.now() + run_ms;
  const isTimeLeft = () => performance.now() < until;
  const move = env.FILES_STORAGE === 'bucket' ? toBucket : toDatabase;
  for (const kind of FILE_KINDS)
    for await (const file of waitingFiles(db, kind, env.FILES_STORAGE)) {
      if (!isTimeLeft()) return;
      await move({ db, objects }, file).catch((cause: unknown) => {
        if (!(cause instanceof ContentLost)) throw cause;
        log.error({ table: kind.files, file_id: file.id }, `a file was not moved: ${cause.message}`);
      });
    }
  await removeObjects({ db, objects }, isTimeLeft);
}

class ContentLost extends Error {
  override readonly name = 'ContentLost';
}

/** Those that are not where they belong, in the order of their keys. */
async function* waitingFiles(
  db: Queryable,
  kind: FileKind,
  wanted: 'bucket' | 'database',
): AsyncGenerator<WaitingFile> {
  const owner_column = sql.identifier(kind.owner);
  const isMovable = wanted === 'bucket' ? kind.at_rest : sql`true`;
  let after: Pick<WaitingFile, 'owner' | 'id'> | null = null;
  for (;;) {
    const { rows }: { rows: Omit<WaitingFile, 'kind'>[] } = await db.execute<Omit<WaitingFile, 'kind'>>(sql`
      select f.${owner_column} as owner, f.id, f.file_size::float8 as file_size, f.stored_in
      from ${sql.identifier(kind.files)} f
      where f.stored_in <> ${wanted} and ${isMovable}
        ${after ? sql`and (f.${owner_column}, f.id) > (${after.owner}, ${after.id}::uuid)` : sql``}
      order by f.${owner_column}, f.id limit ${BATCH}`);
    for (const row of rows) yield { ...row, kind };
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    after = last;
  }
}

type Stores = { db: Database; objects: ObjectStore };

/**
 * Noted before the object is written and after it: whatever is deleted or dies in between, an object without a file is
 * known and removed.
 */
async function toBucket({ db, objects }: Stores, file: WaitingFile): Promise<void> {
  const files = sql.identifier(file.kind.files);
  const isNoted = await db.transaction(async (tx) => {
    await revokeRemoval(tx, file);
    const { rowCount } = await tx.execute(
      sql`update ${files} set stored_in = 'copying' where ${isFile(file)} and stored_in <> 'bucket'`,
    );
    return !!rowCount;
  });
  if (!isNoted) return;
  await objects.put(objectKey(file), file.file_size, () => wholeFile(db, file));
  await db.transaction(async (tx) => {
    const { rowCount } = await tx.execute(
      sql`update ${files} set stored_in = 'bucket' where ${isFile(file)} and stored_in = 'copying'`,
    );
    if (rowCount)
      await tx.execute(sql`delete from ${sql.identifier(file.kind.parts)} where ${isPartOf(file)}`);
    else await queueRemoval(tx, file);
  });
}

async function* wholeFile(db: Queryable, file: StoredFile): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const piece of readParts(db, file)) {
    bytes += piece.length;
    yield piece;
  }
  if (bytes !== file.file_size) throw new ContentLost('its pieces are not whole');
}

async function toDatabase({ db, objects }: Stores, file: WaitingFile): Promise<void> {
  await db.transaction(async (tx) => {
    const files = sql.identifier(file.kind.files);
    const { rows } = await tx.execute<{ stored_in: StoredIn }>(
      sql`select stored_in from ${files} where ${isFile(file)} for update`,
    );
    if (!rows[0] || rows[0].stored_in === 'database') return;
    if (rows[0].stored_in === 'bucket') {
      const bytes = await storeStream(tx, file, objects.read(objectKey(file), 0));
      if (bytes !== file.file_size) throw new ContentLost('its object is not as long as the file was');
    }
    await tx.execute(sql`update ${files} set stored_in = 'database' where ${isFile(file)}`);
    await queueRemoval(tx, file);
  });
}
