/**
 * Pieces of a chunked answer, each written to its connection at once. Node's own way makes three writes of a piece and
 * puts them together again a turn later: a tenth of what a bare proxy takes for it.
 */
import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';

export type Chunked = {
  /** False where the connection holds back more than it should. */
  write(piece: string): boolean;
  /** Calls back when it has room again, until the returned function is called. */
  onDrain(callBack: () => void): () => void;
};

/** Of an answer whose head is written; it is sent with the first piece. Its end is written by Node. */
export function chunked(raw: ServerResponse): Chunked {
  // A reader of HTTP/1.0 knows no chunks, and who asked for several things at once has to wait for this one.
  const connection = raw.chunkedEncoding && raw.socket instanceof Socket ? raw.socket : null;
  const drains = connection ?? raw;
  let hasBegun = false;
  return {
    write(piece) {
      if (connection && hasBegun)
        return connection.write(`${Buffer.byteLength(piece).toString(16)}\r\n${piece}\r\n`);
      hasBegun = true;
      return raw.write(piece);
    },
    onDrain(callBack) {
      drains.on('drain', callBack);
      return () => void drains.off('drain', callBack);
    },
  };
}
