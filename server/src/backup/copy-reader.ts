/** Reads a backup file from its first line to its last, never more than one row ahead of the consumer. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import type { z } from 'zod';
import { StartRefused } from '../env.ts';
import type { SealingKeys } from '../features/audit/sealing-keys.ts';
import { countedName, DamagedCopy, END_OF_ROWS, End, FIRST_LINE, Head, sealOf, TableLine } from './format.ts';

const MARK = Buffer.from(END_OF_ROWS);
const NEWLINE = 10;
/** The longest line that is read; the largest value, a part of an uploaded file, takes a fraction of it. */
const LINE_BYTES_MAX = 256 * 1024 * 1024;
/** Rows are handed on in pieces of about this size. */
const PIECE_BYTES = 64 * 1024;

export type Trust = {
  keys: SealingKeys;
  /** A file without a seal, as release 1.0 wrote it, is read too. */
  allowUnsealed?: boolean;
  line_bytes_max?: number;
};

export type Taker = {
  head?(head: Head): Promise<void>;
  /** The callback must consume all rows. */
  table?(table: TableLine, rows: AsyncIterable<Buffer>): Promise<void>;
};

/** The head and the sums of a file; a file that was damaged or altered is refused. */
export async function readCopy(
  file: string,
  trust: Trust,
  taker: Taker = {},
): Promise<{ head: Head; end: End['end']; isSealed: boolean }> {
  const hash = createHash('sha256');
  const lines = linesOf(file, trust.line_bytes_max ?? LINE_BYTES_MAX);
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
        const { end, sha256, seal } = parse(file, End, line);
        if (sha256 !== hash.digest('hex'))
          throw new DamagedCopy(file, 'a soma de verificação (SHA-256) não confere');
        requireSeal(file, { end, sha256, seal }, trust);
        if (JSON.stringify(end.rows) !== JSON.stringify(counted))
          throw new DamagedCopy(file, 'faltam linhas que ela diz ter');
        if (!(await lines.next()).done) throw new DamagedCopy(file, 'há algo depois do fim');
        return { head, end, isSealed: seal !== undefined };
      }
      hash.update(line);
      const table = parse(file, TableLine, line);
      const name = countedName(table);
      counted[name] = 0;
      const rows = rowsOf(take, () => {
        counted[name] = (counted[name] ?? 0) + 1;
      });
      await (taker.table ? taker.table(table, rows) : exhaust(rows));
    }
  } finally {
    await lines.return(undefined);
  }
}

/** Without the key nobody can write a file that is taken for one of this installation. */
function requireSeal(file: string, whole: End, { keys, allowUnsealed }: Trust): void {
  const { seal } = whole;
  if (!seal) {
    if (allowUnsealed) return;
    throw new StartRefused(
      `A cópia ${file} não tem selo: foi feita pela versão 1.0 ou alterada. Se você sabe de onde ela vem, acrescente --unsealed; nada foi alterado.`,
    );
  }
  const key = keys.find(({ id }) => id === seal.key_id);
  if (!key)
    throw new StartRefused(
      `A cópia ${file} foi selada com outra chave (${seal.key_id}). Copie para DATA_DIR o arquivo backup-key da instalação que a fez, ou ponha essa chave em BACKUP_KEY; nada foi alterado.`,
    );
  const expected = Buffer.from(sealOf(key, whole).hmac);
  const given = Buffer.from(seal.hmac);
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    throw new DamagedCopy(file, 'o selo não confere, ela foi alterada');
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

/** Lines with their ends. An error of the file system or of gzip becomes a sentence. */
async function* linesOf(file: string, line_bytes_max: number): AsyncGenerator<Buffer, undefined> {
  const source = createReadStream(file);
  const gunzip = createGunzip();
  source.on('error', (error) => gunzip.destroy(error));
  source.pipe(gunzip);
  let rest: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of gunzip as AsyncIterable<Buffer>) {
      let from = 0;
      for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, from)) {
        const part = chunk.subarray(from, at + 1);
        yield rest.length ? Buffer.concat([...rest, part]) : part;
        rest = [];
        size = 0;
        from = at + 1;
      }
      if (from >= chunk.length) continue;
      rest.push(chunk.subarray(from));
      size += chunk.length - from;
      if (size > line_bytes_max) throw new DamagedCopy(file, 'uma linha é longa demais');
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
