/**
 * Pieces of a chunked answer, each written to its connection at once. Node's own way makes three writes of a piece and
 * puts them together again a turn later: a tenth of what a bare proxy takes for it.
 */
import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';

export class ChunkWriter {
  readonly #raw: ServerResponse;
  readonly #connection: Socket | null;
  #hasBegun = false;

  /** Of an answer whose head is written; it is sent with the first piece. Its end is written by Node. */
  constructor(raw: ServerResponse) {
    this.#raw = raw;
    // A reader of HTTP/1.0 knows no chunks, and who asked for several things at once has to wait for this one.
    this.#connection = raw.chunkedEncoding && raw.socket instanceof Socket ? raw.socket : null;
  }

  /** False where the connection holds back more than it should. */
  write(piece: string): boolean {
    if (this.#connection && this.#hasBegun)
      return this.#connection.write(`${Buffer.byteLength(piece).toString(16)}\r\n${piece}\r\n`);
    this.#hasBegun = true;
    return this.#raw.write(piece);
  }

  /** Calls back when it has room again, until the returned function is called. */
  onDrain(callBack: () => void): () => void {
    const drains = this.#connection ?? this.#raw;
    drains.on('drain', callBack);
    return () => void drains.off('drain', callBack);
  }
}
