/** Names that the description of a source gives to columns: «qt_rep: quantidade de reposição», «n_port e n_mat são as notas de português e matemática». */
import { fold } from '../../../language/words.ts';

type Token = { text: string; from: number; to: number };

/**
 * Names of columns, as they stand in a query, to the words that the description has for each. The description is read
 * once, token after token, so that its length alone says how long that takes.
 */
export function describedColumns(description: string | null, names: string[]): Map<string, string[]> {
  const text = description ?? '';
  const tokens = [...text.matchAll(TOKEN)].map(
    ({ 0: word, index }): Token => ({ text: word, from: index, to: index + word.length }),
  );
  const known = new Map(names.map((name) => [name.toLowerCase(), name]));
  const found = new Map<string, string[]>();
  for (let at = 0; at < tokens.length; at += 1) {
    const { listed, to } = namesAt(tokens, at);
    if (listed.length === 0) continue;
    const said = IS.test(tokens[to]?.text ?? '') ? wordsFor(text, tokens, to + 1, listed.length) : [];
    for (const [place, name] of listed.entries()) {
      const [column, words] = [known.get(name), said[place]];
      if (column && words) found.set(column, [...(found.get(column) ?? []), words]);
    }
    at = to - 1;
  }
  return found;
}

const TOKEN = /\n|[\p{L}\p{M}\d_]+|\S/gu;
const IS = /^(?:=|:|–|-|é|são|sao|trazem|guardam)$/i;
/** A name that is no word of a sentence: «qt_rep», «vl2». */
const NAME = /^\p{L}[\p{L}\d_]*[_\d][\p{L}\d_]*$/u;
const BESIDE = /^(?:,|e|\/)$/i;
const ARTICLE = /^(?:[oa]s?|uma?)$/i;
const OF = /^d[aeo]s?$/i;
const END = /^[.;:()=/\n]$/;
const LETTERS_MAX = 60;
/** No name has more words, and a sentence that goes on is none. */
const TOKENS_MAX = 12;

/** The names that begin here, joined by commas, «e» or strokes, in small letters. */
function namesAt(tokens: Token[], start: number): { listed: string[]; to: number } {
  const listed: string[] = [];
  let to = start;
  for (let at = start; NAME.test(tokens[at]?.text ?? ''); at += 2) {
    listed.push((tokens[at]?.text ?? '').toLowerCase());
    to = at + 1;
    if (!BESIDE.test(tokens[to]?.text ?? '')) break;
  }
  return { listed, to };
}

/** One text for one name; for several names as many as there are, else none. */
function wordsFor(text: string, tokens: Token[], start: number, count: number): string[] {
  const from = ARTICLE.test(tokens[start]?.text ?? '') ? start + 1 : start;
  const ends = (at: number) =>
    END.test(tokens[at]?.text ?? '\n') || (count === 1 && tokens[at]?.text === ',');
  const last = from + count * TOKENS_MAX;
  let to = from;
  while (to < last && !ends(to)) to += 1;
  if (!ends(to)) return [];
  const said = tokens.slice(from, to);
  if (count > 1) return itemsOf(text, said, count);
  // «sit: AT = ativo» and «tp: E entrada» begin the list of its codes.
  const isCode = /^[=(]$/.test(tokens[to]?.text ?? '') || /^\p{Lu}{1,3}$/u.test(said[0]?.text ?? '');
  const words = written(text, said);
  return isCode || !isPhrase(words) ? [] : [words];
}

/** «as médias finais de português, matemática e ciências»: what follows the first «de», one by one. */
function itemsOf(text: string, said: Token[], count: number): string[] {
  const items: Token[][] = [[]];
  for (const token of said.slice(said.findIndex((each) => OF.test(each.text)) + 1))
    if (BESIDE.test(token.text)) items.push([]);
    else items.at(-1)?.push(token);
  const words = items.map((item) => written(text, item)).filter((item) => item !== '');
  return words.length === count && words.every(isPhrase) ? words : [];
}

const written = (text: string, tokens: Token[]): string =>
  text.slice(tokens[0]?.from ?? 0, tokens.at(-1)?.to ?? 0);

const isPhrase = (words: string): boolean =>
  words.length <= LETTERS_MAX && /^\p{L}[\p{L}\p{M} -]+$/u.test(words) && fold(words).length > 2;
