/** The documentation names only files that exist. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';

const MADE_FOLDERS = ['.git', 'node_modules', 'dist', 'data', 'e2e/results'];
const files = filesUnder('.');
const folders = new Set(files.flatMap(foldersOf));
/** The manual speaks to people who have no source, CHANGELOG of files that may have gone since. */
const pages = files.filter(
  (file) => file.endsWith('.md') && !file.startsWith('docs/manual/') && file !== 'CHANGELOG.md',
);

const CODE = /`([^`\n]+)`/g;
const LINK = /\]\(([^)#\s]+)(?:#[^)]*)?\)/g;
const FILE = /^[\w.@-]*(?:\/[\w.@{},*-]+)*\.(?:tsx?|mjs|md|json|css|txt|sql|ya?ml|sh|html)$/;
const FOLDER = /^(?:contract|server|web|e2e|tests|bench|trials|scripts|docs|deploy)(?:\/[\w.@{},*-]+)+\/?$/;
/** Made while the product runs or is built, or an example of a name. */
const MADE = /^(?:(?:web|server)\/dist|data|.*<|.*\.prosa-agent\.json)|^(?:resource|page|feature)\b/;

test.each(pages)('%s names only files that exist', (page) => {
  const text = readFileSync(page, 'utf8');
  const named = [...text.matchAll(CODE)]
    .flatMap(([, words = '']) => words.split(/[\s,;]+(?![^{]*\})/))
    .filter((word) => (FILE.test(word) || FOLDER.test(word)) && !MADE.test(word))
    .flatMap(alternatives)
    .filter((name) => !isThere(name));
  const linked = [...text.matchAll(LINK)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
    .filter((target) => !existsSync(normalize(join(dirname(page), target))));
  expect([...named, ...linked]).toEqual([]);
});

test('docs/rooms.md has one line for each folder of the first level', () => {
  const sections = readFileSync('docs/rooms.md', 'utf8').split(/^## /m).slice(1);
  const written = sections.map((section) => {
    const [parent = ''] = section.split('\n');
    const rooms = [...section.matchAll(/^\| `([^`]+)`/gm)].map(([, room]) => room);
    return [parent, new Set(rooms)];
  });
  const there = sections.map((section) => {
    const [parent = ''] = section.split('\n');
    const inside = readdirSync(parent, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    return [parent, new Set(inside.map(({ name }) => name))];
  });
  expect(written).toEqual(there);
});

test('CHANGELOG says each thing once', () => {
  const lines = readFileSync('CHANGELOG.md', 'utf8')
    .split('\n')
    .filter((line) => line.length > 20 && !line.startsWith('#'));
  expect(lines.filter((line, place) => lines.indexOf(line) !== place)).toEqual([]);
});

/** `a/{b,c}.ts` names two files. */
function alternatives(name: string): string[] {
  const braces = /\{([^{}]*)\}/.exec(name);
  if (!braces?.[1]) return [name];
  return braces[1].split(',').flatMap((part) => alternatives(name.replace(braces[0], part)));
}

/** A path from the root, or the end of one; `*` stands for any part of a name. */
function isThere(name: string): boolean {
  const path = name.replace(/\/$/, '');
  const pattern = new RegExp(`(?:^|/)${path.replace(/[.+?^$()|[\]\\]/g, '\\$&').replaceAll('*', '[^/]*')}$`);
  return files.some((file) => pattern.test(file)) || [...folders].some((folder) => pattern.test(folder));
}

function foldersOf(file: string): string[] {
  const parts = file.split('/').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (MADE_FOLDERS.includes(entry.name) || MADE_FOLDERS.includes(path)) return [];
    return entry.isDirectory() ? filesUnder(path) : [path];
  });
}
