import { crc32 } from 'node:zlib';
import { BrokenPicture } from './broken-picture.ts';

/** Chunks that make the picture or say how its colours and transparency are meant. */
const KEPT = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'gAMA', 'cHRM', 'sRGB']);
const SIGNATURE = 8;
const HEADER_LENGTH = 13;
/** Bit depths of each kind of colour. */
const DEPTHS: Record<number, number[]> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};

export function rewritePng(bytes: Buffer): { width: number; height: number; bytes: Buffer } {
  const kept: Buffer[] = [bytes.subarray(0, SIGNATURE)];
  let place = SIGNATURE;
  let hasData = false;
  for (let first = true; ; first = false) {
    const length = bytes.readUInt32BE(place);
    const type = bytes.toString('latin1', place + 4, place + 8);
    const end = place + 12 + length;
    if (end > bytes.length) throw new BrokenPicture('cut off');
    if (first !== (type === 'IHDR')) throw new BrokenPicture('header out of place');
    if (first) requireHeader(bytes, place, length);
    if (crc32(bytes.subarray(place + 4, end - 4)) !== bytes.readUInt32BE(end - 4))
      throw new BrokenPicture(`damaged ${type}`);
    hasData ||= type === 'IDAT' && length > 0;
    if (KEPT.has(type)) kept.push(bytes.subarray(place, end));
    place = end;
    if (type === 'IEND') break;
  }
  if (!hasData) throw new BrokenPicture('no data');
  const header = SIGNATURE + 8;
  return {
    width: bytes.readUInt32BE(header),
    height: bytes.readUInt32BE(header + 4),
    bytes: Buffer.concat(kept),
  };
}

function requireHeader(bytes: Buffer, place: number, length: number): void {
  if (length !== HEADER_LENGTH) throw new BrokenPicture('header of another length');
  const [depth = 0, colour = 0, compression, filter, interlace = 2] = bytes.subarray(place + 16, place + 21);
  if (!DEPTHS[colour]?.includes(depth) || compression !== 0 || filter !== 0 || interlace > 1)
    throw new BrokenPicture('header of no PNG');
}
