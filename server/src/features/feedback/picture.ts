/**
 * A picture as it may be kept: recognised by its content, taken apart and put together again from the parts that make
 * the picture. What else was in the file (places, cameras, comments, colour profiles, thumbnails, whatever was hung
 * on behind its end) is gone; pixels are left as they are, they are never drawn here.
 */
import { AppError } from '../../app-error.ts';
import { BrokenPicture } from './broken-picture.ts';
import { rewriteJpeg } from './picture-jpeg.ts';
import { rewritePng } from './picture-png.ts';
import { rewriteWebp } from './picture-webp.ts';

type PictureType = 'image/png' | 'image/jpeg' | 'image/webp';
export type Picture = { type: PictureType; bytes: Buffer };
/** Put together again. */
type Rewritten = { width: number; height: number; bytes: Buffer };

/** Length of a side, in pixels. A whole long page is shorter. */
const SIDE_MAX = 10_000;

const kinds: {
  type: PictureType;
  begins: (bytes: Buffer) => boolean;
  rewrite: (bytes: Buffer) => Rewritten;
}[] = [
  { type: 'image/png', begins: (bytes) => hasAt(bytes, 0, '\x89PNG\r\n\x1a\n'), rewrite: rewritePng },
  { type: 'image/jpeg', begins: (bytes) => hasAt(bytes, 0, '\xff\xd8\xff'), rewrite: rewriteJpeg },
  {
    type: 'image/webp',
    begins: (bytes) => hasAt(bytes, 0, 'RIFF') && hasAt(bytes, 8, 'WEBP'),
    rewrite: rewriteWebp,
  },
];

const hasAt = (bytes: Buffer, place: number, wanted: string) =>
  bytes.subarray(place, place + wanted.length).equals(Buffer.from(wanted, 'latin1'));

export function pictureOf(bytes: Buffer): Picture {
  const kind = kinds.find(({ begins }) => begins(bytes));
  if (!kind) throw new AppError('screenshot_type');
  const { width, height, bytes: kept } = rewritten(kind.rewrite, bytes);
  if (width > SIDE_MAX || height > SIDE_MAX) throw new AppError('screenshot_dimensions');
  return { type: kind.type, bytes: kept };
}

/** Any failure of a reader, reading past the end included, means that the file is no picture. */
function rewritten(rewrite: (bytes: Buffer) => Rewritten, bytes: Buffer): Rewritten {
  try {
    const picture = rewrite(bytes);
    if (picture.width < 1 || picture.height < 1) throw new BrokenPicture('no size');
    return picture;
  } catch (cause) {
    if (cause instanceof BrokenPicture || cause instanceof RangeError)
      throw new AppError('screenshot_corrupt', { cause });
    throw cause;
  }
}
