/** Which files of this repository a source file imports. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const IMPORT =
  /(?:^|[\s;])(?:import|export)\s[^'"`;]*?from\s*['"]([^'"]+)['"]|(?:^|[\s;])import\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/g;

export function specifiersOf(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(IMPORT)].map(
    (match) => match[1] ?? match[2] ?? match[3] ?? '',
  );
}

/** Paths from the root of the repository; packages are left out. */
export function importsOf(file: string): string[] {
  return specifiersOf(file).flatMap((name) => {
    const path = name.startsWith('#contract/')
      ? name.replace('#contract/', 'contract/src/')
      : name.startsWith('.')
        ? normalize(join(dirname(file), name))
        : null;
    return path && /\.tsx?$/.test(path) && existsSync(path) ? [path] : [];
  });
}

/** The files and all that import them, directly or not. */
export function withImporters(files: Iterable<string>, all: string[]): Set<string> {
  const importers = new Map<string, string[]>();
  for (const file of all)
    for (const target of importsOf(file)) importers.set(target, [...(importers.get(target) ?? []), file]);
  const reached = new Set<string>();
  const waiting = [...files];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (reached.has(file)) continue;
    reached.add(file);
    waiting.push(...(importers.get(file) ?? []));
  }
  return reached;
}
