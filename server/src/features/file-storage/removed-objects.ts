/**
 * Objects whose files are gone. The triggers of `document_files` and `session_files` note them in the transaction that
 * deletes the file, whichever statement that is; they are removed from the bucket later.
 */
import { sql } from 'drizzle-orm';
import type { ObjectStore } from '../../adapters/s3/object-store.ts';
import type { Database, Queryable } from '../../db/client.ts';
import { FILE_KINDS, isFile, objectKey, type StoredFile } from './stored-files.ts';

type FileKey = Omit<StoredFile, 'file_size'>;

/** Longer than a write to the bucket may last: what is still being written is not removed before it is there. */
const GRACE_MINUTES = 15;

const isObjectOf = ({ kind, owner, id }: FileKey) =>
  sql`folder = ${kind.folder} and owner_id = ${owner} and file_id = ${id}`;

/** Waits for a removal of the same object that is under way. */
export async function revokeRemoval(db: Queryable, file: FileKey): Promise<void> {
  await db.execute(sql`delete from removed_objects where ${isObjectOf(file)}`);
}

export async function queueRemoval(db: Queryable, { kind, owner, id }: FileKey): Promise<void> {
  await db.execute(sql`
    insert into removed_objects (folder, owner_id, file_id) values (${kind.folder}, ${owner}, ${id})
    on conflict (folder, owner_id, file_id) do update set removed_at = now()`);
}

/** Removes what has been noted for long enough, one after the other, while `isTimeLeft`. */
export async function removeObjects(
  { db, objects }: { db: Database; objects: ObjectStore },
  isTimeLeft: () => boolean,
): Promise<void> {
  while (isTimeLeft()) if (!(await removeNext(db, objects))) return;
}

/** The note stays locked while the object is removed, and is kept where that fails. */
const removeNext = (db: Database, objects: ObjectStore): Promise<boolean> =>
  db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ folder: string; owner: number; id: string }>(sql`
      select folder, owner_id as owner, file_id as id from removed_objects
      where removed_at < now() - make_interval(mins => ${GRACE_MINUTES})
      order by removed_at limit 1 for update skip locked`);
    const [row] = rows;
    if (!row) return false;
    const kind = FILE_KINDS.find(({ folder }) => folder === row.folder);
    if (kind) {
      const file = { kind, owner: row.owner, id: row.id };
      if (!(await hasObject(tx, file))) await objects.remove(objectKey(file));
    }
    await tx.execute(sql`
      delete from removed_objects where folder = ${row.folder} and owner_id = ${row.owner} and file_id = ${row.id}`);
    return true;
  });

/** Whether a file still stands, or is about to stand, in that object. */
async function hasObject(db: Queryable, file: FileKey): Promise<boolean> {
  const { rowCount } = await db.execute(
    sql`select from ${sql.identifier(file.kind.files)} where ${isFile(file)} and stored_in <> 'database'`,
  );
  return !!rowCount;
}
