import { crc32, deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { JPEG, PNG, WEBP_LOSSLESS, WEBP_LOSSY } from '../../../test/pictures.ts';
import { AppError } from '../../app-error.ts';
import { pictureOf } from './picture.ts';

const SECRET = 'GPS 23.5505 S 46.6333 W';

function codeOf(bytes: Buffer): string | null {
  try {
    pictureOf(bytes);
    return null;
  } catch (error) {
    // Anything else is a fault of ours.
    if (!(error instanceof AppError)) throw error;
    return error.code;
  }
}

function pngChunk(type: string, data: Buffer): Buffer {
  const chunk = Buffer.alloc(12 + data.length);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write(type, 4, 'latin1');
  data.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length);
  return chunk;
}

function png(width: number, height: number): Buffer {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  const signature = PNG.subarray(0, 8);
  const data = pngChunk('IDAT', deflateSync(Buffer.alloc(16)));
  return Buffer.concat([signature, pngChunk('IHDR', header), data, pngChunk('IEND', Buffer.alloc(0))]);
}

const segment = (marker: number, text: string) =>
  Buffer.concat([Buffer.from([0xff, marker, 0, text.length + 2]), Buffer.from(text, 'latin1')]);

function withWebpChunk(bytes: Buffer, type: string, text: string): Buffer {
  const data = Buffer.from(text.length % 2 ? `${text} ` : text);
  const head = Buffer.alloc(8);
  head.write(type, 'latin1');
  head.writeUInt32LE(data.length, 4);
  const file = Buffer.concat([bytes, head, data]);
  file.writeUInt32LE(file.length - 8, 4);
  return file;
}

const HEADER_OF_PNG = 8 + 25;
/** Each with everything in it that programs leave in pictures. */
const talkative = {
  'image/png': Buffer.concat([
    PNG.subarray(0, HEADER_OF_PNG),
    pngChunk('tEXt', Buffer.from(`Comment\0${SECRET}`)),
    pngChunk('eXIf', Buffer.from(SECRET)),
    pngChunk('iCCP', Buffer.from(SECRET)),
    PNG.subarray(HEADER_OF_PNG),
    Buffer.from(`<script>${SECRET}</script>`),
  ]),
  'image/jpeg': Buffer.concat([
    JPEG.subarray(0, 2),
    segment(0xe1, `Exif\0\0${SECRET}`),
    segment(0xfe, SECRET),
    segment(0xee, `Adobe, but longer: ${SECRET}`),
    JPEG.subarray(2),
    Buffer.from(SECRET),
  ]),
  'image/webp': Buffer.concat([
    withWebpChunk(withWebpChunk(WEBP_LOSSY, 'EXIF', SECRET), 'XMP ', SECRET),
    Buffer.from(SECRET),
  ]),
} as const;

describe('a screenshot (R-FB-01)', () => {
  test.each([
    ['image/png', PNG],
    ['image/jpeg', JPEG],
    ['image/webp', WEBP_LOSSY],
    ['image/webp', WEBP_LOSSLESS],
  ] as const)('of type %s is known by its content, and keeps what makes the picture', (type, bytes) => {
    const picture = pictureOf(bytes);
    expect(picture.type).toBe(type);
    // The kept file is a picture of which nothing more is taken away.
    expect(pictureOf(picture.bytes)).toEqual(picture);
    // The longest run of data, byte by byte.
    const data = { 'image/png': 'IDAT', 'image/jpeg': '\xff\xda', 'image/webp': 'VP8' }[type];
    const tail = bytes.subarray(bytes.lastIndexOf(Buffer.from(data, 'latin1')));
    expect(picture.bytes.includes(tail.subarray(0, tail.length - 14))).toBe(true);
  });

  test.each(Object.entries(talkative))('of type %s says nothing about its maker', (type, bytes) => {
    expect(bytes.includes('GPS')).toBe(true);
    const picture = pictureOf(bytes);
    expect(picture.type).toBe(type);
    for (const word of ['GPS', 'Exif', 'EXIF', 'eXIf', 'XMP', 'ICC', 'iCCP', 'Google', 'script'])
      expect(picture.bytes.includes(word)).toBe(false);
  });

  test.each([
    ['png', PNG],
    ['jpeg', JPEG],
    ['lossy webp', WEBP_LOSSY],
    ['lossless webp', WEBP_LOSSLESS],
  ])('that is cut off anywhere is refused: %s', (_, bytes) => {
    // JPEG marks may be cut in many places that still read like a mark; none of them is an end.
    const kept = Array.from({ length: bytes.length - 1 }, (__, length) => length).filter(
      (length) => codeOf(bytes.subarray(0, length)) === null,
    );
    expect(kept).toEqual([]);
    expect(codeOf(bytes.subarray(0, bytes.length - 1))).toBe('screenshot_corrupt');
  });

  test.each([
    ['png', PNG],
    ['jpeg', JPEG],
    ['lossy webp', WEBP_LOSSY],
    ['lossless webp', WEBP_LOSSLESS],
  ])('with any byte changed is kept or refused, and never a fault: %s', (_, bytes) => {
    for (let place = 0; place < bytes.length; place += 1)
      for (const value of [0x00, 0x7f, 0xff]) {
        const changed = Buffer.from(bytes);
        changed[place] = value;
        codeOf(changed);
      }
  });

  test('of which every part of a PNG is damaged is refused: its sums are checked', () => {
    const damaged = Buffer.from(PNG);
    damaged[60] = (damaged[60] ?? 0) ^ 1;
    expect(codeOf(damaged)).toBe('screenshot_corrupt');
  });

  test.each([
    ['nothing', ''],
    [
      'a drawing that can hold scripts',
      '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    ],
    ['a page', '<!doctype html><script>alert(1)</script>'],
    ['a GIF', 'GIF89a\x01\0\x01\0\0\0\0;'],
    ['a sound in the same kind of file', 'RIFF\x24\0\0\0WAVEfmt '],
    ['a page behind the mark of a picture', ' \x89PNG\r\n\x1a\n'],
  ])('that is %s is none', (_, text) => {
    expect(codeOf(Buffer.from(text, 'latin1'))).toBe('screenshot_type');
  });

  test('has sides that somebody can look at', () => {
    expect(codeOf(png(10_000, 10_000))).toBeNull();
    for (const [width, height] of [
      [10_001, 1],
      [1, 10_001],
      [4_000_000_000, 4_000_000_000],
    ] as const)
      expect(codeOf(png(width, height))).toBe('screenshot_dimensions');
    expect(codeOf(png(0, 5))).toBe('screenshot_corrupt');
  });

  test('that moves, or holds a second picture, is refused', () => {
    expect(codeOf(withWebpChunk(WEBP_LOSSY, 'VP8 ', 'x'.repeat(20)))).toBe('screenshot_corrupt');
    const frame = JPEG.indexOf(Buffer.from([0xff, 0xc0]));
    const twice = Buffer.concat([JPEG.subarray(0, frame + 19), JPEG.subarray(frame)]);
    expect(codeOf(twice)).toBe('screenshot_corrupt');
  });
});
