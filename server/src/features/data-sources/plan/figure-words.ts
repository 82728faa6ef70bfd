/** Recognises the figures that a question asks for by its words, and those that are not computed. */
import { type ContentColumn, isNumeric, isTemporal } from '../../../adapters/content/columns.ts';
import { MONTH } from '../../../language/values/number-and-date-words.ts';
import { singular } from '../../../language/word-forms.ts';
import { fold, wordsOf } from '../../../language/words.ts';
import type { Figure } from './query-plan.ts';

const COUNT =
  /\b(quant[oa]s|numero de|quantidade de|total de (?!r\$)|contagem|how many|(?:the )?number of|count of)\b/;
const SUM =
  /\b(soma|somatorio|somados?|somadas?|valor total|total gasto|montante|ao todo em (reais|valor)|quanto (custa|custam|custou|custaram|soma|somam|vale|valem|foi gasto|se gastou|gastou|gasta)|total (value|amount)|sum of)\b/;
const AVERAGE = /\b(media|valor medio|em media|preco medio|average|mean)\b/;
/** "Maior que um milhão" is a range, not the largest value. */
const LARGEST =
  /\b(maior|maiores|mais car[oa]s?|mais alt[oa]s?|maxim[oa]|mais elevad[oa]s?|largest|highest|biggest)\b(?! (do )?que\b| (de|a) (r\$ ?)?\d)/;
const SMALLEST =
  /\b(menor|menores|mais barat[oa]s?|mais baix[oa]s?|minim[oa]|smallest|lowest|cheapest)\b(?! (do )?que\b| (de|a) (r\$ ?)?\d)/;
/** "Nos últimos meses" and "primeira infância" do not ask for a day. */
const LATEST =
  /\b(mais recentes?|mais nov[oa]s?|latest|most recent|newest)\b|^(qual|quais|quando) (.{0,12} )?(a|o)s? ultim[oa]s?\b/;
const EARLIEST =
  /\b(mais antig[oa]s?|mais velh[oa]s?|earliest|oldest)\b|^(qual|quais|quando) (.{0,12} )?(a|o)s? primeir[oa]s?\b/;

const SHARE = /(\b(percentual|percentuais|porcentagem|proporcao|por cento|percentage)\b|%)/;
const AMOUNT = String.raw`(r\$ ?)?\d[\d.,]*( mil\b| milh\w*| bilh\w*)?`;
/** Ranges of numbers and days, which no filter covers. */
const RANGE = new RegExp(
  String.raw`\b((acima|abaixo|mais|menos|maior(es)?|menor(es)?|superior(es)?|inferior(es)?)( do)? (de|que|a) ${AMOUNT}|entre ${AMOUNT} e ${AMOUNT}|(desde|a partir de|antes de|depois de|apos|ate) (${MONTH}|\d{1,2}/\d{1,2}|(19|20)\d\d)|em ${MONTH}|${MONTH} de (19|20)\d\d|em (19|20)\d\d)\b`,
  'g',
);

/** Words that ask for a figure and carry no subject. Folded. */
const FIGURE_WORDS = new Set(
  `quantos quantas quanto quanta numero quantidade total contagem soma somatorio somado somada somados somadas valor
  valores montante media medio media maior maiores menor menores caro cara caros caras barato barata alto alta baixo
  baixa maximo maxima minimo minima custa custam custou custaram soma somam vale valem gasto gastou todo todos mais
  recente recentes novo nova antigo antiga ultimo ultima ultimos ultimas primeiro primeira data percentual porcentagem
  number count sum average largest highest smallest lowest latest recent newest earliest oldest most`.split(
    /\s+/,
  ),
);

export const isFigureWord = (word: string) => FIGURE_WORDS.has(word);

/** Sentences: `unclear` when the column is ambiguous, `impossible` when the figure is not supported. */
export type FiguresAsked = { figures: Figure[]; unclear: string[]; impossible: string[] };

const NUMBERS = [
  ['sum', SUM, 'A soma'],
  ['average', AVERAGE, 'A média'],
  ['largest', LARGEST, 'O maior valor'],
  ['smallest', SMALLEST, 'O menor valor'],
] as const;
const DAYS = [
  ['latest', LATEST, 'A data mais recente'],
  ['earliest', EARLIEST, 'A data mais antiga'],
] as const;

export function figuresIn(question: string, columns: ContentColumn[]): FiguresAsked {
  const said = question.replace(/\s+/g, ' ');
  const asked = fold(said);
  const counted = countIn(asked, columns);
  const figures: Figure[] = counted ? [counted] : [];
  const unclear: string[] = [];
  const number = chosen(asked, numbersOf(columns));
  for (const [kind, words, name] of NUMBERS) {
    if (!words.test(asked)) continue;
    if (number) figures.push({ kind, column: number });
    else unclear.push(`${name} não foi calculad${agreed(name)}: ${whyNone(numbersOf(columns), 'números')}`);
  }
  const days = columns.filter(isTemporal);
  const day = chosen(asked, days);
  for (const [kind, words, name] of DAYS) {
    if (!words.test(asked)) continue;
    if (day) figures.push({ kind, column: day });
    else unclear.push(`${name} não foi encontrad${agreed(name)}: ${whyNone(days, 'datas')}`);
  }
  return { figures, unclear, impossible: notWorkedOut(said, columns, figures) };
}

/** "Quantos municípios" counts distinct values and not rows. */
function countIn(asked: string, columns: ContentColumn[]): Figure | null {
  if (!COUNT.test(asked)) return null;
  const next = /\b(?:quant[oa]s|numero de|quantidade de|how many|number of) (\p{L}+)/u.exec(asked)?.[1];
  const column = next && columns.find(({ name }) => singular(fold(name)) === singular(next));
  return column && !isNumeric(column) ? { kind: 'distinct', column: column.name } : { kind: 'count' };
}

const numbersOf = (columns: ContentColumn[]) =>
  columns.filter((column) => isNumeric(column) && !isKey(column));

/** The column that the question names, or the only one there is. */
function chosen(asked: string, columns: ContentColumn[]): string | null {
  const words = new Set(wordsOf(asked).map(singular));
  const named = columns.filter(({ name }) =>
    wordsOf(name.replaceAll('_', ' ')).some((word) => words.has(singular(word))),
  );
  if (named.length === 1) return named[0]?.name ?? null;
  return columns.length === 1 ? (columns[0]?.name ?? null) : null;
}

const agreed = (name: string) => (name.startsWith('A ') ? 'a' : 'o');

function whyNone(columns: ContentColumn[], what: string): string {
  if (!columns.length) return `a fonte não tem coluna de ${what}.`;
  return `a fonte tem mais de uma coluna de ${what} (${columns.map(({ name }) => name).join(', ')}); diga qual.`;
}

function notWorkedOut(said: string, columns: ContentColumn[], figures: Figure[]): string[] {
  const asked = fold(said);
  const ranges = rangesIn(said).map(({ text }) => `«${text}»`);
  const group = figures.length && groupIn(asked, columns);
  return [
    SHARE.test(asked) ? 'Percentuais não são calculados; só contagens e valores do conjunto.' : '',
    group ? `O cálculo é do conjunto inteiro: não é dividido por ${group}.` : '',
    ranges.length
      ? `Intervalos de números ou de datas não são filtros: ${ranges.join(' e ')} ${ranges.length > 1 ? 'não foram considerados' : 'não foi considerado'} ${figures.length ? 'no cálculo nem ' : ''}na busca.`
      : '',
  ].filter(Boolean);
}

type Range = { text: string; start: number; end: number };

/** Folding keeps the offset of every letter, except with combining marks: then the folded text is quoted. */
function rangesIn(said: string): Range[] {
  const asked = fold(said);
  const from = asked.length === said.length ? said : asked;
  return [...asked.matchAll(RANGE)].map(({ index, 0: { length } }) => ({
    text: from.slice(index, index + length),
    start: index,
    end: index + length,
  }));
}

/** Removes ranges from the search: a remark says that they are not considered. */
export function withoutRanges(search: string): string {
  const said = fold(search).length === search.length ? search : fold(search);
  let rest = '';
  let at = 0;
  for (const { start, end } of rangesIn(said)) {
    rest += said.slice(at, start);
    at = end;
  }
  return (rest + said.slice(at)).replace(/\s+/g, ' ').trim();
}

/** The group of "quantas por município", which is not computed. */
function groupIn(asked: string, columns: ContentColumn[]): string | undefined {
  const groups = [...asked.matchAll(/\b(?:por|em|de) (?:cada )?(\p{L}+)/gu)]
    .filter(([all]) => all.startsWith('por') || all.includes('cada'))
    .map(([, word]) => word as string);
  const known = new Set(
    [...columns.map(({ name }) => singular(fold(name))), 'mes', 'ano', 'dia', 'estado', 'semana'].map(
      singular,
    ),
  );
  return groups.find((word) => known.has(singular(word)));
}

/** Identifiers and years are no quantities. */
const isKey = ({ name }: ContentColumn) =>
  /^(id|codigo|code|ano|year)$|_(id|codigo)$|^(id|cod)_/.test(fold(name));
