import { readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { importsOf, specifiersOf } from '../scripts/checks/imports.ts';
import { contract, crowded, type Layer, ROOM_MAX, server, surrounding, TRANSLATION, web } from './layout.ts';

/** Every import, `export … from` and dynamic import, types included. */
const PRODUCT = ['contract/src', 'server/src', 'web/src'];
const SURROUNDING = ['scripts', 'server/test', 'tests', 'trials', 'bench', 'e2e'];
const files = PRODUCT.flatMap(sourcesUnder);
const surroundingFiles = SURROUNDING.flatMap(sourcesUnder);
const imports = new Map([...files, ...surroundingFiles].map((file) => [file, importsOf(file)]));

describe('the architecture', () => {
  test.each([
    ['contract', contract],
    ['server', server],
    ['web', web],
  ])('%s: every file stands on a layer of the list', (wing, layers) => {
    const unplaced = files.filter((file) => file.startsWith(`${wing}/`) && layerOf(file, layers) === null);
    expect(unplaced).toEqual([]);
  });

  test.each([
    ['contract', contract],
    ['server', server],
    ['web', web],
  ])('%s: imports run only downwards', (wing, layers) => {
    const own = files.filter((file) => file.startsWith(`${wing}/`));
    expect(upwardImports(own, layers)).toEqual([]);
  });

  test('tests, stories, trials and measurements: imports run only downwards', () => {
    expect(upwardImports(surroundingFiles, surrounding)).toEqual([]);
  });

  test('the product imports nothing of its tests, stories, trials and measurements', () => {
    const found = files.flatMap((file) =>
      (imports.get(file) ?? [])
        .filter((target) => layerOf(target, surrounding) !== null)
        .map((target) => `${file} → ${target}`),
    );
    expect(found).toEqual([]);
  });

  test('a folder holds at most twelve files, or the layout names the reason', () => {
    const counted = [...files, ...surroundingFiles].filter((file) => !TRANSLATION.test(file));
    const rooms = Map.groupBy(counted, dirname);
    const over = [...rooms].flatMap(([room, { length }]) => (length > ROOM_MAX ? [room] : []));
    expect(over.filter((room) => !crowded[room])).toEqual([]);
    expect(Object.keys(crowded).filter((room) => !over.includes(room))).toEqual([]);
  });

  test('the wings meet in the contract only', () => {
    const crossings = [...imports].flatMap(([file, targets]) =>
      targets
        .filter((target) => files.includes(file) && crosses(wingOf(file), wingOf(target)))
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

type LayerPlace = { layer: number; room: string };

/** The layer and the room of a file; the most exact path of the list applies. A translation stands where its table does. */
function layerOf(file: string, layers: Layer[]): LayerPlace | null {
  let best: LayerPlace | null = null;
  const place = file.replace(TRANSLATION, '.ts');
  for (const [layer, rooms] of layers.entries())
    for (const room of rooms)
      if ((place === room || place.startsWith(`${room}/`)) && room.length > (best?.room.length ?? 0))
        best = { layer, room };
  return best;
}

function upwardImports(importers: string[], layers: Layer[]): string[] {
  const found: string[] = [];
  for (const file of importers) {
    const from = layerOf(file, layers);
    for (const target of imports.get(file) ?? []) {
      const to = layerOf(target, layers);
      if (!from || !to || from.room === to.room || to.layer < from.layer) continue;
      // Single files at the bottom of the contract import each other; the check for circles covers them.
      if (layers === contract && to.layer === from.layer) continue;
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
    return /\.tsx?$/.test(name) && !/\.(test|spec)\.tsx?$/.test(name) && !name.endsWith('.d.ts')
      ? [path]
      : [];
  });
}
