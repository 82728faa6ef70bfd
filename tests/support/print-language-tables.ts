/**
 * Prints every text of the tables of the screens in one language, as JSON: `node print-language-tables.ts en`. The
 * language is a constant of the build, so that each has a process of its own.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** By the exported table and its keys. */
const tables: Record<string, string[]> = {};

Object.assign(globalThis, { __LANGUAGE__: process.argv[2] });
for (const file of tableFiles())
  for (const [name, value] of Object.entries(await import(pathToFileURL(join(root, file)).href)))
    collect(value, `${file.replace(/^web\/src\//, '')} ${name}`);
process.stdout.write(JSON.stringify(tables));

/** A table chooses its language itself; those of one language are read through it. */
function tableFiles(): string[] {
  return globSync('web/src/**/*.ts', { cwd: root }).filter(
    (file) =>
      !/(?:-(?:en|pt)|\.test)\.ts$/.test(file) &&
      (/\/texts[^/]*\.ts$/.test(file) ||
        /^(?:export )?const .*__LANGUAGE__ ===/m.test(readFileSync(join(root, file), 'utf8'))),
  );
}

function collect(value: unknown, place: string): void {
  if (typeof value === 'string') tables[place] = [value];
  else if (typeof value === 'function') tables[place] = textsIn(String(value));
  else if (typeof value === 'object' && value !== null)
    for (const [key, each] of Object.entries(value)) collect(each, `${place}.${key}`);
}

/** The pieces of text in the source of a function that writes a sentence, without what it fills in. */
function textsIn(source: string): string[] {
  const texts: string[] = [];
  let at = 0;
  const readCode = (end: string | null): void => {
    while (at < source.length) {
      const sign = source[at++];
      if (sign === end) return;
      if (sign === '{') readCode('}');
      else if (sign === "'" || sign === '"') texts.push(readQuoted(sign));
      else if (sign === '`') readTemplate();
    }
  };
  const readQuoted = (end: string): string => {
    let text = '';
    while (at < source.length && source[at] !== end) {
      if (source[at] === '\\') at += 1;
      text += source[at++] ?? '';
    }
    at += 1;
    return text;
  };
  const readTemplate = (): void => {
    let text = '';
    while (at < source.length && source[at] !== '`') {
      if (source.startsWith('${', at)) {
        at += 2;
        readCode('}');
        text += '…';
      } else {
        if (source[at] === '\\') at += 1;
        text += source[at++] ?? '';
      }
    }
    at += 1;
    texts.push(text);
  };
  readCode(null);
  return texts;
}
