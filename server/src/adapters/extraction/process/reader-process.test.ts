import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Unreadable } from '../extracted.ts';
import { acquireSlot } from './extraction-slots.ts';
import { type PassageSpan, problemFrame, progressFrame, writeFrames } from './frames.ts';
import { type PassageFrame, type ReadText, readFrames } from './read-frames.ts';
import type { ReaderLimits } from './reader-limits.ts';
import { readInProcess, runReader } from './reader-process.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'prosa-readers-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

let count = 0;
/** Reads `content` with a program of a few lines. */
async function run(program: string, limits?: Partial<ReaderLimits>, content = 'texto', signal?: AbortSignal) {
  count += 1;
  const file = join(folder, `leitor-${count}.mjs`);
  await writeFile(file, program);
  return readInProcess(
    {
      reader: pathToFileURL(file),
      task: 'txt',
      content: (async function* () {
        yield Buffer.from(content);
      })(),
      limits: { seconds: 60, heap_mb: 64, memory_mb: 1_024, ...limits },
      ...(signal ? { signal } : {}),
    },
    whole,
  );
}
/** Once it has come to its end. */
async function whole({ passages, text, ...about }: ReadText) {
  const all: PassageFrame[] = [];
  for await (const batch of passages) all.push(...batch);
  return { ...about, text: text.toString(), passages: all };
}
const problemOf = (reading: Promise<unknown>) =>
  reading.then(
    () => 'read',
    ({ problem }) => problem,
  );

const FRAMES = new URL('./frames.ts', import.meta.url).href;
/** Writes the frames of a text that tells what the program sees. */
const telling = (expression: string) => `
  import { writeSync } from 'node:fs';
  import { writeFrames } from '${FRAMES}';
  for (const frame of writeFrames({ text: String(${expression}), pages: null, pages_without_text: null }, [])) writeSync(3, frame);`;

describe('the process of a reader', () => {
  test('waits for a consumer that is slower, when it is asked to', async () => {
    const megabyte = 1024 * 1024;
    const file = join(folder, 'muito.mjs');
    const done = join(folder, 'muito.txt');
    const program = `import { writeFileSync, writeSync } from 'node:fs';
      const piece = Buffer.alloc(${megabyte});
      for (let count = 0; count < 64; count += 1)
        for (let at = 0; at < piece.length; ) at += writeSync(3, piece, at);
      writeFileSync(${JSON.stringify(done)}, 'x');`;
    await writeFile(file, program);
    const content = (async function* () {})();
    const reading = {
      reader: pathToFileURL(file),
      task: '',
      content,
      output_max: 128 * megabyte,
      ahead_max: megabyte,
    };
    let bytes = 0;
    await runReader(reading, async (output) => {
      for await (const chunk of output) {
        bytes += chunk.length;
        if (bytes < 32 * megabyte) expect(existsSync(done)).toBe(false);
      }
    });
    expect(bytes).toBe(64 * megabyte);
    expect(existsSync(done)).toBe(true);
  });

  test('sees nothing of the server’s environment, and what it says goes nowhere', async () => {
    process.env.JWT_SECRET_OF_A_TEST = 'um segredo';
    const { text } = await run(`console.log('lixo'); ${telling('JSON.stringify(process.env)')}`);
    delete process.env.JWT_SECRET_OF_A_TEST;
    expect(text).not.toContain('segredo');
    expect(Object.keys(JSON.parse(text))).toEqual(['NODE_COMPILE_CACHE']);
  });

  test('is ended at its deadline, whatever it does', async () => {
    const began = performance.now();
    expect(await problemOf(run('for (;;);', { seconds: 0.5 }))).toBe('extraction_timeout');
    expect(performance.now() - began).toBeLessThan(15_000);
  });

  test('is ended when it holds too much memory, on its heap or beside it', async () => {
    const heap = 'const all = []; for (;;) all.push(new Array(1e5).fill({}));';
    expect(await problemOf(run(heap, { heap_mb: 32 }))).toBe('file_unpacks_too_large');
    if (process.platform !== 'linux') return;
    const beside = 'const all = []; setInterval(() => all.push(Buffer.alloc(2e7, 1)), 5);';
    expect(await problemOf(run(beside, { memory_mb: 300 }))).toBe('file_unpacks_too_large');
  });

  test('that breaks, or writes nonsense, is reported as a corrupt file', async () => {
    expect(await problemOf(run('throw new Error("x")'))).toBe('file_corrupt');
    expect(await problemOf(run(''))).toBe('file_corrupt');
  });

  test('that writes without end is ended', async () => {
    const endless =
      "import { writeSync } from 'node:fs'; const b = Buffer.alloc(1e6, 'x'); for (;;) writeSync(3, b);";
    expect(await problemOf(run(endless))).toBe('file_text_too_long');
  });

  test('that does not listen is heard all the same', async () => {
    const { text } = await run(telling('"surdo"'), {}, 'x'.repeat(5_000_000));
    expect(text).toBe('surdo');
  });

  test('ends with the server that was killed, however busy it is', async () => {
    const watch = new URL('./orphan-watch.ts', import.meta.url).href;
    const reader = join(folder, 'sem-fim.mjs');
    await writeFile(
      reader,
      `import { endWithParent } from '${watch}'; endWithParent(); console.log(process.pid); for (;;);`,
    );
    const parent = join(folder, 'servidor.mjs');
    await writeFile(
      parent,
      `import { spawn } from 'node:child_process'; spawn(process.execPath, ['${reader}'], { stdio: 'inherit' }); setInterval(() => {}, 1e6);`,
    );
    const server = spawn(process.execPath, [parent], { stdio: ['ignore', 'pipe', 'ignore'] });
    await once(server.stdout, 'data');
    const ended = once(server.stdout, 'close');
    server.kill('SIGKILL');
    // The pipe that both held closes when the last of them is gone.
    await ended;
    expect(server.signalCode).toBe('SIGKILL');
  });

  test('is given an open file as it is, and runs at a lower priority than the server', async () => {
    const program = join(folder, 'de-arquivo.mjs');
    await writeFile(
      program,
      `import { readFileSync } from 'node:fs'; import { getPriority } from 'node:os'; import { buffer } from 'node:stream/consumers';
      const bytes = await buffer(process.stdin);
      const of = (name) => { try { return readFileSync('/proc/self/' + name, 'latin1'); } catch { return ''; } };
      const session = of('stat').split(') ').at(-1).split(' ')[3] === String(process.pid);
      const seen = { bytes: bytes.length, urgency: getPriority(), session, group: /nice (\\S+)/.exec(of('autogroup'))?.[1] ?? null };
      ${telling('JSON.stringify(seen)')}`,
    );
    const handle = await open(program);
    const { size } = await handle.stat();
    const { text } = await readInProcess(
      { reader: pathToFileURL(program), task: 'txt', content: handle },
      whole,
    );
    await handle.close();
    const { bytes, urgency, session, group } = JSON.parse(text);
    expect(bytes).toBe(size);
    expect(urgency).toBeGreaterThan(getPriority());
    if (process.platform !== 'linux') return;
    expect(session).toBe(true);
    // Where Linux shares its processors between sessions first.
    if (group !== null) expect(Number(group)).toBeGreaterThan(0);
  });

  const half = (then: string) => `
    import { writeSync } from 'node:fs';
    import { writeFrames } from '${FRAMES}';
    const passages = [[{ start: 0, end: 2, section: '', page: null }]];
    writeSync(3, Buffer.concat([...writeFrames({ text: 'Um texto.', pages: null, pages_without_text: null }, passages)].slice(0, 2)));
    ${then}`;
  test('that ends in the middle of its passages reports the reason to the consumer of the first ones', async () => {
    expect(await problemOf(run(half('process.exit(0);')))).toBe('file_corrupt');
    expect(await problemOf(run(half('throw new Error("x");')))).toBe('file_corrupt');
    expect(await problemOf(run(half('for (;;);'), { seconds: 0.5 }))).toBe('extraction_timeout');
  });

  test('ends when its consumer fails, and releases its slot', async () => {
    const program = join(folder, 'metade.mjs');
    await writeFile(program, half('for (;;);'));
    const fails = async () => {
      throw new Error('the database is away');
    };
    const reading = { reader: pathToFileURL(program), task: 'txt', content: (async function* () {})() };
    for (let round = 0; round < 3; round += 1)
      await expect(readInProcess(reading, fails)).rejects.toThrow('the database is away');
  });

  test('ends when nobody wants it any more', async () => {
    const wish = new AbortController();
    const reading = run('for (;;);', {}, 'texto', wish.signal);
    wish.abort(new Error('nobody'));
    await expect(reading).rejects.toThrow('nobody');
  });
});

test('two readers run beside each other; who waits in line may leave it', async () => {
  const [first, second] = [await acquireSlot(), await acquireSlot()];
  const order: string[] = [];
  const gone = new AbortController();
  const leaver = acquireSlot(gone.signal).catch(() => order.push('left'));
  const third = acquireSlot().then((leave) => {
    order.push('third');
    return leave;
  });
  gone.abort();
  await leaver;
  first();
  first();
  (await third)();
  second();
  expect(order).toEqual(['left', 'third']);
});

describe('what a reader writes', () => {
  const read = { text: 'Ação 😀 e reação.', pages: 2, pages_without_text: 0 };
  const batches: PassageSpan[][] = [
    [
      { start: 0, end: 4, section: 'Um', page: 1 },
      { start: 5, end: 9, section: '', page: 2 },
    ],
    [{ start: 9, end: 12, section: 'Um', page: null }],
  ];
  /** In pieces of so many bytes, as a pipe may cut them. */
  async function* cut(bytes: Buffer, size: number) {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  const readProc = async (bytes: Buffer, size = 7) => whole(await readFrames(cut(bytes, size)));

  test('comes through as it was, however it is cut', async () => {
    const bytes = Buffer.concat([...writeFrames(read, batches)]);
    const passages = batches.flat().map((passage) => ({
      ...passage,
      content: Buffer.from(read.text.slice(passage.start, passage.end)),
    }));
    for (const size of [1, 7, bytes.length])
      expect(await readProc(bytes, size)).toEqual({
        ...read,
        letters: read.text.length,
        notes: [],
        scanned: [],
        passages,
      });
  });

  test('says first how far it is, and never more than there is', async () => {
    const frames = [progressFrame(1, 3), progressFrame(9, 3), ...writeFrames(read, batches)];
    const progress: number[][] = [];
    await readFrames(cut(Buffer.concat(frames), 7), (...step) => progress.push(step));
    expect(progress).toEqual([
      [1, 3],
      [3, 3],
    ]);
    await expect(readProc(progressFrame(1, 0))).rejects.toThrow('file_corrupt');
    await expect(readProc(progressFrame(-1, 3))).rejects.toThrow('file_corrupt');
  });

  test('is there before its end: the text with the first frame, passages with each of the others', async () => {
    const frames = [...writeFrames(read, batches)];
    const asked: number[] = [];
    async function* one() {
      for (const [number, frame] of frames.entries()) {
        asked.push(number);
        yield frame;
      }
    }
    const { text, passages } = await readFrames(one());
    expect([text.toString(), asked]).toEqual([read.text, [0]]);
    for await (const batch of passages) expect(batch).toHaveLength(batches[asked.length - 2]?.length ?? 0);
    expect(asked).toEqual([0, 1, 2, 3]);
  });

  test('and is torn, or is nonsense, is reported as a corrupt file', async () => {
    const bytes = Buffer.concat([...writeFrames(read, batches)]);
    // Without its end, in the middle of a batch, in the text, before it.
    for (const many of [1, 30, 180, bytes.length - 4, bytes.length])
      await expect(readProc(bytes.subarray(0, bytes.length - many))).rejects.toThrow('file_corrupt');
    for (const nonsense of [
      'abc',
      '\xff\xff\xff\xff\xff\xff\xff\xffabc',
      '\0'.repeat(20),
      '\x02\0\0\0\0\0\0\0{}',
    ])
      await expect(readProc(Buffer.from(nonsense, 'latin1'))).rejects.toThrow('file_corrupt');
    await expect(readProc(problemFrame(new Unreadable('file_scanned')))).rejects.toThrow('file_scanned');
  });
});
