/** Scanned pages of files of conversations, with the words that were recognised on them. */
import { and, asc, count, eq, inArray, ne, sql } from 'drizzle-orm';
import type { Download } from '#contract/endpoint.ts';
import type { RecognisedPage } from '../../adapters/recognition/recognised-page.ts';
import type { Queryable } from '../../db/client.ts';
import { session_pages } from '../../db/tables/session-files.ts';
import { pageLines, SLICE } from '../knowledge/documents/scanned-pages.ts';
import type { FileKey } from './store.ts';

const { page, state, confidence, width, height, words, image } = session_pages;
const shown = { page, state, confidence, width, height, words };

const isOfFile = ({ user_id, file_id }: FileKey) =>
  and(eq(session_pages.user_id, user_id), eq(session_pages.file_id, file_id));
const isWaiting = eq(state, 'waiting');
const isKnown = ne(state, 'waiting');

/** A line of JSON for each page that was recognised, as a reader of files takes them; null for none. */
export async function recognisedLines(db: Queryable, key: FileKey): Promise<AsyncGenerator<Buffer> | null> {
  if (!(await recognisedNumbers(db, key)).length) return null;
  return pageLines((last) =>
    db
      .select(shown)
      .from(session_pages)
      .where(and(isOfFile(key), isKnown, sql`${page} > ${last}`))
      .orderBy(asc(page))
      .limit(SLICE),
  );
}

export const recognisedNumbers = async (db: Queryable, key: FileKey): Promise<number[]> =>
  (
    await db
      .select({ page })
      .from(session_pages)
      .where(and(isOfFile(key), isKnown))
  ).map((one) => one.page);

/** Notes which pages are scanned; those that were recognised stay. Gives how many there are, done, and weak. */
export async function noteScannedPages(
  db: Queryable,
  key: FileKey,
  scanned: number[],
): Promise<{ ocr_pages: number; ocr_done: number; ocr_weak: number }> {
  await db.execute(sql`
    insert into session_pages (user_id, file_id, page)
    select ${key.user_id}::int, ${key.file_id}::uuid, page from unnest(${sql.param(scanned)}::int[]) page
    on conflict do nothing`);
  const [found] = await db
    .select({
      ocr_pages: count(),
      ocr_done: sql<number>`(count(*) filter (where ${isKnown}))::int`,
      ocr_weak: sql<number>`(count(*) filter (where ${state} = 'weak'))::int`,
    })
    .from(session_pages)
    .where(isOfFile(key));
  return found ?? { ocr_pages: 0, ocr_done: 0, ocr_weak: 0 };
}

export const waitingPages = async (db: Queryable, key: FileKey, limit: number): Promise<number[]> =>
  (
    await db
      .select({ page })
      .from(session_pages)
      .where(and(isOfFile(key), isWaiting))
      .orderBy(asc(page))
      .limit(limit)
  ).map((one) => one.page);

/** False when it was done before. */
export async function putPage(
  db: Queryable,
  key: FileKey,
  { page: number, ...found }: RecognisedPage,
  engine: string,
): Promise<boolean> {
  const { rowCount } = await db
    .update(session_pages)
    .set({ ...found, engine })
    .where(and(isOfFile(key), isWaiting, eq(page, number)));
  return (rowCount ?? 0) > 0;
}

/** Notes that a process has ended with the page; gives how often that was. */
export async function countDeath(db: Queryable, key: FileKey, number: number): Promise<number> {
  const [row] = await db
    .update(session_pages)
    .set({ attempts: sql`${session_pages.attempts} + 1` })
    .where(and(isOfFile(key), isWaiting, eq(page, number)))
    .returning({ attempts: session_pages.attempts });
  return row?.attempts ?? 0;
}

/** Pages of which nothing was recognised are tried once more. */
export const forgetUnread = (db: Queryable, key: FileKey) =>
  db
    .update(session_pages)
    .set({ state: 'waiting', attempts: 0, words: [], image: null })
    .where(and(isOfFile(key), inArray(state, ['blank', 'unreadable'])));

/** A recognised page, without its picture; null for none. */
export async function findFilePage(db: Queryable, key: FileKey, number: number) {
  const [found] = await db
    .select({ ...shown, hasImage: sql<boolean>`${image} is not null` })
    .from(session_pages)
    .where(and(isOfFile(key), isKnown, eq(page, number)));
  return found ?? null;
}

/** Null where it is not kept. No proxy on the way may keep it either: the file is its owner's alone. */
export async function findFilePageImage(
  db: Queryable,
  key: FileKey,
  number: number,
): Promise<Download | null> {
  const [found] = await db
    .select({ image })
    .from(session_pages)
    .where(and(isOfFile(key), isKnown, eq(page, number)));
  if (!found?.image) return null;
  return { filename: `pagina-${number}.webp`, cache_control: 'private, no-store', content: found.image };
}

/** The weak pages of the files, as `file_id page`. */
export async function weakFilePages(
  db: Queryable,
  user_id: number,
  file_ids: string[],
): Promise<Set<string>> {
  if (!file_ids.length) return new Set();
  const rows = await db
    .select({ file_id: session_pages.file_id, page })
    .from(session_pages)
    .where(
      and(eq(session_pages.user_id, user_id), inArray(session_pages.file_id, file_ids), eq(state, 'weak')),
    );
  return new Set(rows.map((row) => `${row.file_id} ${row.page}`));
}
