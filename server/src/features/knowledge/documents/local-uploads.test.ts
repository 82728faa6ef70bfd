import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openLocalUpload, withLocalUpload } from './local-uploads.ts';

test('a file is read from the disk until its sender is answered, and then from the database', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'prosa-received-'));
  const path = join(folder, 'um');
  await writeFile(path, 'texto');
  await withLocalUpload('um', path, async () => {
    const handle = await openLocalUpload('um');
    expect(await handle?.readFile('utf8')).toBe('texto');
    await handle?.close();
    expect(await openLocalUpload('outro')).toBeNull();
  });
  const refused = withLocalUpload('um', path, () => Promise.reject(new Error('recusado')));
  await expect(refused).rejects.toThrow('recusado');
  expect(await openLocalUpload('um')).toBeNull();
  await rm(folder, { recursive: true });
  // Its sender went away a moment ago.
  await withLocalUpload('um', path, async () => expect(await openLocalUpload('um')).toBeNull());
});
