import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { COMPILED } from '../../../../test/process/compile-cache.ts';
import { hashOf, isHashOf } from './hashing.ts';

const CHEAP = { memoryCost: 8_192, timeCost: 1, parallelism: 1 };

test('what is no hash fails by itself, and the next one is compared as ever', async () => {
  const hash = await hashOf('uma senha boa', CHEAP);
  await expect(isHashOf('$argon2id$v=19$estragado', 'uma senha boa')).rejects.toThrow();
  expect(await isHashOf(hash, 'uma senha boa')).toBe(true);
  expect(await isHashOf(hash, 'outra senha')).toBe(false);
});

test('several at once are each answered with their own', async () => {
  const passwords = ['um', 'dois', 'três', 'quatro'];
  const hashes = await Promise.all(passwords.map((password) => hashOf(password, CHEAP)));
  const own = await Promise.all(hashes.map((hash, at) => isHashOf(hash, passwords[at] ?? '')));
  expect(own).toEqual([true, true, true, true]);
  const next = await Promise.all(hashes.map((hash, at) => isHashOf(hash, passwords[at + 1] ?? '')));
  expect(next).toEqual([false, false, false, false]);
});

test('a process that has nothing else to do waits for its hash, and ends when it has it', async () => {
  const program = `
    const { hashOf } = await import('./hashing.ts');
    console.log(await hashOf('uma senha boa', ${JSON.stringify(CHEAP)}));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: new URL('.', import.meta.url),
    env: { ...process.env, ...COMPILED },
  });
  expect(stdout).toMatch(/^\$argon2id\$v=19\$m=8192/);
});

test.runIf(process.platform === 'linux')('P12 hashing gives way to whoever asks anything else', async () => {
  await hashOf('uma senha boa', CHEAP);
  const urgencies = readdirSync('/proc/self/task').map((thread) => urgencyOf(thread));
  expect(urgencies).toContain(constants.priority.PRIORITY_BELOW_NORMAL);
  expect(urgencyOf(String(process.pid))).toBeLessThan(constants.priority.PRIORITY_BELOW_NORMAL);
});

function urgencyOf(thread: string): number {
  const stat = readFileSync(`/proc/self/task/${thread}/stat`, 'latin1');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]);
}
