/** Translates RE2's complaint about a pattern to Portuguese, with the faulty part. */

/** RE2's message, and the faulty part of the pattern where RE2 names one. */
export type PatternFault = { description: string; part: string | null };

const REASONS: Record<string, string> = {
  'missing closing )': 'falta fechar um parêntese',
  'missing closing ]': 'falta fechar um colchete',
  'unexpected )': 'há um parêntese fechado que não foi aberto',
  'invalid nested repetition operator': 'há duas repetições seguidas',
  'missing argument to repetition operator': 'não há o que repetir antes da repetição',
  'invalid repeat count': 'repetição inválida; o máximo é 1000',
  'invalid character class range': 'classe de caracteres inválida',
  'invalid escape sequence': 'escape inválido',
  'invalid named capture': 'nome de grupo inválido',
  'duplicate capture group name': 'dois grupos têm o mesmo nome',
  'invalid or unsupported Perl syntax': 'sintaxe não aceita',
  'trailing backslash at end of expression': 'a barra invertida no fim não tem o que proteger',
  'expression nests too deeply': 'há grupos demais um dentro do outro',
  'expression too large': 'a expressão é grande demais',
};

const NOT_SUPPORTED = 'não há suporte a lookahead, lookbehind nem referências';
const PART_MAX_LENGTH = 60;

/** One clause without a full stop, to stand behind a colon. */
export function patternProblem({ description, part }: PatternFault): string {
  const reason = isUnsupported(description, part) ? NOT_SUPPORTED : (REASONS[description] ?? description);
  return part ? `${reason}: \`${shortened(part)}\`` : reason;
}

/** Syntax of other engines, which deserves a message of its own. */
function isUnsupported(description: string, part: string | null): boolean {
  if (description === 'invalid or unsupported Perl syntax') return /^\(\?[=!>]/.test(part ?? '');
  if (description === 'invalid named capture') return /^\(\?<[=!]/.test(part ?? '');
  return description === 'invalid escape sequence' && /^\\[1-9k]/.test(part ?? '');
}

const shortened = (part: string) =>
  part.length > PART_MAX_LENGTH ? `${part.slice(0, PART_MAX_LENGTH)}…` : part;
