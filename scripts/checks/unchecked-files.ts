/**
 * Remembers which files a tool found to be right, so that `npm run check` asks it only about those that changed since.
 * The memory lies in node_modules/.cache: a fresh clone, and `npm test`, check everything.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { withImporters } from './imports.ts';

export type Remembered = {
  /** Where what was right is kept. */
  memory: string;
  /** Names of the files that the tool reads. */
  files: RegExp;
  /** Files that decide about all others, as the tool's configuration: when one changes, everything is checked again. */
  rules: string[];
  /** Whether what a file says depends on the types of those that it imports. */
  seesTypes: boolean;
};

type Memory = { rules: string; files: Record<string, string> };

/** `files` is null where everything has to be checked; `remember` is called when the tool found nothing. */
export type Unchecked = { files: string[] | null; remember: () => void };

/** Beyond this share of all files the tool is faster when it looks for them itself. */
const MOST = 0.4;

export function uncheckedFiles(remembered: Remembered): Unchecked {
  const names = namesKnownToGit();
  if (!names) return { files: null, remember: () => {} };
  const sources = names.filter((name) => remembered.files.test(name) && existsSync(name));
  const now: Memory = {
    rules: hashOf(remembered.rules),
    files: Object.fromEntries(sources.map((name) => [name, hashOf([name])])),
  };
  const before = readMemory(remembered.memory);
  const remember = () => {
    mkdirSync(dirname(remembered.memory), { recursive: true });
    writeFileSync(remembered.memory, JSON.stringify(now));
  };
  if (before?.rules !== now.rules) return { files: null, remember };
  const changed = sources.filter((name) => before.files[name] !== now.files[name]);
  // A declaration has no importers by name.
  if (remembered.seesTypes && changed.some((name) => name.endsWith('.d.ts')))
    return { files: null, remember };
  const files = remembered.seesTypes ? [...withImporters(changed, sources)] : changed;
  return { files: files.length > sources.length * MOST ? null : files, remember };
}

/** Tracked files and new ones that are not ignored; null outside a repository, as in an unpacked archive. */
function namesKnownToGit(): string[] | null {
  try {
    const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
      encoding: 'utf8',
      maxBuffer: 32 * 1024 * 1024,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return [...new Set(listed.split('\0').filter(Boolean))];
  } catch {
    return null;
  }
}

function hashOf(names: string[]): string {
  const hash = createHash('sha256');
  for (const name of names) if (existsSync(name)) hash.update(name).update(readFileSync(name));
  return hash.digest('base64');
}

function readMemory(path: string): Memory | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Memory;
  } catch {
    return null;
  }
}
