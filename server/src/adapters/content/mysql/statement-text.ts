/** Reads the text of MySQL and MariaDB statements: checks a base query, and puts bound values in the order of appearance. */
import { needsPerson } from '#contract/data-sources.ts';
import { cleanText } from '../../../text/clean-text.ts';
import {
  boundValues,
  type Person,
  PLACEHOLDER,
  type PlaceholderName,
  QUOTED_PLACEHOLDER,
} from '../placeholders.ts';
import { BASE_QUERY_MAX_LENGTH } from '../postgres/parse-check.ts';

/**
 * Tokens of the servers' lexer with backslash escapes, which each session asks for; an unclosed one extends to the end.
 * Comments do not nest, and two dashes begin one only before a blank.
 */
const PIECE = new RegExp(
  [
    /'(?:[^'\\]|''|\\[\s\S])*(?:'|$)/,
    /"(?:[^"\\]|""|\\[\s\S])*(?:"|$)/,
    /`(?:[^`]|``)*(?:`|$)/,
    /\/\*[\s\S]*?(?:\*\/|$)/,
    /#[^\n]*/,
    /--(?=\s|$)[^\n]*/,
    /[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'y',
);
const VALUE = /\$(\d{1,5})/y;

type Piece = { text: string; at: number };

/** The tokens above and single characters between them, without blanks. */
function piecesOf(statement: string): Piece[] {
  const pieces: Piece[] = [];
  for (let at = 0; at < statement.length; ) {
    const text = matchAt(PIECE, statement, at)?.[0] ?? statement[at] ?? '';
    if (text.trim()) pieces.push({ text, at });
    at += text.length;
  }
  return pieces;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

const isComment = ({ text }: Piece): boolean => /^(?:\/\*|#|--\s|--$)/.test(text);

/** Trimmed, without final semicolons and the comments after them. */
export function cleanMysqlQuery(text: string): string {
  const query = cleanText(text);
  const pieces = piecesOf(query);
  let end = query.length;
  for (const piece of pieces.toReversed()) {
    if (piece.text === ';') end = piece.at;
    else if (!isComment(piece)) break;
  }
  return query.slice(0, end).trim();
}

const ONLY_SELECT = 'A consulta deve ser um SELECT: só leitura é permitida.';
const LOCKS = /^(?:UPDATE|SHARE)$/;

/**
 * One sentence in Portuguese, or null when the text is one SELECT. There is no grammar of these servers here: the account
 * that can only read, and the read-only transaction, protect the data.
 */
export function problemOfMysqlQuery(text: string): string | null {
  const query = cleanMysqlQuery(text);
  if (!query) return 'A consulta está vazia.';
  if (query.length > BASE_QUERY_MAX_LENGTH) return 'A consulta deve ter no máximo 20.000 caracteres.';
  const all = piecesOf(query);
  // «/*! … */» and «/*M! … */» are run, not skipped.
  if (all.some((piece) => /^\/\*M?!/.test(piece.text)))
    return 'A consulta não pode ter comentários executáveis (/*! … */).';
  if (all.some((piece) => isHiding(piece) && needsPerson(piece.text))) return QUOTED_PLACEHOLDER;
  const pieces = all.filter((piece) => !isComment(piece));
  const words = pieces.map((piece) => piece.text.toUpperCase());
  const first = words.find((word) => word !== '(');
  if (words.includes(';')) return 'A consulta deve ter um único comando.';
  if (first !== 'SELECT' && first !== 'WITH') return ONLY_SELECT;
  if (words.includes('INTO')) return 'A consulta não pode gravar em arquivos ou variáveis (SELECT … INTO).';
  if (words.some((word, place) => word === 'FOR' && LOCKS.test(words[place + 1] ?? '')) || hasLock(words))
    return 'A consulta não pode travar linhas (FOR UPDATE ou FOR SHARE).';
  if (words.includes('?') || words.some((word, place) => word === '$' && /^\d/.test(words[place + 1] ?? '')))
    return 'A consulta não pode ter parâmetros (?).';
  return null;
}

const isHiding = (piece: Piece): boolean => isComment(piece) || /^['"`]/.test(piece.text);

const hasLock = (words: string[]): boolean =>
  words.some((word, place) => word === 'LOCK' && words[place + 1] === 'IN' && words[place + 2] === 'SHARE');

/** The statement with `?` for each `$n` and each placeholder of a person, and their values in the order of appearance. */
export function inOrder(
  statement: string,
  values: unknown[],
  person: Person | null,
): { sql: string; values: unknown[] } {
  const given: unknown[] = [];
  let sql = '';
  const put = (value: unknown) => {
    // The servers take no bound LIMIT from this driver; a whole number can hold no text of a question.
    if (typeof value === 'number' && Number.isSafeInteger(value)) {
      sql += String(value);
      return;
    }
    given.push(value);
    sql += '?';
  };
  for (let at = 0; at < statement.length; ) {
    const piece = matchAt(PIECE, statement, at)?.[0];
    const [text = piece ?? statement[at] ?? '', name] = piece ? [] : (placeholderAt(statement, at) ?? []);
    if (name === undefined) sql += text;
    else if (/^\d/.test(name)) put(values[Number(name) - 1] ?? null);
    else put(person && boundValues(person)[name as PlaceholderName]);
    at += text.length;
  }
  return { sql, values: given };
}

const placeholderAt = (statement: string, at: number): RegExpExecArray | null =>
  matchAt(VALUE, statement, at) ?? matchAt(PLACEHOLDER, statement, at);
