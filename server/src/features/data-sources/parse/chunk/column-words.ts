/** Words that name columns: whole, shortened, by a verb, or although they are keywords elsewhere. */

import { baseForm } from '../../../../language/word-forms.ts';
import { fold } from '../../../../language/words.ts';
import { isFlag } from '../reading.ts';
import { withoutPlans } from '../words/columns/planned-days.ts';
import { KEYWORDS } from '../words/keywords.ts';
import type { Lexicon } from '../words/lexicon.ts';
import { onlyOne } from '../words/only-one.ts';
import { hasSameRoot, rootsMeet, sharesRoot } from '../words/roots.ts';
import { isVerbOf } from '../words/rows/themes.ts';
import { holdsWords } from '../words/table-column.ts';
import { columnsOfVerb } from '../words/thesaurus.ts';
import { isDoer, isFiniteVerb, isParticiple } from '../words/verbs.ts';
import { withoutComplements } from './complement-words.ts';
import {
  columnIn,
  countedColumns,
  isCounted,
  isCountOfRows,
  isNoun,
  isNumericColumn,
  type Text,
} from './items.ts';

/** Several columns may have a word in their names: the ones that the question means by it. */
export const columnsMeant = (text: Text, at: number): string[] =>
  doersAsked(text, at) ??
  [withoutComplements, realDays, namesFirst, countedFirst, headedFirst, usualAmount].reduce(
    (columns, narrowed) => narrowed(text, at, columns),
    columnsOfWord(text, at),
  );

const realDays = ({ forms, lexicon }: Text, at: number, columns: string[]): string[] =>
  withoutPlans(lexicon.table, columns, forms.slice(Math.max(0, at - PLAN_REACH), at + PLAN_REACH + 1));

const PLAN_REACH = 3;

/** «quem forneceu» asks for the column «fornecedor», and neither for the «UF do fornecedor» nor for an amount. */
function doersAsked({ forms, lexicon }: Text, at: number): string[] | null {
  const form = forms[at] ?? '';
  if (forms[at - 1] !== 'quem' || !isFiniteVerb(form)) return null;
  const only = onlyOne(
    lexicon.table.columns,
    (column) => holdsWords(column) && !column.hidden && isDoer(form, lexicon.heads.get(column.name) ?? ''),
  );
  return only ? [only.name] : null;
}

/** A word for any amount, and none for the price of a piece. */
const ANY_AMOUNT = /^(?:valor|valores|quantia|montante|ticket|tiquete|faturamento|receita|despesa|gasto)s?$/;
const AMOUNT_REACH = 3;

/** «vendeu mais em valor» is about the usual amount, and not the «valor da devolução» of which nothing else is said. */
function usualAmount({ forms, bases, lexicon }: Text, at: number, columns: string[]): string[] {
  const { money_column, columns: all } = lexicon.table;
  if (!money_column || !ANY_AMOUNT.test(forms[at] ?? '') || columns.includes(money_column)) return columns;
  const isSaid = ({ label }: { label: string }): boolean =>
    baseForm(label)
      .split(' ')
      .some(
        (word) =>
          word !== bases[at] && word.length > 2 && near(bases, at).some((other) => isSame(other, word)),
      );
  const isOther = (name: string): boolean =>
    all.some(
      (column) =>
        column.name === name && column.kind === 'money' && /\s/.test(column.label.trim()) && !isSaid(column),
    );
  return columns.length > 0 && columns.every(isOther) ? [money_column] : columns;
}

const isSame = (one: string, other: string): boolean =>
  one === other || (one.length > 4 && rootsMeet(one, other));

const near = (bases: readonly string[], at: number): readonly string[] =>
  bases.slice(Math.max(0, at - AMOUNT_REACH), at + AMOUNT_REACH + 1);

function columnsOfWord({ bases, forms, lexicon }: Text, at: number): string[] {
  const [form, base] = [forms[at] ?? '', bases[at] ?? ''];
  const own = [...(lexicon.columns.get(base) ?? columnsByVerb(lexicon, form))];
  const isShort = form.length < WRITTEN_OUT;
  if (own.length > 0 || isShort || AGENT.test(form) || KEYWORDS.has(form) || lexicon.rows.has(base))
    return own;
  const isDone = isDoneToRows(lexicon, form) || doesMost({ forms, lexicon }, at);
  const begun = isDone ? [] : columnsBegun(lexicon, form, bases[at + 1]);
  const phrases = lexicon.phrases.get(base) ?? [];
  if (phrases.length === 0) return begun;
  // «gasto com veterinário» is the «custo_vet», although one of the clinics is a «Hospital Veterinário».
  const isPart = phrases.every(({ strength }) => strength === 'part');
  return isPart && begun.every((name) => isNumericColumn(lexicon, name)) ? begun : [];
}

/** «emprestados» of a table of «empréstimos» is no `nr_emp`. */
const isDoneToRows = (lexicon: Lexicon, form: string): boolean =>
  (isFiniteVerb(form) || isParticiple(form)) &&
  (isMoved(form) ||
    [...lexicon.rows].some((word) => word.length >= 5 && rootsMeet(form, word)) ||
    lexicon.table.columns.some((column) => column.kind === 'date' && sharesRoot(form, column)));

/** «qual unidade empresta mais»: the verb of the rows, in the present. */
const doesMost = ({ forms, lexicon }: Pick<Text, 'forms' | 'lexicon'>, at: number): boolean =>
  /^(?:mais|menos)$/.test(forms[at + 1] ?? '') && isVerbOf(forms[at] ?? '', lexicon.row_verbs);

/** «pagaram», «receberam»: what was done with money, and no cut name such as `forma_pag` or `unid_receb`. */
const isMoved = (form: string): boolean =>
  /^(?:pag|receb|compr|vend|entreg|entr)(?:a|am|ou|aram|amos|eu|eram|emos|ia|iam)$/.test(form);

/** «restaurador» is somebody, and no word for the `dt_rest`. */
const AGENT = /[aei](?:dor|tor|sor)(?:a|es|as)?$/;

/** Columns of which a part is cut: «jurídico» of `regime_jur`. */
function columnsBegun(lexicon: Lexicon, form: string, nextBase = ''): string[] {
  const begun = lexicon.shortened.filter(({ start }) => form.startsWith(start));
  const found = [...new Set(begun.map(({ column }) => column))];
  // «salário líquido» is `vl_liquido`, although `sal_base` begins like its first word; «frequência média» is an average.
  const next = KEYWORDS.has(nextBase) ? [] : [...(lexicon.columns.get(nextBase) ?? [])];
  return found.length > 0 && next.length > 0 && !next.some((name) => found.includes(name)) ? next : found;
}

/** Shorter words begin like a shortened one by chance. */
const WRITTEN_OUT = 6;

function columnsByVerb(lexicon: Lexicon, form: string): string[] {
  const names = [...new Set(columnsOfVerb(form).flatMap((base) => [...(lexicon.columns.get(base) ?? [])]))];
  return /^(?:cust|val)/.test(form) ? pricesFirst(lexicon, names) : names;
}

/** «custa» is what somebody pays for a piece, where the table has its price: not what was taken in a year. */
function pricesFirst({ table }: Lexicon, names: string[]): string[] {
  const labelOf = (name: string) => fold(table.columns.find((column) => column.name === name)?.label ?? '');
  const prices = names.filter((name) => /^preco\b/.test(labelOf(name)));
  const sale = prices.filter((name) => /\bvenda\b/.test(labelOf(name)));
  return prices.length > 0 ? [...new Set([...sale, ...prices])] : names;
}

/**
 * A keyword such as «total» or «percentual» is a column only where the table has one of that very name, or where the next
 * words go on with its name.
 */
export function isKeywordFirst(text: Text, at: number): boolean {
  if (!KEYWORDS.has(text.forms[at] ?? '') || isNoun(text, at)) return false;
  return ASKS_FIRST.some((asks) => asks(text, at)) || !(isNameOfColumn(text, at) || goesOn(text, at));
}

/** Phrases in which such a word asks for its figure or order, whatever the columns are called. */
const ASKS_FIRST: ((text: Text, at: number) => boolean)[] = [
  (text, at) => text.forms[at + 1] === 'de' && isCountOfRows(text, at, at + 2),
  (text, at) => isShareOfOutcome(text, at),
  // «ordenadas por valor»
  ({ forms }, at) =>
    /^ordenad[oa]s?$/.test(forms[at] ?? '') && /^(?:por|pel[oa]s?|em|d[oa])$/.test(forms[at + 1] ?? ''),
  (text, at) => isAverageOfNoun(text, at) || isAverageOfOther(text, at),
  (text, at) => text.forms[at] === 'numero' && countsRowsOfPlural(text, at),
];

function isNameOfColumn(text: Text, at: number): boolean {
  const form = text.forms[at] ?? '';
  const own = text.lexicon.columns.get(text.bases[at] ?? '');
  return (
    text.lexicon.table.columns.some(({ name }) => name.toLowerCase() === form) ||
    (COLUMNS_BEFORE_SHARES.test(form) && own !== undefined) ||
    isCountedPlural(text, at) ||
    isAmountOfRow(text, at, own)
  );
}

/** A word near by is one of the same column. */
function goesOn({ bases, lexicon }: Text, at: number): boolean {
  const own = lexicon.columns.get(bases[at] ?? '');
  return [-3, -2, -1, 1, 2].some((step) =>
    [...(lexicon.columns.get(bases[at + step] ?? '') ?? [])].some((name) => own?.has(name)),
  );
}

/** «taxa de indeferimento» asks for a share, although the table has an amount that is called «taxa». */
const isShareOfOutcome = ({ forms, bases, lexicon }: Text, at: number): boolean =>
  /^(?:taxa|indice|percentual|proporcao)$/.test(forms[at] ?? '') &&
  /^d[eoa]$/.test(forms[at + 1] ?? '') &&
  ((/(?:mento|cao|sao|encia|ancia|agem)s?$/.test(forms[at + 2] ?? '') &&
    lexicon.roots.some(({ word }) => hasSameRoot(forms[at + 2] ?? '', word))) ||
    // «taxa de presença» of a mark of who came
    lexicon.table.columns.some(
      ({ name, ...column }) => isFlag({ name, ...column }) && lexicon.heads.get(name) === bases[at + 2],
    ));

/** «o número de licitações» and «o número de fornecedores diferentes» count, and «o número da licitação» is that of one. */
const countsRowsOfPlural = ({ forms, bases, lexicon }: Text, at: number): boolean =>
  forms[at + 1] === 'de' &&
  /s$/.test(forms[at + 2] ?? '') &&
  (lexicon.rows.has(bases[at + 2] ?? '') || KEYWORDS.get(forms[at + 3] ?? '') === 'distinct');

/** «dias», and not «os últimos 10 dias». */
const isCountedPlural = ({ forms, bases, lexicon }: Text, at: number): boolean =>
  (forms[at] ?? '').endsWith('s') &&
  isCounted(lexicon, bases[at] ?? '') &&
  !/^\d|^(ultim|proxim)/.test(forms[at - 1] ?? '');

const isAmountOfRow = (text: Text, at: number, own: Set<string> | undefined): boolean =>
  /^quantidades?$/.test(text.forms[at] ?? '') &&
  (isAmount(text.lexicon, own) || isMeasured(text, at, own)) &&
  !countsRows(text, at);

/** They ask for a share only where no column is called so. */
const COLUMNS_BEFORE_SHARES = /^(taxas?|parcelas?|participacao)$/;

/** «a maior quantidade», «com quantidade acima de 100»: an amount of a row, and no count of rows. */
const isMeasured = (
  { forms, lexicon }: Pick<Text, 'forms' | 'lexicon'>,
  at: number,
  own: Set<string> | undefined,
): boolean =>
  [...(own ?? [])].some((name) => isNumericColumn(lexicon, name)) &&
  (/^(maior|menor|com|media|mediana)$/.test(forms[at - 1] ?? '') ||
    /^(acima|abaixo|maior|menor|superior|inferior|entre|media)$/.test(forms[at + 1] ?? ''));

/** «quantidade» is a column where a table has one that is called so and no more. */
const isAmount = ({ table }: Lexicon, own: Set<string> | undefined): boolean =>
  table.columns.some(
    ({ name, kind, label }) => own?.has(name) && kind === 'number' && !/[\s_]/.test(label.trim()),
  );

/** «quantidade de itens» counts the rows all the same. */
const countsRows = ({ bases, lexicon }: Pick<Text, 'bases' | 'lexicon'>, at: number): boolean =>
  [1, 2].some((step) => lexicon.rows.has(bases[at + step] ?? '') && bases[at + 1] !== 'em');

/** «consumo» names the column of the consumption sooner than «classe de consumo», unless more of that name stands beside it. */
function headedFirst(
  { bases, lexicon }: Pick<Text, 'bases' | 'lexicon'>,
  at: number,
  columns: string[],
): string[] {
  // «multas» are the «valor da multa» sooner than the mark «multa paga».
  const isMarkBesideAmount = (name: string) =>
    lexicon.table.columns.some((column) => column.name === name && isFlag(column)) &&
    columns.some((each) => isNumericColumn(lexicon, each));
  const headed =
    columns.length === 1
      ? columns
      : columns.filter((name) => lexicon.heads.get(name) === bases[at] && !isMarkBesideAmount(name));
  const amount = amountBesideSort({ bases, lexicon }, at, columns);
  if (amount) return [amount];
  const others = columns.filter((name) => !headed.includes(name));
  const isBeside = [-2, -1, 1, 2].some((step) =>
    others.some((name) => lexicon.columns.get(bases[at + step] ?? '')?.has(name)),
  );
  return headed.length > 0 && !isBeside ? headed : columns;
}

/** «refeições» are counted in the column of their number, and «por refeição» or «data da refeição» is about another. */
function countedFirst({ forms, bases, lexicon }: Text, at: number, columns: string[]): string[] {
  const [form, base] = [forms[at] ?? '', bases[at] ?? ''];
  const found = columns.flatMap((name) => columnIn(lexicon, name) ?? []);
  // «a diária» is what one costs, and «diárias» are counted.
  const money = found.filter(({ kind }) => kind === 'money').map(({ name }) => name);
  const isNumberOfThem = found.some(
    ({ kind, label }) => kind === 'number' && /s$/i.test(label) && baseForm(label) === base,
  );
  if (!/s$/.test(form) && isNumberOfThem && money.length === 1 && columns.length === 2) return money;
  // «quanto gastamos com diárias, em valor» asks for their money.
  const isOfMoney = forms.some((each) => /^(?:quanto|valor|valores|reais|gasto)$/.test(each));
  const isPlural = /s$/.test(form) && form !== base;
  const counted = isPlural && !isOfMoney ? countedColumns(lexicon, base) : [];
  return counted.length > 0 && counted.every((name) => columns.includes(name)) ? counted : columns;
}

/** «o maior frete» of a table with the «valor do frete» and the «tipo de frete»: the word alone is the amount. */
function amountBesideSort(
  { bases, lexicon }: Pick<Text, 'bases' | 'lexicon'>,
  at: number,
  columns: string[],
): string | null {
  const base = bases[at] ?? '';
  const labelled = (start: RegExp) =>
    lexicon.table.columns.filter(
      ({ name, label }) =>
        columns.includes(name) &&
        new RegExp(`^(?:${start.source}) (?:d[eoa] )?${base}$`).test(baseForm(label)),
    );
  const amount = onlyOne(labelled(/valor|custo|preco|total/), ({ kind }) => kind === 'money');
  const sorts = labelled(/tipo|modalidade|forma|categoria|situacao|status/);
  const isSaid = [-1, -2, -3].some((step) =>
    /^(?:tip|tipo|modalidade|forma|categoria|situacao|statu|status)$/.test(bases[at + step] ?? ''),
  );
  return amount && sorts.length > 0 && sorts.length + 1 === columns.length && !isSaid ? amount.name : null;
}

const CODE_LABEL = /^(?:codigo|cod|id|identificador|numero|sigla)\b/;

/** «clientes» of a table with the code and the name of each are called by their names. */
function namesFirst({ bases, lexicon }: Text, at: number, columns: string[]): string[] {
  const words = columns.flatMap((name) => columnIn(lexicon, name) ?? []).filter(holdsWords);
  const codes = words.filter(({ label }) => CODE_LABEL.test(fold(label))).map(({ name }) => name);
  const isSaid = [-1, -2].some((step) => CODE_LABEL.test(bases[at + step] ?? ''));
  const isNamed = columns.length > 1 && words.length > codes.length;
  return isNamed && !isSaid ? columns.filter((name) => !codes.includes(name)) : columns;
}

/** «nota média» of a column of marks that is not called «média»: its average. */
const isAverageOfNoun = ({ forms, bases, lexicon }: Text, at: number): boolean =>
  /^medi[oa]s?$/.test(forms[at] ?? '') &&
  [...(lexicon.columns.get(bases[at - 1] ?? '') ?? [])].some((name) => isNumericColumn(lexicon, name)) &&
  !lexicon.table.columns.some(({ name, label }) =>
    /\bmedi[oa]\b/.test(fold(`${name.replaceAll('_', ' ')} ${label}`)),
  );

/** «média de faltas» of a table with the «média» of each pupil and the number of «faltas». */
const isAverageOfOther = ({ forms, bases, lexicon }: Text, at: number): boolean =>
  /^medias?$/.test(forms[at] ?? '') &&
  /^d[aeo]s?$/.test(forms[at + 1] ?? '') &&
  [...(lexicon.columns.get(bases[at + 2] ?? '') ?? [])].some(
    (name) => isNumericColumn(lexicon, name) && !lexicon.columns.get(bases[at] ?? '')?.has(name),
  );
