/** Nouns and participles that name a column and only say what the rows are, or what was done to all of them. */
import type { Item } from './chunk/items.ts';
import {
  candidates,
  columnNamed,
  formAt,
  formOf,
  isKeyword,
  isNumeric,
  isTakenBy,
  isUsed,
  type Reading,
  textOf,
} from './reading.ts';
import { PERSON } from './words/common-words.ts';
import { isDoneToAny } from './words/deeds.ts';
import { isFiniteVerb, isParticiple } from './words/verbs.ts';

export type ColumnItem = Extract<Item, { kind: 'column' }>;

/** «litros abastecidos», «quilos entregues»: what is always done to what is measured. */
export const isDoneToAmount = (reading: Reading, index: number, planned: Set<string>): boolean => {
  const form = formAt(reading, index);
  return (
    isParticiple(form) &&
    isDoneToAny(form) &&
    candidates(reading.items[index - 1]).some(
      (name) => planned.has(name) && isNumeric(columnNamed(reading, name)),
    )
  );
};

/** «em qual especialidade os pacientes mais faltam», «entre os candidatos a técnico»: each row is of one of them. */
export const isPeopleOfRows = (reading: Reading, { columns }: ColumnItem, index: number): boolean => {
  const next = reading.items[index + 1];
  const value = reading.items[index + 2];
  const isSubject =
    isKeyword(next, 'more', 'fewer') ||
    isFiniteVerb(formOf(reading, next)) ||
    // «de quantas cidades vieram os alunos?»
    (next === undefined && isTakenBy(reading, reading.items[index - 2], 'verb between'));
  const isApplied =
    /^(?:a|ao|de|da|do|para|pra)$/.test(formOf(reading, next)) &&
    value?.kind === 'value' &&
    isUsed(reading, value);
  return (
    PERSON.test(formAt(reading, index)) &&
    /^(?:[oa]s|d[oa]s|pel[oa]s)$/.test(formAt(reading, index - 1)) &&
    (isSubject || isApplied) &&
    columns.every((name) => /^(?:category|text|identifier)$/.test(columnNamed(reading, name)?.kind ?? ''))
  );
};

/** «o carro 1009»: the noun only says what has the code after it. */
export function isNounOfCode(reading: Reading, index: number): boolean {
  const next = reading.items[index + 1];
  return (
    next?.kind === 'value' &&
    /\d/.test(textOf(reading, next)) &&
    reading.filterItems.some((items) => items.includes(next)) &&
    /^(?:[oa]s?|d[oa]s?|n[oa]s?|pel[oa]s?|com|ao)$/.test(formAt(reading, index - 1))
  );
}
