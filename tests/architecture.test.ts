import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';
import { contract, type Floor, server, web } from './layout.ts';

/** Every import, `export … from` and dynamic import, types included. */
const IMPORT =
  /(?:^|[\s;])(?:import|export)\s[^'"`;]*?from\s*['"]([^'"]+)['"]|(?:^|[\s;])import\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/g;

const files = ['contract/src', 'server/src', 'web/src'].flatMap(sourcesUnder);
const imports = new Map(files.map((file) => [file, importsOf(file)]));

describe('the house', () => {
  test.each([
    ['contract', contract],
    ['server', server],
    ['web', web],
  ])('%s: every file stands on a floor of the list', (wing, floors) => {
    const homeless = files.filter((file) => file.startsWith(`${wing}/`) && floorOf(file, floors) === null);
    expect(homeless).toEqual([]);
  });

  test.each([
    ['contract', contract],
    ['server', server],
    ['web', web],
  ])('%s: imports run only downwards', (wing, floors) => {
    expect(offences(wing, floors)).toEqual([]);
  });

  test('the wings meet in the contract only', () => {
    const crossings = [...imports].flatMap(([file, targets]) =>
      targets
        .filter((target) => crosses(wingOf(file), wingOf(target)))
        .map((target) => `${file} → ${target}`),
    );
    expect(crossings).toEqual([]);
  });

  test('the contract imports nothing but zod', () => {
    const foreign = files
      .filter((file) => file.startsWith('contract/'))
      .flatMap((file) =>
        specifiersOf(file)
          .filter((name) => !name.startsWith('.') && name !== 'zod')
          .map((name) => `${file} → ${name}`),
      );
    expect(foreign).toEqual([]);
  });

  test('no circle, types included', () => {
    expect(circle()).toBeNull();
  });

  test('names say what a file holds', () => {
    const vague = files.filter((file) =>
      /(^|\/)(utils?|helpers?|common|misc|shared|types|index|services?)(\/|\.tsx?$)/.test(file),
    );
    expect(vague).toEqual([]);
  });
});

type Placed = { floor: number; room: string };

/** The floor and the room on it; a more exact line of the list wins. */
function floorOf(file: string, floors: Floor[]): Placed | null {
  let best: Placed | null = null;
  for (const [floor, rooms] of floors.entries())
    for (const room of rooms)
      if ((file === room || file.startsWith(`${room}/`)) && room.length > (best?.room.length ?? 0))
        best = { floor, room };
  return best;
}

function offences(wing: string, floors: Floor[]): string[] {
  const found: string[] = [];
  for (const [file, targets] of imports) {
    if (!file.startsWith(`${wing}/`)) continue;
    const from = floorOf(file, floors);
    for (const target of targets) {
      const to = floorOf(target, floors);
      if (!from || !to || from.room === to.room || to.floor < from.floor) continue;
      // Single files at the bottom of the contract lean on each other; the check for circles watches them.
      if (wing === 'contract' && to.floor === from.floor) continue;
      found.push(`${file} → ${target}`);
    }
  }
  return found;
}

function wingOf(file: string): string {
  return file.split('/')[0] ?? '';
}

function crosses(from: string, to: string): boolean {
  return from !== to && to !== 'contract';
}

function circle(): string | null {
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (file: string): string | null => {
    const at = path.indexOf(file);
    if (at >= 0) return [...path.slice(at), file].join(' → ');
    if (done.has(file)) return null;
    path.push(file);
    for (const target of imports.get(file) ?? []) {
      const found = visit(target);
      if (found) return found;
    }
    path.pop();
    done.add(file);
    return null;
  };
  for (const file of files) {
    const found = visit(file);
    if (found) return found;
  }
  return null;
}

function sourcesUnder(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return sourcesUnder(path);
    return /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name) && !name.endsWith('.d.ts') ? [path] : [];
  });
}

function specifiersOf(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(IMPORT)].map(
    (match) => match[1] ?? match[2] ?? match[3] ?? '',
  );
}

function importsOf(file: string): string[] {
  return specifiersOf(file).flatMap((name) => {
    const path = name.startsWith('#contract/')
      ? name.replace('#contract/', 'contract/src/')
      : name.startsWith('.')
        ? normalize(join(dirname(file), name))
        : null;
    return path && /\.tsx?$/.test(path) && existsSync(path) ? [path] : [];
  });
}
