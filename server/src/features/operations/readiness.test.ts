import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { hasRoom } from './readiness.ts';

test('a process is not ready while its disk has less room than an upload needs', async () => {
  expect(await hasRoom(tmpdir(), 0)).toBe(true);
  expect(await hasRoom(tmpdir(), Number.MAX_SAFE_INTEGER)).toBe(false);
  // The first start creates the folder.
  expect(await hasRoom('/a folder that is not there', Number.MAX_SAFE_INTEGER)).toBe(true);
});
