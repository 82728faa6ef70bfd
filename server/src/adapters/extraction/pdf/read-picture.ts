/** Pictures are scanned pages without a file around them: their text is what was recognised in them. */
import { type Extracted, notesOf, type RecognisedPages } from '../extracted.ts';
import { picturePages } from '../pictures/picture-pages.ts';
import { countOf, layOut, withRecognised } from './lay-out.ts';
import { BLANK, type DrawnPage } from './page/open-pages.ts';

/** As of a page that was scanned with 200 dots an inch. */
const POINTS_PER_PIXEL = 72 / 200;

export function readPicture(bytes: Buffer, file_type: string, recognised: RecognisedPages): Extracted {
  const pages = picturePages(bytes, file_type).map(
    ({ width, height }): DrawnPage => ({
      ...BLANK,
      width: width * POINTS_PER_PIXEL,
      height: height * POINTS_PER_PIXEL,
      isScanned: true,
    }),
  );
  const notes = notesOf({
    weak_pages: countOf(recognised, 'weak'),
    unreadable_pages: countOf(recognised, 'unreadable'),
  });
  return { ...layOut(withRecognised(pages, recognised), recognised), notes };
}
