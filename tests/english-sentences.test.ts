/** The sentences of refusals in English: none is missing from the dictionary. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inEnglish, problemInEnglish } from '#contract/english.ts';
import { englishProblems } from '#contract/errors.en.ts';
import { type ProblemCode, problems } from '#contract/errors.ts';
import { refusalsEn } from '../server/src/http/english/refusals-en.ts';

const CODES = Object.keys(problems) as ProblemCode[];
const PORTUGUESE = /[áéíóúãõçêâà]|\b(?:não|uma?|dos?|das?|para|com|este|esta|você|já|ou)\b/i;

/** Texts of the contract that no reader of a refusal meets: contents, prompts and names. */
const NO_REFUSALS =
  /(?:plan-seeds|model-catalogue|model-defaults|data-source-prompts|wrong-input|english|\.en|\.test)\.ts$/;
/** A sentence in a string or a template, from its capital to its full stop. */
const SENTENCE = /(['`])((?:[A-ZÁÉÍÓÚ“«])(?:(?!\1)[^\n\\])*[.!?])\1/g;

const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');

const sentencesOf = (file: string): string[] =>
  [...withoutComments(readFileSync(file, 'utf8')).matchAll(SENTENCE)].map(([, , text = '']) =>
    // Templates insert numbers.
    text.replace(/\$\{[^}]*\}/g, '7'),
  );

test('R-LNG-05 every problem has an English sentence, which is another one and has the same words in braces', () => {
  const braces = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();
  for (const code of CODES) {
    expect(braces(englishProblems[code]), code).toEqual(braces(problems[code].detail));
    expect(englishProblems[code], code).not.toMatch(/[áéíóúãõçêâà]|\b(?:não|uma|você|este|esta)\b/i);
  }
});

test('R-LNG-05 every sentence of a schema has an English one', () => {
  const files = readdirSync('contract/src', { encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !NO_REFUSALS.test(name) && name !== 'errors.ts')
    .map((name) => join('contract/src', name));
  const sentences = new Set(files.flatMap(sentencesOf).filter((text) => PORTUGUESE.test(text)));
  expect(sentences.size).toBeGreaterThan(200);
  expect([...sentences].filter((text) => inEnglish(text) === text)).toEqual([]);
});

test('R-LNG-05 a sentence with words of its own keeps them, and one without an English form stays', () => {
  expect(problemInEnglish('unknown_column', 'A consulta não tem a coluna valor (R$).')).toBe(
    'The query has no column valor (R$).',
  );
  expect(problemInEnglish('own_cap', problems.own_cap.detail.replace('{date}', '14/12/2026'))).toBe(
    'You have reached the cap that you set for yourself. Change it in the profile or wait until 14/12/2026.',
  );
  expect(inEnglish('Informe um teto entre 1.000 e 1.000.000.000 de tokens.')).toBe(
    'Enter a cap between 1.000 and 1.000.000.000 tokens.',
  );
  expect(inEnglish('Falta o campo "name".')).toBe('The field "name" is missing.');
  expect(inEnglish('O campo "name" deve ter no máximo 80 caracteres.')).toBe(
    'The field "name" must have at most 80 character(s).',
  );
  expect(problemInEnglish('validation', 'Escolha cada coluna uma vez.', refusalsEn)).toBe(
    'Choose each column once.',
  );
  expect(problemInEnglish('validation', 'Algo que ninguém escreveu.')).toBe('Algo que ninguém escreveu.');
});
