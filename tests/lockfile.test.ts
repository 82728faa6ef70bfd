/** The lockfile holds the native packages of every platform; npm leaves them out when it updates an installation. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { licencesPage, licensedPackages } from '../scripts/release/licences.ts';

type Locked = {
  version: string;
  resolved?: string;
  optionalDependencies?: Record<string, string>;
  os?: string[];
  cpu?: string[];
  libc?: string[];
};
type Platform = { os: string; cpu: string; libc?: string };

const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, Locked> };

test('each optional dependency that the lockfile names has its entry, with no address of a registry', () => {
  expect(Object.keys(packages).length).toBeGreaterThan(500);
  expect(optionalParts().filter(({ entry }) => !entry)).toEqual([]);
  expect(Object.keys(packages).filter((path) => packages[path]?.resolved)).toEqual([]);
});

/** Permissive ones, and fonts; MPL and CC-BY-SA stay with files of tools that the product does not contain. */
const ALLOWED = /^(?:MIT|MIT-0|Apache-2\.0|ISC|0BSD|BSD-[23]-Clause|BlueOak-1\.0\.0|OFL-1\.1|Unlicense)$/;
const OF_TOOLS = /^(?:MPL-2\.0|CC-BY-SA-4\.0)$/;

test('every dependency has a licence that its use permits, and docs/licences.md lists it', () => {
  const lockfile = JSON.parse(read('package-lock.json'));
  const refused = licensedPackages(lockfile).filter(({ licence, of_product }) => {
    const choices = licence.replace(/[()]/g, '').split(/ OR /i);
    const isFree = choices.some((choice) =>
      choice.split(/ AND /i).every((one) => ALLOWED.test(one) || one === 'Zlib'),
    );
    return !isFree && !(OF_TOOLS.test(licence) && !of_product);
  });
  expect(refused).toEqual([]);
  // `node scripts/release/licences.ts` writes it.
  expect(read('docs/licences.md')).toBe(licencesPage(lockfile));
});

test('the lockfile fits package.json, which is what `npm ci` asks for', () => {
  const wanted = JSON.parse(read('package.json'));
  for (const kind of ['dependencies', 'devDependencies', 'optionalDependencies'])
    expect(packages['']).toHaveProperty(kind, wanted[kind]);
});

test('what the server imports is installed in the image, which has no tools of development', () => {
  const { dependencies, optionalDependencies } = JSON.parse(read('package.json'));
  const installed = Object.keys({ ...dependencies, ...optionalDependencies });
  const imported = ['server/src', 'contract/src'].flatMap((folder) =>
    readdirSync(new URL(`../${folder}`, import.meta.url), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .flatMap((file) => packagesIn(read(`${folder}/${file}`))),
  );
  expect(imported.length).toBeGreaterThan(100);
  expect([...new Set(imported)].filter((name) => !installed.includes(name))).toEqual([]);
});

/** The names of the packages that a file imports for more than their types. */
const packagesIn = (text: string) =>
  [...text.matchAll(/^import (?!type\b)[^;]*?from '([^']+)'|\bimport\('([^']+)'\)/gm)]
    .map(([, first, later]) => first ?? later ?? '')
    .filter((name) => !/^(?:[.#]|node:)/.test(name))
    .map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/'));

test.each<Platform>([
  { os: 'darwin', cpu: 'arm64' },
  { os: 'darwin', cpu: 'x64' },
  { os: 'win32', cpu: 'x64' },
  { os: 'linux', cpu: 'arm64', libc: 'glibc' },
])('every native package has a part for $os $cpu', (platform) => {
  const here = nativeParents({ os: 'linux', cpu: 'x64', libc: 'glibc' });
  // Biome, Tailwind's and Rolldown's compilers, Lightning CSS, oxlint, oxc, argon2 and esbuild at the least.
  expect(here.length).toBeGreaterThanOrEqual(8);
  expect(nativeParents(platform)).toEqual(expect.arrayContaining(here));
});

/** The packages that come with a native part for the platform; the product itself has PostgreSQL and Node for some only. */
function nativeParents(platform: Platform) {
  const parents = optionalParts().flatMap(({ parent, entry }) =>
    parent && entry?.os && runsOn(entry, platform) ? [parent] : [],
  );
  return [...new Set(parents)].sort();
}

function runsOn({ os, cpu, libc }: Locked, platform: Platform) {
  return (
    os?.includes(platform.os) &&
    (cpu ?? [platform.cpu]).includes(platform.cpu) &&
    (!libc || !platform.libc || libc.includes(platform.libc))
  );
}

/** Every optional dependency that a package names, with the entry that npm would resolve it to. */
function optionalParts() {
  return Object.entries(packages).flatMap(([parent, locked]) =>
    Object.keys(locked.optionalDependencies ?? {}).map((name) => ({
      parent,
      name,
      entry: resolveFrom(parent, name),
    })),
  );
}

/** A package is looked up in the node_modules of its dependent, then in those of each folder above. */
function resolveFrom(parent: string, name: string): Locked | undefined {
  const beside = packages[`${parent ? `${parent}/` : ''}node_modules/${name}`];
  if (beside || !parent) return beside;
  return resolveFrom(parent.slice(0, Math.max(parent.lastIndexOf('/node_modules/'), 0)), name);
}
