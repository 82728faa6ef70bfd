/** Other readings of a word that is a value: a name that two columns have, «do Rafael» of an analyst and of a requester; a state that is the event of a day too. */
import type { Condition } from '#contract/table-plan.ts';
import { basesOf } from '../../../../language/question-words.ts';
import { fold } from '../../../../language/words.ts';
import type { Item } from '../chunk/items.ts';
import { columnNamed, formAt, isKeyword, namesOf, type Reading, textOf } from '../reading.ts';
import { PERSON_NAMES } from '../words/columns/telling-names.ts';
import { RANK, type TableColumn, type ValuePhrase } from '../words/table-column.ts';
import { PLACE_COLUMN } from '../words/thesaurus.ts';

/** As many as can be offered beside the first. */
const OTHERS_MAX = 2;
const VALUES_MAX = 4;
const LETTERS = 4;

/** The reading of the same word as a name in another column is offered beside the one that was taken. */
export function offerOtherNames(reading: Reading, item: Item & { kind: 'value' }, taken: ValuePhrase): void {
  const words = reading.words.slice(item.from, item.to);
  const isName = words.some(({ text, form }) => form.length >= LETTERS && /^\p{L}+$/u.test(text));
  const isWhole = taken.strength === 'whole' && words.length > 1;
  // «Jundiaí ou Sorocaba»: both sides are of the column that is compared.
  if (reading.items.some((each) => isKeyword(each, 'or', 'versus'))) return;
  // «São Lucas» of an undertaker, and of the «Hospital São Lucas»
  if (!isName || isNamedColumn(reading, item, taken.column) || !isProper(taken)) return;
  const isPlace = isPlaceSaid(reading, item, taken);
  const others = reading.lexicon.table.columns
    .filter((column) => column.name !== taken.column && !column.hidden)
    .flatMap((column) => {
      const isOfPeople = PERSON_NAMES.test(namesOf(reading, column.name));
      return isOfPeople && isPlace
        ? []
        : (isWhole ? readingOfWhole : readingIn)(reading, item, { taken, column, isOfPeople });
    });
  for (const { text, condition } of others.slice(0, OTHERS_MAX))
    reading.offers.push({ text, instead: [condition], taken: [taken.column] });
}

type Named = { taken: ValuePhrase; column: TableColumn; isOfPeople: boolean };

/** A name of several words is one of another column only where a single name there has all of them. */
function readingOfWhole(
  reading: Reading,
  item: Item & { kind: 'value' },
  { column }: Named,
): { text: string; condition: Condition }[] {
  const bases = reading.words.slice(item.from, item.to).map(({ base }) => base);
  const [named, another] = column.values.filter((value) => {
    const own = basesOf(value);
    return bases.every((base) => own.includes(base)) && own.length <= bases.length + 2;
  });
  if (!named || another) return [];
  return [
    { text: `${column.label} ${named}`, condition: { column: column.name, op: 'in', values: [named] } },
  ];
}

function readingIn(
  reading: Reading,
  item: Item & { kind: 'value' },
  { taken, column, isOfPeople }: Named,
): { text: string; condition: Condition }[] {
  const { name, kind, label, values } = column;
  const said = item.phrases.find((phrase) => phrase.column === name);
  const isAsSure =
    said !== undefined && (isOfPeople || RANK[said.strength] >= RANK[taken.strength]) && isProper(said);
  if (said && isAsSure && said.strength !== 'synonym' && said.values.length <= VALUES_MAX)
    return [
      {
        text: `${label} ${said.values.join(', ')}`,
        condition: { column: name, op: 'in', values: said.values },
      },
    ];
  if (said || kind !== 'text' || !isOfPeople || !mayBeSomebody(reading, taken)) return [];
  const bases = reading.words.slice(item.from, item.to).map(({ base }) => base);
  const named = values.filter((value) => bases.every((base) => basesOf(value).includes(base)));
  if (named.length > 0 && named.length <= VALUES_MAX)
    return [{ text: `${label} ${named.join(', ')}`, condition: { column: name, op: 'in', values: named } }];
  // Names that are too many for a list are looked for.
  if (values.length > 0) return [];
  if (reading.lexicon.remarks.includes(name)) return [];
  const text = textOf(reading, item);
  return [
    { text: `${label} com «${text}»`, condition: { column: name, op: 'contains', values: [fold(text)] } },
  ];
}

/** Surnames are those of people and of places, and «Areia» as a sort of freight is none. */
const mayBeSomebody = (reading: Reading, { column }: ValuePhrase): boolean =>
  PERSON_NAMES.test(namesOf(reading, column)) || PLACES.test(namesOf(reading, column));

/** Names are written with capital letters: «Auxílio» of «Auxílio funeral» is none. */
const isProper = ({ values: [value = ''], bases }: ValuePhrase): boolean =>
  value.split(/[^\p{L}]+/u).some((word) => /^\p{Lu}/u.test(word) && bases.includes(basesOf(word)[0] ?? ''));

/** «em Palotina», «de Palotina»: where something is, and nobody's name. */
const isPlaceSaid = (reading: Reading, item: Item, { column }: ValuePhrase): boolean =>
  /^(?:em|de|n[ao]s?|pel[ao]s?)$/.test(formAt(reading, reading.items.indexOf(item) - 1)) &&
  PLACES.test(fold(`${namesOf(reading, column)} ${columnNamed(reading, column)?.label ?? ''}`));

const PLACES = new RegExp(
  `${PLACE_COLUMN.source}|unid|filial|loja|posto|escola|local|setor|regional|garagem|base`,
);

/** «o posto São José», «a unidade Palotina». */
const isNamedColumn = (reading: Reading, item: Item, column: string): boolean => {
  const at = reading.items.indexOf(item);
  return [at - 1, at - 2, at + 1].some((place) => {
    const near = reading.items[place];
    return near?.kind === 'column' && near.columns.includes(column);
  });
};

/** «fixadas em março»: those of that state, of the usual day of the table where the day of the event was taken. */
export function offerState(reading: Reading, phrase: Pick<ValuePhrase, 'column' | 'values'>): void {
  const { date_column } = reading.lexicon.table;
  const event = reading.plan.filters.find(
    ({ column, op }) =>
      column !== date_column && op === 'between' && columnNamed(reading, column)?.kind === 'date',
  );
  if (!event || !date_column) {
    offerValues(reading, phrase);
    return;
  }
  const state: Condition = { column: phrase.column, op: 'in', values: phrase.values };
  const text = `${labelOf(reading, phrase.column)}: ${phrase.values.join(', ')}, ${labelOf(reading, date_column).toLowerCase()}`;
  reading.offers.push({ text, instead: [state, { ...event, column: date_column }], taken: [event.column] });
}

/** Another reading with all filters of this one and, besides, these values. */
export function offerValues(
  reading: Reading,
  { column, values }: Pick<ValuePhrase, 'column' | 'values'>,
): void {
  const text = `${labelOf(reading, column)}: ${values.join(', ')}`;
  reading.offers.push({ text, instead: [{ column, op: 'in', values }], taken: [] });
}

const labelOf = (reading: Reading, column: string): string => columnNamed(reading, column)?.label ?? column;

const HOUSES = /condomin|predio|edificio|escola|creche|hospital|hotel|fazenda|loja|filial/;

/** As many as can be offered beside the first. */
const NAMESAKES_MAX = 4;
const NAMES_MAX = 300;

/** «da Camila» of «Camila Nunes» and «Dra. Camila Rocha»: each is somebody, so that one is taken and the others are offered. */
export function oneOfNames(
  reading: Reading,
  item: Item & { kind: 'value' },
  phrase: ValuePhrase,
): ValuePhrase {
  const { column, strength, values } = phrase;
  const isPart = strength === 'head' || strength === 'part';
  const isOfPeople = PERSON_NAMES.test(namesOf(reading, column));
  // «o Residencial Jardim» of two that are called so and more
  const isOfHouses = item.to > item.from + 1 && HOUSES.test(namesOf(reading, column));
  if (!isPart || !(isOfPeople || isOfHouses)) return phrase;
  const bases = reading.words.slice(item.from, item.to).map(({ base }) => base);
  const known = columnNamed(reading, column)?.values ?? values;
  // A phrase of a short list may have other values that it names less surely.
  const all = known.length <= NAMES_MAX ? known : values.slice(0, NAMES_MAX);
  const written = all.filter((value) => bases.every((base) => basesOf(value).includes(base)));
  // «Residencial Jardim» of «Res. Jardim Europa» and «Res. Jardim Itália»
  const named = written.length > 0 ? written : values;
  const found = Map.groupBy(named, (value) => fold(value.trim()));
  const [first = values, ...others] = [...found.values()];
  if (others.length === 0) return phrase;
  if (found.size > NAMESAKES_MAX) {
    const label = labelOf(reading, column);
    reading.refusals.push(
      `Há ${found.size} nomes com «${textOf(reading, item)}» em «${label}», como ${[...found.values()]
        .slice(0, 3)
        .map(([value]) => value)
        .join(', ')}: diga qual deles.`,
    );
    return phrase;
  }
  for (const same of others) offer(reading, { ...phrase, values: same }, phrase);
  return { ...phrase, values: first };
}

/** The other reading of an ambiguity: the filters of this one, with other values in place of the column that was taken. */
export function offer(reading: Reading, { column, values }: ValuePhrase, taken: ValuePhrase): void {
  const text = `${labelOf(reading, column)} ${values.join(', ')}`;
  reading.offers.push({ text, instead: [{ column, op: 'in', values }], taken: [taken.column] });
}
