/** Words of a question that have had no effect on the plan, and are not known to be harmless. */

import { fold } from '../../../../language/words.ts';
import type { Item } from '../chunk/items.ts';
import { isWholePeriod, isWithinDays } from '../leftover.ts';
import { plannedColumns } from '../plan/planned-columns.ts';
import { isOfPeople } from '../plan/who-and-where.ts';
import {
  baseOf,
  candidates,
  columnNamed,
  formAt,
  formOf,
  isFiller,
  isKeyword,
  isTakenBy,
  isUsed,
  itemsBefore,
  namesOf,
  nextIndex,
  type Reading,
} from '../reading.ts';
import { isHarmless, isPointing, PERSON } from '../words/common-words.ts';
import type { Keyword } from '../words/keywords.ts';
import { hasSynonyms } from '../words/thesaurus.ts';
import { isParticiple } from '../words/verbs.ts';
import { isColumnLost, isMentionLost, isObjectLost, isSecondLost } from './lost-columns.ts';
import { isOnlyWeak } from './weak-evidence.ts';

/** A word that is asked, says a state or a figure, or is on no list, and has had no effect on the plan. */
type Check = (reading: Reading, item: Item, index: number) => boolean;

/** A word that is asked, says a state or a figure, or is on no list, and has had no effect on the plan. */
export const isLost: Check = (reading, item, index) => CHECKS.some((check) => check(reading, item, index));

/** «quem dirigiu a peça?», «quando estreou?»: somebody or a day is asked for, and rows in no order tell neither. */
function isAskedLost(reading: Reading, item: Item, index: number): boolean {
  const { plan } = reading;
  if (index > 1) return false;
  if (!plan.rows) return formOf(reading, item) === 'quem' && !isWhoGrouped(reading, item);
  if (plan.order.length > 0 || reading.isFollowUp || plan.show) return false;
  const form = formOf(reading, item);
  const next = reading.items[index + 1];
  if (form === 'quem') return isTakenBy(reading, next, 'verb between') || !tellsWho(reading);
  // «de que morreu Ana Prado?»: the row is found, and nothing says what of it.
  const isWhat = /^(?:de|com|em|por|a)$/.test(form) && formOf(reading, next) === 'que';
  return form === 'quando' || (index === 0 && (form === 'onde' || isWhat));
}

/** «quem vendeu mais?» by its people, «quem tem mais, Recife ou Salvador?» by those that are named, «quem entrou, quantos são?». */
const isWhoGrouped = (reading: Reading, item: Item): boolean =>
  isUsed(reading, item) ||
  // «quem são os 5 cooperados que mais entregaram»: the noun after says who.
  (reading.plan.group_by.length > 0 &&
    /^(?:e|sao|foi|foram|era|eram)$/.test(formAt(reading, reading.items.indexOf(item) + 1))) ||
  reading.items.some((each) => isKeyword(each, 'how_many', 'number_of')) ||
  reading.plan.group_by.some(
    ({ column: name }) =>
      isSomebody(reading, name) ||
      reading.plan.filters.some(
        ({ column, op, values }) => column === name && op === 'in' && values.length > 1,
      ),
  );

/** The groups of «quem» are people, or offices and companies that do something. */
function isSomebody(reading: Reading, name: string): boolean {
  const column = columnNamed(reading, name);
  return column !== undefined && (isOfPeople(reading, column) || OFFICES.test(namesOf(reading, name)));
}

const OFFICES =
  /secretaria|orgao|empresa|fornecedor|entidade|escola|unidade|setor|departamento|clube|time|equipe|partido|banco|loja|posto|clinica|hospital|autor|cliente|nome|razao|credor|contratad|construtora|transportadora|operadora|oficina|instituicao|associacao|cooperativa|produtor|remetente|destinatario|condominio|apartamento|agencia|filial|gerencia/;

/** Whether somebody stands in the rows that are shown: the main column has names, or the rows are people. */
function tellsWho(reading: Reading): boolean {
  const main = columnNamed(reading, reading.lexicon.table.main_column);
  return (
    (main !== undefined && isOfPeople(reading, main)) ||
    PERSON.test(fold(reading.lexicon.table.rows_word.one))
  );
}

/** A word that no rule has taken, and that is on no list of those that cannot change a figure. */
function isWordLost(reading: Reading, item: Item, index: number): boolean {
  if (item.kind !== 'word' || isUsed(reading, item) || reading.texts.some((text) => text.item === item))
    return false;
  const form = formOf(reading, item);
  if (isPointing(form)) return !reading.isFollowUp && index < reading.items.length - 1;
  if (/^vez(?:es)?$/.test(form))
    return !isKeyword(reading.items[index - 1], 'how_many', 'each', 'more', 'fewer', 'number_of');
  if (reading.plan.share && SHARING.test(form)) return false;
  if (isSortBefore(reading, index) || isWholePeriod(reading, item)) return false;
  if (item.isFunction || isFiller(reading, item) || isHarmless(form)) return false;
  return !isOwner(reading, item, index);
}

const SHARING = /^(?:representa|representam|corresponde|correspondem|equivale|equivalem)$/;

/** «curso superior», «do tipo urgente»: the word only says what the value after it is. */
const isSortBefore = (reading: Reading, index: number): boolean => {
  const next = reading.items[nextIndex(reading, index)];
  return (
    /^(?:cursos?|nivel|tipos?|status|categoria|classe|grau|ensino|modalidade|situacao)$/.test(
      formAt(reading, index),
    ) &&
    next?.kind === 'value' &&
    isUsed(reading, next)
  );
};

/** «do município», «pelo hospital»: those whose table it is, named by its description. */
const isOwner = (reading: Reading, item: Item, index: number): boolean =>
  reading.lexicon.described.has(baseOf(reading, item)) ||
  (/^(?:prefeitura|municipio|cidade|empresa|instituicao|organizacao|companhia|coop|cooperativa)$/.test(
    formOf(reading, item),
  ) &&
    index > 0);

/** «quem mais doou», «quantos de cada», «o índice de faltas»: rows in no order, or one count, are no such figure. */
function isFigureLost(reading: Reading, item: Item): boolean {
  const { plan } = reading;
  if (reading.isFollowUp) return false;
  if (isKeyword(item, 'each')) return plan.group_by.length === 0 && !plan.rows;
  if (!plan.rows || plan.order.length > 0 || plan.limit !== null) return false;
  if (isKeyword(item, 'more', 'fewer', 'average', 'median')) return !isCompared(reading, item);
  return isRateWord(reading, item) && !candidates(item).some((name) => plannedColumns(reading).has(name));
}

/** «mais de 3 mil reais» is a condition. */
const isCompared = (reading: Reading, item: Item): boolean =>
  isTakenBy(reading, item, 'number', 'comparison') ||
  /^(?:de|do|que)$/.test(formAt(reading, reading.items.indexOf(item) + 1));

const isRateWord = (reading: Reading, item: Item): boolean =>
  /^(?:indice|taxa|percentual|proporcao|gasto|gastos|custo|despesa)$/.test(formOf(reading, item)) &&
  reading.items.slice(0, 3).includes(item);

/** A word that counts, compares, orders, groups or turns, and that no rule has taken. */
function isKeywordLost(reading: Reading, item: Item): boolean {
  const { plan } = reading;
  if (item.kind !== 'keyword' || isUsed(reading, item)) return false;
  // «reclamações contra a Clarion»
  if (formOf(reading, item) === 'contra') return !isBeforeUsed(reading, item);
  // «processos novos este ano»: the days say which are new.
  if (/^nov[oa]s?$/.test(formOf(reading, item)) && isWithinDays(reading)) return false;
  if (isKeyword(item, 'distinct')) return !plan.measures.some(({ fn }) => fn === 'count_distinct');
  if (isKeyword(item, 'each')) return plan.group_by.length === 0;
  if (isKeyword(item, 'number_of', 'how_much', 'total')) return plan.measures.length === 0;
  if (isKeyword(item, 'by', 'among')) return !isBeforeUsed(reading, item);
  // «no dia 20/11», «no ano de 2025»
  if (isKeyword(item, 'unit'))
    return reading.items[nextIndex(reading, reading.items.indexOf(item))]?.kind !== 'period';
  return STRONG.has(item.keyword);
}

/** «preço médio da saca» of a table with the number of them: how many is no price. */
function isPriceLost(reading: Reading, item: Item): boolean {
  if (!/^(?:precos?|custos?)$/.test(formOf(reading, item)) || item.kind !== 'column') return false;
  const planned = plannedColumns(reading);
  return reading.plan.measures.length > 0 && !item.columns.some((name) => planned.has(name));
}

/** «em dia» says that nothing is due, where no rule knows what is. */
const isInDayLost = (reading: Reading, item: Item, index: number): boolean =>
  formOf(reading, item) === 'dia' &&
  formAt(reading, index - 1) === 'em' &&
  item.kind !== 'value' &&
  !/^(?:de|d[oa]s?|com|util|uteis)$/.test(formAt(reading, index + 1));

/** «quantos ainda estão internados?»: a state that nothing in the plan holds. */
function isStateLost(reading: Reading, item: Item, index: number): boolean {
  const before = itemsBefore(reading, index, 3).map((each) => formOf(reading, each));
  const isState =
    before.includes('ainda') &&
    before.some((form) => /^(?:esta|estao|continua|continuam|segue|seguem)$/.test(form));
  return (
    isState &&
    (item.kind === 'column' || item.kind === 'word') &&
    isParticiple(formOf(reading, item)) &&
    !reading.filterItems.some((items) => items.includes(item))
  );
}

/** «por telemedicina», «entre as concorrências»: what follows is in the plan. */
function isBeforeUsed(reading: Reading, item: Item): boolean {
  const at = nextIndex(reading, reading.items.indexOf(item));
  const next = reading.items[at];
  // «por categoria limpeza»
  if (next?.kind === 'column' && reading.items[at + 1]?.kind === 'value') return true;
  return (
    next !== undefined &&
    (isCause(reading, item, next) ||
      (isKeyword(item, 'among') && (next.kind === 'rows' || isNarrowed(reading, at))) ||
      (isUsed(reading, next) && !isTakenBy(reading, next, 'mentioned column')))
  );
}

/** «entre os candidatos a técnico», «entre os alunos da Norte»: a value right after the noun says which of them. */
const isNarrowed = (reading: Reading, at: number): boolean => {
  const after = reading.items[nextIndex(reading, at)];
  return after?.kind === 'value' && isUsed(reading, after);
};

/** «multas por velocidade»: the rows have that word, which is no word for groups. */
function isCause(reading: Reading, item: Item, next: Item): boolean {
  const before = reading.items[reading.items.indexOf(item) - 1];
  return (
    isKeyword(item, 'by') &&
    (before?.kind === 'rows' || isKeyword(before, 'how_many')) &&
    reading.texts.some((text) => text.item === next) &&
    !hasSynonyms(baseOf(reading, next)) &&
    reading.plan.measures.every(({ fn, column }) => fn === 'count' && column === null)
  );
}

/** Keywords that change a figure wherever they stand. */
const STRONG = new Set<Keyword>([
  'average',
  'median',
  'sum',
  'largest',
  'smallest',
  'more',
  'fewer',
  'expensive',
  'cheap',
  'recent',
  'old',
  'well',
  'share',
  'part',
  'compare',
  'versus',
  'difference',
  'not',
  'without',
  'except',
  'nor',
  'trend',
  'empty',
  'top',
  'ranking',
  'unit',
  'split',
]);

/** In this order, so that the same question is refused with the same word. */
const CHECKS: Check[] = [
  isAskedLost,
  isColumnLost,
  isObjectLost,
  isFigureLost,
  isKeywordLost,
  isStateLost,
  isInDayLost,
  isPriceLost,
  isSecondLost,
  isMentionLost,
  isOnlyWeak,
  isWordLost,
];
