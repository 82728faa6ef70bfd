/** Words for the rows of a source, guessed from its name and description. */
import { fold, wordsOf } from '../../../language/words.ts';
import { labelOf } from './labels.ts';

/** Names of sources begin with these more often than with what their rows are. */
const NO_ROWS = new Set(['dados', 'bases', 'fontes', 'informacoes', 'tabelas', 'registros', 'planilhas']);

/** «Licitações Abertas» over `tenders`: the first noun of the source's name, else of its table, in both numbers. */
export function rowsWordOf(sourceName: string, query: string): { one: string; many: string } {
  const [first = '', second = ''] = sourceName.trim().toLowerCase().split(/\s+/);
  const table = /\bfrom\s+(?:"?[\w$]+"?\.)?"?([\w$]+)"?/i.exec(query)?.[1]?.toLowerCase() ?? '';
  // «Fontes de água» are sources of their own kind, «Dados de pessoal» are data about something.
  const isAbout = NO_ROWS.has(fold(first)) && !(first === 'fontes' && second === 'de');
  const many = [isAbout ? '' : first, table].find(isPlural) ?? 'registros';
  return { one: oneOf(accented(many)), many: accented(many) };
}

/** «emprestimos» as «empréstimos»: names of files have no accents. */
function accented(many: string): string {
  if (fold(many) !== many) return many;
  const whole = labelOf(many).toLowerCase();
  if (whole !== many) return whole;
  const one = many.replace(/s$/, '');
  const written = labelOf(one).toLowerCase();
  return one.length > 2 && fold(written) === one ? `${written}s` : many;
}

/** Words of descriptions that stand before what the rows are. Folded. */
const ABOUT_ROWS = new Set(
  `dados base bases fonte fontes informacoes tabela tabelas registro registros planilha planilhas lista listas relacao cadastro
  cadastros historico controle consulta todos todas os as cada uma um linha linhas contem traz sobre`.split(
    /\s+/,
  ),
);
const OF = /^(?:de|do|da|dos|das|e)$/;

/** «Grupos de turistas que chegaram» names its rows «grupos», then «turistas»: the nouns before the first other little word. */
export function rowNounsOf(description: string | null): string[] {
  const words = fold(description ?? '').match(/[\p{L}\p{M}]+|[^\s\p{L}\p{M}]/gu) ?? [];
  const start = words.findIndex((word) => !ABOUT_ROWS.has(word) && !OF.test(word));
  const nouns: string[] = [];
  for (let at = start; at >= 0 && at < words.length; at += 1) {
    const word = words[at] ?? '';
    const isJoined = at === start || OF.test(words[at - 1] ?? '');
    if (OF.test(word)) continue;
    if (!isJoined || !/^\p{L}{3,}$/u.test(word)) break;
    nouns.push(word);
  }
  return nouns;
}

const isPlural = (word: string): boolean => /^\p{L}{3,}s$/u.test(word) && wordsOf(word).length === 1;

/** Plurals whose singular no ending tells. */
const SINGULARS = new Map([
  ['países', 'país'],
  ['paises', 'país'],
  ['meses', 'mês'],
  ['pães', 'pão'],
  ['mães', 'mãe'],
]);
/** «ônibus», «bônus», «lápis» are their own plural. */
const SAME_IN_BOTH = /(bus|bônus|bonus|ônus|vírus|virus|lápis|lapis|atlas|campus)$/;

/** The endings of plurals and of their singular, with accents and without, as tables are often named. */
const PLURALS: readonly [RegExp, string][] = [
  [/(ões|ães|oes|aes)$/, 'ão'],
  [/ãos$/, 'ão'],
  [/óveis$/, 'óvel'],
  [/(éis|eis)$/, 'el'],
  [/óis$/, 'ol'],
  [/uis$/, 'ul'],
  [/ais$/, 'al'],
  [/([aeiou][rz])es$/, '$1'],
  [/([^aeiou])ns$/, '$1m'],
  [/([aeiou])ns$/, '$1m'],
];

/** In the singular, with its accents: «licitações» is «licitação». */
function oneOf(many: string): string {
  const known = SINGULARS.get(many) ?? (SAME_IN_BOTH.test(many) ? many : null);
  if (known) return known;
  const plural = PLURALS.find(([pattern]) => pattern.test(many));
  return plural ? many.replace(...plural) : many.replace(/s$/, '');
}
