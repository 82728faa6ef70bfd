import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeFrame } from './frames.ts';
import { takePlace } from './places.ts';
import { readFrame } from './read-frame.ts';
import { type ReaderLimits, readInProcess } from './reader-process.ts';

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
  const { text, ...frame } = await readInProcess({
    reader: pathToFileURL(file),
    file_type: 'txt',
    content: (async function* () {
      yield Buffer.from(content);
    })(),
    limits: { seconds: 60, heap_mb: 64, memory_mb: 1_024, ...limits },
    ...(signal ? { signal } : {}),
  });
  return { ...frame, text: text.toString() };
}
const problemOf = (reading: Promise<unknown>) =>
  reading.then(
    () => 'read',
    ({ problem }) => problem,
  );

/** Writes the frame of a text that tells what the program sees. */
const telling = (expression: string) => `
  import { writeSync } from 'node:fs';
  const head = Buffer.from(JSON.stringify({ pages: null, pages_without_text: null, sections: [], passages: 0 }));
  const length = Buffer.alloc(4); length.writeUInt32LE(head.length);
  writeSync(3, Buffer.concat([length, head, Buffer.from(String(${expression}))]));`;

describe('the process of a reader', () => {
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

  test('that breaks, or writes nonsense, tells of a broken file', async () => {
    expect(await problemOf(run('throw new Error("x")'))).toBe('file_corrupt');
    expect(await problemOf(run(''))).toBe('file_corrupt');
  });

  test('that writes without end is ended', async () => {
    const endless =
      "import { writeSync } from 'node:fs'; const b = Buffer.alloc(1e6); for (;;) writeSync(3, b);";
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

  test('is given an open file as it is, and is less urgent than whoever asks meanwhile', async () => {
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
    const { text } = await readInProcess({
      reader: pathToFileURL(program),
      file_type: 'txt',
      content: handle,
    });
    await handle.close();
    const { bytes, urgency, session, group } = JSON.parse(text.toString());
    expect(bytes).toBe(size);
    expect(urgency).toBeGreaterThan(getPriority());
    if (process.platform !== 'linux') return;
    expect(session).toBe(true);
    // Where Linux shares its processors between sessions first.
    if (group !== null) expect(Number(group)).toBeGreaterThan(0);
  });

  test('ends when nobody wants it any more', async () => {
    const wish = new AbortController();
    const reading = run('for (;;);', {}, 'texto', wish.signal);
    wish.abort(new Error('nobody'));
    await expect(reading).rejects.toThrow('nobody');
  });
});

test('two readers run beside each other; who waits in line may leave it', async () => {
  const [first, second] = [await takePlace(), await takePlace()];
  const order: string[] = [];
  const gone = new AbortController();
  const leaver = takePlace(gone.signal).catch(() => order.push('left'));
  const third = takePlace().then((leave) => {
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

test('a frame comes through as it was, with passages that share a section', () => {
  const frame = {
    text: 'Ação 😀 e reação.',
    pages: 2,
    pages_without_text: 0,
    passages: [
      { start: 0, end: 4, section: 'Um', page: 1 },
      { start: 5, end: 9, section: '', page: 2 },
      { start: 9, end: 12, section: 'Um', page: null },
    ],
  };
  const bytes = Buffer.from(frame.text);
  const passages = frame.passages.map((passage) => ({
    ...passage,
    content: Buffer.from(frame.text.slice(passage.start, passage.end)),
  }));
  expect(readFrame(writeFrame(frame))).toEqual({ ...frame, text: bytes, passages });
  // Cut in its text, and before it.
  for (const many of [bytes.length - 4, bytes.length, bytes.length + 10])
    expect(() => readFrame(writeFrame(frame).subarray(0, -many))).toThrow('file_corrupt');
  expect(() => readFrame(writeFrame({ problem: 'file_scanned' }))).toThrow('file_scanned');
  for (const bytes of ['', 'abc', '\xff\xff\xff\xffabc'])
    expect(() => readFrame(Buffer.from(bytes, 'latin1'))).toThrow('file_corrupt');
});
