/**
 * Validation messages for inputs whose schema has no message of its own: a sentence for the caller, with the name of the
 * field. The library's own sentences speak of schemas («esperava um número, recebeu um valor "NaN"»).
 */
import type { z } from 'zod';

type Issue = z.core.$ZodRawIssue;

/** The expected kind of a field in Portuguese, by zod's name of the kind. */
const KINDS: Record<string, string> = {
  string: 'deve ser um texto',
  number: 'deve ser um número',
  int: 'deve ser um número inteiro',
  boolean: 'deve ser true ou false',
  array: 'deve ser uma lista',
  object: 'deve ser um objeto com campos',
  record: 'deve ser um objeto com campos',
  date: 'deve ser uma data',
};

const FORMATS: Record<string, string> = {
  email: 'deve ser um e-mail válido',
  url: 'deve ser um endereço da web',
  uuid: 'deve ser um identificador válido',
  datetime: 'deve ser uma data com hora, como 2025-03-09T14:05:00Z',
  date: 'deve ser uma data, como 2025-03-09',
};

export function sayWrongInput(issue: Issue): string {
  if (issue.code === 'unrecognized_keys') return `Campos desconhecidos: ${issue.keys.join(', ')}.`;
  const field = (issue.path ?? []).map(String).join('.');
  if (isMissing(issue)) return field ? `Falta o campo "${field}".` : 'Faltam os dados da requisição.';
  return `${field ? `O campo "${field}"` : 'O conteúdo enviado'} ${faultOf(issue)}.`;
}

function faultOf(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return KINDS[issue.expected] ?? NOT_VALID;
    case 'too_small':
      return tooSmall(issue);
    case 'too_big':
      return tooBig(issue);
    case 'invalid_value':
      return oneOf(issue.values);
    case 'invalid_format':
      return FORMATS[issue.format] ?? 'não está no formato esperado';
    case 'not_multiple_of':
      return `deve ser múltiplo de ${issue.divisor}`;
    default:
      return NOT_VALID;
  }
}

const NOT_VALID = 'não é válido';

/** A number that is coerced from text may have been missing or malformed; in both cases the error names the expected kind. */
function isMissing({ code, input, path = [] }: Issue): boolean {
  if (code !== 'invalid_type' && code !== 'invalid_value') return false;
  return input === undefined || (input === null && path.length === 0);
}

type Bound<C extends Issue['code']> = Extract<Issue, { code: C }>;

function tooSmall({ origin, minimum, inclusive }: Bound<'too_small'>): string {
  const unit = UNITS[origin];
  if (unit && Number(minimum) === 1)
    return origin === 'string' ? 'não pode ficar vazio' : 'não pode ficar sem itens';
  if (unit) return `deve ter no mínimo ${minimum} ${unit[1]}`;
  return inclusive ? `deve ser no mínimo ${minimum}` : `deve ser maior que ${minimum}`;
}

function tooBig({ origin, maximum, inclusive }: Bound<'too_big'>): string {
  const unit = UNITS[origin];
  if (unit) return `deve ter no máximo ${maximum} ${unit[Number(maximum) === 1 ? 0 : 1]}`;
  return inclusive ? `deve ser no máximo ${maximum}` : `deve ser menor que ${maximum}`;
}

/** One of them, and more. */
const UNITS: Record<string, [string, string]> = {
  string: ['caractere', 'caracteres'],
  array: ['item', 'itens'],
  set: ['item', 'itens'],
  file: ['byte', 'bytes'],
};

function oneOf(values: readonly unknown[]): string {
  // A yes-or-no in a query has more words than these; nobody has to know them all.
  if (values.includes('true') && values.includes('false')) return 'deve ser true ou false';
  if (values.length === 1) return `deve ser ${String(values[0])}`;
  return `deve ser um destes valores: ${values.map(String).join(', ')}`;
}
