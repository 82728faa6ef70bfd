/** Synonyms from a CSV file: the word and one to five others a line, separated by semicolons. */
import type { BaseSynonym } from '#contract/knowledge.ts';
import { SYNONYM_OTHERS_MAX } from '#contract/limits.ts';

/** The number of the first line that has too few or too many columns, from 1. */
export type WrongLine = { wrong_line: number };

export function parseSynonymsCsv(text: string): BaseSynonym[] | WrongLine {
  const entries: BaseSynonym[] = [];
  for (const [index, line] of text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .entries()) {
    const [word = '', ...others] = cellsOf(line);
    if (!word && !others.length) continue;
    if (!word || !others.length || others.length > SYNONYM_OTHERS_MAX) return { wrong_line: index + 1 };
    entries.push({ word, others, weight: 1 });
  }
  return entries;
}

/** Without empty cells at the end, which spreadsheets add to shorter lines. */
const cellsOf = (line: string): string[] =>
  [...`;${line}`.matchAll(/;(?:"((?:[^"]|"")*)"|([^;]*))/g)]
    .map(([, quoted, plain]) => (quoted?.replaceAll('""', '"') ?? plain ?? '').trim())
    .filter((cell, index) => cell !== '' || index === 0);
