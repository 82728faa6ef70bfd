/** Scanned pages of files, with the words that were recognised on them. */
import { and, asc, count, eq, inArray, ne, sql } from 'drizzle-orm';
import type { Download } from '#contract/endpoint.ts';
import type { Queryable } from '../../../db/client.ts';
import { document_pages, documents } from '../../../db/tables/knowledge.ts';
import type { DocumentPlace } from './store.ts';
import type { FilePlace } from './stored-files.ts';

const { words, image, ...facts } = {
  page: document_pages.page,
  state: document_pages.state,
  confidence: document_pages.confidence,
  width: document_pages.width,
  height: document_pages.height,
  words: document_pages.words,
  image: document_pages.image,
};

export const isOfFile = ({ knowledge_base_id, file_id }: FilePlace) =>
  and(eq(document_pages.knowledge_base_id, knowledge_base_id), eq(document_pages.file_id, file_id));
export const isWaiting = eq(document_pages.state, 'waiting');
const isKnown = ne(document_pages.state, 'waiting');

/** So many pages are in memory at once. */
export const SLICE = 20;

/** A line of JSON for each page that was recognised, as a reader of files takes them; null for none. */
export async function recognisedLines(
  db: Queryable,
  place: FilePlace,
): Promise<AsyncGenerator<Buffer> | null> {
  const [some] = await db
    .select({ page: document_pages.page })
    .from(document_pages)
    .where(and(isOfFile(place), isKnown))
    .limit(1);
  return some ? linesOf(db, place) : null;
}

const linesOf = (db: Queryable, place: FilePlace) =>
  pageLines((last) =>
    db
      .select({ ...facts, words })
      .from(document_pages)
      .where(and(isOfFile(place), isKnown, sql`${document_pages.page} > ${last}`))
      .orderBy(asc(document_pages.page))
      .limit(SLICE),
  );

/** A line of JSON for each page; `next` gives at most `SLICE` pages behind the one with this number. */
export async function* pageLines<P extends { page: number }>(
  next: (last: number) => PromiseLike<P[]>,
): AsyncGenerator<Buffer> {
  for (let last = 0; ; ) {
    const pages = await next(last);
    for (const page of pages) yield Buffer.from(`${JSON.stringify(page)}\n`);
    last = pages.at(-1)?.page ?? 0;
    if (pages.length < SLICE) return;
  }
}

/** Notes which pages of a file are scanned; those that were recognised stay. Gives how many there are, done, and weak. */
export async function noteScannedPages(
  db: Queryable,
  { knowledge_base_id, document_id, file_id }: DocumentPlace & FilePlace,
  scanned: number[],
): Promise<{ ocr_pages: number; ocr_done: number; ocr_weak: number }> {
  if (scanned.length)
    await db.execute(sql`
      insert into document_pages (knowledge_base_id, document_id, file_id, page)
      select ${knowledge_base_id}, ${document_id}, ${file_id}, page from unnest(${sql.param(scanned)}::int[]) page
      on conflict do nothing`);
  const [found] = await db
    .select({
      ocr_pages: count(),
      ocr_done: sql<number>`(count(*) filter (where ${isKnown}))::int`,
      ocr_weak: sql<number>`(count(*) filter (where ${document_pages.state} = 'weak'))::int`,
    })
    .from(document_pages)
    .where(isOfFile({ knowledge_base_id, file_id }));
  return found ?? { ocr_pages: 0, ocr_done: 0, ocr_weak: 0 };
}

/** The pages of a file that were recognised. */
export const recognisedNumbers = async (db: Queryable, place: FilePlace): Promise<number[]> =>
  (
    await db
      .select({ page: document_pages.page })
      .from(document_pages)
      .where(and(isOfFile(place), isKnown))
  ).map(({ page }) => page);

export const waitingPages = async (db: Queryable, place: FilePlace, limit: number): Promise<number[]> =>
  (
    await db
      .select({ page: document_pages.page })
      .from(document_pages)
      .where(and(isOfFile(place), isWaiting))
      .orderBy(asc(document_pages.page))
      .limit(limit)
  ).map(({ page }) => page);

/** Pages of which nothing was recognised are tried once more. */
export const forgetUnread = (db: Queryable, place: FilePlace) =>
  db
    .update(document_pages)
    .set({ state: 'waiting', attempts: 0, words: [], image: null })
    .where(and(isOfFile(place), inArray(document_pages.state, ['blank', 'unreadable'])));

/** A recognised page, without its picture; null for none. */
export async function findPage(db: Queryable, place: FilePlace, page: number) {
  const [found] = await db
    .select({ ...facts, words, hasImage: sql<boolean>`${image} is not null` })
    .from(document_pages)
    .where(and(isOfFile(place), isKnown, eq(document_pages.page, page)));
  return found ?? null;
}

/** The pages that gave text, or could have, in order. */
export const listRecognisedPages = (db: Queryable, place: FilePlace) =>
  db
    .select({
      page: document_pages.page,
      weak: sql<boolean>`${document_pages.state} = 'weak'`,
      image: sql<boolean>`${image} is not null`,
    })
    .from(document_pages)
    .where(and(isOfFile(place), isKnown))
    .orderBy(asc(document_pages.page));

/** Which of the places stand on a page that was recognised with little certainty; those of a text that is found now. */
export async function weakPlaces<P extends DocumentPlace & { page?: number | null | undefined }>(
  db: Queryable,
  places: P[],
): Promise<Set<P>> {
  const paged = places.filter(({ page }) => page != null);
  if (!paged.length) return new Set();
  const { rows } = await db.execute<{ document_id: number; page: number }>(sql`
    select ${document_pages.document_id} as document_id, ${document_pages.page} as page
    from ${document_pages}
    join ${documents} on ${documents.knowledge_base_id} = ${document_pages.knowledge_base_id}
      and ${documents.id} = ${document_pages.document_id} and ${documents.indexed_file_id} = ${document_pages.file_id}
    where ${document_pages.state} = 'weak'
      and (${document_pages.knowledge_base_id}, ${document_pages.document_id}, ${document_pages.page}) in (
        select * from unnest(
          ${sql.param(paged.map(({ knowledge_base_id }) => knowledge_base_id))}::int[],
          ${sql.param(paged.map(({ document_id }) => document_id))}::int[],
          ${sql.param(paged.map(({ page }) => page))}::int[]))`);
  const weak = new Set(rows.map(({ document_id, page }) => `${document_id} ${page}`));
  return new Set(paged.filter(({ document_id, page }) => weak.has(`${document_id} ${page}`)));
}

/** A page of the file whose text is found now. */
export async function findPageOfText(
  db: Queryable,
  { knowledge_base_id, document_id }: DocumentPlace,
  page: number,
) {
  const [document] = await db
    .select({ file_id: documents.indexed_file_id })
    .from(documents)
    .where(and(eq(documents.knowledge_base_id, knowledge_base_id), eq(documents.id, document_id)));
  if (!document?.file_id) return null;
  const file = { knowledge_base_id, file_id: document.file_id };
  const found = await findPage(db, file, page);
  return found && { ...found, file };
}

/** Null where it is not kept. No proxy on the way may keep it either: the right to read it may end. */
export async function findPageImage(db: Queryable, place: FilePlace, page: number): Promise<Download | null> {
  const [found] = await db
    .select({ image })
    .from(document_pages)
    .where(and(isOfFile(place), isKnown, eq(document_pages.page, page)));
  if (!found?.image) return null;
  return { filename: `pagina-${page}.webp`, cache_control: 'private, no-store', content: found.image };
}
