/** Reads the file of a copy from its first line to its last, never more than one row ahead of whoever takes it. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import type { z } from 'zod';
import { DamagedCopy, END_OF_ROWS, End, FIRST_LINE, Head, TableLine } from './format.ts';

const MARK = Buffer.from(END_OF_ROWS);
const NEWLINE = 10;
/** Rows are handed on in pieces of about this size. */
const PIECE_BYTES = 64 * 1024;

type Table = z.infer<typeof TableLine>;

export type Taker = {
  head?(head: Head): Promise<void>;
  /** Has to read the rows to their end. */
  table?(table: Table, rows: AsyncIterable<Buffer>): Promise<void>;
};

/** What the file says of itself; refused when any of it is not as it was written. */
export async function readCopy(file: string, taker: Taker): Promise<{ head: Head; end: End['end'] }> {
  const hash = createHash('sha256');
  const lines = linesOf(file);
  const counted: Record<string, number> = {};
  const next = async () => {
    const { value, done } = await lines.next();
    if (done || !value) throw new DamagedCopy(file, 'o arquivo termina antes do fim');
    return value;
  };
  const take = async () => {
    const line = await next();
    hash.update(line);
    return line;
  };
  try {
    if (textOf(await take()) !== FIRST_LINE)
      throw new DamagedCopy(file, 'não é uma cópia de segurança do Prosa');
    const head = parse(file, Head, await take());
    await taker.head?.(head);
    for (;;) {
      const line = await next();
      const text = textOf(line);
      if (text.startsWith('{"end"')) {
        const { end, sha256 } = parse(file, End, line);
        if (sha256 !== hash.digest('hex'))
          throw new DamagedCopy(file, 'a soma de verificação (SHA-256) não confere');
        if (JSON.stringify(end.rows) !== JSON.stringify(counted))
          throw new DamagedCopy(file, 'faltam linhas que ela diz ter');
        if (!(await lines.next()).done) throw new DamagedCopy(file, 'há algo depois do fim');
        return { head, end };
      }
      hash.update(line);
      const table = parse(file, TableLine, line);
      counted[table.table] = 0;
      const rows = rowsOf(take, () => {
        counted[table.table] = (counted[table.table] ?? 0) + 1;
      });
      await (taker.table ? taker.table(table, rows) : exhaust(rows));
    }
  } finally {
    await lines.return(undefined);
  }
}

async function* rowsOf(take: () => Promise<Buffer>, count: () => void): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let size = 0;
  for (;;) {
    const line = await take();
    const isEnd = line.length === MARK.length + 1 && line.subarray(0, MARK.length).equals(MARK);
    if (!isEnd) {
      count();
      waiting.push(line);
      size += line.length;
    }
    if (waiting.length && (isEnd || size >= PIECE_BYTES)) {
      yield Buffer.concat(waiting);
      waiting = [];
      size = 0;
    }
    if (isEnd) return;
  }
}

async function exhaust(rows: AsyncIterable<Buffer>): Promise<void> {
  for await (const _ of rows);
}

/** Lines with their ends. What the file system or gzip finds wrong is said in a sentence. */
async function* linesOf(file: string): AsyncGenerator<Buffer, undefined> {
  const source = createReadStream(file);
  const gunzip = createGunzip();
  source.on('error', (error) => gunzip.destroy(error));
  source.pipe(gunzip);
  let rest: Buffer[] = [];
  try {
    for await (const chunk of gunzip as AsyncIterable<Buffer>) {
      let from = 0;
      for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, from)) {
        const part = chunk.subarray(from, at + 1);
        yield rest.length ? Buffer.concat([...rest, part]) : part;
        rest = [];
        from = at + 1;
      }
      if (from < chunk.length) rest.push(chunk.subarray(from));
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new DamagedCopy(file, 'o arquivo não existe', error);
    if (code === 'EACCES' || code === 'EISDIR') throw new DamagedCopy(file, 'não pode ser lido', error);
    if (code === 'Z_BUF_ERROR') throw new DamagedCopy(file, 'o arquivo termina antes do fim', error);
    if (code?.startsWith('Z_')) throw new DamagedCopy(file, 'o arquivo está danificado', error);
    throw error;
  } finally {
    source.destroy();
    gunzip.destroy();
  }
  if (rest.length) throw new DamagedCopy(file, 'o arquivo termina antes do fim');
}

const textOf = (line: Buffer) => line.toString().slice(0, -1);

function parse<S extends z.ZodType>(file: string, schema: S, line: Buffer): z.output<S> {
  try {
    return schema.parse(JSON.parse(line.toString()));
  } catch (cause) {
    throw new DamagedCopy(file, 'o arquivo está danificado', cause);
  }
}
