/** The manual is what people and the agent that helps read: nothing that the product says may be missing from it. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { DOCUMENT_EXTENSIONS } from '#contract/document-types.ts';
import { problems } from '#contract/errors.ts';
import { SINGLE_KINDS } from '#contract/expectations.ts';
import { UPLOAD_BYTES_MAX } from '#contract/limits.ts';

const PICTURES_MAX_BYTES = 2_500_000;

const chapters = readdirSync('docs/manual').map((name) => readFileSync(`docs/manual/${name}`, 'utf8'));
const manual = chapters.join('\n');
const shown = [...manual.matchAll(/^!\[(.*)\]\(\.\.\/pictures\/(.*)\)$/gm)];
const pictures = readdirSync('docs/pictures');

describe('the manual', () => {
  test('explains every sentence of the error catalogue', () => {
    const untold = Object.values(problems)
      .map(({ detail }) => detail)
      .filter((detail) => !manual.includes(beginningOf(detail)));
    expect(untold).toEqual([]);
  });

  test('names the types of documents that can be uploaded, all of them and no other', () => {
    const [, section = ''] = /\n## Que arquivos posso enviar[^\n]*\n([\s\S]*?)\n## /.exec(manual) ?? [];
    const named = [...section.matchAll(/`\.(\w+)`/g)].map(([, extension]) => extension);
    expect([...new Set(named)]).toEqual(DOCUMENT_EXTENSIONS);
  });

  test('names the kinds of checks as their file has them, all of them and no other', () => {
    const [, named = ''] = /^Os tipos são (.*?)\. /m.exec(manual) ?? [];
    expect(new Set(named.split(/, | e /))).toEqual(new Set([...SINGLE_KINDS, 'all']));
  });

  test('says how large a file may be, as the product takes it', () => {
    const said = [
      '14-bases-de-conhecimento',
      '20-limites-e-outras-mensagens',
      '05-chat',
      '13-fontes-de-dados',
    ]
      .map((chapter) => readFileSync(`docs/manual/${chapter}.md`, 'utf8'))
      .map((text) => /(?:com até|de uma base:|mesmos tipos[^.]*? até|ODS \(até) (\d+) MB/.exec(text)?.[1]);
    expect(said).toEqual(said.map(() => String(UPLOAD_BYTES_MAX / 1024 / 1024)));
  });

  test('shows every picture once, with words for those who do not see it', () => {
    const names = shown.map(([, , name]) => name);
    expect(names).toHaveLength(pictures.length);
    expect(new Set(names)).toEqual(new Set(pictures));
    expect(shown.filter(([, words = '']) => words.length < 15).map(([line]) => line)).toEqual([]);
  });

  test('has each picture on a line of its own, as its reader takes them out', () => {
    const loose = manual
      .split('\n')
      .filter((line) => line.includes('../pictures/') && !/^!\[.*\]\(.*\)$/.test(line));
    expect(loose).toEqual([]);
  });

  test('carries no more than 2.5 MB of pictures', () => {
    const bytes = pictures.map((name) => statSync(`docs/pictures/${name}`).size);
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(PICTURES_MAX_BYTES);
  });
});

/** Up to what is filled in; the quotes around that are the manual's own. */
const beginningOf = (detail: string) => detail.split('{')[0]?.replace(/["\s]+$/, '') ?? '';
