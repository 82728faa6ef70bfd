/**
 * The words of the screens, table by table: what no walk through the screens comes upon, such as the sentences of failures,
 * is of one language as well.
 */
import { execFile } from 'node:child_process';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { LANGUAGES, type Language } from '#contract/language.ts';
import { COMPILED } from '../server/test/process/compile-cache.ts';
import { ENGLISH } from './support/english-words.ts';
import { PORTUGUESE } from './support/portuguese-words.ts';
import { wordsFoundIn } from './support/words-of-a-language.ts';

const printer = fileURLToPath(new URL('./support/print-language-tables.ts', import.meta.url));

const tables = {} as Record<Language, Record<string, string[]>>;
beforeAll(async () => {
  for (const language of LANGUAGES) {
    const { stdout } = await promisify(execFile)(process.execPath, [printer, language], {
      maxBuffer: 8_000_000,
      env: COMPILED,
    });
    tables[language] = JSON.parse(stdout);
  }
});

/** Words that a program compares with, and words of SQL. */
const CODES = ['before', 'after', 'all', 'ORDER BY'];
/** English screens quote these as they stand elsewhere: questions, the database of an installation, a product. */
const QUOTED = ['“Banco desta instalação”', '“Quantas linhas há?”', '“30 dias”', 'Microsoft Entra ID'];
/** The examples of a prompt and of a query are contents, and contents have one language. */
const CONTENTS = /(?:sectionExamples\.|\.sections\.\w+\.example|\.queryExample)/;

function found(language: Language, words: Set<string>, known: string[]): string[] {
  return Object.entries(tables[language]).flatMap(([place, texts]) =>
    texts
      .filter((text) => !CONTENTS.test(place) && !known.includes(text))
      .map((text) => known.reduce((rest, one) => rest.replaceAll(one, ' '), text))
      .filter((text) => wordsFoundIn(words, text).length > 0)
      .map((text) => `${place}: ${text}`),
  );
}

test('R-LNG-02 no table of the Portuguese screens has an English word, be it of a failure that no walk provokes', () => {
  expect(Object.keys(tables['pt-BR']).length).toBeGreaterThan(4_500);
  expect(found('pt-BR', ENGLISH, CODES)).toEqual([]);
});

/** Where people who do not administer never come. */
const ADMINISTRATION =
  /^(?:app\/texts-admin|features\/(?:admin|agents|alerts|audit|connections|dashboard|data-sources|feedback|groups|knowledge|models|plans|settings|users)\/)/;

test('R-LNG-01 in the mixed language who does not administer reads no English but the sentence of R-ERR-76', () => {
  const theirs = found('mixed', ENGLISH, CODES).filter((line) => !ADMINISTRATION.test(line));
  expect(theirs).toEqual([
    'features/subscriptions/texts.ts texts.checkoutFailed: Error initiating checkout. Please try again.',
  ]);
});

test('R-LNG-03 no table of the English screens has a Portuguese word', () => {
  expect(found('en', PORTUGUESE, [...CODES, ...QUOTED])).toEqual([]);
});

test('R-LNG-06 all languages have the same keys', () => {
  const keys = LANGUAGES.map((language) => Object.keys(tables[language]).toSorted());
  expect(keys[1]).toEqual(keys[0]);
  expect(keys[2]).toEqual(keys[0]);
});

/** Names of products, forms and norms, and words that both languages have. */
const ALIKE =
  /^(?:status|via|total|reais|bronze|feedback|regex|bucket|claim|tags?|tokens?|e-mails?|items?|superadmin|embeddings|markdown|network|daily|weekly|successor|before|after|all|currency|bytes|\d+|…|k|[A-Z/]{2,}|CPFs|CNPJs|\.?[a-z]{2,4})$/;
const NAMES = [
  'Active Directory',
  'Anthropic',
  'Google Workspace',
  'Google',
  'Keycloak',
  'LDAPS',
  'LM Studio',
  'Marina Costa',
  'Microsoft Entra ID',
  'Node.js',
  'Ollama',
  'OpenAI',
  'Pix',
  'PostgreSQL',
  'Prosa',
  'StartTLS',
  'Stripe',
  'brasil',
  'gov.br',
  'govbr',
  'pt-BR',
  'keycloak',
  'prosa_scim_',
  'vLLM',
];

test('R-LNG-03 every English sentence is another than the Portuguese one, or is of names and words of both', () => {
  const { en, 'pt-BR': portuguese } = tables;
  const equal = Object.entries(en).flatMap(([place, texts]) =>
    CONTENTS.test(place) ? [] : texts.filter((text) => portuguese[place]?.includes(text)),
  );
  const isKnown = (text: string) =>
    NAMES.reduce((rest, name) => rest.replaceAll(name, ' '), text)
      .replaceAll(/https?:\S+/g, ' ')
      .split(/[\s,;:()/·&$"«»“”%+—]+|(?<=…)|(?=…)/)
      .filter((word) => /\p{L}{2}/u.test(word))
      .every((word) => ALIKE.test(word) || ALIKE.test(word.toLowerCase()));
  expect([...new Set(equal)].filter((text) => !isKnown(text))).toEqual([]);
});

/** Names in the manual follow such words: «botão «Novo agente»», «Em «Bancos de Dados»». */
const NAMED =
  /\b(?:botão|aba|tela|cartão|menu|campo|chave|janela|item|opção|escolha|abra|use|Em) «([^«»\n]{2,60})»/g;

test('R-LNG-02 what the manual names on a screen is there, in the mixed language or in Portuguese', () => {
  const manual = readdirSync('docs/manual')
    .filter((name) => name.endsWith('.md'))
    .map((name) => readFileSync(`docs/manual/${name}`, 'utf8'));
  const counterPage = globSync('web/counter/*.ts').map((file) => readFileSync(file, 'utf8'));
  const shown = [...Object.values(tables.mixed), ...Object.values(tables['pt-BR']), counterPage].flat();
  const named = manual.flatMap((text) => [...text.matchAll(NAMED)].map(([, name = '']) => name));
  expect(named.length).toBeGreaterThan(150);
  // Numbers are filled in, and a name that goes on is not always written with its dots.
  const asWritten = (name: string) => name.replace(/\d+/g, '…').replace(/[.…]+$/, '');
  expect(named.filter((name) => !shown.some((text) => text.includes(asWritten(name))))).toEqual([]);
});
