/** The English of a sentence that the API says in Portuguese. What has none stays as it is. */
import { englishProblems } from './errors.en.ts';
import { type ProblemCode, problems } from './errors.ts';
import { englishSentences } from './validation.en.ts';

type Dictionary = { readonly [sentence: string]: string };

const NUMBER = /\d(?:[\d.,]*\d)?/g;

/** `more`: sentences that the contract does not have. */
export function inEnglish(sentence: string, more: Dictionary = {}): string {
  const pattern = sentence.replace(NUMBER, '{n}');
  const known = englishSentences[pattern] ?? more[pattern] ?? more[sentence];
  if (known === undefined) return wrongInput(sentence) ?? sentence;
  const numbers = sentence.match(NUMBER) ?? [];
  return known.replace(/\{n\}/g, () => numbers.shift() ?? '');
}

/** The sentence of a problem, with what stands in the place of its words in braces. */
export function problemInEnglish(code: ProblemCode, detail: string, more: Dictionary = {}): string {
  const said = new RegExp(`^${patternOf(problems[code].detail)}$`, 's').exec(detail);
  if (!said) return inEnglish(detail, more);
  const words = said.groups ?? {};
  return englishProblems[code].replace(/\{(\w+)\}/g, (braces, name: string) => {
    const word = words[name];
    return word === undefined ? braces : inEnglish(word, more);
  });
}

const patternOf = (sentence: string): string =>
  sentence.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{(\w+)\}/g, '(?<$1>.+)');

const byProblem = new Map(
  Object.entries(problems).map(([code, { detail }]) => [detail as string, code as ProblemCode]),
);

/** A sentence of the catalogue, wherever it stands. */
export function saidInEnglish(sentence: string): string {
  const code = byProblem.get(sentence);
  return code ? englishProblems[code] : inEnglish(sentence);
}

/** The faults of fields that `wrong-input.ts` names. */
const FAULTS: [RegExp, string][] = [
  [/^deve ser um texto$/, 'must be a text'],
  [/^deve ser um número$/, 'must be a number'],
  [/^deve ser um número inteiro$/, 'must be a whole number'],
  [/^deve ser true ou false$/, 'must be true or false'],
  [/^deve ser uma lista$/, 'must be a list'],
  [/^deve ser um objeto com campos$/, 'must be an object with fields'],
  [/^deve ser uma data$/, 'must be a date'],
  [/^deve ser um e-mail válido$/, 'must be a valid e-mail'],
  [/^deve ser um endereço da web$/, 'must be a web address'],
  [/^deve ser um identificador válido$/, 'must be a valid identifier'],
  [/^deve ser uma data com hora, como (.+)$/, 'must be a date with a time, such as $1'],
  [/^deve ser uma data, como (.+)$/, 'must be a date, such as $1'],
  [/^não está no formato esperado$/, 'is not in the expected form'],
  [/^não pode ficar vazio$/, 'cannot be empty'],
  [/^não pode ficar sem itens$/, 'cannot be without items'],
  [/^deve ter no (mínimo|máximo) (\S+) (caractere|item|byte)s?$/, 'must have at $1 $2 $3(s)'],
  [/^deve ter no (mínimo|máximo) (\S+) itens$/, 'must have at $1 $2 item(s)'],
  [/^deve ser no mínimo (\S+)$/, 'must be at least $1'],
  [/^deve ser no máximo (\S+)$/, 'must be at most $1'],
  [/^deve ser maior que (\S+)$/, 'must be greater than $1'],
  [/^deve ser menor que (\S+)$/, 'must be less than $1'],
  [/^deve ser múltiplo de (\S+)$/, 'must be a multiple of $1'],
  [/^deve ser um destes valores: (.+)$/, 'must be one of these values: $1'],
  [/^não é válido$/, 'is not valid'],
  [/^deve ser (\S+)$/, 'must be $1'],
];

function wrongInput(sentence: string): string | null {
  const unknown = /^Campos desconhecidos: (.+)\.$/.exec(sentence);
  if (unknown) return `Unknown fields: ${unknown[1]}.`;
  const missing = /^Falta o campo "(.+)"\.$/.exec(sentence);
  if (missing) return `The field "${missing[1]}" is missing.`;
  if (sentence === 'Faltam os dados da requisição.') return 'The data of the request is missing.';
  const [, field, fault = ''] = /^(?:O campo "(.+?)"|O conteúdo enviado) (.+)\.$/s.exec(sentence) ?? [];
  const known = FAULTS.find(([pattern]) => pattern.test(fault));
  if (!known) return null;
  const [pattern, english] = known;
  const said = fault
    .replace(pattern, english)
    .replace('at mínimo', 'at least')
    .replace('at máximo', 'at most')
    .replace('caractere(s)', 'character(s)');
  return `${field === undefined ? 'What was sent' : `The field "${field}"`} ${said}.`;
}
