/** Tells whether something that was built is still what its sources would give. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The hash covers names and contents of the files, those of whole folders too, without tests. */
export function fingerprintOf(paths: string[]): string {
  const hash = createHash('sha256');
  for (const path of paths)
    for (const file of filesUnder(path))
      if (!/\.test\.tsx?$/.test(file)) hash.update(file).update(readFileSync(file));
  return hash.digest('hex');
}

export function filesUnder(path: string): string[] {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesUnder(join(path, name)));
}
