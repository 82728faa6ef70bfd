/**
 * An array of texts as PostgreSQL takes it on the wire. As a literal each text would be searched for quotes, written
 * into another, and encoded: of a long document the server, which others talk to meanwhile, has only to pass on bytes.
 */

/** PostgreSQL's number of the type `text`. */
const TEXT = 25;
const HEAD_BYTES = 20;

export function textArray(texts: (string | Uint8Array)[]): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  // One dimension, no nulls, counted from 1.
  for (const [at, number] of [1, 0, TEXT, texts.length, 1].entries()) head.writeInt32BE(number, 4 * at);
  const pieces: Uint8Array[] = [head];
  for (const text of texts) {
    const bytes = typeof text === 'string' ? Buffer.from(text) : text;
    const length = Buffer.alloc(4);
    length.writeInt32BE(bytes.length);
    pieces.push(length, bytes);
  }
  return Buffer.concat(pieces);
}
