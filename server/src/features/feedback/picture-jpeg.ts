import { BrokenPicture } from './broken-picture.ts';

const MARKER = 0xff;
const START = 0xd8;
const END = 0xd9;
const SCAN = 0xda;
const ADOBE = 0xee;
/** Frames (baseline, extended, progressive), tables and intervals. */
const FRAMES = new Set([0xc0, 0xc1, 0xc2]);
const TABLES = new Set([0xc4, 0xdb, 0xdd]);

export function rewriteJpeg(bytes: Buffer): { width: number; height: number; bytes: Buffer } {
  const kept: Buffer[] = [Buffer.from([MARKER, START])];
  let size: { width: number; height: number } | null = null;
  let hasScan = false;
  let place = 2;
  for (;;) {
    const { marker, at } = markerAt(bytes, place);
    if (marker === END) break;
    const end = endOfSegment(bytes, at);
    place = end;
    if (FRAMES.has(marker)) {
      if (size) throw new BrokenPicture('two frames');
      size = { height: bytes.readUInt16BE(at + 3), width: bytes.readUInt16BE(at + 5) };
    }
    if (!isWanted(marker, bytes, at)) continue;
    kept.push(Buffer.from([MARKER, marker]), bytes.subarray(at, end));
    if (marker !== SCAN) continue;
    if (!size) throw new BrokenPicture('data before the frame');
    hasScan = true;
    place = endOfScan(bytes, end);
    kept.push(bytes.subarray(end, place));
  }
  if (!size || !hasScan) throw new BrokenPicture('no data');
  return { ...size, bytes: Buffer.concat([...kept, Buffer.from([MARKER, END])]) };
}

function endOfSegment(bytes: Buffer, at: number): number {
  const end = at + bytes.readUInt16BE(at);
  if (end > bytes.length || end < at + 2) throw new BrokenPicture('cut off');
  return end;
}

/** False for a note that is left out; throws for what no picture has. */
function isWanted(marker: number, bytes: Buffer, at: number): boolean {
  if (marker === SCAN || FRAMES.has(marker) || TABLES.has(marker) || isColourNote(marker, bytes, at))
    return true;
  if (!isNote(marker)) throw new BrokenPicture('a part of no picture');
  return false;
}

/** Any number of fill bytes may stand before a marker. */
function markerAt(bytes: Buffer, from: number): { marker: number; at: number } {
  if (bytes.readUInt8(from) !== MARKER) throw new BrokenPicture('no marker');
  let at = from + 1;
  while (bytes.readUInt8(at) === MARKER) at += 1;
  return { marker: bytes.readUInt8(at), at: at + 1 };
}

/** Comments and whatever programs leave: places, cameras, profiles, thumbnails. */
const isNote = (marker: number) => (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe;

/** The one note without which colours are read wrongly, when it is no longer than itself. */
const isColourNote = (marker: number, bytes: Buffer, at: number) =>
  marker === ADOBE && bytes.readUInt16BE(at) === 14 && bytes.toString('latin1', at + 2, at + 7) === 'Adobe';

/** Within data a marker is followed by zero, or is one of eight that mark where to begin again. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let place = bytes.indexOf(MARKER, from); place >= 0; place = bytes.indexOf(MARKER, place + 1)) {
    const next = bytes.readUInt8(place + 1);
    if (next !== 0 && next !== MARKER && (next < 0xd0 || next > 0xd7)) return place;
  }
  throw new BrokenPicture('cut off');
}
