/** What RE2 finds wrong with a pattern, in Portuguese, with the part of it that is meant. */

/** As the worker reports it: RE2's own words, and the part of the pattern where it knows one. */
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

/** Right for other engines: who writes it should know that it is not a slip. */
function isUnsupported(description: string, part: string | null): boolean {
  if (description === 'invalid or unsupported Perl syntax') return /^\(\?[=!>]/.test(part ?? '');
  if (description === 'invalid named capture') return /^\(\?<[=!]/.test(part ?? '');
  return description === 'invalid escape sequence' && /^\\[1-9k]/.test(part ?? '');
}

const shortened = (part: string) =>
  part.length > PART_MAX_LENGTH ? `${part.slice(0, PART_MAX_LENGTH)}…` : part;
