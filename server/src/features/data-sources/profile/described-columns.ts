/** Names that the description of a source gives to columns: «qt_rep: quantidade de reposição», «n_port e n_mat são as notas de português e matemática». */
import { fold } from '../../../language/words.ts';

/** Names of columns, as they stand in a query, to the words that the description has for each. */
export function describedColumns(description: string | null, names: string[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const text = description ?? '';
  const note = (name: string, words: string | undefined) => {
    if (words) found.set(name, [...(found.get(name) ?? []), words]);
  };
  const known = new Map(names.filter(isWritten).map((name) => [name.toLowerCase(), name]));
  for (const [, listed = '', said = ''] of text.matchAll(LISTED)) {
    const columns = namesIn(listed).map((name) => known.get(name.toLowerCase()));
    const words = itemsOf(said);
    if (columns.length > 1 && columns.length === words.length)
      for (const [place, column] of columns.entries()) if (column) note(column, words[place]);
  }
  const rest = text.replace(LISTED, ' ');
  for (const [lowered, name] of known) {
    const [, said, end] = singlePattern(lowered).exec(rest) ?? [];
    // «sit: AT = ativo» and «tp: E entrada» begin the list of its codes.
    if (said && !/^[=(]/.test(end ?? '') && !/^\p{Lu}{1,3}\s/u.test(said)) note(name, said.trim());
  }
  return found;
}

/** A name that is no word of a sentence: «qt_rep», «vl2». */
const isWritten = (name: string): boolean => /[_\d]/.test(name) && /^[\w]+$/u.test(name);

const NAME = '[a-z][a-z\\d]*_[a-z\\d_]+';
const WORDS = '\\p{L}[\\p{L} -]{2,60}';
/** Several names, what they are, and of what each is one. */
const LISTED = new RegExp(
  `((?:${NAME}(?:, ?| e | / ))+${NAME})\\s*(?:=|:|são|sao|trazem|guardam)\\s*(?:as |os |a |o )?(?:${WORDS}? d[aeo]s? )((?:${WORDS}?(?:, | e ))+${WORDS})(?=[.;:(\\n]|$)`,
  'giu',
);

const namesIn = (text: string): string[] => text.match(new RegExp(NAME, 'gi')) ?? [];

/** «português, matemática e ciências». */
const itemsOf = (text: string): string[] =>
  text
    .split(/, | e /)
    .map((item) => item.trim())
    .filter((item) => item !== '' && fold(item).length > 2);

const singlePattern = (name: string): RegExp =>
  new RegExp(
    `(?<![\\w])${name}(?![\\w])\\s*(?:=|:|–|-|é|e igual a)\\s*(?:o |a |os |as |um |uma )?(${WORDS}?)(?=([,;.:()=/\\n]|$)[^]?)`,
    'iu',
  );
