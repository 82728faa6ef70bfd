/** The phrases that name the states of a table: codes, names, the words for their people, regions. */
import { basesOf } from '../../../../../language/question-words.ts';
import { isFunctionWord } from '../../../../../language/stop-words.ts';
import { COUNTRIES } from '../../../../../language/values/countries.ts';
import { REGIONS, STATES } from '../../../../../language/values/states.ts';
import { fold } from '../../../../../language/words.ts';
import type { Strength, TableColumn, ValuePhrase } from '../table-column.ts';
import { addPhrase, CODES } from './value-phrases.ts';

export const holdsStates = ({ kind, values }: TableColumn): boolean =>
  kind === 'category' && values.length > 0 && values.every((value) => CODES.has(value.toUpperCase()));

/**
 * Names, demonyms and regions of states: all of them of the first column of states, and of the others, such as the state of
 * the buyer, those that it holds; a state that only another column holds is of that one alone.
 */
export function addPlaces(phrases: Map<string, ValuePhrase[]>, columns: TableColumn[]): void {
  const [column, ...others] = columns;
  if (!column) return;
  const held = heldBy(column);
  for (const { code, name, demonyms } of STATES) {
    const further = others.filter((other) => heldBy(other).has(code));
    const holding = further.length > 0 && !held.has(code) ? further : [column, ...further];
    // «para» is a preposition far more often than the state of Pará.
    const names = name === 'para' ? [] : [name];
    for (const text of [...names, ...demonyms])
      for (const one of holding)
        addPhrase(phrases, {
          ...{ bases: basesOf(text), column: one.name, strength: 'whole' },
          values: [heldBy(one).get(code) ?? code],
        });
  }
  for (const [name, codes] of Object.entries(REGIONS)) {
    const values = codes.map((code) => held.get(code) ?? code);
    for (const bases of [basesOf(name), basesOf(`região ${name}`)])
      addPhrase(phrases, { bases, column: column.name, values, strength: 'whole' });
  }
}

const heldBy = ({ values }: TableColumn): Map<string, string> =>
  new Map(values.map((value) => [value.toUpperCase(), value]));

/** A column that writes its states out: codes, demonyms and regions name them too. Nothing is asked for that it does not hold. */
export function addNamedPlaces(
  phrases: Map<string, ValuePhrase[]>,
  { kind, name, values }: TableColumn,
): void {
  const held = new Map(values.map((value) => [fold(value).trim(), value]));
  const isOfStates =
    kind === 'category' && values.length > 1 && [...held.keys()].every((text) => NAMES.has(text));
  if (!isOfStates) return;
  const heldOf = (code: string) => held.get(STATES.find((state) => state.code === code)?.name ?? '');
  const note = (text: string, found: (string | undefined)[], strength: Strength) => {
    const own = found.filter((value) => value !== undefined);
    if (own.length > 0) addPhrase(phrases, { bases: basesOf(text), column: name, values: own, strength });
  };
  for (const { code, demonyms } of STATES) {
    if (!isFunctionWord(code.toLowerCase())) note(code, [heldOf(code)], 'short');
    for (const demonym of demonyms) note(demonym, [heldOf(code)], 'short');
  }
  for (const [region, codes] of Object.entries(REGIONS))
    for (const text of [region, `região ${region}`]) note(text, codes.map(heldOf), 'short');
}

/** «brasileira» of a column with the value «Brasil» among other countries. */
export function addCountries(phrases: Map<string, ValuePhrase[]>, { kind, name, values }: TableColumn): void {
  const held = new Map(values.map((value) => [fold(value).trim(), value]));
  const found = COUNTRIES.filter((country) => held.has(country.name));
  if (kind !== 'category' || found.length < 2 || found.length * 2 <= values.length) return;
  for (const { name: country, adjectives } of found)
    for (const adjective of adjectives)
      addPhrase(phrases, {
        ...{ bases: basesOf(adjective), column: name, strength: 'short' },
        values: [held.get(country) ?? country],
      });
}

const NAMES = new Set(STATES.map(({ name }) => name));

/** «do maior para o menor»: «para» is a preposition far more often than the state, which a word for its people names too. */
export function keepPrepositionApart(phrases: Map<string, ValuePhrase[]>): void {
  const state = phrases.get('para');
  if (!state) return;
  for (const phrase of state) addPhrase(phrases, { ...phrase, bases: ['paraense'] });
  phrases.delete('para');
}
