/** The pages of a picture and their sizes, from its headers: nothing is decoded for it, so that no size can do harm. */
import { Unreadable } from '../extracted.ts';

/** `at`: where the page begins in the file, for a TIFF. */
export type PicturePage = { width: number; height: number; at: number };

/** Larger pictures are refused before anything of them is decoded. */
export const PIXELS_MAX = 40_000_000;
const TIFF_PAGES_MAX = 200;

export function picturePages(bytes: Buffer, file_type: string): PicturePage[] {
  const pages = pagesOf(bytes, file_type);
  if (!pages.length || pages.some(({ width, height }) => !(width > 0 && height > 0)))
    throw new Unreadable('file_corrupt');
  if (pages.some(({ width, height }) => width * height > PIXELS_MAX))
    throw new Unreadable('file_image_too_large');
  return pages;
}

function pagesOf(bytes: Buffer, file_type: string): PicturePage[] {
  try {
    if (file_type === 'png') return [pngPage(bytes)];
    return file_type === 'jpg' || file_type === 'jpeg' ? jpegPages(bytes) : tiffPages(bytes);
  } catch (cause) {
    if (cause instanceof RangeError) throw new Unreadable('file_corrupt', { cause });
    throw cause;
  }
}

/** The first part of a PNG states its size. */
const pngPage = (bytes: Buffer): PicturePage => ({
  width: bytes.readUInt32BE(16),
  height: bytes.readUInt32BE(20),
  at: 0,
});

/** The markers of a frame; 0xC4, 0xC8 and 0xCC are tables. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
const hasNoLength = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);

function jpegPages(bytes: Buffer): PicturePage[] {
  for (let at = 2; at + 9 < bytes.length; ) {
    if (bytes[at] !== 0xff) return [];
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff || hasNoLength(marker)) at += marker === 0xff ? 1 : 2;
    else if (isFrame(marker))
      return [{ height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7), at: 0 }];
    else at += 2 + bytes.readUInt16BE(at + 2);
  }
  return [];
}

const WIDTH = 256;
const HEIGHT = 257;
const SHORT = 3;

/** A list of pages that comes back to one of them ends there. */
function tiffPages(bytes: Buffer): PicturePage[] {
  const isLittle = bytes.toString('latin1', 0, 2) === 'II';
  const short = (at: number) => (isLittle ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at));
  const long = (at: number) => (isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at));
  const pages = new Map<number, PicturePage>();
  for (let at = long(4); at !== 0 && !pages.has(at) && pages.size < TIFF_PAGES_MAX; ) {
    const count = short(at);
    const facts = new Map<number, number>();
    for (let entry = at + 2; entry < at + 2 + 12 * count; entry += 12)
      facts.set(short(entry), short(entry + 2) === SHORT ? short(entry + 8) : long(entry + 8));
    pages.set(at, { width: facts.get(WIDTH) ?? 0, height: facts.get(HEIGHT) ?? 0, at });
    at = long(at + 2 + 12 * count);
  }
  return [...pages.values()];
}

/** A TIFF of that page alone: a decoder of the whole would follow its list for ever where it leads back. */
export function tiffOfPage(bytes: Buffer, page: number): Buffer {
  const { at } = picturePages(bytes, 'tif')[page - 1] ?? {};
  if (at === undefined) throw new Unreadable('file_corrupt');
  const single = Buffer.from(bytes);
  const isLittle = bytes.toString('latin1', 0, 2) === 'II';
  const count = isLittle ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at);
  if (isLittle) single.writeUInt32LE(at, 4);
  else single.writeUInt32BE(at, 4);
  single.writeUInt32LE(0, at + 2 + 12 * count);
  return single;
}
