import { type ChildProcess, spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { afterEach, expect, test } from 'vitest';
import { processorWaitOf } from './processor-wait.ts';

const started: ChildProcess[] = [];
function start(program: string): number {
  const child = spawn(process.execPath, ['-e', program], { stdio: 'ignore', detached: true });
  started.push(child);
  return child.pid as number;
}
afterEach(() => {
  // With the processes that they started, which would go on for ever.
  for (const { pid } of started.splice(0)) if (pid !== undefined) process.kill(-pid, 'SIGKILL');
});

test.skipIf(process.platform !== 'linux')(
  'processes that share too few processors wait for them, and so does the one that started them',
  async () => {
    const busy = 'for (;;);';
    const parent = start(
      `for (let i = 0; i < ${availableParallelism() + 1}; i++) require('node:child_process').spawn(process.execPath, ['-e', '${busy}']); setInterval(() => {}, 1000);`,
    );
    await expect.poll(() => processorWaitOf(parent), { timeout: 60_000 }).toBeGreaterThan(50);
  },
);

test('of a process that is gone nothing is known', async () => {
  expect(await processorWaitOf(2 ** 30)).toBeNull();
});
