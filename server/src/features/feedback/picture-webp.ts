import { BrokenPicture } from './broken-picture.ts';

const HEADER = 12;
/** The only flag of an extended file that is kept. */
const ALPHA = 0x10;

type Chunk = { type: string; data: Buffer };
type Size = { width: number; height: number };

/** A still picture: one that moves is no picture of a page. */
export function rewriteWebp(bytes: Buffer): Size & { bytes: Buffer } {
  const chunks = [...chunksOf(bytes)];
  const [first] = chunks;
  const image = chunks.filter(({ type }) => type === 'VP8 ' || type === 'VP8L');
  if (!first || image.length !== 1 || !image[0]) throw new BrokenPicture('not one picture');
  const size = image[0].type === 'VP8 ' ? sizeOfLossy(image[0].data) : sizeOfLossless(image[0].data);
  if (first.type !== 'VP8X') return { ...size, bytes: fileOf([image[0]]) };
  const alpha = chunks.filter(({ type }) => type === 'ALPH').slice(0, 1);
  return { ...size, bytes: fileOf([extended(size, first.data), ...alpha, image[0]]) };
}

function* chunksOf(bytes: Buffer): Generator<Chunk> {
  const end = bytes.readUInt32LE(4) + 8;
  if (end > bytes.length) throw new BrokenPicture('cut off');
  for (let place = HEADER; place < end; ) {
    const type = bytes.toString('latin1', place, place + 4);
    const size = bytes.readUInt32LE(place + 4);
    const data = bytes.subarray(place + 8, place + 8 + size);
    if (place + 8 + size > end) throw new BrokenPicture('cut off');
    yield { type, data };
    place += 8 + size + (size % 2);
  }
}

/** A key frame, and the code that every one begins with. */
function sizeOfLossy(data: Buffer): Size {
  if ((data.readUInt8(0) & 1) !== 0 || data.readUIntBE(3, 3) !== 0x9d012a)
    throw new BrokenPicture('no key frame');
  return { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff };
}

function sizeOfLossless(data: Buffer): Size {
  if (data.readUInt8(0) !== 0x2f) throw new BrokenPicture('no lossless picture');
  const bits = data.readUInt32LE(1);
  return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
}

/** The canvas is the picture; nothing else is announced. */
function extended({ width, height }: Size, before: Buffer): Chunk {
  const data = Buffer.alloc(10);
  data.writeUInt8(before.readUInt8(0) & ALPHA, 0);
  data.writeUIntLE(width - 1, 4, 3);
  data.writeUIntLE(height - 1, 7, 3);
  return { type: 'VP8X', data };
}

function fileOf(chunks: Chunk[]): Buffer {
  const parts = chunks.flatMap(({ type, data }) => {
    const head = Buffer.alloc(8);
    head.write(type, 'latin1');
    head.writeUInt32LE(data.length, 4);
    return [head, data, Buffer.alloc(data.length % 2)];
  });
  const body = Buffer.concat(parts);
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1');
  head.writeUInt32LE(body.length + 4, 4);
  return Buffer.concat([head, body]);
}
