/**
 * Looks for private vocabulary and riddles: identifiers and file names on a ban list, comments and test titles that use
 * banned words or begin with a relative pronoun. `node tests/plain-words.ts [folder …]` prints what it finds.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';

export type Finding = { file: string; line: number; text: string; why: string };

const FOLDERS = ['contract', 'server', 'web', 'tests', 'trials', 'bench', 'e2e', 'scripts'];

/** Identifiers with a better-known name; the name that replaced each stands in `docs/glossary.md`. */
const IDENTIFIERS =
  /\b(?:house|openTestHouse|World|openWorld|letterTo|Vessel|pour|Sighting|unseen|Sought|letIn|together|giveWay|comeBack|beUnhurried|beAsBefore|whileAlone|takePlace|takeTurn|takePausedTurn|placeOf|toldOf|NOBODY|byProgram|Wishes)\b/;

const FILES =
  /^(?:letter|letter-paper|pour|wire|alone|places|together|giving-way|urgency|house|world|open-world|kept|remains|tame|use-news|stretch|wake|wishes|by-program|measure|enter-question|standing|turn|lapse|carry|mark|parts|found|received|waiting|desk-.+|till|counter)\.tsx?$/;

/** Words that describe the product by pictures of a house, or that hide who does what. */
const PROSE =
  /\b(?:told|tells? of|whoever|whomever|the house|houses?|doors?|threshold|the desk|cash desk|till|as it were|by nobody's leave)\b/i;

const ELLIPTIC = /^(?:What|Who|Whoever|Whose|Whom|Of|Nobody|Whatever)\b(?!.*\?$)/;

/** The finding is in the prose of comments and titles, in an identifier, or in the name of a file. */
export function findings(folders: string[] = FOLDERS): Finding[] {
  return folders.flatMap(filesUnder).flatMap((file) => [...nameOf(file), ...linesOf(file)]);
}

function nameOf(file: string): Finding[] {
  return FILES.test(basename(file).replace(/\.(?:test|spec)(?=\.)/, ''))
    ? [{ file, line: 1, text: basename(file), why: 'file name' }]
    : [];
}

function linesOf(file: string): Finding[] {
  const found: Finding[] = [];
  let inComment = false;
  let opensBefore = false;
  for (const [index, raw] of readFileSync(file, 'utf8').split('\n').entries()) {
    const text = raw.trim();
    const at = { file, line: index + 1, text };
    const opens = /^(?:\{?\/\*\*?|\/\/)/.test(text);
    const isProse = opens || inComment;
    if (opens && !text.startsWith('//')) inComment = true;
    const starts =
      /^(?:\{?\/\*\*?|\/\/)\s*(.*)$/.exec(text)?.[1] ||
      (opensBefore ? text.replace(/^\*\s*/, '') : undefined);
    opensBefore = text === '/**';
    // A line comment that goes on from the line before begins no sentence.
    const continues = /^\s*\/\//.test(raw) && previousIsLineComment(file, index);
    if (isProse) {
      if (starts && !continues && ELLIPTIC.test(starts)) found.push({ ...at, why: 'elliptic comment' });
      if (PROSE.test(text)) found.push({ ...at, why: 'word in a comment' });
    } else {
      const title = /\b(?:test|it|describe)(?:\.\w+)?\(\s*(['"`])(.*?)\1/.exec(text)?.[2];
      if (title && (PROSE.test(title) || ELLIPTIC.test(title))) found.push({ ...at, why: 'test title' });
      const code = text.replace(/(['"`])(?:\\.|(?!\1).)*\1/g, "''").replace(/\s\/\/ .*$/, '');
      if (IDENTIFIERS.test(code)) found.push({ ...at, why: 'identifier' });
    }
    if (inComment && text.includes('*/')) inComment = false;
  }
  return found;
}

let cached: { file: string; lines: string[] } | null = null;

function previousIsLineComment(file: string, index: number): boolean {
  if (cached?.file !== file) cached = { file, lines: readFileSync(file, 'utf8').split('\n') };
  return /^\s*\/\//.test(cached.lines[index - 1] ?? '');
}

function filesUnder(folder: string): string[] {
  if (!statSync(folder).isDirectory()) return [folder];
  return readdirSync(folder).flatMap((name) => {
    if (['node_modules', 'dist', 'results', 'migrations'].includes(name)) return [];
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return filesUnder(path);
    return /\.tsx?$/.test(name) && !path.startsWith('tests/plain-words') ? [path] : [];
  });
}

if (import.meta.main) {
  const folders = process.argv.slice(2);
  const found = findings(folders.length ? folders : FOLDERS);
  for (const { file, line, why, text } of found) console.log(`${file}:${line} ${why}: ${text.slice(0, 120)}`);
  console.log(`${found.length} findings`);
}
