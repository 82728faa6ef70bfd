/** Columns of remarks, whose cells are sentences that somebody typed: one word of such a sentence names no value. */
import { fold, wordsOf } from '../../../../../language/words.ts';
import type { TableColumn } from '../table-column.ts';
import { isFiniteVerb, isParticiple } from '../verbs.ts';

const REMARKS =
  /\b(?:obs|observac(?:ao|oes)|ocorr|ocorrencias?|relatos?|descric(?:ao|oes)|comentarios?|historico|hist|detalhes?|anotac(?:ao|oes)|parecer|justificativas?|mensagem|resumo|laudo|complemento|notas do|andamento|apontamentos?)\b/;

/** Names of columns in which people write freely, and choose from no list. */
const FREE_REMARKS = /\b(?:obs|observac(?:ao|oes)|comentarios?|anotac(?:ao|oes)|relatos?)\b/;
const FREE_WORDS = 3;

/** Sentences have at least that many words, and names hardly ever. */
const SENTENCE_WORDS = 6;
const SHORT_SENTENCE_WORDS = 4;

const isSentence = (value: string, least: number): boolean => value.trim().split(/\s+/).length >= least;
/** «Não avisou.», «embalagem violada, caixa amassada» */
const isPunctuated = (value: string): boolean => /[.!?]$|\p{L}, \p{L}/u.test(value.trim());

const isMost = (values: string[], holds: (value: string) => boolean): boolean =>
  values.filter(holds).length * 2 > values.length;

/** «Portão quebrado, entregue ao porteiro»: a sentence with a comma that says what was done; its first word names no value. */
export const isTypedSentence = (value: string): boolean =>
  /\p{L}, \p{Ll}/u.test(value) &&
  isSentence(value, SHORT_SENTENCE_WORDS) &&
  [1, 2].some((at) => isDone(wordsOf(value)[at] ?? ''));

const isDone = (word: string): boolean => isParticiple(word) || isFiniteVerb(word);

const namesOf = ({ name, label }: Pick<TableColumn, 'name' | 'label'>): string =>
  fold(`${name.replaceAll('_', ' ')} ${label}`);

const namesRemarks = (column: Pick<TableColumn, 'name' | 'label'>): boolean => REMARKS.test(namesOf(column));

/** Whether the values of a column are sentences: by their length, or by a name that promises remarks. */
export function holdsRemarks(column: TableColumn): boolean {
  const { kind, values } = column;
  if (kind !== 'category' && kind !== 'text') return false;
  if (values.length === 0) return kind === 'text' && namesRemarks(column);
  const isNamed = namesRemarks(column);
  return (
    isMost(values, (value) => isSentence(value, SENTENCE_WORDS)) ||
    isMost(values, (value) => isPunctuated(value) && isSentence(value, isNamed ? 2 : SHORT_SENTENCE_WORDS)) ||
    (isNamed && isMost(values, (value) => isSentence(value, SHORT_SENTENCE_WORDS))) ||
    (FREE_REMARKS.test(namesOf(column)) && isMost(values, (value) => isSentence(value, FREE_WORDS)))
  );
}
