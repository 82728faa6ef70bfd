/** Nouns for women and female animals: the masculine is said of all, and the feminine narrows where the table knows the sex. */
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
  const [female] = (reading.lexicon.phrases.get('femea') ?? []).concat(
    reading.lexicon.phrases.get('mulher') ?? [],
  );
  if (!noun || !female || !/\b(?:sexo|genero|gender)\b/.test(namesOf(reading, female.column))) return;
  // A value of the sex itself says it already, and a table that calls its rows so has no others.
  const isSaid =
    (noun.kind === 'value' && noun.phrases.some(({ column }) => column === female.column)) ||
    reading.plan.filters.some(({ column }) => column === female.column) ||
    reading.plan.group_by.some(({ column }) => column === female.column);
  const isOwnName = noun.kind === 'rows' && FEMALE.test(reading.lexicon.table.rows_word.one.toLowerCase());
  if (isSaid || isOwnName || (noun.kind === 'value' && !isUsed(reading, noun))) return;
  if (columnNamed(reading, female.column)?.hidden) return;
  addFilter(reading, { column: female.column, op: 'in', values: female.values }, noun);
}
