/** Connections that nobody reads from cost nobody else anything, and do not keep a process from ending. */
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { TEMPLATE } from '../server/test/database.ts';
import { endAll, type Started } from '../server/test/process/started-process.ts';
import { STUB_TEXT } from '../server/test/providers/provider-stub.ts';
import { slowReaders } from '../trials/faults/readers/slow-readers.ts';
import { type Installation, openInstallation } from '../trials/support/installation.ts';
import { askRaw } from '../trials/support/raw-reader.ts';
import { ask, newReader, readOn } from '../trials/support/reader.ts';

let testServer: Installation;
let process: Started;
beforeAll(async () => {
  testServer = await openInstallation(inject('database'), TEMPLATE);
  process = await testServer.start();
}, 120_000);
afterAll(async () => {
  await endAll();
  await testServer.close();
});

test('B19 answers that nobody reads, or at 1 KiB a second, are written to their end, and others read theirs meanwhile', {
  timeout: 90_000,
}, async () => {
  const options = { stopped: 4, slow: 1, others: 3, answer_bytes: 512 * 1024 };
  const seen = await slowReaders(testServer, process, options);
  expect(seen.broken).toEqual([]);
  // A reader holds its answer and a few buffers; the memory of a process is a coarse measure, hence the margin.
  if (seen.memory.before > 0) expect(seen.memory_per_reader).toBeLessThan(16);
});

test('B2 SIGTERM takes no new question, ends the running answer whole, and waits for no unused or unread connection', {
  timeout: 60_000,
}, async () => {
  testServer.stub.reset();
  const [person, silent] = [await testServer.person({ conversations: 2 }), await testServer.person()];
  const [first = '', second = ''] = person.conversations;
  // A browser keeps such connections ready; nothing was ever sent on it.
  const unused = connect(Number(new URL(process.url).port), '127.0.0.1');
  unused.on('error', () => {});
  testServer.stub.next('huge');
  const unread = await askRaw(
    { process, person: silent, session_id: silent.conversations[0] ?? '' },
    'Oi?',
    0,
  );
  testServer.stub.always('pace=150');
  const reader = newReader();
  const response = await ask({ process, person, session_id: first }, 'Quanto tempo vale a senha?');
  const reading = readOn(reader, response);
  await expect.poll(() => reader.text).not.toBe('');

  const ready = () => fetch(`${process.url}/api/v1/ready`).then(({ status }) => status);
  expect(await ready()).toBe(200);
  const began = performance.now();
  const ended = process.end('SIGTERM');
  await expect.poll(ready).toBe(503);
  // The client must receive the signal first; what it sends before that is answered.
  const late = await ask({ process, person, session_id: second }, 'E agora?');
  expect(late.status).toBe(200);
  const again = () =>
    ask({ process, person, session_id: second }, 'E agora?').then(async (answer) => [
      answer.status,
      JSON.parse(await answer.text()).code,
    ]);
  expect(await again()).toEqual([409, 'answer_running']);
  await expect.poll(again, { timeout: 10_000, interval: 100 }).toEqual([503, 'draining']);
  const lateReader = newReader();
  await readOn(lateReader, late);
  await reading;
  for (const { text, end, faults } of [reader, lateReader])
    expect([text, end?.status, faults]).toEqual([STUB_TEXT, 'done', []]);
  expect(await ended).toBe(0);
  expect(performance.now() - began).toBeLessThan(35_000);
  const written = { answer: STUB_TEXT, status: 'done' };
  expect(await testServer.recordsOf(person)).toMatchObject([written, written]);
  expect(await testServer.running()).toEqual([]);
  expect(await testServer.broken()).toEqual([]);
  unused.destroy();
  unread.leave();
});
