/** Columns that are empty or filled: «sem valor», «já têm data», «nota não informada», «com desconto». */
import type { Condition } from '#contract/table-plan.ts';
import { fold } from '../../../../language/words.ts';
import type { Item } from '../chunk/items.ts';
import { addFilter } from '../filters.ts';
import {
  baseOf,
  candidates,
  chainAt,
  columnNamed,
  consume,
  formAt,
  formOf,
  isFiller,
  isKeyword,
  isNumeric,
  isTakenBy,
  isUsed,
  itemsBefore,
  namesOf,
  type Reading,
} from '../reading.ts';
import { rootsMeet } from '../words/roots.ts';
import { isFiniteVerb, isOutcome } from '../words/verbs.ts';
import { COPULAS } from './exclusions.ts';

type ValueItem = Extract<Item, { kind: 'value' }>;

const LACKS =
  /^(tem|possui|possuem|informa|informam|informou|informaram|consta|constam|preencheu|preencheram|traz|trazem|registra|registram|tiveram|teve|ha|declaram|declarou|apresentam|receb(?:e|em|eu|eram)|ganh(?:a|am|ou|aram)|us(?:a|am|ou|aram)|utiliz(?:a|am|ou|aram)|sofr(?:e|em|eu|eram)|ger(?:a|am|ou|aram)|deix(?:a|am|ou|aram)|lev(?:a|am|ou|aram)|precis(?:a|am|ou|aram)|cont(?:em|inha)|fez|fizeram|faz|fazem|houve)$/;

/** «sem informação de faltas», «não informam a modalidade», «já têm data de homologação». */
export function readEmpties(reading: Reading): void {
  for (const [index, item] of reading.items.entries()) {
    if (isUsed(reading, item)) continue;
    const isWithout = isKeyword(item, 'without');
    const isNot =
      isKeyword(item, 'not') &&
      (reading.items.slice(index + 1, index + 3).some((each) => LACKS.test(formOf(reading, each))) ||
        hasNone(reading, index));
    const isHad = isKeyword(item, 'already') && formOf(reading, item) === 'ja';
    const after = reading.items.slice(index + 1, index + 4);
    // «sem nenhum aditivo», «não tiveram nenhum aditivo»: none of them is a number already.
    if (
      (isWithout || (isNot && hasNone(reading, index))) &&
      after.some((each) => isTakenBy(reading, each, 'number'))
    ) {
      consume(reading, 'number', item, ...after.filter((each) => LACKS.test(formOf(reading, each))));
      continue;
    }
    if (isWithout || isNot || isHad) readColumnState(reading, index, isHad ? 'filled' : 'empty');
  }
  readStateAfter(reading);
  readFilledParticiple(reading);
  readHad(reading);
}

/** «entre os avaliados»: rows that have something in the column of that root. */
function readFilledParticiple(reading: Reading): void {
  for (const [index, item] of reading.items.entries()) {
    if (item.kind !== 'word' || isUsed(reading, item) || !/(ad|id)[oa]s?$/.test(formOf(reading, item)))
      continue;
    const before = itemsBefore(reading, index, 3);
    // «dos chamados avaliados, qual a porcentagem …»: the whole of a share.
    const isWhole =
      reading.plan.share &&
      index < reading.shareAt &&
      (reading.items[index - 1]?.kind === 'rows' || /^d[oa]s$/.test(formAt(reading, index - 1)));
    if (!isWhole && !before.some((each) => isKeyword(each, 'among', 'already'))) continue;
    const column = reading.lexicon.table.columns.find(
      ({ kind, name }) =>
        kind !== 'category' &&
        [...reading.lexicon.columns].some(
          ([word, names]) => names.has(name) && rootsMeet(formOf(reading, item), word),
        ),
    );
    if (!column) continue;
    consume(reading, 'filled', item);
    addFilter(reading, { column: column.name, op: 'filled', values: [] }, item);
  }
}

/** «não passaram por nenhuma sala». */
const hasNone = (reading: Reading, index: number): boolean =>
  reading.items.slice(index + 2, index + 5).some((each) => /^nenhuma?$/.test(formOf(reading, each)));

const HAD = /^(tem|tiveram|teve|possuem|possui|houve|recebeu|receberam)$/;

/** «deixaram comentário», «sofreram multa»: a verb with the column as its object. */
const isHaving = (form: string): boolean =>
  HAD.test(form) || (isFiniteVerb(form) && !isOutcome(form) && !COPULAS.test(form));

/** «quantos têm alguma deficiência», «pedidos com desconto», «quantos tiveram multa»: the column is filled, or its number is above zero. */
function readHad(reading: Reading): void {
  const isAsked = reading.items.some((item) => isKeyword(item, 'how_many', 'list', 'which', 'share'));
  for (const [index, item] of reading.items.entries()) {
    const isWith = formOf(reading, item) === 'com';
    const isOfRows = isWith && reading.items[index - 1]?.kind === 'rows';
    if (isUsed(reading, item) || !(isWith || isHaving(formOf(reading, item))) || !(isAsked || isOfRows))
      continue;
    const chain = hadColumn(reading, index);
    const [column] = chain?.columns ?? [];
    if (!chain || !column) continue;
    const noted = reading.items[chain.to];
    consume(reading, 'filled', item, ...chain.items, isNoted(reading, noted) ? noted : undefined);
    // «que aguardam descarga»: what is waited for has no day yet.
    if (WAITING.test(formOf(reading, item)) && columnNamed(reading, column)?.kind === 'date') {
      addFilter(reading, { column, op: 'empty', values: [] }, item, ...chain.items);
      continue;
    }
    const isNumber = isNumeric(columnNamed(reading, column));
    addFilter(
      reading,
      isNumber ? { column, op: '>', values: ['0'] } : { column, op: 'filled', values: [] },
      ...chain.items,
    );
  }
}

const WAITING = /^(?:aguard|esper)(?:a|am|ava|avam|ando)$/;

/** The column that is named right after «têm» or «têm alguma», with nothing more to come. */
function hadColumn(reading: Reading, index: number): ReturnType<typeof chainAt> {
  const isSome = /^algu(m|ma|ns|mas)$/.test(formAt(reading, index + 1));
  const at = index + (isSome ? 2 : 1);
  const chain = chainAt(reading, at, (column) => column !== undefined);
  const isFree = chain !== null && !chain.items.some((each) => isUsed(reading, each));
  const isAlone =
    chain !== null &&
    !saysWhich(reading, chain) &&
    (chain.to > lastContent(reading) ||
      isAnotherPart(reading, chain.to) ||
      // «com fiscal definido em Aracaju»
      isNoted(reading, reading.items[chain.to]));
  return isFree && reading.items[at]?.kind === 'column' && isAlone ? chain : null;
}

/** «com formação técnica», «com ano de fabricação de 2020»: the value or the year after it says what is in the column. */
function saysWhich(
  reading: Reading,
  { columns, items, to }: { columns: string[]; items: Item[]; to: number },
): boolean {
  const next = reading.items[to];
  // «com destino em SP» of the cities and the states to which things go
  const named = new Set(
    items.flatMap((item) => [...(reading.lexicon.columns.get(baseOf(reading, item)) ?? [])]),
  );
  const placed = PLACED.test(formOf(reading, next)) ? reading.items[to + 1] : undefined;
  if (placed?.kind === 'value') return placed.phrases.some(({ column }) => named.has(column));
  if (next?.kind === 'value') return next.phrases.some(({ column }) => columns.includes(column));
  const after = /^(?:de|em|a)$/.test(formOf(reading, next)) ? reading.items[to + 1] : next;
  const isYear = columns.some((column) => /^ano\b/.test(namesOf(reading, column).replaceAll('_', ' ')));
  return isYear && (after?.kind === 'period' || after?.kind === 'comparison');
}

const PLACED = /^(?:em|a|n[oa]s?|para|pra|de|d[oa]s?)$/;

/** «com multa no depósito sul»: after a preposition of place or time something else is said. */
const isAnotherPart = (reading: Reading, at: number): boolean =>
  // «com criança, de gente de Joinville», «com desconto que já saíram»
  /,/.test(reading.words[reading.items[at]?.from ?? -1]?.before ?? '') ||
  formAt(reading, at) === 'que' ||
  isKeyword(reading.items[at], 'already') ||
  (/^(em|no|na|nos|nas)$/.test(formAt(reading, at)) &&
    !/^(branco|aberto|dia)$/.test(formAt(reading, at + 1)));

/** The place of the last item but periods and words that say nothing. */
const lastContent = (reading: Reading): number =>
  reading.items.findLastIndex(
    (item) => !isUsed(reading, item) && !isFiller(reading, item) && item.kind !== 'period',
  );

/** «sem desconto»: the cell is empty, the number is zero, or the value says so; of two, the other reading is offered. */
export function withoutAny(reading: Reading, column: string): Condition {
  const none = noneOf(reading, column);
  if (none.length > 0) return { column, op: 'in', values: none };
  const { lacks, label = column } = columnNamed(reading, column) ?? {};
  const empty: Condition = { column, op: 'empty', values: [] };
  if (!lacks?.zero) return empty;
  if (lacks.empty) reading.offers.push({ text: `${label} sem valor`, instead: [empty], taken: [column] });
  return { column, op: 'between', values: ['0', '0'] };
}

/** The value that says of a row that it has nothing: «Nenhuma», «Sem recurso», «Não possui». */
const noneOf = (reading: Reading, column: string): string[] =>
  columnNamed(reading, column)?.values.filter((value) =>
    /^(?:nenhum|sem |nao (?:possui|tem|ha|houve)|n\/a)/.test(fold(value)),
  ) ?? [];

/** «sem tempo de espera anotado». */
const NOTED =
  /^(?:anotad|registrad|lancad|cadastrad|definid|marcad|apontad|declarad|inserid|atribuid|associad|vinculad|designad|nomead|alocad|escalad|indicad|identificad)[oa]s?$/;

const isNoted = (reading: Reading, item: Item | undefined): boolean =>
  (item?.kind === 'word' && NOTED.test(formOf(reading, item))) ||
  (isKeyword(item, 'already') && formOf(reading, item) !== 'ja');

const BEFORE_COLUMN =
  /^(tempo|prazo|cobranca|lancamento|anotacao|informacao|informacoes|registro|dado|dados|valor|preenchimento|avaliacao|definicao|indicacao|apuracao|estimativa|atribuicao|identificacao|especificacao|determinacao|mencao|resposta|nenhuma|nenhum|qualquer|campo|o|a|os|as|de|do|da|que|com)$/;

function readColumnState(reading: Reading, index: number, op: 'empty' | 'filled'): void {
  const found = columnOfState(reading, index, op);
  const [column] = found?.chain.columns ?? [];
  const after = found && reading.items[found.chain.to];
  if (!found || !column || /^(?:value|comparison|number)$/.test(after?.kind ?? '')) return;
  const { chain, passed } = found;
  const noted = after && isNoted(reading, after) ? after : undefined;
  consume(reading, op, reading.items[index], ...passed, ...chain.items, noted);
  const condition: Condition =
    op === 'empty' && !noted ? withoutAny(reading, column) : { column, op, values: [] };
  addFilter(reading, condition, ...chain.items);
}

type Named = NonNullable<ReturnType<typeof chainAt>>;

/** The column after «sem», «não têm» or «já têm», and the words before it that say no more. */
function columnOfState(
  reading: Reading,
  index: number,
  op: 'empty' | 'filled',
): { chain: Named; passed: Item[] } | null {
  const passed: Item[] = [];
  for (let at = index + 1; at < reading.items.length && at <= index + 6; at += 1) {
    const item = reading.items[at];
    if (!item) return null;
    const form = formOf(reading, item);
    // «não recebem gratificação»: the verb may name a column too.
    const isVerbOfHaving = LACKS.test(form) && candidates(reading.items[at + 1]).length > 0;
    // «que já contratou»: what was done, and no column that has something.
    if (!isVerbOfHaving && op === 'filled' && at === index + 1 && isFiniteVerb(form)) return null;
    const isColumn = item.kind !== 'value' || isColumnFirst(reading, at, item);
    const chain = isVerbOfHaving || !isColumn ? null : chainAt(reading, at, (column) => column !== undefined);
    if (chain) return { chain, passed };
    if (!isVerbOfHaving && !isPassed(reading, index, at)) return null;
    passed.push(item);
  }
  return null;
}

/** Whether a word before the column says no more: «sem informação de», «não passaram por nenhuma». */
function isPassed(reading: Reading, index: number, at: number): boolean {
  const item = reading.items[at];
  const form = formOf(reading, item);
  const isVerb = at === index + 1 && isFiniteVerb(form) && hasNone(reading, index);
  const isBefore = BEFORE_COLUMN.test(form) || LACKS.test(form) || /^(?:por|em)$/.test(form);
  return isBefore || isVerb || (item !== undefined && isFiller(reading, item));
}

/** A word that is a column and a value too is the column where the words before it make it one. */
const isColumnFirst = (reading: Reading, at: number, item: ValueItem): boolean =>
  item.columns.length > 0 &&
  (isNameAfterWithout(reading, at, item) ||
    candidates(reading.items[at - 2]).length > 0 ||
    // «não tiveram alta» of a table with the day of it.
    (LACKS.test(formAt(reading, at - 1)) &&
      item.columns.some((name) => columnNamed(reading, name)?.kind === 'date')));

/** «sem agente» of the column «agente», although another has a value of that name. */
const isNameAfterWithout = (reading: Reading, at: number, item: ValueItem): boolean =>
  isKeyword(reading.items[at - 1], 'without') &&
  item.columns.some((name) => fold(columnNamed(reading, name)?.label ?? '') === formOf(reading, item));

/** The column that the words up to an item name, fillers aside. */
function columnEndingAt(reading: Reading, index: number): ReturnType<typeof chainAt> {
  let start = index;
  while (start >= 0 && isFiller(reading, reading.items[start] as Item)) start -= 1;
  if (start < 0) return null;
  const first = start > 0 && candidates(reading.items[start - 1]).length > 0 ? start - 1 : start;
  return chainAt(reading, first, (column) => column !== undefined);
}

/** The place of «não» before «informada», «foi informada»; -1 where there is none. */
function negationBefore(reading: Reading, index: number): number {
  const at = /^(?:foi|foram|esta|estao|e|sao)$/.test(formAt(reading, index - 1)) ? index - 2 : index - 1;
  return isKeyword(reading.items[at], 'not') ? at : -1;
}

/** «com a modalidade vazia», «valor homologado em branco», «nota não informada». */
function readStateAfter(reading: Reading): void {
  for (const [index, item] of reading.items.entries()) {
    if (!isKeyword(item, 'empty', 'already') || isUsed(reading, item) || formOf(reading, item) === 'ja')
      continue;
    const not = negationBefore(reading, index);
    const isNegated = not >= 0;
    const chain = columnEndingAt(reading, isNegated ? not - 1 : index - 1);
    const [column] = chain?.columns ?? [];
    if (!chain || !column) continue;
    if (isNegated && chain.items.every((each) => isTakenBy(reading, each, 'distinct values'))) {
      // «em quantos a causa não foi informada»: rows are counted, and no values.
      reading.plan.measures = [{ fn: 'count', column: null }];
      for (const each of chain.items) reading.used.delete(each);
    }
    if (chain.items.some((each) => isUsed(reading, each))) {
      consume(reading, 'state of a column', item);
      continue;
    }
    const isEmpty = isKeyword(item, 'empty') !== isNegated;
    consume(reading, 'state of a column', item, isNegated ? reading.items[not] : undefined, ...chain.items);
    addFilter(reading, { column, op: isEmpty ? 'empty' : 'filled', values: [] }, item);
  }
}
