/** PDF, page by page, in the order in which people read: by columns, without running heads, words whole again. */
import type { ReadingNote } from '#contract/knowledge.ts';
import { type Extracted, notesOf, type OnProgress, type RecognisedPages, Unreadable } from '../extracted.ts';
import { countOf, layOut, withRecognised } from './lay-out.ts';
import { type DrawnPage, isDynamicForm, openPdf, pagesOf } from './page/open-pages.ts';
import { bookmarksOf } from './page/outline.ts';

/** Where a file that is whole says so. */
const TAIL = 4_096;

export async function readPdf(
  bytes: Buffer,
  onProgress: OnProgress = () => {},
  recognised: RecognisedPages = new Map(),
): Promise<Extracted> {
  if (!bytes.subarray(-TAIL).includes('%%EOF')) throw new Unreadable('file_corrupt');
  const pdf = await openPdf(bytes);
  const drawn = withRecognised(await pagesOf(pdf, onProgress), recognised);
  const some = drawn.some(({ pieces }) => pieces.length);
  if (some && drawn.length === 1 && (await isDynamicForm(pdf, drawn)))
    throw new Unreadable('file_form_dynamic');
  const views = drawn.map(({ view }) => view);
  return { ...layOut(drawn, recognised, await bookmarksOf(pdf, views)), notes: pageNotes(drawn, recognised) };
}

function pageNotes(pages: DrawnPage[], recognised: RecognisedPages): ReadingNote[] {
  const total = (count: (page: DrawnPage) => number) => pages.reduce((sum, page) => sum + count(page), 0);
  return notesOf({
    struck: total(({ struck }) => struck),
    form_fields: total(({ fields }) => fields),
    fields_cut: total(({ fields_cut }) => fields_cut),
    weak_pages: countOf(recognised, 'weak'),
    unreadable_pages: total(({ isUnreadable }) => (isUnreadable ? 1 : 0)) + countOf(recognised, 'unreadable'),
  });
}
