/** Columns that are asked of one row: «quando vence a CC-1016?», «qual o hodômetro do último abastecimento?». */

import { baseForm, plainForm } from '../../../../language/word-forms.ts';
import { fold, wordsOf } from '../../../../language/words.ts';
import type { Item } from '../chunk/items.ts';
import { datesNamed } from '../numbers/days/named-dates.ts';
import {
  baseOf,
  candidates,
  columnNamed,
  columnsOfKind,
  consume,
  formOf,
  isFiller,
  isKeyword,
  isTakenBy,
  itemsBefore,
  type Reading,
  textOf,
} from '../reading.ts';
import { onlyOne } from '../words/only-one.ts';
import { rootsMeet } from '../words/roots.ts';
import type { TableColumn } from '../words/table-column.ts';
import { isDoer, isFiniteVerb } from '../words/verbs.ts';
import { asksWhether, groupOfOneRow, toldBy, whichDay } from './one-row.ts';
import { plannedColumns } from './planned-columns.ts';
import { groupWhat, SHOWN_MAX, showWhere, showWho } from './who-and-where.ts';

export function readShown(reading: Reading): void {
  const { plan } = reading;
  if (lastRow(reading) || plan.show) return;
  if (groupOfOneRow(reading) || asksWhether(reading) || groupWhat(reading)) return;
  if (!isOneRow(reading)) {
    showWho(reading);
    showWhere(reading);
    return;
  }
  if (!plan.rows && !asksForAge(reading)) return;
  const lead = leadOf(reading);
  const which = whichDay(reading);
  if (lead && (formOf(reading, lead) === 'quando' || which.length > 0)) {
    showDay(reading, lead, which);
    return;
  }
  if (which.length > 0 || showAsked(reading)) return;
  showWho(reading);
  showWhere(reading);
  if (!plan.show) showNamed(reading, lead);
}

/** The first word that says something; «quando» after a row that was only named: «minha ficha é a FA-0209, quando é a audiência?». */
function leadOf(reading: Reading): Item | undefined {
  const when = reading.items.findIndex((item) => formOf(reading, item) === 'quando');
  const isAfterRow =
    when > 0 &&
    reading.items
      .slice(0, when)
      .every(
        (item) =>
          isFiller(reading, item) || item.kind === 'rows' || item.kind === 'value' || isKeyword(item, 'and'),
      );
  return isAfterRow
    ? reading.items[when]
    : reading.items.find((item) => !isFiller(reading, item) || formOf(reading, item) === 'quando');
}

/** «quando vence a CC-1016?», «em que dia foi pago o 30?»: `which` are the words that ask for a day. */
function showDay(reading: Reading, lead: Item, which: Item[]): void {
  const day = dayAsked(reading);
  if (!day) return;
  const verb = reading.items[reading.items.indexOf(lead) + 1];
  const told = which.length > 0 ? toldBy(reading, day) : verb && isOpen(reading, verb) ? [verb] : [];
  consume(reading, 'asked of a row', ...(which.length > 0 ? which : [lead]), ...told);
  reading.texts = reading.texts.filter(({ item }) => item !== verb);
  reading.plan.show = [day];
}

/** «onde está», «de que morreu», «quem doou»: the column that a question word or a verb asks for. */
function showAsked(reading: Reading): boolean {
  const asked = columnOfAsking(reading);
  if (!asked) return false;
  consume(reading, 'asked of a row', ...asked.items);
  reading.texts = reading.texts.filter(({ item }) => !asked.items.includes(item));
  Object.assign(reading.plan, { show: [asked.column], rows: true, measures: [] });
  return true;
}

/** The columns that the question names and that the plan has nothing of. */
function showNamed(reading: Reading, lead: Item | undefined): void {
  const planned = plannedColumns(reading);
  const asked = reading.items.flatMap((item, index) => {
    const column = askedAt(reading, index, planned);
    return column ? [{ item, column }] : [];
  });
  if (asked.length === 0) return;
  consume(reading, 'asked of a row', lead);
  for (const { item } of asked) reading.used.set(item, 'asked of a row');
  reading.plan.show = [...new Set(asked.map(({ column }) => column))].slice(0, SHOWN_MAX);
}

/** The only column that an item names, of which the plan has nothing yet, and that the question asks for. */
function askedAt(reading: Reading, index: number, planned: Set<string>): string | null {
  const item = reading.items[index];
  if (item?.kind !== 'column' || !isTakenBy(reading, item, 'mentioned column')) return null;
  // «qual abastecimento» of a table with the number of each asks for the row.
  if (baseOf(reading, item) === baseForm(reading.lexicon.table.rows_word.one)) return null;
  const only = onlyOne(candidates(item));
  if (!only || planned.has(only)) return null;
  return isAskedOf(reading, index) || isSaidFirst(reading, index) ? only : null;
}

/** «que espécie é a AR-11339?», «me diz o produtor e o município do ROM-31945»: before it stand only words that ask, and other columns. */
const isSaidFirst = (reading: Reading, index: number): boolean =>
  reading.items
    .slice(0, index)
    .every(
      (item) =>
        isFiller(reading, item) ||
        isKeyword(item, 'which', 'list', 'and') ||
        (item.kind === 'column' && !isTakenBy(reading, item, 'column of a value')) ||
        /^(?:diga|diz|fala|fale|passa|passe|manda|informe|mostra)$/.test(formOf(reading, item)),
    );

/** Words that ask of one row what a column of that name holds: «onde está», «de que morreu», «em que pé está». */
const ASKING: { said: RegExp; held: RegExp }[] = [
  {
    said: /^(?:e )?(?:onde|aonde|cade|em que (?:lugar|local|sala|setor|prateleira|estante))\b/,
    held: /^(?:localizacao|local|endereco|lotacao|prateleira|estante|sala|setor|deposito|patio|lugar|posicao)\b/,
  },
  {
    said: /^(?:e )?(?:de|do) que (?:morreu|faleceu|adoeceu|foi|e que)\b/,
    held: /^(?:causa|motivo|diagnostico|razao|doenca)\b/,
  },
  { said: /^(?:e )?(?:por|pra|para|a) que motivo\b/, held: /^(?:causa|motivo|razao|justificativa)\b/ },
  {
    said: /^(?:e )?(?:como (?:esta|anda|ficou|terminou|acabou)|em que (?:pe|estado|situacao|condicao))\b/,
    held: /^(?:situacao|status|estado|condicao|andamento|resultado|desfecho)\b/,
  },
  { said: /^(?:e )?(?:com )?quantos anos (?:tinha|tem|morreu|faleceu)\b/, held: /^idade\b/ },
  { said: /^(?:e )?de que (?:e|sao) feit[oa]s?\b/, held: /^materia(?:l|is)\b/ },
];

/** «quantos anos tinha Ana Prado?» counts no rows. */
const asksForAge = (reading: Reading): boolean =>
  reading.plan.measures.every(({ fn, column }) => fn === 'count' && column === null) &&
  reading.plan.group_by.length === 0 &&
  /\bquantos anos t(?:inha|em)\b/.test(plainForm(reading.question));

/** The only visible column that a question word or the verb after «quem» asks for. */
function columnOfAsking(reading: Reading): { column: string; items: Item[] } | null {
  const spoken = reading.items.filter((item) => !(item.kind === 'word' && item.isTalk));
  const said = spoken.map((item) => textOf(reading, item)).join(' ');
  const asking = ASKING.find(({ said: pattern }) => pattern.test(plainForm(said)));
  const planned = plannedColumns(reading);
  const open = reading.lexicon.table.columns.filter(({ name, hidden }) => !hidden && !planned.has(name));
  if (asking) {
    const only = onlyOne(open, ({ label }) => asking.held.test(fold(label)));
    return only
      ? { column: only.name, items: spoken.slice(0, 4).filter((item) => isOpen(reading, item)) }
      : null;
  }
  const [who, verb] = spoken;
  if (formOf(reading, who) === 'como') return columnOfDeed(reading, spoken, open);
  if (formOf(reading, who) !== 'quem' || !who || !verb) return null;
  // «quem doou a peça 12?» of the column «doador»
  const only = onlyOne(
    open,
    ({ label, kind }) =>
      (kind === 'category' || kind === 'text') &&
      wordsOf(label).some((word) => isDoer(formOf(reading, verb), word)),
  );
  return only ? { column: only.name, items: [who, verb] } : null;
}

const isOpen = (reading: Reading, item: Item): boolean =>
  item.kind === 'word' ||
  item.kind === 'column' ||
  (item.kind === 'keyword' && !isTakenBy(reading, item, 'value'));

/** «como a Ana Prado votou?» of the column «voto». */
function columnOfDeed(
  reading: Reading,
  spoken: Item[],
  open: TableColumn[],
): { column: string; items: Item[] } | null {
  const verb = spoken.find(
    (item) =>
      isFiniteVerb(formOf(reading, item)) && !/^(?:foi|foram|esta|estao|e|sao)$/.test(formOf(reading, item)),
  );
  if (!verb) return null;
  const only = onlyOne(
    open,
    ({ label, kind }) =>
      kind === 'category' &&
      wordsOf(fold(label)).length === 1 &&
      rootsMeet(formOf(reading, verb), fold(label)),
  );
  return only ? { column: only.name, items: [spoken[0] as Item, verb] } : null;
}

/** «qual o», «qual é a» right before it. */
function isAskedOf(reading: Reading, index: number): boolean {
  const before = itemsBefore(reading, index, 3);
  const which = before.findIndex((item) => isKeyword(item, 'which'));
  return (
    which >= 0 &&
    before.slice(which + 1).every((item) => /^(?:o|a|os|as|e|foi|era)$/.test(formOf(reading, item)))
  );
}

function isOneRow(reading: Reading): boolean {
  const { filters, limit } = reading.plan;
  const { main_column } = reading.lexicon.table;
  const text = onlyOne(reading.texts);
  const isSomebody = text !== undefined && /^\p{Lu}\S+ \p{Lu}/u.test(text.text);
  return (
    limit === 1 ||
    isSomebody ||
    filters.some(
      ({ column, op, values }) =>
        op === 'in' &&
        values.length === 1 &&
        (columnNamed(reading, column)?.kind === 'identifier' ||
          (column === main_column && columnNamed(reading, column)?.kind === 'text')),
    )
  );
}

/** «quando vence …», «quando foi pago …»; «quando foi …» is the usual day. */
function dayAsked(reading: Reading): string | null {
  const dates = columnsOfKind(reading, 'date');
  const named = new Set(reading.items.flatMap((item) => datesNamed(reading, item, dates)));
  const [only, another] = [...named];
  if (only) return another ? null : only.name;
  const isUsual = reading.words.some(({ form }) => /^(?:foi|aconteceu|ocorreu|houve)$/.test(form));
  return isUsual ? reading.lexicon.table.date_column : null;
}

/** «qual o veículo da última multa?»: a column of the last row, and not the group with most rows. */
function lastRow(reading: Reading): boolean {
  const { plan } = reading;
  const { date_column } = reading.lexicon.table;
  const [key, second] = plan.group_by;
  const at = reading.items.findIndex(
    (item, place) =>
      isKeyword(item, 'recent', 'old') &&
      isTakenBy(reading, item, 'most') &&
      reading.items[place + 1]?.kind === 'rows',
  );
  if (at < 0 || !key || second || key.bucket !== null || !date_column || plan.either) return false;
  const isFilled = (place: number) =>
    plan.filters[place]?.column === key.column && plan.filters[place].op === 'filled';
  reading.filterItems = reading.filterItems.filter((_, place) => !isFilled(place));
  plan.filters = plan.filters.filter((_, place) => !isFilled(place));
  for (const [item, rule] of reading.used)
    if (rule === 'group' || rule === 'most') reading.used.set(item, 'asked of a row');
  const direction = isKeyword(reading.items[at], 'recent') ? ('desc' as const) : ('asc' as const);
  Object.assign(plan, { rows: true, measures: [], group_by: [], limit: 1, show: [key.column] });
  plan.order = [{ by: 'column', index: 0, column: date_column, direction }];
  return true;
}
