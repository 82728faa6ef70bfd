/** Type sniffing by the first and last bytes of a file, before a reader process reads the whole of it. */
import { open } from 'node:fs/promises';
import { documentType } from '#contract/document-types.ts';
import { Unreadable } from './extracted.ts';
import { decodeText } from './text/encoding.ts';

const HEAD = 64 * 1024;
/** A zip lists what it holds at its end; as many entries as are allowed fit in here. */
const TAIL = 256 * 1024;

const OLE2 = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const ZIP = Buffer.from('504b0304', 'hex');
const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le');

/** Throws when the content cannot be what the extension says. */
export async function sniffFile(path: string, size: number, fileType: string): Promise<void> {
  const file = await open(path);
  try {
    const read = async (length: number, from: number) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, from);
      return buffer.subarray(0, bytesRead);
    };
    const head = await read(Math.min(size, HEAD), 0);
    const tail = await read(Math.min(size, TAIL), Math.max(0, size - TAIL));
    sniff(head, tail, fileType);
  } finally {
    await file.close();
  }
}

export function sniff(head: Buffer, tail: Buffer, fileType: string): void {
  if (!head.length) throw new Unreadable('file_empty');
  if (!looksLike(head, tail, fileType)) throw new Unreadable('file_not_what_it_says');
}

function looksLike(head: Buffer, tail: Buffer, fileType: string): boolean {
  const { signature, marker } = documentType(fileType) ?? {};
  const seen = signaturesOf(head);
  if (signature !== 'pdf' && seen.has('ole2') && isMarked(head, tail, ENCRYPTED))
    throw new Unreadable('file_encrypted');
  if (signature === 'zip') return seen.has('zip') && (isMarked(head, tail, marker) || isTorn(tail));
  if (signature && signature !== 'text') return seen.has(signature);
  return seen.size === 0 && isText(head, marker);
}

/** A file may bear two: a PDF may stand within the first bytes of a zip. */
function signaturesOf(head: Buffer): Set<string> {
  const picture = pictureOf(head);
  const seen = new Set<string>(picture ? [picture] : []);
  if (head.subarray(0, 4).equals(ZIP)) seen.add('zip');
  if (head.subarray(0, 8).equals(OLE2)) seen.add('ole2');
  if (head.subarray(0, 1024).includes('%PDF-')) seen.add('pdf');
  return seen;
}

function isText(head: Buffer, marker: string | undefined): boolean {
  if (marker && !head.includes(marker)) return false;
  // A character may be cut at the end of the look; the reader decodes the whole.
  decodeText(head.subarray(0, head.length - (head.length % 4)));
  return true;
}

/** The kind of picture that the first bytes begin. */
function pictureOf(head: Buffer): 'png' | 'jpeg' | 'tiff' | null {
  const first = head.toString('latin1', 0, 4);
  if (first === '\x89PNG') return 'png';
  if (first.startsWith('\xff\xd8\xff')) return 'jpeg';
  return first === 'II*\0' || first === 'MM\0*' ? 'tiff' : null;
}

const isMarked = (head: Buffer, tail: Buffer, marker: string | Buffer = ''): boolean =>
  head.includes(marker) || tail.includes(marker);

/** A zip without its list was cut off: the reader says so in its own words. */
const isTorn = (tail: Buffer) => !tail.includes(Buffer.from('504b0506', 'hex'));
