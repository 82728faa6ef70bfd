/** Nouns for women and female animals: the masculine is said of all, and the feminine narrows where the table knows the sex. */
import type { Item } from '../chunk/items.ts';
import { addFilter } from '../filters.ts';
import { columnNamed, formOf, isUsed, namesOf, type Reading } from '../reading.ts';

/** Those that have a masculine beside them; «pessoas» and «vítimas» are of either sex. Folded. */
const FEMALE =
  /^(?:gata|cadela|cachorra|egua|vaca|coelha|porca|cabra|ovelha|galinha|aluna|servidora|funcionaria|professora|medica|enfermeira|candidata|inscrita|idosa|moradora|trabalhadora|beneficiaria|eleitora|vereadora|doadora|autora|diretora|tecnica|jogadora|consumidora|compradora|inquilina|filiada|associada|matriculada|segurada)s?$/;

/** «gatas castradas» of a table with the species and the sex. */
export function readFemaleNouns(reading: Reading): void {
  const noun = reading.items.find(
    (item) => (item.kind === 'value' || item.kind === 'rows') && FEMALE.test(formOf(reading, item)),
  );
  const [female] = ['femea', 'mulher'].flatMap((base) => reading.lexicon.phrases.get(base) ?? []);
  if (!noun || !female || !/\b(?:sexo|genero|gender)\b/.test(namesOf(reading, female.column))) return;
  // A table that calls its rows so has no others.
  const isOwnName = noun.kind === 'rows' && FEMALE.test(reading.lexicon.table.rows_word.one.toLowerCase());
  const isOpen = noun.kind === 'value' && !isUsed(reading, noun);
  if (isOwnName || isOpen || isSexSaid(reading, noun, female.column)) return;
  if (columnNamed(reading, female.column)?.hidden) return;
  addFilter(reading, { column: female.column, op: 'in', values: female.values }, noun);
}

/** By a value of the sex itself, by another condition or by groups. */
const isSexSaid = ({ plan }: Reading, noun: Item, sex: string): boolean =>
  (noun.kind === 'value' && noun.phrases.some(({ column }) => column === sex)) ||
  [...plan.filters, ...plan.group_by].some(({ column }) => column === sex);
