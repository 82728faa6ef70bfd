/**
 * Reads the parts of a zip that are asked for, and no more than is allowed: what the list at its end admits to is added
 * up first, and what comes out is counted, since the list may lie.
 */
import { inflateRawSync } from 'node:zlib';
import { Unreadable } from '../extracted.ts';

export type ZipLimits = { entries: number; bytes: number };

const LIMITS: ZipLimits = { entries: 2_000, bytes: 200 * 1024 * 1024 };
const END = 0x06054b50;
const END_BYTES = 22;
/** The longest comment that may follow. */
const COMMENT_MAX = 0xffff;
const ENTRY = 0x02014b50;
const ENTRY_BYTES = 46;
const LOCAL = 0x04034b50;
const LOCAL_BYTES = 30;
const STORED = 0;
const DEFLATED = 8;

type Entry = {
  name: string;
  method: number;
  packed: number;
  size: number;
  offset: number;
  isEncrypted: boolean;
};

export function readZip(
  bytes: Buffer,
  isWanted: (name: string) => boolean,
  limits: ZipLimits = LIMITS,
): Map<string, Buffer> {
  const entries = listOf(bytes, limits);
  const admitted = entries.reduce((sum, { size }) => sum + size, 0);
  if (admitted > limits.bytes) throw new Unreadable('file_unpacks_too_large');
  const parts = new Map<string, Buffer>();
  let room = limits.bytes;
  for (const entry of entries.filter(({ name }) => isWanted(name))) {
    if (entry.isEncrypted) throw new Unreadable('file_encrypted');
    const part = unpack(bytes, entry, room);
    room -= part.length;
    parts.set(entry.name, part);
  }
  return parts;
}

function listOf(bytes: Buffer, limits: ZipLimits): Entry[] {
  const end = bytes.lastIndexOf(Buffer.from('504b0506', 'hex'));
  if (end < 0 || end < bytes.length - END_BYTES - COMMENT_MAX || bytes.readUInt32LE(end) !== END)
    throw new Unreadable('file_corrupt');
  const count = bytes.readUInt16LE(end + 10);
  if (count > limits.entries) throw new Unreadable('file_unpacks_too_large');
  const entries: Entry[] = [];
  let at = bytes.readUInt32LE(end + 16);
  for (let number = 0; number < count; number += 1) {
    if (at + ENTRY_BYTES > bytes.length || bytes.readUInt32LE(at) !== ENTRY)
      throw new Unreadable('file_corrupt');
    const nameBytes = bytes.readUInt16LE(at + 28);
    entries.push({
      name: bytes.toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes),
      method: bytes.readUInt16LE(at + 10),
      packed: bytes.readUInt32LE(at + 20),
      size: bytes.readUInt32LE(at + 24),
      offset: bytes.readUInt32LE(at + 42),
      isEncrypted: (bytes.readUInt16LE(at + 8) & 1) === 1,
    });
    at += ENTRY_BYTES + nameBytes + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return entries;
}

function unpack(bytes: Buffer, { method, packed, offset }: Entry, room: number): Buffer {
  if (offset + LOCAL_BYTES > bytes.length || bytes.readUInt32LE(offset) !== LOCAL)
    throw new Unreadable('file_corrupt');
  const start = offset + LOCAL_BYTES + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28);
  const content = bytes.subarray(start, start + packed);
  if (content.length < packed) throw new Unreadable('file_corrupt');
  if (method === STORED) return content;
  if (method !== DEFLATED) throw new Unreadable('file_corrupt');
  try {
    return inflateRawSync(content, { maxOutputLength: Math.max(1, room) });
  } catch (cause) {
    const isTooLarge = (cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    throw new Unreadable(isTooLarge ? 'file_unpacks_too_large' : 'file_corrupt', { cause });
  }
}
