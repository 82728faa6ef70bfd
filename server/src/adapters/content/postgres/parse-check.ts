/**
 * Checks a base query with PostgreSQL's own grammar before it is sent, for the sake of good messages. The data is protected
 * by the role and the read-only transaction, not by this check.
 */

import type { ParseResult } from 'libpg-query';
import { cleanText } from '../../../text/clean-text.ts';
import { withoutFinalSemicolon } from '../final-semicolon.ts';
import { placeholderProblem, withoutPlaceholders } from '../placeholders.ts';

export const BASE_QUERY_MAX_LENGTH = 20_000;

/** Trimmed, without final semicolons and characters that no database can store. */
export const cleanQuery = (text: string) => withoutFinalSemicolon(cleanText(text)).trim();

/** One sentence in Portuguese, or null when the text is one SELECT that only reads. */
export async function problemOfQuery(text: string): Promise<string | null> {
  const query = cleanQuery(text);
  if (query.length > BASE_QUERY_MAX_LENGTH) return 'A consulta deve ter no máximo 20.000 caracteres.';
  const problem = placeholderProblem(query);
  if (problem) return problem;
  // The grammar is 1.6 MB of WebAssembly: most processes never need it.
  const { parse } = await import('libpg-query');
  let tree: ParseResult;
  try {
    tree = (await parse(withoutPlaceholders(query))) as ParseResult;
  } catch (error) {
    return syntaxProblem(query, error);
  }
  const statements = tree.stmts ?? [];
  if (statements.length === 0) return 'A consulta está vazia.';
  if (statements.length > 1) return 'A consulta deve ter um único comando.';
  const statement = statements[0]?.stmt;
  if (!statement || !('SelectStmt' in statement))
    return 'A consulta deve ser um SELECT: só leitura é permitida.';
  return problemWithin(statement);
}

/** Searches the whole tree, because a CTE or a part of a UNION may write. */
function problemWithin(node: unknown): string | null {
  if (Array.isArray(node)) return first(node.map(problemWithin));
  if (typeof node !== 'object' || node === null) return null;
  for (const [kind, value] of Object.entries(node)) {
    if (/^(Insert|Update|Delete|Merge)Stmt$/.test(kind)) return 'A consulta não pode alterar dados.';
    if (kind === 'intoClause') return 'A consulta não pode criar tabelas (SELECT … INTO).';
    if (kind === 'lockingClause') return 'A consulta não pode travar linhas (FOR UPDATE ou FOR SHARE).';
    if (kind === 'ParamRef') return 'A consulta não pode ter parâmetros ($1).';
    const problem = problemWithin(value);
    if (problem) return problem;
  }
  return null;
}

const first = (problems: (string | null)[]) => problems.find((problem) => problem !== null) ?? null;

function syntaxProblem(query: string, error: unknown): string {
  const { message, sqlDetails } = error as Error & { sqlDetails?: { cursorPosition?: number } };
  const position = sqlDetails?.cursorPosition;
  const line = position === undefined ? 0 : query.slice(0, position).split('\n').length;
  const near = /at or near "([\s\S]*)"$/.exec(message)?.[1];
  if (near !== undefined) return `Erro de sintaxe na linha ${line}, perto de "${near.slice(0, 60)}".`;
  if (/at end of input/.test(message)) return 'A consulta termina antes do fim: falta alguma parte.';
  return `Erro de sintaxe${line ? ` na linha ${line}` : ''}: ${message.split('\n')[0]}.`;
}
