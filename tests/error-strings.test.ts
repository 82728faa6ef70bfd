/** Every sentence of the error catalogue is provoked by a test that expects that very sentence. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { problems } from '#contract/errors.ts';
import { TRANSLATION } from './layout.ts';

const read = (file: string) => readFileSync(file, 'utf8');
const filesUnder = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => /\.tsx?$/.test(file));

const isTest = (file: string) => /\.(?:test|spec)\.tsx?$/.test(file);
// A sentence in another language has the key of the one that is provoked.
const sources = filesUnder('web/src').filter((file) => !isTest(file) && !TRANSLATION.test(file));
const stories = filesUnder('e2e').filter(isTest);
/** A comment that mentions a sentence does not expect it. */
const withoutComments = (text: string) => text.replace(/^\s*(?:\/\/|\*|\/\*).*$/gm, '');

/** `R-ERR-04 Erro no login`: the rows of the matrix that name a sentence, as the two documents have it. */
const rows = read('tests/error-strings.txt')
  .trim()
  .split('\n')
  .map((line) => {
    const at = line.indexOf(' ');
    return { row: line.slice(0, at), sentence: line.slice(at + 1) };
  });

/** The stories of a file, each from its title on. */
const storiesIn = (file: string) => withoutComments(read(file)).split(/^(?=\s*test(?:\.\w+)?\()/m);

test('every sentence of the requirements is expected by a story in a browser that names its row', () => {
  expect(rows.length).toBe(72);
  const blocks = stories.flatMap((file) => storiesIn(file).map((block) => ({ file, block })));
  const unprovoked = rows.filter(({ row, sentence }) => {
    const named = blocks.filter(({ block }) => new RegExp(`${row}\\b`).test(block));
    return !named.some(({ file, block }) => {
      // A sentence that several stories of a file expect may stand once above them.
      const above = storiesIn(file)[0] ?? '';
      const constant = [...above.matchAll(/const (\w+) = '([^']*)'/g)].find(([, , text]) =>
        text?.includes(sentence),
      );
      return block.includes(sentence) || (constant?.[1] !== undefined && block.includes(constant[1]));
    });
  });
  expect(unprovoked).toEqual([]);
});

/** How sentences about a failure begin here. */
const FAILURE = /['"`]((?:Falha|Erro|Error|Failed|Não foi possível|Could not)\b[^'"`\n]*)['"`]/g;

test('every sentence of the web app about a failure is expected by a test', () => {
  const tests = [...stories, ...filesUnder('web/src').filter(isTest)];
  const expected = tests.map((file) => withoutComments(read(file))).join('\n');
  const sentences = sources.flatMap((file) =>
    [...read(file).matchAll(FAILURE)].map(([, text]) => text ?? ''),
  );
  expect(new Set(sentences).size).toBeGreaterThan(80);
  const beginnings = sentences.map((text) => (text.split('${')[0] ?? '').replace(/[. ]+$/, ''));
  const unprovoked = new Set(beginnings.filter((text) => !expected.includes(text)));
  expect([...unprovoked]).toEqual([]);
});

test('every failure of the catalogue is a sentence, and of a status that says whose it is', () => {
  for (const [code, { status, detail }] of Object.entries(problems)) {
    expect([code, status >= 400 && status < 600]).toEqual([code, true]);
    expect(detail, code).toMatch(/^(?:\p{Lu}|“\{).*\S$/u);
  }
});
